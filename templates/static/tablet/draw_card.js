// The card that was drawn: only those are offered that can come.
import { html } from "./draw.js";

export function DrawCard({ table, log, entry }) {
  const { player, deck } = entry;
  const cards = table.may("draw", player)?.cards ?? [];
  const label = card => table.cardName(deck ?? table.printed.decks.find(each => each.cards.some(one => one.key === card)).key, card);
  return html`<div class="cards">
    ${cards.map(card => html`<button key=${card} onClick=${() => log({ type: "draw", player, card })} data-card=${card}>${label(card)}</button>`)}
  </div>`;
}
