// Which entries of the log stand, which may be taken back, and which the end signal has overtaken.
import { chainStart } from "../queue/chains.js";

/**
 * The numbers of the entries among `lines` (the end of the log, without gaps) that no longer stand: a retraction takes back
 * an entry and all after it, and if it is taken back itself, these stand again.
 * @param {LogLine[]} lines
 */
export function takenBack(lines) {
  if (!cache.has(lines)) cache.set(lines, findTakenBack(lines));
  return cache.get(lines);
}

const cache = new WeakMap(); // cache by array of lines, which is replaced when it changes: the page asks every second

/** @param {LogLine[]} lines */
function findTakenBack(lines) {
  const first = lines[0]?.seq ?? 1;
  const stands = new Map([[first - 1, new Set()]]);
  let now = new Set();
  for (const line of lines) {
    if (line.accepted) {
      const { type, seq } = line.report;
      now = type === "retract" ? new Set(stands.get(seq - 1) ?? []) : new Set(now).add(line.seq);
    }
    stands.set(line.seq, now);
  }
  return new Set(lines.filter(line => line.accepted && line.report.type !== "retract" && !now.has(line.seq)).map(line => line.seq));
}

/**
 * What one undo takes back, the earliest first: the last entry that stands, and those that the same tap logged before it; none
 * if they may not be taken back: what the bench or the clock has logged may be by the `bench` only, and so may everything before.
 * @param {LogLine[]} lines
 * @param {boolean} bench
 */
export function lastMoves(lines, bench) {
  const gone = takenBack(lines);
  const moves = lines.filter(line => line.accepted && line.report.type !== "retract" && !gone.has(line.seq));
  const last = moves.slice(Math.max(0, chainStart(moves)));
  return last.length && mayTakeBack(last[0], lines, bench) ? last : [];
}

/**
 * The last throw that stands and what stands after it; without a throw, the last entry.
 * @param {LogLine[]} lines
 */
export function sinceThrow(lines) {
  const gone = takenBack(lines);
  const moves = lines.filter(line => line.accepted && line.report.type !== "retract" && !gone.has(line.seq));
  const last = moves.findLastIndex(line => line.report.type === "roll");
  return moves.slice(last);
}

/**
 * Whether somebody, of the `bench` or not, may take back an entry and what came after it.
 * @param {LogLine} entry
 * @param {LogLine[]} lines
 * @param {boolean} bench
 */
export function mayTakeBack(entry, lines, bench) {
  return bench || !lines.some(line => line.seq >= entry.seq && line.accepted && line.bench);
}

/**
 * The end signal that stands among `lines`: its entry, and when it was given.
 * @param {LogLine[]} lines
 */
export function standingSignal(lines) {
  const gone = takenBack(lines);
  const line = lines.findLast(each => each.accepted && each.report.type === "time_up" && !gone.has(each.seq));
  return line ? { seq: line.seq, at: line.made_at ?? line.at } : null;
}

/**
 * Whether an entry that stands comes after the end signal although it was made before it.
 * @param {LogLine} line
 * @param {LogLine[]} lines
 */
export function isOvertaken(line, lines) {
  const signal = standingSignal(lines);
  return signal !== null && line.seq > signal.seq && (line.made_at ?? Infinity) < signal.at && !takenBack(lines).has(line.seq);
}

/**
 * The first entry after a given one that stands.
 * @param {LogLine} line
 * @param {LogLine[]} lines
 */
export function nextStanding(line, lines) {
  const gone = takenBack(lines);
  return lines.find(each => each.seq > line.seq && each.accepted && each.report.type !== "retract" && !gone.has(each.seq));
}

/**
 * The entry among `lines` by which a card was drawn, the last one that stands.
 * @param {LogLine[]} lines
 * @param {string} card
 */
export function drawnAt(lines, card) {
  const gone = takenBack(lines);
  return lines.findLast(line => line.accepted && line.report.type === "draw" && line.report.card === card && !gone.has(line.seq));
}

/**
 * The same in the whole log: earlier entries are fetched until it is found; undefined if it is not, or cannot be fetched.
 * @param {Pick<Follow, "lines" | "fetchEarlier">} follow
 * @param {string} card
 */
export async function findDrawn(follow, card) {
  for (;;) {
    const found = drawnAt(follow.lines, card);
    const [first] = follow.lines;
    if (found || !first || first.seq <= 1) return found;
    await follow.fetchEarlier().catch(() => {});
    if (follow.lines[0].seq === first.seq) return undefined;
  }
}
