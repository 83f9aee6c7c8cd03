// The short notation, by the codes of a game that the server gives (rulesets/notation): reads and writes as it does.
import { code, WRITE } from "./notation_kinds.js";
import { Reader } from "./notation_reader.js";
import { Fault, scan } from "./notation_scan.js";

const NAMES = ["seats", "deeds", "decks", "cards"];

// The report that a line stands for, as {report}, or {fault: {code, column, facts}}; the sentence of a fault is the
// server's for `notation_${code}`. `player`: the seat that is meant where the line names none.
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

// The line that stands for a report; what the notation cannot say is JSON. `parse` gives exactly this report again.
export function write(report, codes) {
  try {
    const forms = Object.fromEntries(codes.forms.map(form => [form.type, form]));
    const names = Object.fromEntries(NAMES.map(kind => [kind, new Map(codes[kind])]));
    const line = lineOf(report, { forms, names, release: codes.release });
    if (!/[\n\r]/.test(line) && same(parse(line, codes).report, report)) return line;
  } catch {
    // a report may hold anything; where a part is not of its kind, there are no words for it
  }
  return JSON.stringify(report);
}

function same(one, other) {
  const sorted = (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
      : value;
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

function lineOf(report, known) {
  const form = known.forms[report.type];
  const words = [];
  if ("players" in report) words.push(report.players.map(seat => code(known.names.seats, seat)).join("="));
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
