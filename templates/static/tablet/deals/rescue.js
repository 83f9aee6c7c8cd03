// Provisional bankruptcy: making and accepting offers of rescue, and what puts a player out.
import { DealSide } from "./deal.js";
import { dealSides, EMPTY_SIDE, fromReport, isEmpty, sideLines, stillHeld, toReport } from "./terms.js";
import { Decide, GuardedButton, html, ReportButton, useState } from "../elements.js";
import { dryRun, refusalsOf, useTrial, Verdict } from "../law/judgement.js";
import { word } from "../page.js";

// -- Provisional bankruptcy: the standing offers side by side, accepting those that together save the player, making and
//    withdrawing them.

/**
 * The offers of rescue for a debtor. `debts`: all that the player owes, including the rent behind a jail fee.
 * @param {Tools & { entry: DueEntry, debts: DueEntry[], first: boolean }} tools
 */
export function Rescue(tools) {
  const { table, entry, debts, explain, log, first } = tools;
  const { player } = entry;
  const [ticked, setTicked] = useState(/** @type {Seat[] | null} */ (null)); // seats whose offers are chosen; null: nobody has chosen yet
  const [editing, edit] = useState(null); // the offer being edited; {}: a new one
  if (!table.board.reports.includes("offer_rescue")) return null;
  const offers = (table.position.offers ?? []).filter(offer => offer.to === player);
  /** @type {Seat[][]} */
  const saving = table.entries("accept_rescue").filter(each => each.player === player).map(each => each.from);
  const least = saving.filter(set => !saving.some(other => other.length < set.length && other.every(seat => set.includes(seat))));
  const chosen = (ticked ?? (least.length === 1 ? least[0] : [])).filter(seat => offers.some(offer => offer.player === seat));
  /** @param {Seat[]} seats */
  const saves = seats => saving.some(set => set.length === seats.length && set.every(seat => seats.includes(seat)));
  const accept = { type: "accept_rescue", player, from: chosen };
  const taken = offers.filter(offer => chosen.includes(offer.player));
  const preview = { title: word("rescue_accept"), sides: taken.flatMap(offer => dealSides(table, terms(offer), { alone: taken.length === 1 })) };
  const sets = least.map(set => set.map(seat => table.name(seat)).join(" + ")).join(word("comma"));
  /** @param {Seat} seat */
  const turn = seat => setTicked(chosen.includes(seat) ? chosen.filter(each => each !== seat) : [...chosen, seat]);
  const newOffer = { type: "offer_rescue", player: table.others(player)[0], to: player, give: {}, take: {} };
  const mayOffer = table.entries("offer_rescue").some(each => each.to === player);
  const behind = debts.find(each => each.after);
  return html`<section class="rescue" data-test="rescue"><h3>${word("rescue_title")}</h3>
    ${offers.length ? html`<div class="offers">${offers.map(offer => html`<${OfferCard} key=${offer.player} ...${tools} offer=${offer}
        alone=${saves([offer.player])} ticked=${chosen.includes(offer.player)} turn=${turn} change=${mayOffer && (() => edit(offer))} />`)}</div>
      <p class="faint">${saves(chosen) ? word("rescue_saves") : least.length ? word("rescue_saving", { sets }) : word("rescue_none_saves")}</p>
      <${Decide} first=${first && !editing}><${GuardedButton} kind="go big" open=${saves(chosen)} yes=${() => log(accept, { preview })} why=${() => chosen.length && explain(accept)} test="accept-rescue">
        ${word(chosen.length > 1 ? "rescue_accept_these" : "rescue_accept")}</${GuardedButton}></${Decide}>`
    : html`<p class="faint">${word("rescue_none")}</p>`}
    ${editing ? html`<${OfferForm} ...${tools} key=${editing.player ?? ""} debtor=${player} start=${editing} close=${() => edit(null)} />`
      : html`<${Decide} first=${first && !offers.length}>
        <${GuardedButton} kind=${offers.length ? "big" : "go big"} open=${mayOffer} yes=${() => edit({})} why=${() => explain(newOffer)} test="make-offer">${word("rescue_offer")}</${GuardedButton}>
      </${Decide}>`}
    ${behind && html`<${Bankruptcy} ...${tools} report=${{ type: "take_over", player: behind.to }} debtor=${player}>
      ${word("rescue_take_over", { name: table.name(behind.to) })}</${Bankruptcy}>`}
  </section>`;
}

/** @param {Offer} offer */
const terms = offer => ({ one: offer.player, two: offer.to, give: offer.give, take: offer.take });

/**
 * An offer: by whom and with whom, what is given and taken.
 * @param {Tools & { offer: Offer, alone: boolean, ticked: boolean, turn: (seat: Seat) => void, change: false | (() => void) }} tools
 */
function OfferCard(tools) {
  const { table, offer, alone, ticked, turn, change } = tools;
  const mayWithdraw = table.entries("withdraw_offer").some(each => each.player === offer.player && each.to === offer.to);
  /**
   * @param {string} heading
   * @param {Partial<Side>} what
   */
  const side = (heading, what) => html`<p class="faint">${heading}</p><ul>${sideLines(what, table).map(line => html`<li key=${line}>${line}</li>`)}</ul>`;
  return html`<section class="offer" data-offer=${offer.player} aria-label=${table.name(offer.player)}>
    <button aria-pressed=${ticked} onClick=${() => turn(offer.player)} data-test="tick">${ticked ? "✓ " : ""}${table.name(offer.player)}</button>
    ${alone && html` <span class="state on">${word("rescue_alone")}</span>`}
    ${offer.with && offer.with.length > 0 && html`<p class="faint">${word("rescue_with", { names: offer.with.map(seat => table.name(seat)).join(word("comma")) })}</p>`}
    ${side(word("rescue_gives"), offer.give)}${side(word("rescue_takes"), offer.take)}
    <div class="actions">
      ${change && html`<button onClick=${change}>${word("rescue_change")}</button>`}
      <${ReportButton} ...${tools} report=${{ type: "withdraw_offer", player: offer.player, to: offer.to }} open=${mayWithdraw}>${word("rescue_withdraw")}</${ReportButton}>
    </div>
  </section>`;
}

// -- The terms of a rescue, put together like a deal: by whom and with whom, what is given and taken.

/** @typedef {{ player: Seat | null, with: Seat[], give: Side, take: Side }} Draft */

/** @type {Map<Seat, Draft>} The offers being put together, by debtor, kept whatever tab is open. */
const drafts = new Map();

/**
 * The form for an offer. `start`: a standing offer to be changed, or {}.
 * @param {Tools & { debtor: Seat, start: Partial<Offer>, close: () => void, first: boolean }} tools
 */
function OfferForm(tools) {
  const { table, debtor, start, show, log, explain, close } = tools;
  const [, redraw] = useState(0);
  const rescuers = table.entries("offer_rescue").filter(each => each.to === debtor).map(each => each.player);
  /** @type {Draft} */
  const initial = { player: null, with: [], ...start, give: fromReport(start.give ?? {}), take: fromReport(start.take ?? {}) };
  const kept = drafts.get(debtor);
  const found = kept && (!start.player || kept.player === start.player) ? kept : initial;
  const player = rescuers.includes(found.player) ? found.player : rescuers.length === 1 ? rescuers[0] : null;
  const now = {
    player, with: found.with.filter(seat => rescuers.includes(seat) && seat !== player),
    give: player ? stillHeld(found.give, table, player) : EMPTY_SIDE, take: stillHeld(found.take, table, debtor),
  };
  /** @param {any} change */
  const set = change => {
    drafts.set(debtor, { ...now, ...change });
    redraw(count => count + 1);
  };
  const { give, take } = now;
  const empty = isEmpty(give) && isEmpty(take);
  const shared = now.with.length ? { with: now.with } : {};
  const report = player && { type: "offer_rescue", player, to: debtor, give: toReport(give), take: toReport(take), ...shared };
  const trial = useTrial(report && !empty ? [report] : null, tools);
  const open = report && !empty && !(trial.fresh && refusalsOf(trial.answers)?.length);
  const leave = () => {
    drafts.delete(debtor);
    close();
  };
  const showPreview = () => {
    const names = now.with.map(seat => table.name(seat)).join(word("comma"));
    const sides = dealSides(table, { one: player, two: debtor, give, take }, { alone: !names });
    const preview = { title: word("rescue_offer"), sides, note: names ? word("rescue_with", { names }) : undefined };
    show({ kind: "preview", preview, yes: () => { leave(); log(report); } });
  };
  return html`<div class="offer-form" data-test="offer-form">
    <div class="sides">
      <${DealSide} table=${table} name="give" seat=${player} seats=${rescuers} closed=${() => false} side=${give} back=${take.cash}
        choose=${seat => set({ player: seat, give: seat === player ? give : EMPTY_SIDE })} change=${changed => set({ give: changed })} />
      <${DealSide} table=${table} name="take" seat=${debtor} side=${take} back=${give.cash}
        change=${changed => set({ take: changed })} />
    </div>
    ${player && rescuers.length > 1 && html`<fieldset><legend>${word("rescue_partners")}</legend><div class="choices">
      ${rescuers.filter(seat => seat !== player).map(seat => html`<button key=${seat} aria-pressed=${now.with.includes(seat)} data-partner=${seat}
        onClick=${() => set({ with: now.with.includes(seat) ? now.with.filter(each => each !== seat) : [...now.with, seat] })}>${table.name(seat)}</button>`)}
    </div></fieldset>`}
    ${report && !empty && html`<${Verdict} table=${table} trial=${trial} good=${word("rescue_stands")}
      half=${isEmpty(give) || isEmpty(take)} terms=${now} set=${set} />`}
    <${Decide} first=${tools.first}>
      <${GuardedButton} kind="go big" open=${open} yes=${showPreview} why=${() => report && explain(report)} test="show-offer">${word("deal_show")}</${GuardedButton}>
      <button onClick=${leave}>${word("rescue_leave")}</button>
    </${Decide}>
  </div>`;
}

// -- Reports that put a player out: tried first, so that the players see the consequences before anything is logged.

/**
 * The button for such a report. `report`: declare_bankruptcy or take_over; `debtor`: who would be out.
 * @param {Tools & { report: Move, debtor: Seat, children?: Rendered }} props
 */
export function Bankruptcy({ table, log, show, explain, report, debtor, children }) {
  const open = Boolean(table.may(report.type, report.player));
  const tap = async () => {
    const answers = await dryRun([report]);
    const refusals = refusalsOf(answers);
    if (refusals?.length) return show({ kind: "why", report, refusals });
    const events = answers?.[0].events ?? [];
    const sides = events.length ? [estate(events, table, debtor), ...consequences(events, table)] : [];
    return log(report, { preview: { title: word("debt_bankrupt", { name: table.name(debtor) }), sides, note: word("bankrupt_note") } });
  };
  return html`<div class="actions"><${GuardedButton} open=${open} yes=${tap} why=${() => explain(report)} test=${report.type}>${children}</${GuardedButton}></div>`;
}

/**
 * What is raised and paid first, and what goes to whom, as a side of the preview.
 * @param {GameEvent[]} events
 * @param {Table} table
 * @param {Seat} debtor
 */
function estate(events, table, debtor) {
  /** @param {Seat} seat */
  const name = seat => table.name(seat);
  /** @param {string} kind */
  const ofKind = kind => before.filter(event => event.kind === kind);
  /** @param {string} kind */
  const total = kind => events.filter(event => event.kind === kind).reduce((sum, event) => sum + event.amount, 0);
  const end = /** @type {GameEvent} */ (events.find(event => event.kind === "bankrupt"));
  const before = events.slice(0, events.indexOf(end));
  const cards = events.some(event => event.kind === "card_used") ? [] : table.player(debtor).cards ?? [];
  return {
    heading: word("bankrupt_to", { name: name(debtor), to: name(end.to) }),
    lines: [
      ...ofKind("fee_taken_over").map(({ player, amount }) => word("bankrupt_fee", { name: name(player), amount: table.money(amount) })),
      ...ofKind("card_used").map(() => word("use_card")),
      total("sold") && word("bankrupt_sold", { amount: table.money(total("sold")) }),
      total("mortgaged") && word("bankrupt_mortgaged", { amount: table.money(total("mortgaged")) }),
      ...ofKind("paid").map(({ to, amount }) => word("bankrupt_paid", { to: name(to), amount: table.money(amount) })),
      end.cash && word("deal_cash_line", { amount: table.money(end.cash) }),
      ...(end.deeds ?? []).map((/** @type {DeedKey} */ key) => (table.holding(key).mortgaged ? word("deal_deed_mortgaged", { deed: table.deedName(key) }) : table.deedName(key))),
      ...cards.map(deck => word("release_card", { deck: table.deckName(deck) })),
    ].filter(Boolean),
  };
}

/**
 * What follows from the bankruptcy: at most one side.
 * @param {GameEvent[]} events
 * @param {Table} table
 */
function consequences(events, table) {
  /** @param {string} kind */
  const ofKind = kind => events.filter(event => event.kind === kind);
  const owed = ofKind("owes").filter(event => event.cause === "interest");
  const lines = [
    ...ofKind("auction_opened").map(({ deed }) => word("bankrupt_auction", { deed: table.deedName(deed) })),
    ...owed.map(({ player, amount, deed }) => word("bankrupt_interest", { name: table.name(player), amount: table.money(amount), deed: table.deedName(deed) })),
    ...ofKind("won_by_monopoly").map(({ player }) => word("bankrupt_won", { name: table.name(player) })),
    ...ofKind("over_by_bankruptcy").map(() => word("over")),
  ];
  return lines.length ? [{ heading: word("bankrupt_then"), lines }] : [];
}
