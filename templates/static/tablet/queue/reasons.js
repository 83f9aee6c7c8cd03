// Why the queue waits for the judge, read from the answer to its first report.
import { sameReport } from "../notation/notation.js";

/**
 * The entry with which another device has logged the same report as an item, on the same base, whenever each was tapped; null if
 * there is none.
 * @param {QueueItem} item
 * @param {any} problem
 * @returns {LogEntry | null}
 */
export function duplicateOf(item, problem) {
  const [first] = problem.code === "outdated" ? problem.since : [];
  return first?.accepted && first.seq === (item.base ?? -1) + 1 && sameReport({ ...first.report, at: undefined }, { ...item.report, at: undefined }) ? first : null;
}

/**
 * Why the queue waits for the judge.
 * @param {number} status
 * @param {any} problem
 * @returns {Hold}
 */
export function holdFor(status, problem) {
  if (problem.signal) return { why: "signal", seq: problem.seq, since: problem.since, signal: problem.signal };
  if (problem.code === "outdated") return { why: "outdated", seq: problem.seq, since: problem.since };
  if (problem.code === "base_ahead") return { why: "restored", seq: problem.seq };
  return { why: status === 401 || status === 403 ? "access" : "problem", detail: problem.detail ?? problem.title, status };
}
