// The card that was drawn: only those are offered that can come.  London's card that leaves a choice: a fine, or a card.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";

export function DrawCard({ table, log, entry }) {
  const { player, deck } = entry;
  const cards = table.may("draw", player)?.cards ?? [];
  const label = card => table.cardName(deck ?? table.printed.decks.find(each => each.cards.some(one => one.key === card)).key, card);
  return html`<div class="cards">
    ${cards.map(card => html`<button key=${card} onClick=${() => log({ type: "draw", player, card })} data-card=${card}>${label(card)}</button>`)}
  </div>`;
}

export function PayOrDraw(tools) {
  const { table, entry } = tools;
  const { player, amount, deck } = entry;
  return html`<div class="actions">
      <${Report} ...${tools} open=${table.entries("pay").some(each => each.player === player)} report=${{ type: "pay", player }}>${word("pay", { amount: table.money(amount) })}</${Report}>
    </div>
    <p>${word("debt_draw", { deck: table.deckName(deck) })}</p>
    <${DrawCard} ...${tools} />`;
}
