// What is due in a player's turn: setting up, throws, cards, taxes, purchases.
import { Dice, html, ReportButton, useState } from "./elements.js";
import { word } from "./page.js";
import { leadsTo } from "./track.js";

/**
 * A throw: to start a turn, after doubles, to get out of jail, for a utility's rent; and the other ways out of jail.
 * @param {Tools & { entry: DueEntry }} tools
 */
export function Roll(tools) {
  const { table, log, explain, aim, entry } = tools;
  const { player } = entry;
  const open = table.may("roll", player);
  const leads = (/** @type {number} */ one, /** @type {number} */ two) => leadsTo(table, player, one, two);
  /**
   * @param {[number, number]} dice
   * @param {boolean} off
   */
  const thrown = (dice, off) => log({ type: "roll", player, dice, ...(off ? { off_board: true } : {}) });
  const jailed = table.player(player).jail !== null && table.player(player).jail !== undefined;
  const cards = table.entries("use_card").filter(each => each.player === player);
  return html`
    ${open
      ? html`<${Dice} thrown=${thrown} leads=${leads} aim=${aim} />`
      : html`<div class="pad"><button class="big shut" aria-disabled="true" onClick=${() => explain({ type: "roll", player, dice: [1, 2] })}>${word("roll")}</button></div>`}
    ${jailed && html`<div class="actions">
      <${ReportButton} ...${tools} report=${{ type: "pay_bail", player }}>${word("pay_bail")}</${ReportButton}>
      ${cards.map(({ deck }) => html`<${ReportButton} key=${deck} ...${tools} open report=${deck ? { type: "use_card", player, deck } : { type: "use_card", player }}>${word("use_card")}</${ReportButton}>`)}
    </div>`}`;
}

/**
 * The card that was drawn: only possible ones are offered.
 * @param {Tools & { entry: DueEntry }} props
 */
export function DrawCard({ table, log, entry }) {
  const { player, deck } = entry;
  const cards = table.may("draw", player)?.cards ?? [];
  /** @param {string} card */
  const label = card => table.cardName(deck ?? table.printed.decks.find(each => each.cards.some(one => one.key === card))?.key ?? "", card);
  return html`<div class="cards">
    ${cards.map((/** @type {string} */ card) => html`<button key=${card} onClick=${() => log({ type: "draw", player, card })} data-card=${card}>${label(card)}</button>`)}
  </div>`;
}

/**
 * The card of the London edition that leaves a choice: a fine, or another card.
 * @param {Tools & { entry: DueEntry }} tools
 */
export function PayOrDraw(tools) {
  const { table, entry } = tools;
  const { player, amount, deck } = entry;
  return html`<div class="actions">
      <${ReportButton} ...${tools} open=${table.entries("pay").some(each => each.player === player)} report=${{ type: "pay", player }}>${word("pay", { amount: table.money(amount) })}</${ReportButton}>
    </div>
    <p>${word("debt_draw", { deck: table.deckName(deck) })}</p>
    <${DrawCard} ...${tools} />`;
}

/**
 * The choice of income tax, if there is one, before anybody counts.
 * @param {Tools & { entry: DueEntry }} tools
 */
export function Tax(tools) {
  const { table, entry } = tools;
  const options = table.may("choose_tax", entry.player)?.options ?? ["flat", "percent"];
  return html`<div class="actions">
    ${options.map((/** @type {string} */ option) => html`<${ReportButton} key=${option} ...${tools} test=${`tax-${option}`} report=${{ type: "choose_tax", player: entry.player, option }}>${word(`tax_${option}`)}</${ReportButton}>`)}
  </div>`;
}

/**
 * A property landed on: buy it at its price, or send it to auction.
 * @param {Tools & { entry: DueEntry }} tools
 */
export function Purchase(tools) {
  const { table, entry } = tools;
  const { player, deed, price } = entry;
  const short = price - table.player(player).cash;
  return html`<div class="actions">
    <${ReportButton} ...${tools} main report=${{ type: "buy", player }}>${word("buy", { price: table.money(price) })}</${ReportButton}>
    <${ReportButton} ...${tools} report=${{ type: "decline", player }}>${word("decline")}</${ReportButton}>
  </div>
  ${short > 0 && html`<p class="faint">${word("short_of", { name: table.name(player), amount: table.money(short) })}</p>`}
  <p class="faint">${table.deedName(deed)} · ${word("cash_after", { amount: table.money(table.player(player).cash - price) })}</p>`;
}

/**
 * The payment for what was won at auction.
 * @param {Tools & { entry: DueEntry }} tools
 */
export function Payment(tools) {
  const { table, entry, go } = tools;
  const { player, amount } = entry;
  const short = amount - table.player(player).cash;
  return html`<div class="actions">
    <${ReportButton} ...${tools} main report=${{ type: "pay", player }}>${word("pay", { amount: table.money(amount) })}</${ReportButton}>
    ${short > 0 && html`<button class="big" onClick=${() => go("mortgage")}>${word("tab_mortgage")}</button><button class="big" onClick=${() => go("build")}>${word("sell")}</button>`}
    <${ReportButton} ...${tools} report=${{ type: "default", player }}>${word("default")}</${ReportButton}>
  </div>
  ${short > 0 && html`<p class="faint">${word("short_of", { name: table.name(player), amount: table.money(short) })}</p>`}`;
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
    <div class="actions"><button class="go big" disabled=${!complete} onClick=${() => log(report)} data-test="deal">${word("deal_done")}</button></div>`;
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
