// What is due in a player's turn: setting up, throws, cards, taxes, purchases.
import { Raise } from "./deals/raising.js";
import { Dice } from "./dice.js";
import { Decide, html, openTabFor, ReportButton, useState } from "./elements.js";
import { word } from "./page.js";
import { drawnAt, findDrawn } from "./log/standing.js";
import { describe } from "./table.js";
import { ThenRow } from "./then.js";
import { isJailed, leadsTo } from "./track.js";

/** @typedef {Tools & { entry: DueEntry, first: boolean }} Panel */

/**
 * A throw: to start a turn, after doubles, to get out of jail, for a utility's rent; and the other ways out of jail.
 * @param {Panel} tools
 */
export function Roll(tools) {
  const { table, log, explain, aim, entry, first } = tools;
  const { player } = entry;
  const [die, setDie] = useState(/** @type {number | null} */ (null)); // the die that is chosen, while the other is not
  const open = table.may("roll", player);
  const moves = entry.why !== "utility_rent"; // a throw for the rent of a utility leads nowhere
  const leads = (/** @type {number} */ one, /** @type {number} */ two) => (moves ? leadsTo(table, player, one, two) : null);
  /**
   * @param {[number, number]} dice
   * @param {boolean} off
   */
  const thrown = (dice, off) => log({ type: "roll", player, dice, ...(off ? { off_board: true } : {}) });
  /** @param {number | null} face */
  const choose = face => {
    setDie(face);
    aim(face);
  };
  const jailed = isJailed(table, player);
  const cards = table.entries("use_card").filter(each => each.player === player);
  const still = stillBuilding(tools);
  return html`
    ${open
      ? html`<${Dice} thrown=${thrown} leads=${leads} aim=${choose} />`
      : html`<div class="pad"><button class="big shut" aria-disabled="true" onClick=${() => explain({ type: "roll", player, dice: [1, 2] })}>${word("roll")}</button></div>`}
    ${first && !jailed
      ? html`<${Decide}>${die === null && still ? still : open && moves && html`<${ThenRow} ...${tools} die=${die} />`}</${Decide}>`
      : still}
    ${jailed && html`<div class=${first ? "actions decide" : "actions"}>
      <${ReportButton} ...${tools} report=${{ type: "pay_bail", player }}>${word("pay_bail")}</${ReportButton}>
      ${cards.map(({ deck }) => html`<${ReportButton} key=${deck} ...${tools} open report=${deck ? { type: "use_card", player, deck } : { type: "use_card", player }}>${word("use_card")}</${ReportButton}>`)}
    </div>`}`;
}

/**
 * What the turn before the throw may still do, in games with a button for building: what the button has shown, or the way to
 * what may be built by it; null if nothing.
 * @param {Tools} tools
 */
function stillBuilding({ table, log, go }) {
  const press = table.may("press");
  if (press) {
    const { type, player } = press;
    return html`<div class="actions pressing" role="group" aria-label=${describe({ type, player }, table)}><span>${describe({ type, player }, table)}</span>
      ${press.results.map((/** @type {number | string} */ result) => html`<button key=${result} onClick=${() => log({ type, player, result })} data-press=${result}>${table.named(result)}</button>`)}</div>`;
  }
  const { step } = table.position;
  if (!step || !table.may("build", step.player)) return null;
  return html`<button class="big" onClick=${() => openTabFor(go, "build", step.player)} data-test="still-building">${word("still_building", { name: table.name(step.player) })}</button>`;
}

/**
 * The card that was drawn. Those that can come now are first; the others are grey, say where they were logged, and a tap says
 * what rules them out: a card that was logged wrongly long ago is found there.
 * @param {Tools & { entry: DueEntry }} props
 */
export function DrawCard({ table, follow, lines, log, why, show, entry }) {
  const { player, deck } = entry;
  /** @type {string[]} */
  const possible = table.may("draw", player)?.cards ?? [];
  const decks = table.printed.decks.filter(each => (deck ? each.key === deck : each.cards.some(card => possible.includes(card.key))));
  const others = decks.flatMap(each => each.cards.map(card => card.key)).filter(card => !possible.includes(card));
  /** @param {string} card */
  const label = card => table.cardName(decks.find(each => each.cards.some(one => one.key === card))?.key ?? "", card);
  /** @param {string} card */
  const tell = async card => {
    const report = { type: "draw", player, card };
    const refusals = await why(report);
    const line = await findDrawn(follow, card);
    show({ kind: "why", report, refusals, logged: line && word("card_logged", { seq: line.seq, what: line.told.join(" · ") }) });
  };
  return html`<div class="cards">
    ${possible.map(card => html`<button key=${card} onClick=${() => log({ type: "draw", player, card })} data-card=${card}>${label(card)}</button>`)}
    ${others.map(card => {
      const line = drawnAt(lines, card);
      return html`<button key=${card} class="shut" aria-disabled="true" onClick=${() => tell(card)} data-no-card=${card}>${label(card)}${line && html` <small>#${line.seq}</small>`}</button>`;
    })}
  </div>`;
}

/**
 * The card of the London edition that leaves a choice: a fine, or another card.
 * @param {Panel} tools
 */
export function PayOrDraw(tools) {
  const { table, entry, first } = tools;
  const { player, amount, deck } = entry;
  return html`<${Decide} first=${first}>
      <${ReportButton} ...${tools} main open=${table.entries("pay").some(each => each.player === player)} report=${{ type: "pay", player }}>${word("pay", { amount: table.money(amount) })}</${ReportButton}>
    </${Decide}>
    <p>${word("debt_draw", { deck: table.deckName(deck) })}</p>
    <${DrawCard} ...${tools} />`;
}

/**
 * The choice of income tax, if there is one, before anybody counts.
 * @param {Panel} tools
 */
export function Tax(tools) {
  const { table, entry, first } = tools;
  const options = table.may("choose_tax", entry.player)?.options ?? ["flat", "percent"];
  return html`<${Decide} first=${first}>
    ${options.map((/** @type {string} */ option) => html`<${ReportButton} key=${option} ...${tools} test=${`tax-${option}`} report=${{ type: "choose_tax", player: entry.player, option }}>${word(`tax_${option}`)}</${ReportButton}>`)}
  </${Decide}>`;
}

/**
 * A property landed on: buy it at its price, or send it to auction.
 * @param {Panel} tools
 */
export function Purchase(tools) {
  const { table, entry, first } = tools;
  const { player, deed, price } = entry;
  const short = price - table.player(player).cash;
  return html`<${Decide} first=${first}>
    <${ReportButton} ...${tools} main report=${{ type: "buy", player }}>${word("buy", { price: table.money(price) })}</${ReportButton}>
    <${ReportButton} ...${tools} report=${{ type: "decline", player }}>${word("decline")}</${ReportButton}>
  </${Decide}>
  ${short > 0 && html`<p class="faint">${word("short_of", { name: table.name(player), amount: table.money(short) })}</p>`}
  <p class="faint">${table.deedName(deed)} · ${word("cash_after", { amount: table.money(table.player(player).cash - price) })}</p>`;
}

/**
 * The payment for what was won at auction; if the cash is not enough, what is raised for it.
 * @param {Panel} tools
 */
export function Payment(tools) {
  const { table, entry, first } = tools;
  const { player, amount } = entry;
  const short = amount - table.player(player).cash;
  const pay = { type: "pay", player };
  const void_ = html`<${ReportButton} ...${tools} report=${{ type: "default", player }}>${word("default")}</${ReportButton}>`;
  if (short > 0) {
    return html`<p class="note" data-test="short">${word("short_of", { name: table.name(player), amount: table.money(short) })}</p>
      <${Raise} ...${tools} player=${player} missing=${short} then=${pay} /><div class="actions">${void_}</div>`;
  }
  return html`<${Decide} first=${first}><${ReportButton} ...${tools} main report=${pay}>${word("pay", { amount: table.money(amount) })}</${ReportButton}>${void_}</${Decide}>`;
}

/**
 * A throw that was made out of turn: logged so that the referee names the clause, and a ruling can follow.
 * @param {Tools} props
 */
export function ThrowAnyway({ table, log }) {
  const next = table.active[(table.active.indexOf(table.position.turn) + 1) % table.active.length];
  const [player, choose] = useState(next);
  if (table.may("roll")) return null;
  const seat = table.active.includes(player) ? player : next;
  return html`<details class="anyway" data-test="anyway"><summary>${word("thrown_anyway")}</summary>
    <div class="choices" role="group" aria-label=${word("players")}>${table.active.map(each => html`<button key=${each} aria-pressed=${each === seat} onClick=${() => choose(each)} data-thrower=${each}>${table.name(each)}</button>`)}</div>
    <${Dice} thrown=${dice => log({ type: "roll", player: seat, dice })} voids=${false} />
  </details>`;
}

/**
 * Before the first turn: the deeds that were dealt.
 * @param {Tools} props
 */
export function Setup({ table, log }) {
  const count = table.may("deal")?.deeds ?? 2;
  const [dealt, setDealt] = useState(/** @type {Record<DeedKey, Seat>} */ ({}));
  const [seat, setSeat] = useState(table.seats[0]);
  /** @param {Seat} each */
  const dealtTo = each => Object.keys(dealt).filter(deed => dealt[deed] === each);
  /** @param {DeedKey} deed */
  const tap = deed => {
    const next = { ...dealt };
    if (next[deed]) delete next[deed];
    else if (dealtTo(seat).length < count) next[deed] = seat;
    setDealt(next);
    const open = table.seats.find(each => Object.keys(next).filter(key => next[key] === each).length < count);
    if (open && Object.keys(next).filter(key => next[key] === seat).length >= count) setSeat(open);
  };
  const complete = table.seats.every(each => dealtTo(each).length === count);
  const report = { type: "deal", deeds: Object.fromEntries(table.seats.map(each => [each, dealtTo(each)])) };
  return html`
    <div class="choices" role="group" aria-label=${word("players")}>${table.seats.map(each => html`<button key=${each} aria-pressed=${seat === each} onClick=${() => setSeat(each)}>${table.name(each)} ${dealtTo(each).length}/${count}</button>`)}</div>
    <div class="deeds">${table.printed.deeds.map(deed => html`<button key=${deed.key} class=${`deed ${deed.group}`} aria-pressed=${Boolean(dealt[deed.key])} onClick=${() => tap(deed.key)}>${deed.name}${dealt[deed.key] ? html` <b>${table.name(dealt[deed.key])}</b>` : ""}</button>`)}</div>
    <div class="actions decide"><button class="go big" disabled=${!complete} onClick=${() => log(report)} data-test="deal">${word("deal_done")}</button></div>`;
}

/**
 * Throws of several players, entered one after another, then logged together.
 * @param {Tools & { seats: Seat[] }} props
 */
export function RollOff({ table, log, seats }) {
  const [thrown, setThrown] = useState(/** @type {Record<Seat, [number, number]>} */ ({}));
  const next = seats.find(seat => !thrown[seat]);
  /** @param {[number, number]} dice */
  const add = dice => {
    if (!next) return;
    const all = { ...thrown, [next]: dice };
    setThrown(all);
    if (seats.every(seat => all[seat])) {
      log({ type: "roll_off", dice: all });
      setThrown({});
    }
  };
  return html`<section class="due later"><h2>${word("roll_off")}</h2>
    <p>${seats.map(seat => `${table.name(seat)}: ${thrown[seat]?.join(" + ") ?? "–"}`).join(" · ")}</p>
    ${next && html`<h3>${table.name(next)}</h3><${Dice} thrown=${add} voids=${false} />`}
  </section>`;
}
