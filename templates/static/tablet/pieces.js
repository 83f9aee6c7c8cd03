// What stands on a lot, drawn: houses as squares, a hotel as one long mark; what comes is outlined, what goes is crossed out.
import { html } from "./draw.js";
import { word } from "./given.js";
import { HOTEL } from "./table.js";

// `from`: what stands; `to`: what would stand (left out: the same).
export function Pieces({ from, to = from }) {
  const told = from === to ? named(from) : `${named(from)} → ${named(to)}`;
  return html`<span class="pieces" role="img" aria-label=${told}>${marks(from, to).map(([kind, how], number) => html`<span key=${number} class=${`piece ${kind} ${how}`}></span>`)}</span>`;
}

const named = level => (level === HOTEL ? word("hotel") : word("houses", { count: level }));

function marks(from, to) {
  const times = (count, kind, how) => Array.from({ length: Math.max(count, 0) }, () => [kind, how]);
  if (to === HOTEL) return [["hotel", from === HOTEL ? "stands" : "comes"]];
  if (from === HOTEL) return [["hotel", "goes"], ...times(to, "house", "comes")];
  return [...times(Math.min(from, to), "house", "stands"), ...times(to - from, "house", "comes"), ...times(from - to, "house", "goes")];
}
