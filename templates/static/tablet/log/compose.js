// Put together a report of any kind by hand: a correction, one inserted before another, or one sent in its place.
import { Dice } from "../dice.js";
import { html, useState } from "../elements.js";
import { parse, write } from "../notation/notation.js";
import { word } from "../page.js";
import { SumField } from "../sum.js";
import { describe } from "../table.js";

// The types of report that need an amount, and those that can be put together by taps.
const NEED_AMOUNT = new Set(["bid"]);
const TAPPABLE_TYPES = new Set([
  "buy", "decline", "pay", "pay_bail", "use_card", "close_auction", "close_building", "default", "declare_bankruptcy", "roll", "draw",
  "choose_tax", "bid", "claim_rent", "close_talk", "take_over",
]);

/**
 * The rows of `legal` that can be put together by taps, one for each type and player.
 * @param {LegalEntry[]} legal
 */
export function tappable(legal) {
  const seen = new Set();
  return legal.filter(({ type, player }) => {
    const key = `${type} ${player}`;
    if (!TAPPABLE_TYPES.has(type) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * The form for a report. `first`: the report to begin with, if any; `legal`: what may be reported there. What cannot be tapped
 * is typed in the short notation, which can express every report. `done` gets the report.
 * @param {{ table: Table, first?: Move, legal: LegalEntry[], done: (report: Move) => void, close: () => void }} props
 */
export function Compose({ table, first, legal, done, close }) {
  const [type, choose] = useState(/** @type {Move | null} */ (first ?? null));
  const [text, setText] = useState(first ? write(first, table.board.codes) : "");
  const [fault, setFault] = useState(null);
  const [amount, setAmount] = useState(first?.amount ?? 0);
  /** @param {Event} event */
  const typed = event => {
    event.preventDefault();
    const read = parse(text, table.board.codes, first?.player ?? table.position.turn);
    if (read.fault) return setFault(word(`notation_${read.fault.code}`, { ...read.fault.facts, column: read.fault.column }));
    return done(read.report);
  };
  /** @param {LegalEntry} entry */
  const start = entry => {
    const report = entry.player === undefined ? { type: entry.type } : { type: entry.type, player: entry.player };
    if (["roll", "draw", "choose_tax", ...NEED_AMOUNT].includes(entry.type)) choose(report);
    else done(entry.type === "use_card" && entry.deck ? { ...report, deck: entry.deck } : report);
  };
  const player = type?.player;
  const cards = type?.type === "draw" ? table.printed.decks.flatMap(deck => deck.cards.map(card => ({ ...card, deck: deck.key }))) : [];
  return html`<div class="compose" data-test="compose">
    ${!first && html`<div class="choices" role="group" aria-label=${word("compose_what")}>${tappable(legal).map(entry => html`
      <button key=${`${entry.type} ${entry.player}`} aria-pressed=${type?.type === entry.type && player === entry.player} onClick=${() => start(entry)} data-kind=${entry.type}>
        ${describe({ type: entry.type, player: entry.player }, table)}</button>`)}</div>`}
    ${type?.type === "roll" && html`<${Dice} thrown=${(/** @type {[number, number]} */ dice, /** @type {boolean} */ off) => done({ type: "roll", player, dice, ...(off ? { off_board: true } : {}) })} />`}
    ${cards.length > 0 && html`<div class="cards">${cards.map(card => html`<button key=${`${card.deck} ${card.key}`} onClick=${() => done({ type: "draw", player, card: card.key })} data-other=${card.key}>${card.label}</button>`)}</div>`}
    ${type?.type === "choose_tax" && html`<div class="actions">${["flat", "percent"].map(option => html`<button key=${option} onClick=${() => done({ type: "choose_tax", player, option })}>${word(`tax_${option}`)}</button>`)}</div>`}
    ${type && NEED_AMOUNT.has(type.type) && html`<form class="amount" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); done({ ...type, amount }); }}>
      <${SumField} table=${table} label=${word("bid_amount")} value=${amount} change=${setAmount} test="compose-amount" />
      <button disabled=${!amount}>${word("compose_take")}</button></form>`}
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    <form class="typed" onSubmit=${typed}><label>${word("typing_label")}<input value=${text} autocapitalize="none" autocomplete="off" spellcheck="false" onInput=${event => setText(event.target.value)} data-test="compose-text" /></label>
      <button disabled=${!text.trim()} data-test="compose-take">${word("compose_take")}</button><button type="button" onClick=${close}>${word("close")}</button></form>
  </div>`;
}
