// The table as the panels see it: names, holdings, what is due and what may be reported.
import { given } from "./given.js";

// Levels of a lot: 0 to 4 houses, 5 a hotel.
export const HOTEL = 5;

export class Table {
  // `certain`: whether the position is the server's word, with nothing of ours on its way behind it.
  constructor(board, state, certain) {
    this.board = board;
    this.printed = board.printed;
    this.state = state;
    this.position = state.position;
    this.due = state.due; // [{entry, told}]
    this.legal = state.legal;
    this.standing = state.standing;
    this.over = state.over;
    this.certain = certain;
    this.seats = board.seats.map(seat => seat.key);
    this.deed = Object.fromEntries(this.printed.deeds.map(deed => [deed.key, deed]));
    this.space = Object.fromEntries(this.printed.spaces.map(space => [space.key, space]));
    this.deck = Object.fromEntries(this.printed.decks.map(deck => [deck.key, deck]));
  }

  // -- names

  name(seat) {
    if (seat === "bank" || seat === "each") return given.words[seat];
    return this.board.seats.find(each => each.key === seat)?.name ?? seat;
  }

  deedName(key) { return this.deed[key]?.name ?? key; }
  spaceName(key) { return this.space[key]?.name ?? key; }
  deckName(key) { return this.deck[key]?.name ?? key; }
  cardName(deck, key) { return this.deck[deck]?.cards.find(card => card.key === key)?.label ?? key; }

  // Whether sums are thousands, printed as on Monopoly City's notes.
  get inThousands() { return this.printed.currency === ""; }

  money(amount) {
    if (!this.inThousands) return `${amount < 0 ? "−" : ""}${this.printed.currency}${Math.abs(amount).toLocaleString("en")}`;
    return Math.abs(amount) < 1000 ? `${amount}K` : `${(amount / 1000).toLocaleString("en", { maximumFractionDigits: 3 })}M`;
  }

  // -- holdings

  player(seat) { return this.position.players[seat]; }
  get active() { return this.seats.filter(seat => !this.player(seat).out); }
  others(seat) { return this.active.filter(each => each !== seat); }
  holding(key) { return this.position.deeds[key] ?? { owner: null, level: 0, mortgaged: false }; }
  owned(seat) { return this.printed.deeds.filter(deed => this.holding(deed.key).owner === seat); }

  // -- what may be reported

  entries(type) { return this.legal.filter(entry => entry.type === type); }

  // The first entry of a type, of a player if one is named; undefined where it may not be reported.
  may(type, player) {
    return this.legal.find(entry => entry.type === type && (player === undefined || entry.player === player));
  }

  // What is due of a kind, the first one; undefined where nothing of it is.
  isDue(kind) { return this.due.find(each => each.entry.kind === kind)?.entry; }
}
