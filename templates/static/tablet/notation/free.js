// Logging without the buttons for what is due: while nobody judges, and by the short notation.
import { Dice } from "../dice.js";
import { html, useEffect, useRef, useState } from "../elements.js";
import { parse } from "./notation.js";
import { word } from "../page.js";
import { SumField } from "../sum.js";
import { describe } from "../table.js";

// -- Logging while nobody judges: what the last throw probably led to, then who and what. Everything is queued in order and
//    judged once the connection is back.

const SIMPLE = ["pay", "pay_bail", "use_card", "buy", "decline", "default", "declare_bankruptcy"];

/**
 * The panel for logging while nobody judges.
 * @param {Tools} tools
 */
export function Free(tools) {
  const { table, log, landed } = tools;
  const next = table.position.turn;
  const [player, setPlayer] = useState(next);
  useEffect(() => setPlayer(next), [next]);
  const bid = table.may("bid", player);
  const [amount, setAmount] = useState(0);
  const decks = table.entries("draw").filter(entry => entry.player === player);
  return html`<section class="due first" data-due="free"><h2>${word("free_title")}</h2>
    ${table.may("roll", player) && html`<${Dice} thrown=${(/** @type {any} */ dice, /** @type {any} */ off) => log({ type: "roll", player, dice, ...(off ? { off_board: true } : {}) })} />`}
    <div class="choices" role="group" aria-label=${word("players")}>${table.active.map(seat => html`<button key=${seat} aria-pressed=${seat === player} onClick=${() => setPlayer(seat)} data-seat=${seat}>${table.name(seat)}</button>`)}</div>
    <${Unsent} ...${tools} />
    ${landed && html`<${Landed} ...${tools} />`}
    <div class="actions">${SIMPLE.filter(type => table.may(type, player)).map(type => html`<button key=${type} data-test=${type} onClick=${() => log({ type, player })}>${word(`did_${type}`)}</button>`)}</div>
    ${bid && html`<div class="actions"><${SumField} table=${table} label=${word("did_bid")} value=${amount} change=${setAmount} test="free-bid" inline />
      <button disabled=${!amount} onClick=${() => { log({ type: "bid", player, amount }); setAmount(0); }}>${word("log_call")}</button>
      <button onClick=${() => log({ type: "close_auction" })}>${word("did_close_auction")}</button></div>`}
    ${decks.map(({ deck, cards }) => html`<${Deck} key=${deck} ...${tools} player=${player} deck=${deck} cards=${cards} />`)}
    <${Typing} ...${tools} />
  </section>`;
}

/**
 * The last unsent report, which can be taken out right here; the others are in the list that the top bar opens.
 * @param {Tools} props
 */
function Unsent({ table, follow, outbox }) {
  const { waiting } = outbox;
  const unseen = outbox.unseen(follow.seq);
  if (unseen.length && !waiting.length) return html`<p>${unseen.map(item => describe(item.report, table)).join(" · ")}</p>`;
  const last = waiting.at(-1);
  if (!last) return null;
  return html`<div class="actions"><button onClick=${() => outbox.drop(last.client_id)} data-test="take-out-last">${word("undo", { what: describe(last.report, table) })}</button></div>`;
}

/**
 * Where the last throw probably ended, and what usually happens there.
 * @param {Tools & { landed: Landing }} tools
 */
function Landed(tools) {
  const { table, log, landed } = tools;
  const { player, space, deed } = landed;
  if (!space) return null;
  const who = table.name(player);
  const decks = table.entries("draw").filter(entry => entry.player === player && entry.deck === space.kind);
  const taxes = space.kind === "tax" && table.may("choose_tax", player);
  return html`<p class="note" data-test="landed">${word("lands_on", { who, space: space.name })} <span class="state late">${word("unjudged")}</span></p>
    ${deed && html`<div class="actions decide">
      <button class="go big" onClick=${() => log({ type: "buy", player })} data-test="buy-landed">${word("free_buy", { who, deed: deed.name, price: table.money(deed.price) })}</button>
      <button class="big" onClick=${() => log({ type: "decline", player })} data-test="decline-landed">${word("decline")}</button></div>`}
    ${decks.map(({ deck, cards }) => html`<${Deck} key=${deck} ...${tools} player=${player} deck=${deck} cards=${cards} open />`)}
    ${taxes && html`<div class="actions">${taxes.options.map((/** @type {string} */ option) => html`<button key=${option} class="big" onClick=${() => log({ type: "choose_tax", player, option })}>${word(`tax_${option}`)}</button>`)}</div>`}`;
}

/** @param {Tools & { player: Seat, deck: string, cards: string[], open?: boolean }} props */
function Deck({ table, log, player, deck, cards, open }) {
  return html`<details open=${open}><summary>${word("draws_from", { who: table.name(player), deck: table.deckName(deck) })}</summary>
    <div class="cards">${cards.map(card => html`<button key=${card} onClick=${() => log({ type: "draw", player, card })} data-card=${card}>${table.cardName(deck, card)}</button>`)}</div></details>`;
}

// -- Reports typed in the short notation (docs/notation.md), for fast typists: Enter logs the line, "/" focuses the field.

const OPEN = "referee-typing";

/**
 * The field for reports in the short notation: Enter logs the line, "/" focuses the field.
 * @param {Tools} props
 */
export function Typing({ table, log }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState(null);
  const [open, setOpen] = useState(() => localStorage.getItem(OPEN) === "yes");
  const field = useRef(null);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const key = event => {
      if (event.key !== "/" || event.target instanceof Element && event.target.closest("input, textarea, dialog")) return;
      event.preventDefault();
      setOpen(true);
      requestAnimationFrame(() => field.current?.focus());
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  /** @param {import("../../vendor/htm-3.1.1/standalone.module.js").ElementEvent} event */
  const toggled = event => {
    setOpen(event.currentTarget.open);
    localStorage.setItem(OPEN, event.currentTarget.open ? "yes" : "no");
  };
  /** @param {Event} event */
  const enter = event => {
    event.preventDefault();
    const read = parse(text, table.board.codes, table.due[0]?.entry.player ?? null);
    if (read.fault) return setFault(word(`notation_${read.fault.code}`, { ...read.fault.facts, column: read.fault.column }));
    setFault(null);
    setText("");
    log(read.report);
  };
  return html`<details class="typing" open=${open} onToggle=${toggled}><summary>${word("typing")}</summary>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    <form onSubmit=${enter}><label>${word("typing_label")}<input ref=${field} value=${text} autocapitalize="none" autocomplete="off" spellcheck="false" aria-invalid=${fault !== null} onInput=${event => setText(event.target.value)} data-test="typing" /></label>
    <button>${word("typing_enter")}</button></form>
  </details>`;
}
