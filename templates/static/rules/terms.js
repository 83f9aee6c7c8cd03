// Split texts into search terms, as in `rulesets/search/terms.py`.

const RUNS = /[a-z]+|[0-9]*[぀-ヿ㐀-䶿一-鿿々〇][0-9぀-ヿ㐀-䶿一-鿿々〇]*|[0-9]+/g;
const LATIN = /^(?:[a-z]+|[0-9]+)$/;

const NUMERAL = new RegExp("[一二三四五六七八九两]?[十百千](?:[一二三四五六七八九两〇零]|(?<=[一二三四五六七八九两])[十百千])+"
  + "|[一二三四五六七八九两][十百千]", "g");
/** @type {Record<string, number>} */
const UNITS = { 十: 10, 百: 100, 千: 1000 };

/**
 * Read a number in kanji: 九十 is 90, 二百零五 is 205, 一千五 is 1500.
 * @param {string} written
 */
function parseKanji(written) {
  let [total, digit, unit] = [0, 0, 1];
  for (const letter of written.replaceAll("两", "二").replaceAll("零", "〇")) {
    if (UNITS[letter]) {
      unit = UNITS[letter];
      total += (digit || 1) * unit;
      digit = 0;
    } else {
      if (letter === "〇") unit = 1;
      digit = "〇一二三四五六七八九".indexOf(letter);
    }
  }
  return total + digit * Math.max(Math.floor(unit / 10), 1);
}

/**
 * Fold a text for searching.
 * @param {string} text
 * @param {Record<string, string>} simplified
 */
export const fold = (text, simplified) =>
  [...text.normalize("NFKC").toLowerCase().replace(/['’ー]/g, "").replace(/(\d),(?=\d\d\d)/g, "$1")]
    .map(letter => simplified[letter] ?? letter).join("").replace(NUMERAL, found => String(parseKanji(found)));

/** @param {string} text */
export const inKatakana = text => text.replace(/[ぁ-ゖ]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0x60));

/**
 * @param {string} word
 * @param {Forms} index
 */
export function stem(word, { endings, forms }) {
  word = forms[word] ?? word;
  if (word === "note") return word;
  for (const [ending, instead] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= 3 && !word.endsWith("ss")) {
      word = word.slice(0, -ending.length) + instead;
      break;
    }
  }
  return word.length > 3 && word.at(-1) === word.at(-2) ? word.slice(0, -1) : word;
}

/** @param {string} letter */
const isKanji = letter => letter >= "㐀" || "々〇".includes(letter);

const PARTICLES = "がをはにのへでともや的了吗呢吧没";

/**
 * @param {Map<string, number>} found
 * @param {string} term
 * @param {number} tells
 */
const setDefault = (found, term, tells) => { if (!found.has(term)) found.set(term, tells); };

/**
 * The longest known word at a place: what it stands for, and its length.
 * @param {number} most
 * @param {number} at
 * @param {number} length
 * @param {(from: number, to: number) => string} name
 * @param {Record<string, string>} known
 * @returns {[string | null, number]}
 */
function longest(most, at, length, name, known) {
  for (let count = Math.min(most, length - at); count; count -= 1) {
    const thing = known[name(at, at + count)];
    if (thing !== undefined) return [thing, count];
  }
  return [null, 0];
}

/**
 * @param {string[]} stems
 * @param {KnownWords} known
 * @param {Tells} tells
 * @param {Map<string, number>} found
 */
function latin(stems, known, tells, found) {
  for (let at = 0; at < stems.length;) {
    const [thing, count] = longest(known.longest[0], at, stems.length, (from, to) => stems.slice(from, to).join(" "), known.latin);
    if (count) found.set(`#${thing}`, tells.thing);
    for (const each of stems.slice(at, at + Math.max(count, 1))) setDefault(found, each, count < 2 ? tells.word : tells.part);
    at += Math.max(count, 1);
  }
}

/**
 * @param {string} run
 * @param {KnownWords} known
 * @param {Tells} tells
 * @param {Map<string, number>} found
 */
function letters(run, known, tells, found) {
  const flat = inKatakana(run);
  const taken = new Set();
  for (let at = 0; at < flat.length;) {
    const [thing, count] = longest(known.longest[1], at, flat.length, (from, to) => flat.slice(from, to), known.letters);
    if (count) found.set(`#${thing}`, tells.thing);
    for (let place = at; place < at + count; place += 1) taken.add(place);
    at += Math.max(count, 1);
  }
  for (const number of run.match(/[0-9]+/g) ?? []) found.set(number, tells.word);
  for (let at = 0; at < run.length; at += 1) {
    if (isKanji(run[at]) && !taken.has(at)) setDefault(found, flat[at], tells.kanji);
    const pair = run.slice(at, at + 2);
    if (pair.length > 1) {
      const joined = [...pair].some(letter => PARTICLES.includes(letter)) ? tells.part : tells.pair;
      setDefault(found, flat.slice(at, at + 2), /^[ぁ-ゟ]+$/.test(pair) ? tells.inflected : joined);
    }
  }
}

/**
 * The terms of a text with their weights. `known`: the known words that count in it. `stemmed`: stems an English word.
 * @param {string} text
 * @param {KnownWords} known
 * @param {SearchIndex} index
 * @param {(run: string) => string} [stemmed]
 */
export function terms(text, known, index, stemmed = run => stem(run, index)) {
  const { simplified, passed_over: passedOver, tells } = index;
  /** @type {Map<string, number>} */
  const found = new Map();
  /** @type {string[]} */
  const stems = [];
  for (const run of fold(text, simplified).match(RUNS) ?? []) {
    if (!LATIN.test(run)) letters(run, known, tells, found);
    else if (!passedOver.includes(run)) stems.push(stemmed(run));
    else {
      found.set(run, tells.joining);
      if (known.latin[run] !== undefined && !stems.length) found.set(`#${known.latin[run]}`, tells.thing);
    }
  }
  latin(stems, known, tells, found);
  return found;
}

/**
 * The thing that a text names, if it names one and says nothing else.
 * @param {string} text
 * @param {KnownWords} known
 * @param {SearchIndex} index
 */
export function onlyThing(text, known, index) {
  const { simplified, passed_over: passedOver } = index;
  const runs = (fold(text, simplified).match(RUNS) ?? []).filter(run => !(LATIN.test(run) && passedOver.includes(run)));
  if (!runs.length) return null;
  if (runs.every(run => LATIN.test(run))) return known.latin[runs.map(run => stem(run, index)).join(" ")] ?? null;
  return (runs.length === 1 && known.letters[inKatakana(runs[0])]) || null;
}
