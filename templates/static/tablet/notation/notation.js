// Read and write the short notation as rulesets/notation does, with the codes of a game from the server. The duplication is
// deliberate: lines are typed before the law on the device is loaded, and if it does not start, even without a network.
import { BLOCKS, PARTIES, Reader } from "./reader.js";
import { Fault, scan } from "./scan.js";

/** @type {NameKind[]} */
const NAMES = ["seats", "deeds", "decks", "cards"];

/**
 * The report that a line means, or what is wrong with the line; the sentence of a fault is the text `notation_${code}`.
 * `player`: the seat that is meant if the line names none.
 * @param {string} text
 * @param {Codes} codes
 * @param {Seat | null} [player]
 * @returns {{ report: Move, fault?: undefined } | { report?: undefined, fault: NotationFault }}
 */
export function parse(text, codes, player = null) {
  try {
    const line = scan(text);
    if (line.json !== undefined) return { report: line.json };
    const report = new Reader(line, codes, player).report();
    if (line.at !== null) report.at = line.at;
    if (line.note) report.note = line.note;
    return { report };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

/**
 * The line for a report; JSON if the notation cannot express it. `parse` returns exactly this report again.
 * @param {Move} report
 * @param {Codes} codes
 */
export function write(report, codes) {
  try {
    const forms = Object.fromEntries(codes.forms.map(form => [form.type, form]));
    const names = /** @type {Known["names"]} */ (Object.fromEntries(NAMES.map(kind => [kind, new Map(codes[kind])])));
    const line = lineOf(report, { forms, names, release: codes.release });
    if (!/[\n\r]/.test(line) && sameReport(parse(line, codes).report, report)) return line;
  } catch {
    // a report may contain anything; a value of a wrong type cannot be written
  }
  return JSON.stringify(report);
}

/**
 * Whether two reports, or other values, are equal, whatever the order of their fields.
 * @param {unknown} one
 * @param {unknown} other
 */
export function sameReport(one, other) {
  /**
   * @param {string} _
   * @param {any} value
   */
  const sorted = (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
      : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

/**
 * @param {Move} report
 * @param {Known} known
 * @returns {string}
 */
function lineOf(report, known) {
  const form = known.forms[report.type];
  /** @type {string[]} */
  const words = [];
  if ("players" in report) words.push(report.players.map((/** @type {Seat} */ seat) => code(known.names.seats, seat)).join("="));
  else if (form.by) words.push(code(known.names.seats, report.player));
  if (!form.bare) words.push(form.verbs[0]);
  for (const arg of form.args) {
    if (!(arg.fields ?? [arg.field]).some(field => field in report)) {
      if (arg.optional) continue;
      throw new Error(arg.field);
    }
    if (arg.mark) words.push(arg.mark);
    words.push(arg.kind === "report" ? lineOf(report[arg.field], known) : WRITE[arg.kind](arg.fields ? report : report[arg.field], known));
  }
  if (form.glued) words.push(words.splice(-2).join(""));
  if ("at" in report) words.push(`@${report.at}`);
  if (typeof report.note === "string") words.push(`; ${report.note}`);
  return words.filter(word => word).join(" ");
}

/** @typedef {(value: any, known: Known) => string} Writer */

/**
 * The code of a key. Writers throw if a value is of a wrong type; `write` finds other errors by parsing the
 * result.
 * @param {Map<string, string>} names
 * @param {string} key
 */
function code(names, key) {
  const found = names.get(key);
  if (found === undefined) throw new Error(key);
  return found;
}

/**
 * @param {string} key
 * @param {Known} known
 */
const writeSeat = (key, known) => code(known.names.seats, key);

/**
 * @param {string} key
 * @param {Known} known
 */
const writeDeed = (key, known) => code(known.names.deeds, key);

/** @param {string} text */
const writeText = text => (/^[A-Za-z][A-Za-z0-9_/.-]*$/.test(text) && text !== "let" && text !== "set" ? text : JSON.stringify(text));

/** @param {number[]} dice */
const writeDice = dice => dice.join("");

/** @param {any} value */
const writePlain = value => (value === true ? "" : String(value));

/**
 * @param {Writer} write
 * @returns {Writer}
 */
const spaced = write => (items, known) => items.map((/** @type {any} */ item) => write(item, known)).join(" ");

/**
 * @param {(key: string, value: any, known: Known) => string} write
 * @returns {Writer}
 */
const pairs = write => (found, known) => Object.entries(found).map(([key, value]) => write(key, value, known)).join(" ");

/**
 * How each kind of argument is written.
 * @type {Record<string, Writer>}
 */
const WRITE = {
  seat: writeSeat,
  party: (key, known) => (PARTIES.includes(key) ? key : writeSeat(key, known)),
  deed: writeDeed,
  deck: (key, known) => code(known.names.decks, key),
  card: (key, known) => code(known.names.cards, key),
  number: writePlain,
  amount: writePlain,
  flag: writePlain,
  option: writePlain,
  name: writeText,
  text: writeText,
  texts: spaced(writeText),
  seats: spaced(writeSeat),
  deeds: spaced(writeDeed),
  levels: pairs((key, level, known) => {
    const deed = writeDeed(key, known);
    return level < 10 && !/[0-9]$/.test(deed) ? `${deed}${level}` : `${deed}=${level}`;
  }),
  dice: writeDice,
  throws: pairs((seat, dice, known) => `${writeSeat(seat, known)}=${writeDice(dice)}`),
  hands: pairs((seat, deeds, known) => [writeSeat(seat, known), ...deeds.map((/** @type {DeedKey} */ deed) => writeDeed(deed, known))].join(" ")),
  side: (side, known) => [
    ...("cash" in side ? [String(side.cash)] : []),
    ...(side.deeds ?? []).map((/** @type {DeedKey} */ key) => writeDeed(key, known)),
    ...(side.cards ?? []).map((/** @type {string} */ key) => code(known.names[known.release], key)),
    ...(side.claims ?? []).map((/** @type {Claim} */ { debtor, creditor, amount }) => `${writeSeat(debtor, known)}/${writeSeat(creditor, known)}=${amount}`),
    ...(side.sell_buildings ? ["sell"] : []),
  ].join(" "),
  blocks: found => Object.entries(BLOCKS).flatMap(([letter, kind]) => (found[kind] ?? []).map((/** @type {number} */ size) => letter + size)).join(" "),
  json: value => JSON.stringify(value),
};
