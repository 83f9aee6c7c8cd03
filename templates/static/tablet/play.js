// The play tab: a panel for each thing that is due, first things first, then whatever else may be reported.
import { Auction, PlaceBuilding, Shortage, StartAuction } from "./auction.js";
import { Talks } from "./deals/deal.js";
import { Debt, OpenRents } from "./deals/debt.js";
import { html, useState } from "./elements.js";
import { KeysShown } from "./keyboard.js";
import { Later } from "./later.js";
import { Free, Typing } from "./notation/free.js";
import { word } from "./page.js";
import { Disc } from "./signs.js";
import { sinceThrow } from "./log/standing.js";
import { describe, saidBy } from "./table.js";
import { DrawCard, Payment, PayOrDraw, Purchase, Roll, RollOff, Setup, Tax, ThrowAnyway } from "./turn.js";

/** @type {Record<string, (tools: any) => Rendered>} */
const PANELS = {
  roll: Roll, buy_or_decline: Purchase, start_auction: StartAuction, auction: Auction, payment: Payment, place: PlaceBuilding, draw: DrawCard,
  pay_or_draw: PayOrDraw, choose_tax: Tax, debt: Debt, building: Shortage, setup: Setup,
};

// What comes due otherwise than by a throw: nobody asks what the throw has led to.
const NEVER_AFTER_A_DIE = new Set(["roll", "start_auction", "auction", "payment", "place", "building", "setup"]);

/**
 * The play tab.
 * @param {Tools} tools
 */
export function PlayPanel(tools) {
  const { table, shut } = tools;
  if (!table.certain) return html`<${Free} ...${tools} />`;
  if (table.over) return html`<${Later} of="final" name="FinalCount" ...${tools} />`;
  return html`
    ${table.position.time_up && html`<p class="note" role="status" data-test="signal">${word(table.position.last_throw ? "last_throw" : "last_throw_next")}</p>`}
    ${table.due.map(({ entry, told }, number) => {
      const Panel = PANELS[entry.kind];
      return html`<section key=${`${entry.kind} ${entry.player} ${entry.deed} ${number}`} class=${`due${number ? " later" : " first"}`} aria-label=${told} data-due=${entry.kind} data-player=${entry.player} data-to=${entry.to}>
        <h2>${entry.player && html`<${Disc} table=${table} seat=${entry.player} size=${number ? undefined : "large"} />`}<span>${told}</span></h2>
        ${number === 0 && !NEVER_AFTER_A_DIE.has(entry.kind) && html`<${SinceThrow} ...${tools} />`}
        ${Panel && html`<${Panel} ...${tools} entry=${entry} first=${number === 0} />`}
      </section>`;
    })}
    <${StillOpen} ...${tools} />
    <${OpenRents} ...${tools} />
    <${Talks} ...${tools} />
    <${OtherReports} ...${tools} />
    ${!shut && html`<div class="seldom"><${ThrowAnyway} ...${tools} /><${Typing} ...${tools} /><${KeysShown} /></div>`}`;
}

/**
 * Whose turn it still is while the next throw is already due, in games where no report ends a turn.
 * @param {Tools} props
 */
function StillOpen({ table }) {
  const { turn, step } = table.position;
  if (!step || step.player === turn) return null;
  return html`<p class="note" data-test="still-open">${word("still_open", { name: table.name(step.player), next: table.name(turn) })}</p>`;
}

/**
 * What the last throw and everything since has led to.
 * @param {Tools} props
 */
function SinceThrow({ table, lines }) {
  const since = sinceThrow(lines);
  const { dice, player } = since[0]?.report ?? {};
  return html`<div class="happened" data-test="happened">
    ${Array.isArray(dice) && html`<p class="thrown"><b>${table.name(player)}</b> ${dice.map((/** @type {number} */ face) => html`<b class="face">${face}</b>`)}</p>`}
    <p>${since.slice(-MOST_SHOWN).map(line => saidBy(line, true)).join(" · ")}</p>
  </div>`;
}

const MOST_SHOWN = 2; // entries that there is room for

// -- Whatever else may be reported now and has no panel of its own, in rulesets with more types, such as Monopoly City.

const HAVE_PANELS = new Set([
  "roll", "buy", "decline", "bid", "close_auction", "default", "place", "draw", "choose_tax", "pay", "claim_rent", "build",
  "sell", "withdraw_build", "close_building", "mortgage", "lift_mortgage", "trade", "offer_rescue", "withdraw_offer",
  "accept_rescue", "take_over", "declare_bankruptcy", "time_up", "pay_bail", "use_card", "deal", "open_talk", "close_talk",
  "start_trade", "start_auction", "press",
]);

// The fields of an entry that list a choice, and the field of the report that the choice goes into.
const CHOICES = { districts: "deed", with: "with", seats: "seats", cards: "card", deeds: "deed", options: "option" };
/** @type {Record<string, string>} */
const FIELDS = { ride: "to" }; // exceptions by type

/** @param {Tools} props */
function OtherReports({ table, log }) {
  const found = table.legal.filter(entry => !HAVE_PANELS.has(entry.type));
  const offs = found.filter(entry => entry.type === "roll_off");
  const rest = found.filter(entry => entry.type !== "roll_off");
  return html`
    ${offs.map(({ seats }) => html`<details key=${seats.join()}><summary>${word("roll_off")}</summary><${RollOff} table=${table} log=${log} seats=${seats} /></details>`)}
    ${rest.length > 0 && html`<section class="due later"><h2>${word("other")}</h2><div class="actions">
      ${rest.map(entry => html`<${entry.type === "swap" ? Swap : OtherReport} key=${JSON.stringify(entry)} table=${table} log=${log} entry=${entry} />`)}
    </div></section>`}`;
}

/** @param {Tools & { entry: LegalEntry }} props */
function OtherReport({ table, log, entry }) {
  const [open, set] = useState(false);
  const [name, field] = Object.entries(CHOICES).find(([key]) => Array.isArray(entry[key])) ?? [];
  /** @type {Move} */
  const report = { ...entry };
  delete report.choose; // names the field that is still to be filled in
  if (name) delete report[name];
  if (!name) return html`<button class="big" onClick=${() => log(report)}>${describe(report, table)}</button>`;
  return html`<button class="big" aria-expanded=${open} onClick=${() => set(!open)}>${describe(report, table)} …</button>
    ${open && html`<div class="choices">${entry[name].map((/** @type {string} */ value) => html`<button key=${value} onClick=${() => log({ ...report, [FIELDS[report.type] ?? field ?? ""]: value })}>${table.named(value)}</button>`)}</div>`}`;
}

// -- Monopoly City: all pieces of a kind on a district are swapped for others with the same number of blocks.

const LARGEST = 3;

/** @param {Tools & { entry: LegalEntry }} props */
function Swap({ table, log, entry }) {
  const [open, set] = useState(false);
  const { type, player, deed, piece } = entry;
  const standing = table.holding(deed)[piece];
  const blocks = standing.reduce((/** @type {number} */ sum, /** @type {number} */ size) => sum + size, 0);
  const others = partitions(blocks, LARGEST).filter(sizes => sizesText(sizes) !== sizesText(standing));
  /** @param {number[]} sizes */
  const send = sizes => log({ type, player, deed, give: { [piece]: standing }, take: { [piece]: sizes } });
  return html`<button class="big" aria-expanded=${open} onClick=${() => set(!open)}>
      ${describe({ type, player, deed }, table)}: ${word(`blocks_${piece}`, { size: sizesText(standing) })} …</button>
    ${open && html`<div class="choices">${others.map(sizes => html`<button key=${sizesText(sizes)} onClick=${() => send(sizes)}>${sizesText(sizes)}</button>`)}</div>`}`;
}

/** @param {number[]} sizes */
const sizesText = sizes => [...sizes].sort().reverse().join("+");

/**
 * All ways to make a sum of pieces no larger than `largest`, the largest first.
 * @param {number} total
 * @param {number} largest
 * @returns {number[][]}
 */
function partitions(total, largest) {
  if (total === 0) return [[]];
  /** @type {number[][]} */
  const found = [];
  for (let size = Math.min(total, largest); size > 0; size -= 1) for (const rest of partitions(total - size, size)) found.push([size, ...rest]);
  return found;
}
