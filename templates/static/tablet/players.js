// The players: cash, worth, place and holdings at a glance; a tap on one shows the details.
import { html, useEffect, useRef } from "./elements.js";
import { word } from "./page.js";
import { Disc, Standing, standingText } from "./signs.js";
import { isJailed } from "./track.js";

/**
 * All players; the one whose turn it is is marked.
 * @param {Tools} tools
 */
export function Players(tools) {
  const { table } = tools;
  const box = useRef(null);
  // If there is not enough room for all, scroll to the one whose turn it is.
  useEffect(() => box.current.querySelector(".turn")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [table.position.turn]);
  return html`<aside ref=${box} class=${`players of${table.seats.length}${table.certain ? "" : " guessed"}`} aria-label=${word("players")} tabindex="0">
    ${!table.certain && html`<p><span class="state late">${word("unjudged")}</span></p>`}
    ${table.seats.map(seat => html`<${PlayerButton} key=${seat} ...${tools} seat=${seat} />`)}
  </aside>`;
}

/** @param {Tools & { seat: Seat }} props */
function PlayerButton({ table, seat, show }) {
  const player = table.player(seat);
  const turn = table.position.turn === seat && !table.over;
  const open = !turn && table.position.step?.player === seat;
  const worth = worthOf(table, seat);
  return html`<section class=${`player${turn ? " turn" : ""}${player.out ? " out" : ""}`} aria-label=${table.name(seat)}>
    <button class="open" onClick=${() => show({ kind: "player", seat })} data-player-sheet=${seat}>
      <span class="who"><${Disc} table=${table} seat=${seat} /><b class="name">${table.name(seat)}</b>${turn && html`<span class="tag go">${word("turn")}</span>`}${open && html`<span class="tag">${word("turn_open")}</span>`}</span>
      ${player.out ? html`<span class="faint">${word("out")}</span>` : html`
        <span class="money"><b class="cash">${table.money(player.cash)}</b>${worth !== null && html`<span class="faint worth">${word("worth_of", { amount: table.money(worth) })}</span>`}</span>
        <span class="faint place">${placeText(table, seat)}</span>
        <${Chips} table=${table} seat=${seat} />`}
    </button>
  </section>`;
}

/**
 * What a player is worth by the referee's count; null while nobody judges.
 * @param {Table} table
 * @param {Seat} seat
 */
export const worthOf = (table, seat) => (table.certain ? table.standing.find(row => row.player === seat)?.worth ?? null : null);

/**
 * @param {Table} table
 * @param {Seat} seat
 */
export function placeText(table, seat) {
  const { space, jail } = table.player(seat);
  return isJailed(table, seat) ? word("in_jail", { throws: jail }) : space && table.spaceName(space);
}

/**
 * What a player holds, group by group: the group's letter in its colour, its buildings beside it, and below the share of
 * the group. Whole groups are ringed.
 * @param {{ table: Table, seat: Seat }} props
 */
function Chips({ table, seat }) {
  const groups = table.printed.groups.filter(group => group.deeds.some(deed => table.holding(deed).owner === seat));
  const cards = table.player(seat).cards ?? [];
  return html`<span class="chips">
    ${groups.map(group => html`<${Chip} key=${group.key} table=${table} seat=${seat} group=${group} />`)}
    ${cards.map(deck => html`<span class="chip" role="img" aria-label=${word("release_card", { deck: table.deckName(deck) })}><b>${word("card_letter")}</b></span>`)}
  </span>`;
}

/** @param {{ table: Table, seat: Seat, group: ColourGroup }} props */
function Chip({ table, seat, group }) {
  const own = group.deeds.filter(deed => table.holding(deed).owner === seat);
  const pledged = own.filter(deed => table.holding(deed).mortgaged).length;
  const built = own.filter(deed => table.standsOn(deed).length);
  const said = built.map(deed => (table.manyPieces ? `${table.deedName(deed)}: ${standingText(table, deed)}` : table.standsOn(deed)[0].mark)).join(" ");
  const whole = own.length === group.deeds.length;
  const label = [group.name, `${own.length}/${group.deeds.length}`, said, pledged && `${word("mortgaged")} ${pledged}`].filter(Boolean).join(" ");
  return html`<span class=${`chip ${group.key}${whole ? " whole" : ""}`} role="img" aria-label=${label} title=${label}>
    <b>${group.letter}</b>${built.length > 0 && html`<em>${built.map((deed, number) => html`${number > 0 && (table.manyPieces ? " · " : " ")}<${Standing} table=${table} deed=${deed} />`)}</em>`}${pledged > 0 && html`<em class="pledged">${table.printed.marks.mortgaged}${pledged > 1 ? pledged : ""}</em>`}
    <span class="parts">${group.deeds.map(deed => html`<i key=${deed} class=${own.includes(deed) ? "own" : ""}></i>`)}</span></span>`;
}
