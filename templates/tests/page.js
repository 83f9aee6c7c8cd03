// What the modules of the tablet find in their page, for tests without a browser: import this before them.
import { webcrypto } from "node:crypto";

const texts = {
  comma: ", ",
  did_roll: "throws",
  did_trade: "deals",
  did_sell: "sells",
  did_ruling: "rules",
  bank: "the bank",
  deal_to: "{giver} to {taker}",
  deal_cash_line: "cash {amount}",
  deal_cash_after: "left {amount}",
  deal_deed_mortgaged: "{deed} (mortgaged)",
  deal_interest: "interest {amount} for {deed}",
  deal_claim_line: "{debtor} owes {creditor} {amount}",
  deal_nothing: "nothing",
  deal_buildings_sold: "buildings sold",
  release_card: "card of {deck}",
  listed: "these: {items}",
  slip: "a slip",
  stock: "{houses:house/houses} and {hotels:hotel/hotels}",
};

export const given = {
  table: "t1", number: 1, event: "Cup", round: "Round 1", ruleset: "classic", title: "Classic", language: "en", name: "Judge",
  may: { report: true, rule: false, clock: false, ask: true, result: false, appeal: true },
  result: null, began: 1000, open_case: null, form_token: "token", words: texts,
};

// Browsers have these; Node.js 18 has not.
globalThis.crypto ??= webcrypto;
globalThis.CustomEvent ??= class CustomEvent extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), {
  getElementById: id => (id === "given" ? { textContent: JSON.stringify(given) } : null),
  documentElement: { lang: "en" },
  hidden: false,
});

const LOTS = [["oriental", "light-blue", 100], ["vermont", "light-blue", 100], ["connecticut", "light-blue", 120]];

/** A board of three lots, a station, a card deck and a jail. */
export const board = {
  seats: [{ key: "A", name: "Ann" }, { key: "B", name: "Ben" }, { key: "C", name: "Cho" }],
  reports: ["roll", "buy", "decline", "draw", "trade", "build", "sell", "mortgage", "close_auction", "time_up"],
  handling: {
    calls: { rises: [0, 1, 5, 10, 20, 50, 100, 200, 500, 1000], fine: [0, 1, 5, 10, 20, 30, 40], round: 10, opening: [] }, deal_sums: [10, 20, 50, 100, 200, 500],
    timer: null, asked: [], deeds_at_rent: false,
  },
  printed: {
    called: { one: "Deed", many: "deeds" },
    money: { sign: "$", multiples: [], also: [] },
    hotel_from: 4,
    marks: { mortgaged: "M" },
    pieces: [
      { key: "house", field: "level", name: "house", mark: "", said: ["one house", "two houses", "three houses", "four houses"], level: 1, to: 4, counted: true, look: "plain", void_by: "", void: "" },
      { key: "hotel", field: "level", name: "hotel", mark: "H", said: ["a hotel"], level: 5, to: 5, counted: false, look: "solid", void_by: "", void: "" },
    ],
    deeds: [
      ...LOTS.map(([key, group, price]) => ({ key, name: key[0].toUpperCase() + key.slice(1), group, price, mortgage: price / 2, building_cost: 50 })),
      { key: "reading", name: "Reading Railroad", group: "stations", price: 200, mortgage: 100, building_cost: 0 },
    ],
    groups: [
      { key: "light-blue", name: "Light blue", deeds: LOTS.map(([key]) => key) },
      { key: "stations", name: "Stations", deeds: ["reading"] },
    ],
    spaces: [
      { key: "go", name: "GO", kind: "go" }, { key: "reading", name: "Reading Railroad", kind: "deed" },
      { key: "oriental", name: "Oriental", kind: "deed" }, { key: "chance", name: "Chance", kind: "chance" },
      { key: "vermont", name: "Vermont", kind: "deed" }, { key: "connecticut", name: "Connecticut", kind: "deed" },
      { key: "jail", name: "Jail", kind: "jail" }, { key: "go-to-jail", name: "Go to jail", kind: "go_to_jail" },
    ],
    decks: [{ key: "chance", name: "Chance", cards: [{ key: "advance_go", label: "Advance to GO" }, { key: "pay_15", label: "Pay 15" }] }],
  },
};

/** A position at A's turn, with changes. */
export const position = (changes = {}) => ({
  turn: "A", phase: "turn", doubles: 0, due: [{ kind: "roll", player: "A" }],
  players: Object.fromEntries(["A", "B", "C"].map(seat => [seat, { cash: 500, space: "go", jail: null, out: false, cards: [] }])),
  deeds: {}, bank: { houses: 32, hotels: 12 },
  ...changes,
});

/** Holdings of whole, unmortgaged deeds: by deed, of whom and with how many houses. */
export const held = rows => Object.fromEntries(Object.entries(rows).map(([deed, [owner, level = 0, mortgaged = false]]) => [deed, { owner, level, mortgaged }]));

/** What the service says of a table, for `new Table(board, state(…), true)`. */
export const state = (changes = {}, more = {}) => ({
  seq: 1, state: "open", position: position(changes), due: [], legal: [], standing: [], over: false, ...more,
});
