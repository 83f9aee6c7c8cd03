// Logging while nobody judges: what the last throw probably led to, then who and what. Everything is kept in order and
// judged when the connection is back.
import { Dice } from "./dice.js";
import { html, useEffect, useState } from "./draw.js";
import { word } from "./given.js";
import { told } from "./report_told.js";
import { Typing } from "./typing.js";

const SIMPLE = ["pay", "pay_bail", "use_card", "buy", "decline", "default", "declare_bankruptcy"];

export function Free(tools) {
  const { table, log, landed } = tools;
  const next = table.position.turn;
  const [player, setPlayer] = useState(next);
  useEffect(() => setPlayer(next), [next]);
  const bid = table.may("bid", player);
  const [amount, setAmount] = useState("");
  const decks = table.entries("draw").filter(entry => entry.player === player);
  return html`<section class="due first" data-due="free"><h2>${word("free_title")}</h2>
    <${Unsent} ...${tools} />
    ${landed && html`<${Landed} ...${tools} />`}
    <div class="choices" role="group" aria-label=${word("players")}>${table.active.map(seat => html`<button key=${seat} aria-pressed=${seat === player} onClick=${() => setPlayer(seat)} data-seat=${seat}>${table.name(seat)}</button>`)}</div>
    ${table.may("roll", player) && html`<${Dice} thrown=${(dice, off) => log({ type: "roll", player, dice, ...(off ? { off_board: true } : {}) })} />`}
    <div class="actions">${SIMPLE.filter(type => table.may(type, player)).map(type => html`<button key=${type} data-test=${type} onClick=${() => log({ type, player })}>${word(`did_${type}`)}</button>`)}</div>
    ${bid && html`<div class="actions"><label class="inline">${word("did_bid")}<input type="number" inputmode="numeric" min="0" step=${bid.step} value=${amount} onInput=${event => setAmount(event.target.value)} /></label>
      <button disabled=${!Number(amount)} onClick=${() => { log({ type: "bid", player, amount: Number(amount) }); setAmount(""); }}>${word("log_call")}</button>
      <button onClick=${() => log({ type: "close_auction" })}>${word("did_close_auction")}</button></div>`}
    ${decks.map(({ deck, cards }) => html`<${Deck} key=${deck} ...${tools} player=${player} deck=${deck} cards=${cards} />`)}
    <${Typing} ...${tools} />
  </section>`;
}

// The unsent report that came last can be taken out on the spot, the others in the list behind the top line.
function Unsent({ table, follow, outbox }) {
  const { waiting } = outbox;
  const unseen = outbox.unseen(follow.seq);
  if (unseen.length && !waiting.length) return html`<p>${unseen.map(item => told(item.report, table)).join(" · ")}</p>`;
  if (!waiting.length) return null;
  const last = waiting.at(-1);
  return html`<div class="actions"><button onClick=${() => outbox.drop(last.client_id)} data-test="take-out-last">${word("undo", { what: told(last.report, table) })}</button></div>`;
}

// Where the last throw probably ended, and what is done there in most cases.
function Landed(tools) {
  const { table, log, landed } = tools;
  const { player, space, deed } = landed;
  if (!space) return null;
  const who = table.name(player);
  const decks = table.entries("draw").filter(entry => entry.player === player && entry.deck === space.kind);
  const taxes = space.kind === "tax" && table.may("choose_tax", player);
  return html`<p class="note" data-test="landed">${word("lands_on", { who, space: space.name })} <span class="state late">${word("unjudged")}</span></p>
    ${deed && html`<div class="actions">
      <button class="go big" onClick=${() => log({ type: "buy", player })} data-test="buy-landed">${word("free_buy", { who, deed: deed.name, price: table.money(deed.price) })}</button>
      <button class="big" onClick=${() => log({ type: "decline", player })} data-test="decline-landed">${word("decline")}</button></div>`}
    ${decks.map(({ deck, cards }) => html`<${Deck} key=${deck} ...${tools} player=${player} deck=${deck} cards=${cards} open />`)}
    ${taxes && html`<div class="actions">${taxes.options.map(option => html`<button key=${option} class="big" onClick=${() => log({ type: "choose_tax", player, option })}>${word(`tax_${option}`)}</button>`)}</div>`}`;
}

function Deck({ table, log, player, deck, cards, open }) {
  return html`<details open=${open}><summary>${word("draws_from", { who: table.name(player), deck: table.deckName(deck) })}</summary>
    <div class="cards">${cards.map(card => html`<button key=${card} onClick=${() => log({ type: "draw", player, card })} data-card=${card}>${table.cardName(deck, card)}</button>`)}</div></details>`;
}
