// The deal tab: two sides are put together and judged meanwhile, then shown to the players and logged.
import { dealSides, EMPTY_SIDE, isEmpty, owedTo, stillHeld, toReport, warningText } from "./terms.js";
import { ignoreEcho } from "../deaf.js";
import { GuardedButton, html, useLayoutEffect, useState } from "../elements.js";
import { refusalsOf, useTrial, Verdict } from "../law/judgement.js";
import { word } from "../page.js";
import { standingText } from "../signs.js";
import { SumField } from "../sum.js";
import { Countdown, secondsLeft } from "../timer.js";

/** @type {Terms | null} The deal being put together, kept whatever tab is open; null: none yet. */
let draft = null;

/**
 * The deal tab.
 * @param {Tools} tools
 */
export function DealPanel(tools) {
  const { table, outbox, log, show, explain, go } = tools;
  const [, redraw] = useState(0);
  const now = currentDraft(draft, table);
  /** @param {Terms | null} terms */
  const setDraft = terms => {
    draft = terms;
    redraw(count => count + 1);
  };
  /** @param {Partial<Terms>} change */
  const set = change => setDraft({ ...now, ...change });
  const { one, two, give, take } = now;
  const empty = isEmpty(give) && isEmpty(take);
  const report = two && { type: "trade", player: one, with: two, give: toReport(give), take: toReport(take) };
  const trial = useTrial(report && !empty ? [report] : null, tools);
  const refusals = trial.fresh ? refusalsOf(trial.answers) : null;
  const open = report && !empty && !refusals?.length && mayDeal(table, one, two);
  const confirm = async () => {
    setDraft(null);
    go("play");
    const id = report && await log(report);
    if (id) restoreIfRefused(outbox, id, now);
  };
  const answer = trial.fresh ? trial.answers?.[0] : undefined;
  const showPreview = () => {
    if (!two) return;
    const preview = { title: word("deal_title"), sides: dealSides(table, { ...now, two }, { answer }), note: warningText(answer) };
    show({ kind: "preview", preview, yes: confirm });
  };
  /** @param {Seat} seat */
  const chooseOne = seat => setDraft(seat === two ? swapSides(now) : { ...now, one: seat, give: seat === one ? give : EMPTY_SIDE });
  /**
   * @param {Seat} seat
   * @param {Side} [chosen]
   */
  const chooseTwo = (seat, chosen = seat === two ? take : EMPTY_SIDE) => set({ two: seat, take: chosen });
  useLayoutEffect(ignoreEcho, [two]); // what comes where the partner's deed was tapped is no second choice
  /**
   * @param {"give" | "take"} name
   * @param {Seat | null} seat
   * @param {Seat | null} other
   */
  const side = (name, seat, other) => ({
    table, name, seat, side: now[name], back: now[name === "give" ? "take" : "give"].cash,
    seats: name === "give" ? table.active : table.others(one),
    choose: name === "give" ? chooseOne : chooseTwo,
    closed: (/** @type {Seat} */ each) => !(name === "give" ? table.others(each) : [other ?? ""]).some(against => mayDeal(table, each, against)),
    change: (/** @type {Side} */ changed) => set({ [name]: changed }),
  });
  return html`<section class="deal" aria-label=${word("tab_deal")}>
    <div class="body"><${Talks} ...${tools} />
    <div class="sides">
      <${DealSide} ...${side("give", one, two)} />
      <${DealSide} ...${side("take", two, one)} />
    </div>
    <${OpenTalk} ...${tools} one=${one} two=${two} /></div>
    <div class="foot">
      ${!two ? html`<p class="faint">${word("deal_choose_two")}</p>`
        : empty ? html`<p class="faint">${word("deal_put_together")}</p>`
        : table.certain && html`<${Verdict} table=${table} trial=${trial} good=${word("deal_stands")}
            half=${isEmpty(give) || isEmpty(take)} terms=${now} set=${set} />`}
      <div class="actions">
        <${GuardedButton} kind="go big" open=${open} yes=${showPreview} why=${() => report && explain(report)} test="show-deal">${word("deal_show")}</${GuardedButton}>
        <${GuardedButton} open=${open} yes=${confirm} why=${() => report && explain(report)} test="log-deal">${word("agreed")}</${GuardedButton}>
        <button onClick=${() => setDraft(swapSides(now))} disabled=${!two} data-test="swap-sides">${word("deal_swap")}</button>
        <button onClick=${() => setDraft(null)} disabled=${!draft} data-test="clear-deal">${word("deal_clear")}</button>
      </div>
    </div>
  </section>`;
}

/**
 * The draft without what the players no longer have; at first it is between two who negotiate, or else between the player whose
 * turn it is and nobody.
 * @param {Terms | null} terms
 * @param {Table} table
 */
function currentDraft(terms, table) {
  const active = table.active;
  const { turn, trade } = table.position;
  const talks = trade ? [/** @type {[Seat, Seat]} */ ([trade.player, trade.with])] : table.position.talks ?? [];
  const talk = terms ? null : talks.find(seats => seats.includes(turn)) ?? talks[0];
  const one = terms && active.includes(terms.one) ? terms.one : talk && !talk.includes(turn) ? talk[0] : active.find(seat => seat === turn) ?? active[0];
  const other = terms ? terms.two : talk?.find(seat => seat !== one);
  const two = other && active.includes(other) && other !== one ? other : null;
  const give = terms && terms.one === one ? stillHeld(terms.give, table, one) : EMPTY_SIDE;
  return { one, two, give, take: terms && two ? stillHeld(terms.take, table, two) : EMPTY_SIDE };
}

/** @param {any} value */
const swapSides = ({ one, two, give, take }) => ({ one: two, two: one, give: take, take: give });

/**
 * Whether two players may make a deal now.
 * @param {Table} table
 * @param {Seat} one
 * @param {Seat} two
 */
function mayDeal(table, one, two) {
  /**
   * @param {Seat} player
   * @param {Seat} other
   */
  const has = (player, other) => table.entries("trade").some(entry => entry.player === player && entry.with.includes(other));
  return has(one, two) || has(two, one);
}

/**
 * Restore a refused deal as the draft, to be corrected, unless another one has been started by then.
 * @param {Outbox} outbox
 * @param {string} id
 * @param {Terms} terms
 */
function restoreIfRefused(outbox, id, terms) {
  outbox.addEventListener("answer", function answered(/** @type {any} */ { detail }) {
    if (detail.item.client_id !== id) return;
    outbox.removeEventListener("answer", answered);
    if (!detail.entry.accepted) draft ??= terms;
  });
}

// -- Talks: who negotiates with whom, opened and closed if the rules have talks. Monopoly City's trades begin that way too.

/** @type {Record<string, string>} The types, and the word of the button of each. */
const OPENINGS = { open_talk: "deal_talk_open", start_trade: "deal_trade_open" };

/**
 * Who negotiates at the moment, and the button that ends it; or who trades, and how long they may.
 * @param {Tools} tools
 */
export function Talks(tools) {
  const { table, log, go } = tools;
  const { talks = [], trade } = table.position;
  if (trade) {
    return html`<div data-test="trading"><p class="talk">${word("deal_trading", { one: table.name(trade.player), two: table.name(trade.with) })}</p>
      <${Countdown} ...${tools} /></div>`;
  }
  if (!talks.length) return null;
  return html`<div class="actions" data-test="talks">
    ${talks.map(([one, two]) => {
      const report = talkReport(table, "close_talk", one, two);
      return html`<span class="talk" key=${`${one} ${two}`}>${word("deal_talking", { one: table.name(one), two: table.name(two) })}
        ${report && html`<button onClick=${() => { go("play"); log(report); }} data-test="close-talk">${word("deal_talk_close")}</button>`}</span>`;
    })}
  </div>`;
}

/**
 * The button that opens a talk or trade between two players, if that may be reported and their timer is not running; `two` may be null.
 * @param {Tools & { one: Seat, two: Seat | null }} props
 */
export function OpenTalk({ table, follow, log, one, two }) {
  const report = two && openingReport(table, one, two);
  if (!report) return null;
  const { trade } = table.position;
  if (trade && [trade.player, trade.with].every(seat => seat === one || seat === two) && (secondsLeft(table, follow) ?? 0) > 0) return null;
  const names = { one: table.name(one), two: table.name(two) };
  return html`<button class="talk" onClick=${() => log(report)} data-test="open-talk" data-with=${two}>${word(OPENINGS[report.type], names)}</button>`;
}

/**
 * @param {Table} table
 * @param {Seat} one
 * @param {Seat} two
 */
function openingReport(table, one, two) {
  for (const type of Object.keys(OPENINGS)) {
    const report = talkReport(table, type, one, two);
    if (report) return report;
  }
  return null;
}

/**
 * The report of a type by one player about another; null if it may not be made now.
 * @param {Table} table
 * @param {string} type
 * @param {Seat} one
 * @param {Seat} two
 */
function talkReport(table, type, one, two) {
  return table.entries(type).some(entry => entry.player === one && entry.with?.includes(two)) ? { type, player: one, with: two } : null;
}

// -- One side of a deal being put together: whose it is, cash, deeds, release cards, claims.

/**
 * The form for one side. `seat`: null while nobody is chosen. `seats`: who may be chosen with `choose`, by name or by what they
 * hand over; without `choose` the seat is fixed. `closed`: whether no deal with a seat is possible now (grey; the verdict says why). `change` gets the new
 * side. `back`: cash that the other side gives.
 * @param {{ table: Table, name: "give" | "take", seat: Seat | null, seats: Seat[], closed: (seat: Seat) => boolean, choose?: (seat: Seat, side?: Side) => void, side: Side, change: (side: Side) => void, back: number }} props
 */
export function DealSide({ table, name, seat, seats, closed, choose, side, change, back }) {
  const label = seat ? word("deal_hands_over", { name: table.name(seat) }) : word("deal_who");
  return html`<fieldset class="side" data-side=${name}><legend>${label}</legend>
    ${choose && html`<div class="choices seats" role="group" aria-label=${word("deal_who")}>${seats.map(each => html`
      <button key=${each} class=${closed(each) ? "shut" : ""} aria-pressed=${each === seat} onClick=${() => choose(each)}
        data-seat=${each}>${table.name(each)}</button>`)}</div>`}
    ${!seat && seats.map(each => table.owned(each).length > 0 && html`<section key=${each}><h3>${table.name(each)}</h3>
      <${Deeds} table=${table} seat=${each} side=${EMPTY_SIDE} change=${(/** @type {Side} */ chosen) => choose?.(each, chosen)} /></section>`)}
    ${seat && html`
      <${Cash} table=${table} seat=${seat} side=${side} change=${change} back=${back} />
      <${Deeds} table=${table} seat=${seat} side=${side} change=${change} />
      <${Claims} table=${table} seat=${seat} side=${side} change=${change} />`}
  </fieldset>`;
}

/** @param {{ table: Table, seat: Seat, side: Side, change: (side: Side) => void, back: number }} props */
function Cash({ table, seat, side, change, back }) {
  const { cash } = table.player(seat);
  /** @param {number} sum */
  const set = sum => change({ ...side, cash: sum });
  return html`<div>
    <div class="cash-row">
      <${SumField} table=${table} label=${word("deal_cash")} value=${side.cash} change=${set} test="cash" />
      <button onClick=${() => set(0)} disabled=${!side.cash} aria-label=${word("deal_no_cash")}>×</button>
    </div>
    <div class="cash-sums" role="group" aria-label=${word("deal_cash")}>
      ${table.handling.deal_sums.map(sum => html`<button key=${sum} onClick=${() => set(side.cash + sum)}
        data-sum=${sum}>+${table.typed(sum)}</button>`)}
    </div>
    <p class="faint">${word("deal_cash_then", { before: table.money(cash), after: table.money(cash - side.cash + back) })}</p>
  </div>`;
}

/** @param {Tools & { seat: Seat, side: Side, change: (side: Side) => void }} props */
function Deeds({ table, seat, side, change }) {
  /**
   * @param {string[]} list
   * @param {string} key
   */
  const toggled = (list, key) => (list.includes(key) ? list.filter(each => each !== key) : [...list, key]);
  /** @param {string} group */
  const built = group => table.printed.deeds.some(deed => deed.group === group && table.holding(deed.key).level > 0);
  const groups = new Set(table.printed.deeds.filter(deed => side.deeds.includes(deed.key)).map(deed => deed.group));
  const sells = table.entries("trade").length > 0 && [...groups].some(built);
  const cards = table.player(seat).cards ?? [];
  const owned = table.owned(seat);
  if (!owned.length && !cards.length) return html`<p class="faint">${word("deal_no_deeds", { deeds: table.printed.called.many })}</p>`;
  return html`<div class="deeds">
    ${owned.map(deed => html`<button key=${deed.key} class=${`deed ${deed.group}${built(deed.group) ? " shut" : ""}`} data-deed=${deed.key}
      aria-pressed=${side.deeds.includes(deed.key)} onClick=${() => change({ ...side, deeds: toggled(side.deeds, deed.key) })}>
      <span>${deed.name}</span> <${DeedState} table=${table} deed=${deed} /></button>`)}
    ${cards.map(deck => html`<button key=${deck} class="deed" data-card=${deck}
      aria-pressed=${side.cards.includes(deck)} onClick=${() => change({ ...side, cards: toggled(side.cards, deck) })}>
      ${word("release_card", { deck: table.deckName(deck) })}</button>`)}
  </div>
  ${sells && html`<div class="actions"><button aria-pressed=${side.sell_buildings} data-test="sell-buildings"
    onClick=${() => change({ ...side, sell_buildings: !side.sell_buildings })}>${word("deal_sell_buildings")}</button></div>`}`;
}

/**
 * What matters for the price of a deed: its mortgage, what stands on it, or its mortgage value.
 * @param {Tools & { deed: Deed }} props
 */
function DeedState({ table, deed }) {
  const stands = standingText(table, deed.key);
  if (table.holding(deed.key).mortgaged) return html`<span class="state">${[word("mortgaged"), stands].filter(Boolean).join(" · ")}</span>`;
  if (stands) return html`<span class="state">${stands}</span>`;
  const value = table.mortgageValue(deed.key);
  return value === undefined ? null : html`<span class="worth">${word("deal_mortgage_value", { amount: table.money(value) })}</span>`;
}

/**
 * Claims: what others owe this seat can be handed over like cash. Rare, so folded away.
 * @param {Tools & { seat: Seat, side: Side, change: (side: Side) => void }} props
 */
function Claims({ table, seat, side, change }) {
  const owed = owedTo(table, seat);
  if (!owed.length) return null;
  /** @param {Seat} debtor */
  const claimOn = debtor => side.claims.find(claim => claim.debtor === debtor);
  /**
   * @param {Seat} debtor
   * @param {number | null} amount
   */
  const set = (debtor, amount) => {
    const rest = side.claims.filter(claim => claim.debtor !== debtor);
    change({ ...side, claims: amount === null ? rest : [...rest, { debtor, creditor: seat, amount }] });
  };
  return html`<details open=${side.claims.length > 0}><summary>${word("deal_claims")}</summary>
    ${owed.map(({ debtor, amount }) => html`<div key=${debtor}>
      <button aria-pressed=${Boolean(claimOn(debtor))} onClick=${() => set(debtor, claimOn(debtor) ? null : amount)}
        data-claim=${debtor}>${word("deal_claim", { debtor: table.name(debtor), amount: table.money(amount) })}</button>
      ${claimOn(debtor) && html`<${SumField} table=${table} label=${word("deal_claim_amount")} value=${claimOn(debtor)?.amount} inline
        change=${(/** @type {number} */ sum) => set(debtor, sum)} test="claim" />`}
    </div>`)}
  </details>`;
}
