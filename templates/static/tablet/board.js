// The board tab, and the players beside it: cash, place, holdings.
import { html, useEffect, useRef } from "./elements.js";
import { word } from "./page.js";
import { HOTEL } from "./table.js";

/**
 * The board's state: who holds what, group by group, and what the bank has left.
 * @param {Tools} props
 */
export function BoardPanel({ table }) {
  const { bank } = table.position;
  return html`<section class="board" aria-label=${word("tab_board")}>
    ${bank && html`<p>${word("bank_left", { houses: bank.houses, hotels: bank.hotels })}</p>`}
    ${table.printed.groups.map(group => html`<section key=${group.key} class=${`group ${group.key}`}><h3>${group.name}</h3>
      <ul>${group.deeds.map(key => html`<${Deed} key=${key} table=${table} deed=${table.deed[key]} />`)}</ul></section>`)}
  </section>`;
}

/** @param {{ table: Table, deed: Deed }} props */
function Deed({ table, deed }) {
  const { owner, level, mortgaged } = table.holding(deed.key);
  const built = level === HOTEL ? word("hotel") : level ? word("houses", { count: level }) : "";
  return html`<li><span>${deed.name}</span> <span class="faint">${table.money(deed.price)}</span>
    <b>${owner ? table.name(owner) : ""}</b> ${built} ${mortgaged && html`<span class="state late">${word("mortgaged")}</span>`}</li>`;
}

/**
 * The players: cash, where they stand, what they hold, whose turn it is.
 * @param {Tools} props
 */
export function Players({ table }) {
  const box = useRef(null);
  // Where not all have room, whose turn it is is seen all the same.
  useEffect(() => box.current.querySelector(".turn")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [table.position.turn]);
  return html`<aside ref=${box} class=${`players${table.certain ? "" : " guessed"}`} aria-label=${word("players")} tabindex="0">
    ${!table.certain && html`<p><span class="state late">${word("unjudged")}</span></p>`}
    ${table.seats.map(seat => html`<${One} key=${seat} table=${table} seat=${seat} />`)}
  </aside>`;
}

/** @param {Tools & { seat: Seat }} props */
function One({ table, seat }) {
  const player = table.player(seat);
  const turn = table.position.turn === seat && !table.over;
  return html`<section class=${`player${turn ? " turn" : ""}${player.out ? " out" : ""}`} aria-label=${table.name(seat)}>
    <h2><span class="seat" aria-hidden="true">${seat.slice(0, 2)}</span> ${table.name(seat)}${turn && html`<span class="state on">${word("turn")}</span>`}</h2>
    ${player.out
      ? html`<p class="faint">${word("out")}</p>`
      : html`<p><b class="cash">${table.money(player.cash)}</b> <span class="faint">${where(table, player)}</span></p>
        <p class="chips">${table.owned(seat).map(deed => html`<${Chip} table=${table} deed=${deed} />`)}
          ${(player.cards ?? []).map(deck => html`<span class="chip card" title=${word("release_card", { deck: table.deckName(deck) })}>🂠</span>`)}</p>`}
  </section>`;
}

/**
 * @param {Table} table
 * @param {PlayerState} player
 */
function where(table, player) {
  return player.jail === null || player.jail === undefined ? player.space && table.spaceName(player.space) : word("in_jail", { throws: player.jail });
}

/**
 * A deed as a small mark in its group's colour, its buildings on it.
 * @param {Tools & { deed: Deed }} props
 */
function Chip({ table, deed }) {
  const { level, mortgaged } = table.holding(deed.key);
  const built = level === HOTEL ? "H" : level || "";
  return html`<span class=${`chip ${deed.group}${mortgaged ? " mortgaged" : ""}`} title=${deed.name}>${mortgaged ? "×" : built}</span>`;
}
