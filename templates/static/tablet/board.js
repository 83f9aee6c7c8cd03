// The board tab: a drawing of the board, and beside it everything in the drawing as a list; it can be turned round for the
// players who sit opposite.
import { drawingData } from "../board/seen.js";
import { board } from "../board/whole.js";
import { html, useMemo, useState } from "./elements.js";
import { word } from "./page.js";
import { Disc, Square, standingText } from "./signs.js";

/**
 * The board's state: drawn, and space by space, with what the bank has left.
 * @param {Tools} tools
 */
export function BoardPanel(tools) {
  const { table } = tools;
  const { bank } = table.position;
  const [turned, turn] = useState(false);
  return html`<section class="board-tab" aria-label=${word("tab_board")}>
    <div class=${`whole-board${turned ? " turned-round" : ""}`}>
      <${Drawing} table=${table} />
      <div class="middle"><p class="faint">${word("turn")}</p><p class="turning"><${Disc} table=${table} seat=${table.position.turn} size="large" /> <b>${table.name(table.position.turn)}</b></p>
        ${bank?.houses !== undefined && html`<p class="faint">${word("bank_left", { houses: bank.houses, hotels: bank.hotels })}</p>`}
        ${table.position.pot !== undefined && html`<p class="pot" data-test="pot">${word("pot_lies", { money: table.money(table.position.pot) })}</p>`}
        <button aria-pressed=${turned} onClick=${() => turn(!turned)} data-test="turn-board">${word(turned ? "board_turn_back" : "board_turn")}</button></div>
    </div>
    <ol class="spaces">${table.printed.spaces.map(space => html`<${Row} key=${space.key} table=${table} space=${space} />`)}</ol>
  </section>`;
}

/** @param {{ table: Table }} props */
function Drawing({ table }) {
  const { printed, position } = table;
  const drawn = useMemo(() => board(drawingData(printed, position, table.board.seats), word("board_drawn")), [printed, position]);
  return html`<div dangerouslySetInnerHTML=${{ __html: drawn }}></div>`;
}

/**
 * A space with its price, its owner, its buildings, and the players on it.
 * @param {{ table: Table, space: Space }} props
 */
function Row({ table, space }) {
  const deed = table.deed[space.key];
  const { owner, mortgaged } = table.holding(space.key);
  const here = table.active.filter(seat => table.player(seat).space === space.key);
  return html`<li><${Square} space=${space} /> <span class="name">${space.name}</span>
    ${deed && html`<span class="faint">${table.money(deed.price)}</span>`}
    ${owner && html`<span class="owner"><${Disc} table=${table} seat=${owner} size="small" /> ${table.name(owner)}</span>`}
    ${standingText(table, space.key)} ${mortgaged && html`<span class="state late">${word("mortgaged")}</span>`}
    ${here.length > 0 && html`<span class="here">${word("stands_here", { who: here.map(seat => table.name(seat)) })}</span>`}</li>`;
}
