// Split a typed line into words, quoted texts, JSON in braces, time and note; full-width letters count as narrow ones.
const SPACES = " \t\r\n\u3000";
const SEPARATORS = " \t\r\n,:、";
const JOINERS = "=+"; // spaces around these do not separate
/** @type {Record<string, string>} */
const CLOSERS = { '"': '"', "“": "”", "「": "」" };

/** What is wrong with a line; its sentence is the text `notation_${code}`. */
export class Fault extends Error {
  /**
   * @param {string} code
   * @param {Record<string, any>} facts
   */
  constructor(code, facts) {
    super(code);
    this.fault = { code, column: facts.column, facts };
  }
}

/** @param {string} text */
function strip(text) {
  let [begin, end] = [0, text.length];
  while (begin < end && SPACES.includes(text[begin])) begin += 1;
  while (begin < end && SPACES.includes(text[end - 1])) end -= 1;
  return text.slice(begin, end);
}

/**
 * @param {string} source
 * @param {number} begin
 */
function parseJson(source, begin) {
  try {
    return JSON.parse(source);
  } catch {
    throw new Fault("text_broken", { column: begin + 1 });
  }
}

/**
 * Split a typed line into its parts.
 * @param {string} text
 * @returns {TypedLine}
 */
export function scan(text) {
  /** @type {TypedLine} */
  const line = { tokens: [], at: null, note: "", end: 0 };
  if (["{", "[", '"'].includes(strip(text)[0])) return { ...line, json: parseJson(text, 0) };
  const typed = Array.from(text);
  const letters = typed.map(letter => letter.normalize("NFKC"));
  let place = 0;
  let end = 0;
  while (place < letters.length) {
    const letter = letters[place];
    const begin = place;
    /**
     * @param {Token["kind"]} kind
     * @param {string} small
     * @param {any} value
     */
    const token = (kind, small, value) => line.tokens.push({ kind, text: small, value, column: begin + 1 });
    if (SEPARATORS.includes(letter)) {
      place += 1;
      continue;
    }
    if (letter === ";") {
      line.note = strip(typed.slice(place + 1).join(""));
      break;
    }
    if (letter === ">") {
      place += 1;
      token("arrow", ">", ">");
    } else if (letter in CLOSERS) {
      place = endOfQuotes(letters, begin);
      const inner = typed.slice(begin + 1, place - 1).join("");
      token("text", "", letter === '"' ? parseJson(`"${inner}"`, begin) : inner);
    } else if (letter === "{") {
      place = endOfBraces(typed, begin);
      token("json", "", parseJson(typed.slice(begin, place).join(""), begin));
    } else {
      let word;
      [place, word] = wordAt(letters, begin);
      if (line.at === null && /^@[0-9]+(\.[0-9]+)?$/.test(word)) line.at = Number(word.slice(1));
      else token("word", word.normalize("NFC").toLowerCase(), strip(typed.slice(begin, place).join("")));
    }
    end = place;
  }
  line.end = end + 1;
  return line;
}

/**
 * @param {string[]} letters
 * @param {number} begin
 * @returns {[number, string]}
 */
function wordAt(letters, begin) {
  let place = begin;
  let word = "";
  while (place < letters.length && !">;{".includes(letters[place])) {
    if (SEPARATORS.includes(letters[place])) {
      let ahead = place;
      while (letters[ahead] === " ") ahead += 1;
      const joined = ahead > place && ahead < letters.length && (JOINERS.includes(letters[ahead]) || JOINERS.includes(word.at(-1) ?? "-"));
      if (!joined) break;
      place = ahead;
    } else {
      word += letters[place];
      place += 1;
    }
  }
  return [place, word];
}

/**
 * @param {string[]} letters
 * @param {number} begin
 */
function endOfQuotes(letters, begin) {
  const closer = CLOSERS[letters[begin]];
  for (let place = begin + 1; place < letters.length; place += letters[place] === "\\" && closer === '"' ? 2 : 1) {
    if (letters[place] === closer) return place + 1;
  }
  throw new Fault("text_broken", { column: begin + 1 });
}

/**
 * @param {string[]} typed
 * @param {number} begin
 */
function endOfBraces(typed, begin) {
  let depth = 0;
  let quoted = false;
  for (let place = begin; place < typed.length; place += 1) {
    const letter = typed[place];
    if (quoted) {
      if (letter === "\\") place += 1;
      quoted = letter !== '"';
    } else if (letter === '"') quoted = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}" && (depth -= 1) === 0) return place + 1;
  }
  throw new Fault("text_broken", { column: begin + 1 });
}
