// The strip at the top of the page: the track in one line, or the part of it ahead of the player whose turn it is; and where
// a throw would lead.
import { drawingData } from "../board/seen.js";
import { strip } from "../board/strip.js";
import { html, useMemo } from "./elements.js";
import { word } from "./page.js";

const BEHIND = 1;
const NEAR = 14; // spaces that a narrow page has room for: one behind, the player's own, and twelve ahead
const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * `first`: the die that is already chosen, which leaves six possible spaces.
 * @param {Tools & { first: number | null }} props
 */
export function Track({ table, first }) {
  const { printed, position } = table;
  const thrower = table.firstDue("roll")?.player ?? null;
  const at = printed.spaces.findIndex(space => space.key === table.player(thrower ?? position.turn)?.space);
  const free = thrower !== null && !isJailed(table, thrower) && at >= 0;
  const [far, near] = useMemo(() => {
    const drawn = drawingData(printed, position, table.board.seats);
    const reach = free ? { from: at, sums: first === null ? SUMS : SUMS.filter(sum => sum > first && sum <= first + 6) } : null;
    const from = (Math.max(at, 0) - BEHIND + printed.spaces.length) % printed.spaces.length;
    const label = word("board_drawn");
    return [strip(drawn, label, { reach }), strip(drawn, label, { from, count: NEAR, reach })];
  }, [printed, position, at, free, first]);
  return html`<div class="track"><div class="far" dangerouslySetInnerHTML=${{ __html: far }}></div><div class="near" dangerouslySetInnerHTML=${{ __html: near }}></div></div>`;
}

/**
 * @param {Table} table
 * @param {Seat} seat
 */
export function isJailed(table, seat) {
  const { jail } = table.player(seat);
  return jail !== null && jail !== undefined;
}

/**
 * The space that a throw leads a player to, ignoring what happens there; null if nobody can tell, or it leads nowhere.
 * @param {Table} table
 * @param {Seat} seat
 * @param {number} one
 * @param {number} two
 * @returns {Space | null}
 */
export function leadsTo(table, seat, one, two) {
  const { spaces } = table.printed;
  const from = spaces.findIndex(space => space.key === table.player(seat).space);
  const same = one === two;
  if (from < 0 || (isJailed(table, seat) && !same)) return null;
  if (same && !isJailed(table, seat) && table.position.turn === seat && table.position.doubles === MOST_DOUBLES) return spaces.find(space => space.kind === "jail") ?? null;
  return spaces[(from + one + two) % spaces.length];
}

const MOST_DOUBLES = 2; // after these, one more leads to jail
