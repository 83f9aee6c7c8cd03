// Names set in few lines, as large as they fit. A width is guessed: a Latin letter is some half as wide as a kana.

const LATIN = 0.56;
const SMALL = /[ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。・]/; // no line begins with these
const MOST_LINES = 4;

/**
 * How wide a text is, in widths of a full letter.
 * @param {string} text
 */
export const width = text => [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 0x2e80 ? LATIN : 1), 0);

/** @type {Map<string, string[]>} Names that were set already: a board has some forty, and is drawn with every frame. */
const known = new Map();

/**
 * A name in lines of at most `most` full letters, cut between words where it can be.
 * @param {string} name
 * @param {number} most
 */
export function lines(name, most) {
  const key = `${most} ${name}`;
  const found = known.get(key) ?? set(name, most);
  known.set(key, found);
  return found;
}

/**
 * @param {string} name
 * @param {number} most
 */
function set(name, most) {
  /** @type {string[]} */
  const found = [];
  for (const part of parts(name).flatMap(each => cut(each, most))) {
    const last = found.at(-1);
    if (last !== undefined && width(last + part) <= most) found[found.length - 1] = last + part;
    else found.push(part.trimStart());
  }
  return found.map(each => each.trim()).filter(Boolean).slice(0, MOST_LINES);
}

/**
 * The words of a name, spaces kept with what follows; a language without spaces as the browser knows its words.
 * @param {string} name
 */
function parts(name) {
  if (/^[\x20-\u024f]+$/.test(name) || !("Segmenter" in Intl)) return name.split(/(?=[ -])/);
  return [...new Intl.Segmenter("ja", { granularity: "word" }).segment(name)].map(each => each.segment);
}

/**
 * A word in even pieces that fit; a Latin one stays whole, and is set smaller.
 * @param {string} word
 * @param {number} most
 * @returns {string[]}
 */
function cut(word, most) {
  if (width(word) <= most || word.charCodeAt(0) < 0x2e80) return [word];
  const letters = [...word];
  const even = Math.ceil(letters.length / Math.ceil(letters.length / most));
  const at = [even, even - 1, even - 2].find(count => count > 0 && !SMALL.test(letters[count])) ?? even;
  return [letters.slice(0, at).join(""), ...cut(letters.slice(at).join(""), most)];
}
