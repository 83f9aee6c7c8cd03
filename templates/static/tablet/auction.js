// Auctions: bids, the hammer, placing a building that was won, building that waits because pieces are short.
import { piecesTaken } from "./deeds/plan.js";
import { Decide, html, openTabFor, Pieces, ReportButton, useState } from "./elements.js";
import { word } from "./page.js";
import { HOTEL } from "./table.js";
import { Countdown } from "./timer.js";

/**
 * An auction: what is for sale, the highest bid, further bids, the hammer.
 * @param {Tools & { entry: DueEntry, first: boolean }} tools
 */
export function Auction(tools) {
  const { table, entry, first } = tools;
  const { deed, high } = entry;
  const price = table.deed[deed]?.price;
  const hammer = high ? word("hammer_to", { name: table.name(high.player), amount: table.money(high.amount) }) : word("hammer_none");
  return html`
    <p class=${`auctioned ${table.deed[deed]?.group ?? ""}`}>
      <span>${price === undefined ? word(`piece_${entry.piece}`) : word("printed_price", { price: table.money(price) })}</span>
      <span class="high">${high ? html`${table.name(high.player)} <b class="cash">${table.money(high.amount)}</b>` : word("bid_none")}</span>
    </p>
    <${Countdown} ...${tools} />
    <${Bids} ...${tools} high=${high} price=${price} out=${entry.out ?? []} />
    <${Decide} first=${first}>
      <${ReportButton} ...${tools} main=${Boolean(high)} report=${{ type: "close_auction" }}>${hammer}</${ReportButton}>
    </${Decide}>
    <${RaiseMoney} ...${tools} />`;
}

/**
 * An auction that waits for the bank to start the timer; whoever called for it may leave the first call to others.
 * @param {Tools & { entry: DueEntry, first: boolean }} tools
 */
export function StartAuction(tools) {
  const { table, entry, first } = tools;
  const { deed, caller } = entry;
  return html`<p class=${`auctioned ${table.deed[deed].group}`}><span>${word("printed_price", { price: table.money(table.deed[deed].price) })}</span></p>
    <${Decide} first=${first}>
      <${ReportButton} ...${tools} main report=${{ type: "start_auction" }}>${word("auction_start", { deed: table.deedName(deed) })}</${ReportButton}>
      ${caller && html`<${ReportButton} ...${tools} report=${{ type: "decline", player: caller }}>${word("auction_pass", { name: table.name(caller) })}</${ReportButton}>`}
    </${Decide}>`;
}

/**
 * Buttons that lead to the tabs where money is raised, while the auction waits.
 * @param {Tools} props
 */
function RaiseMoney({ table, go }) {
  const sellers = table.entries("sell");
  const owners = table.entries("mortgage");
  if (!sellers.length && !owners.length) return null;
  return html`<div class="actions">
    ${owners.length > 0 && html`<button onClick=${() => go("mortgage")}>${word("raise_by_mortgage")}</button>`}
    ${sellers.length > 0 && html`<button onClick=${() => openTabFor(go, "build", sellers[0].player)}>${word("sell")}</button>`}
  </div>`;
}

// -- Bids in an auction: a call is one tap beside who makes it. For another amount, or if several have called at the same
// moment, who is chosen first, then the amount.

const BESIDE = 4; // amounts beside each player
const MOST_AMOUNTS = 15; // amounts offered to who is chosen: nearly every call is one of them
const WIDE_PAGE = "(min-width: 60rem)";

/**
 * The bids that are one tap, as the game declares them: those that the steps allow, none above `most`. `opening`: the printed
 * price of what nobody has called for yet; `rises`: beside each player, or those offered to who is chosen.
 * @param {Handling["calls"]} calls
 * @param {{ least: number, step?: number, most?: number, opening?: number | null, rises?: number[] }} bounds
 */
export function quickBids({ rises: usual, round, opening: shares }, { least, step = 1, most = Infinity, opening, rises = usual }) {
  /** @param {number} amount @param {number} to */
  const rounded = (amount, to) => amount - (amount % to);
  const near = opening && shares.length ? shares.map(share => rounded(opening * share / 100, round))
    : rises.map(above => rounded(least + above, above < round / 2 ? 1 : Math.min(above, round)));
  return [...new Set(near)].filter(amount => amount >= least && amount <= most && (amount - least) % step === 0);
}

/**
 * The form for bids. `high`: {player, amount} of the highest bid, or null; `price`: printed on what is for sale, if it is; `out`:
 * seats that may not bid.
 * @param {Tools & { high: { player: Seat, amount: number } | null, price?: number, out: Seat[] }} props
 */
function Bids({ table, log, explain, high, price, out }) {
  const [bidders, choose] = useState(/** @type {Seat[]} */ ([]));
  const [typing, type] = useState(false);
  const open = table.entries("bid");
  const chosen = bidders.filter(seat => table.may("bid", seat));
  const bidEntries = chosen.length ? chosen.map(seat => table.may("bid", seat)) : open;
  const step = open[0]?.step ?? 1;
  const minimums = bidEntries.map(entry => entry?.least);
  // Several bidders must all be able to make the bid; before any is chosen, one player must.
  const least = chosen.length ? Math.max(...minimums) : Math.min(...minimums);
  const most = (chosen.length === 1 && table.may("bid", chosen[0])?.most) || Infinity; // of a debtor who must keep a rescue
  const opening = high ? null : price;
  const who = chosen.map(seat => table.name(seat)).join(" + ");
  /** @param {number} amount */
  const report = amount => (chosen.length === 1 ? { type: "bid", player: chosen[0], amount } : { type: "bid", players: chosen, amount });

  /** @param {Seat} seat */
  const pickBidder = seat => {
    if (!table.may("bid", seat)) return explain({ type: "bid", player: seat, amount: open.length ? least : (high?.amount ?? 0) + 10 });
    return choose(chosen.includes(seat) ? chosen.filter(each => each !== seat) : [...chosen, seat]);
  };
  /** @param {number} amount */
  const bid = amount => {
    if (amount < least || amount > most || amount % step) return explain(report(amount));
    choose([]);
    type(false);
    return log(report(amount));
  };
  const roomy = matchMedia(WIDE_PAGE).matches; // where there is room, amounts and pad are shown side by side
  const pad = html`<${BidPad} key=${high?.amount ?? 0} table=${table} call=${bid} open=${chosen.length > 0}
    name=${(/** @type {any} */ amount) => (chosen.length ? word("bid_call", { who, amount: table.money(amount) }) : word("bid_who_first"))} />`;
  return html`<div class=${`calls${roomy && open.length ? " open" : ""}`}><div>
    <div class="callers" role="group" aria-label=${word("bid_who")}>${table.active.map(seat => html`
      <${Bidder} key=${seat} table=${table} seat=${seat} chosen=${chosen} opening=${opening} leads=${high?.player === seat ? high.amount : null} out=${out.includes(seat)} pick=${pickBidder}
        call=${(/** @type {number} */ amount) => log({ type: "bid", player: seat, amount })} />`)}</div>
    ${open.length > 0 && html`<p class="told" role="status">${chosen.length ? word(chosen.length > 1 ? "bid_together" : "bid_how_much", { who }) : word("bid_hint")}</p>`}
    ${chosen.length > 0 && html`
      ${typing && !roomy ? pad : html`<div class="amounts" role="group" aria-label=${word("bid_amount")}>
        ${quickBids(table.handling.calls, { least, step, most, opening, rises: table.handling.calls.fine }).slice(0, MOST_AMOUNTS).map(amount => html`<button key=${amount} onClick=${() => bid(amount)} data-amount=${amount}>${table.money(amount)}</button>`)}
      </div>`}
      ${!roomy && html`<button class="other" aria-pressed=${typing} onClick=${() => type(!typing)} data-test="bid-other">${word("bid_other")}</button>`}`}
  </div>${roomy && open.length > 0 && pad}</div>`;
}

/**
 * A player at an auction: a tap on the name chooses them, a tap on an amount is their call. Whoever has made the highest call
 * (`leads`: its amount) is shown as leading: no rule keeps them from going higher, but that takes the tap on the name.
 * @param {{ table: Table, seat: Seat, chosen: Seat[], opening?: number | null, leads: number | null, out: boolean, pick: (seat: Seat) => void, call: (amount: number) => void }} props
 */
function Bidder({ table, seat, chosen, opening, leads, out, pick, call }) {
  const may = table.may("bid", seat);
  const quick = may && leads === null ? quickBids(table.handling.calls, { least: may.least, step: may.step, most: may.most, opening }).slice(0, BESIDE) : [];
  return html`<div class="bidder"><button class=${`caller${may ? "" : " shut"}`} aria-disabled=${may ? null : "true"}
      aria-pressed=${may ? chosen.includes(seat) : null} onClick=${() => pick(seat)} data-caller=${seat}>
      <span>${table.name(seat)}</span>
      <span class="sum">${table.money(table.player(seat).cash)}</span>
      ${out && html`<span class="tag">${word("bid_out")}</span>`}
    </button>${leads !== null && html`<p class="leading" data-leads=${seat}>${word("bid_high")} <b class="cash">${table.money(leads)}</b></p>`}${quick.map(amount => html`<button key=${amount} class="call" disabled=${chosen.length > 0} onClick=${() => call(amount)} data-call=${`${seat} ${amount}`}
      aria-label=${word("bid_call", { who: table.name(seat), amount: table.money(amount) })}>${table.money(amount)}</button>`)}</div>`;
}

// -- A number pad for a bid of any amount.

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"];
const LONGEST = 6;

/**
 * `call` gets the amount, once somebody is chosen (`open`); `name` returns the button's text for it.
 * @param {{ table: Table, call: (amount: number) => void, open: boolean, name: (amount: number) => string }} props
 */
function BidPad({ table, call, open, name }) {
  const [digits, set] = useState("");
  /** @param {string} key */
  const type = key => set(`${digits}${key}`.replace(/^0+/, "").slice(0, LONGEST));
  const amount = Number(digits);
  return html`<div class="bid-pad">
    <output class="cash" aria-label=${word("bid_amount")}>${table.money(amount)}</output>
    <div class="keys">
      ${KEYS.map(key => html`<button key=${key} onClick=${() => type(key)} data-key=${key}>${key}</button>`)}
      <button onClick=${() => set(digits.slice(0, -1))} aria-label=${word("bid_delete")}>⌫</button>
    </div>
    <button class="go big" disabled=${!amount || !open} onClick=${() => call(amount)} data-test="bid-amount">${name(amount)}</button>
  </div>`;
}

/**
 * A building won at auction: the lots where it may be placed, one tap each. Until then bidding may go on if the rules allow.
 * @param {Tools & { entry: DueEntry }} tools
 */
export function PlaceBuilding(tools) {
  const { table, log, entry } = tools;
  const { player, piece, amount } = entry;
  const open = table.entries("place").filter(each => each.player === player);
  return html`
    <div class="deeds">${open.map(({ deed }) => html`<button key=${deed} class=${`deed ${table.deed[deed].group}`}
      onClick=${() => log({ type: "place", player, deed })} data-place=${deed}>
      <span>${table.deedName(deed)} <${Pieces} from=${table.holding(deed).level} to=${piece === "hotel" ? HOTEL : table.holding(deed).level + 1} /></span>
    </button>`)}</div>
    ${table.may("default", player) && html`<div class="actions"><${ReportButton} ...${tools} report=${{ type: "default", player }}>${word("place_nowhere")}</${ReportButton}></div>`}
    ${table.may("bid") && html`<details><summary>${word("bid_on", { piece: word(`piece_${piece}`) })}</summary>
      <${Bids} ...${tools} high=${{ player, amount }} out=${entry.out ?? []} /></details>`}`;
}

/**
 * Declared building that waits: who wants what, who may still join in, and the button that ends it.
 * @param {Tools & { entry: DueEntry, first: boolean }} tools
 */
export function Shortage(tools) {
  const { table, entry, go, first } = tools;
  const { declared, short } = entry;
  const { bank } = table.position;
  const wanted = Object.values(declared).flatMap(Object.entries).map(([deed, level]) => piecesTaken(table.holding(deed).level, level));
  const houses = wanted.reduce((total, each) => total + each.houses, 0);
  const hotels = wanted.reduce((total, each) => total + each.hotels, 0);
  const stock = { stock_houses: bank.houses, stock_hotels: bank.hotels };
  const builders = table.entries("build").map(each => each.player);
  const withdrawing = table.entries("withdraw_build").map(each => each.player);
  const following = table.active.filter(seat => builders.includes(seat) || withdrawing.includes(seat));
  return html`
    ${Object.entries(declared).map(([seat, to]) => html`<section key=${seat} class="declared"><h3>${table.name(seat)}</h3>
      <ul>${Object.entries(to).map(([deed, level]) => html`<li key=${deed} class=${table.deed[deed].group}>${table.deedName(deed)} <${Pieces} from=${table.holding(deed).level} to=${level} /></li>`)}</ul>
    </section>`)}
    <p class=${short ? "wrong" : "note"}>${word(short ? "building_short" : "building_enough", { houses: Math.max(houses, 0), hotels, ...stock })}</p>
    <${Decide} first=${first}>
      <${ReportButton} ...${tools} main report=${{ type: "close_building" }}>${word(short ? "building_to_auction" : "building_close")}</${ReportButton}>
    </${Decide}>
    <div class="actions">
      ${following.map(seat => html`<button key=${seat} onClick=${() => openTabFor(go, "build", seat)} data-follow=${seat}>
        ${word(!declared[seat] ? "building_follow" : withdrawing.includes(seat) ? "building_change" : "building_more", { name: table.name(seat) })}</button>`)}
    </div>
    ${short && table.may("bid") && html`<details><summary>${word("building_call")}</summary>
      <${Bids} ...${tools} high=${null} out=${entry.out ?? []} /></details>`}`;
}
