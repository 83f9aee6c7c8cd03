// The timer that limits some reports of a game, if it declares one: the time that these carry, and the countdown.
import { formatMinutes, serverTime } from "./clock.js";
import { html } from "./elements.js";
import { pageData, word } from "./page.js";

/**
 * The seconds since the table was made, by the server's time: the same on every device, whatever its own clock says. Null until
 * the server has told its time.
 * @param {{ clock: Pick<Clock, "offset"> | null }} follow
 */
export const gameSeconds = ({ clock }) => (clock ? Math.max(0, Math.floor((serverTime(clock) - pageData.began) / 100) / 10) : null);

/**
 * A report with the time of this tap, if the game's timer limits such reports. Never before the moment from which the timer runs:
 * two devices may be tenths of a second apart.
 * @param {Move} report
 * @param {Table} table
 * @param {{ clock: Pick<Clock, "offset"> | null }} follow
 * @returns {Move}
 */
export function timed(report, table, follow) {
  const now = gameSeconds(follow);
  if (now === null || report.at !== undefined || !table.handling.timer?.reports.includes(report.type)) return report;
  return { ...report, at: Math.max(now, table.timerSince ?? 0) };
}

/**
 * The seconds that the timer has left, negative once it is over; null if none runs, or nobody knows since when.
 * @param {Table} table
 * @param {{ clock: Pick<Clock, "offset"> | null }} follow
 */
export function secondsLeft(table, follow) {
  const now = gameSeconds(follow);
  const { timerSince, handling } = table;
  return now === null || timerSince === null || !handling.timer ? null : handling.timer.seconds - Math.max(0, now - timerSince);
}

/**
 * The countdown. It blocks nothing: what is logged too late is refused by the law.
 * @param {Tools} props
 */
export function Countdown({ table, follow }) {
  const left = secondsLeft(table, follow);
  if (left === null) return null;
  const over = left <= 0;
  return html`<p class=${over ? "wrong" : "note"} role="timer" data-test="countdown" data-over=${over ? "yes" : "no"}>
    ${over ? word("timer_over") : word("timer_left", { time: formatMinutes({ ms: left * 1000, limit: true }) })}</p>`;
}
