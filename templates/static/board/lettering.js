// Break names into short lines. Widths are estimated: a Latin letter is about half as wide as a kana.

const LATIN = 0.56;
const NO_LINE_START = /[ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。・]/; // no line begins with these
const MOST_LINES = 4;

/**
 * The estimated width of a text, in full-width letters.
 * @param {string} text
 */
export const textWidth = text => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x2e80 ? LATIN : 1), 0);

/** @type {Map<string, string[]>} Cache of names broken into lines: a board has about forty and is drawn with every frame. */
const cache = new Map();

/**
 * Break a name into lines of at most `most` full-width letters, between words where possible.
 * @param {string} name
 * @param {number} most
 */
export function breakLines(name, most) {
  const key = `${most} ${name}`;
  const found = cache.get(key) ?? breakName(name, most);
  cache.set(key, found);
  return found;
}

/**
 * @param {string} name
 * @param {number} most
 */
function breakName(name, most) {
  /** @type {string[]} */
  const found = [];
  for (const part of splitWords(name).flatMap(each => cutWord(each, most))) {
    const last = found.at(-1);
    if (last !== undefined && textWidth(last + part) <= most) found[found.length - 1] = last + part;
    else found.push(part.trimStart());
  }
  return found.map(each => each.trim()).filter(Boolean).slice(0, MOST_LINES);
}

/**
 * Split a name into words, each with the space before it; in a language without spaces, as the browser segments it.
 * @param {string} name
 */
function splitWords(name) {
  if (/^[\x20-\u024f]+$/.test(name) || !("Segmenter" in Intl)) return name.split(/(?=[ -])/);
  return [...new Intl.Segmenter("ja", { granularity: "word" }).segment(name)].map(each => each.segment);
}

/**
 * Cut a word into even pieces that fit; a Latin word stays whole and is set smaller.
 * @param {string} word
 * @param {number} most
 * @returns {string[]}
 */
function cutWord(word, most) {
  if (textWidth(word) <= most || word.charCodeAt(0) < 0x2e80) return [word];
  const letters = [...word];
  const even = Math.ceil(letters.length / Math.ceil(letters.length / most));
  const at = [even, even - 1, even - 2].find(count => count > 0 && !NO_LINE_START.test(letters[count])) ?? even;
  return [letters.slice(0, at).join(""), ...cutWord(letters.slice(at).join(""), most)];
}
