// Slips of the finger in English words, as `rulesets/search/spelling.py` mends them.
import { folded, stem } from "./terms.js";

const SHORTEST = 5;

function slip(typed, meant) {
  let at = 0;
  while (at < Math.min(typed.length, meant.length) && typed[at] === meant[at]) at += 1;
  const [here, there] = [typed.slice(at), meant.slice(at)];
  return here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1)
    || (here.slice(0, 2) === [...there.slice(0, 2)].reverse().join("") && here.slice(2) === there.slice(2));
}

// Gives a function that makes a stem of a word, or of the commonest one that it may be a slip of.
export function speller(texts, known, { simplified, endings }) {
  const counts = new Map();
  for (const text of texts) {
    for (const word of folded(text, simplified).match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const stems = new Map([...counts].sort(([, one], [, other]) => other - one).map(([word]) => [word, stem(word, endings)]));
  for (const key of Object.keys(known.latin)) {
    for (const part of key.match(/[a-z]+/g) ?? []) if (!stems.has(part)) stems.set(part, part);
  }
  const there = new Set(stems.values());
  return word => {
    const found = stem(word, endings);
    if (word.length < SHORTEST || /[0-9]/.test(word) || there.has(found)) return found;
    const near = [...stems].find(([each, its]) => each[0] === word[0]
      && (slip(word, each) || (found.length >= SHORTEST && slip(found, its))));
    return near ? near[1] : found;
  };
}
