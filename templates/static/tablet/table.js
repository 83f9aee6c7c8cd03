// The table as the panels see it, and reports in few words.
import { written } from "../board/money.js";
import { hasMany, standing } from "../board/seen.js";
import { pageData, word } from "./page.js";

/** The level of a lot with a hotel; 0 to 4 are houses. */
export const HOTEL = 5;

/** The table as the panels see it. */
export class Table {
  /**
   * `certain`: whether the position was judged, by the server or on this device, rather than guessed.
   * @param {Board} board
   * @param {TableState} state
   * @param {boolean} certain
   * @param {string} [at] identifies the position: the last entry, and reports of ours after it that were judged on this device
   */
  constructor(board, state, certain, at = String(state.seq)) {
    this.board = board;
    this.printed = board.printed;
    this.handling = board.handling;
    this.state = state;
    this.position = state.position;
    this.due = state.due; // [{entry, told}]
    this.legal = state.legal;
    this.standing = state.standing;
    this.over = state.over;
    this.certain = certain;
    this.at = at;
    this.seats = board.seats.map(seat => seat.key);
    this.deed = Object.fromEntries(this.printed.deeds.map(deed => [deed.key, deed]));
    this.space = Object.fromEntries(this.printed.spaces.map(space => [space.key, space]));
    this.deck = Object.fromEntries(this.printed.decks.map(deck => [deck.key, deck]));
    this.piece = Object.fromEntries(this.printed.pieces.map(piece => [piece.key, piece]));
  }

  // -- names

  /** @param {Seat} seat */
  name(seat) {
    if (seat === "bank" || seat === "each") return pageData.words[seat];
    return this.board.seats.find(each => each.key === seat)?.name ?? seat;
  }

  /** @param {string} key */
  deedName(key) { return this.deed[key]?.name ?? key; }
  /** @param {string} key */
  spaceName(key) { return this.space[key]?.name ?? key; }
  /** @param {string} key */
  deckName(key) { return this.deck[key]?.name ?? key; }
  /**
   * @param {string} deck
   * @param {string} key
   */
  cardName(deck, key) { return this.deck[deck]?.cards.find(card => card.key === key)?.label ?? key; }

  /** @param {string} key */
  pieceName(key) { return this.piece[key]?.name ?? key; }

  /**
   * The name of whatever a report may name: a player, a space, a piece, a deck; anything else as it is.
   * @param {unknown} key
   */
  named(key) {
    const text = String(key);
    if (text in this.piece) return this.pieceName(text);
    if (text in this.space) return this.spaceName(text);
    return text in this.deck ? this.deckName(text) : this.name(text);
  }

  /** @param {number} amount */
  money(amount) { return written(this.printed.money, amount); }

  /** An amount as it is typed, which needs no sign. @param {number} amount */
  typed(amount) { return written({ ...this.printed.money, sign: "" }, amount).replaceAll(",", ""); }

  // -- holdings

  /** @param {Seat} seat */
  player(seat) { return this.position.players[seat]; }
  get active() { return this.seats.filter(seat => !this.player(seat).out); }
  /** @param {Seat} seat */
  others(seat) { return this.active.filter(each => each !== seat); }
  /** @param {string} key */
  holding(key) { return this.position.deeds[key] ?? { owner: null, level: 0, mortgaged: false }; }
  /**
   * What stands on a deed, whether somebody owns it or not.
   * @param {DeedKey} key
   */
  standsOn(key) { return standing(this.printed.pieces, this.position.deeds[key]); }
  get manyPieces() { return hasMany(this.printed.pieces); }
  /** @param {Seat} seat */
  owned(seat) { return this.printed.deeds.filter(deed => this.holding(deed.key).owner === seat); }

  /**
   * The rent for landing on a deed, according to the referee: an amount, or what a throw is multiplied by; null if there is
   * none or nobody can say.
   * @param {DeedKey} key
   * @returns {Rent | null}
   */
  rent(key) { return this.state.rents?.[key] ?? null; }

  /**
   * What a deed brings as a mortgage, or has brought; undefined if nobody can say.
   * @param {DeedKey} key
   * @returns {number | undefined}
   */
  mortgageValue(key) {
    return this.handling.deeds_at_rent ? this.holding(key).loan ?? this.rent(key)?.amount : this.deed[key]?.mortgage;
  }

  /** Whether buildings can be sold to the bank in this game. */
  get sells() { return this.board.reports.includes("sell"); }

  /**
   * The seconds of the game from which its timer runs; null if it does not, or if that was logged without a time.
   * @returns {number | null}
   */
  get timerSince() { return (this.firstDue("auction") ?? this.position.trade)?.since ?? null; }

  // -- what may be reported

  /** @param {string} type */
  entries(type) { return this.legal.filter(entry => entry.type === type); }

  /**
   * The first entry of a type, of a player if one is given; undefined if it may not be reported.
   * @param {string} type
   * @param {Seat} [player]
   */
  may(type, player) {
    return this.legal.find(entry => entry.type === type && (player === undefined || entry.player === player));
  }

  /**
   * The first thing of a kind that is due; undefined if none is.
   * @param {string} kind
   */
  firstDue(kind) { return this.due.find(each => each.entry.kind === kind)?.entry; }
}

// -- reports in words

/**
 * What an entry says; `brief`: of a ruling only what was decided, since the board shows what it has changed.
 * @param {LogLine} line
 * @param {boolean} brief
 */
export const saidBy = (line, brief) => (brief && line.report.type === "ruling" ? line.told.slice(0, 1) : line.told).join(" · ");

/**
 * A report in few words: who, what, with what.
 * @param {Move} report
 * @param {Table} table
 * @returns {string}
 */
export function describe(report, table) {
  const { type, player, players, from, to } = report;
  const who = players ?? (player ? [player] : type === "offer_rescue" ? [from] : []);
  const parts = [
    who.filter(Boolean).map((/** @type {Seat} */ seat) => table.name(seat)).join(" + "),
    typeText(type),
    report.dice && !isMap(report.dice) && report.dice.join(" + "),
    report.amount !== undefined && table.money(report.amount),
    report.piece && pieceText(report.piece, table),
    report.result !== undefined && table.named(report.result),
    report.deed && table.deedName(report.deed),
    blocksText(report, table),
    isMap(report.give) && isMap(report.take) && swapText(report, table),
    Array.isArray(report.deeds) && report.deeds.map(deed => table.deedName(deed)).join(word("comma")),
    report.card && table.cardName(report.deck ?? deckOf(table, report.card), report.card),
    report.option && word(`tax_${report.option}`),
    isMap(to) && Object.entries(to).map(([deed, level]) => `${table.deedName(deed)} ${level}`).join(word("comma")),
    typeof to === "string" && table.named(to),
    typeof from === "string" && table.named(from),
    typeof report.with === "string" && table.named(report.with),
    report.seq !== undefined && `#${report.seq}`,
    report.apply && describe(report.apply, table),
  ];
  return parts.filter(Boolean).join(" ");
}

/**
 * @param {string} piece
 * @param {Table} table
 */
const pieceText = (piece, table) => (`piece_${piece}` in pageData.words ? word(`piece_${piece}`) : table.named(piece));

/**
 * Blocks of a report with their sizes: those built, or those of a side of a swap.
 * @param {Record<string, any>} of
 * @param {Table} table
 */
const blocksText = (of, table) => Object.keys(table.piece).filter(key => Array.isArray(of[key]) && of[key].length)
  .map(key => `${table.pieceName(key)} ${of[key].join("+")}`).join(word("comma"));

/**
 * @param {Move} report
 * @param {Table} table
 */
const swapText = ({ give, take }, table) => [give, take].map(side => blocksText(side, table)).filter(Boolean).join(" → ");

/** @param {any} value */
const isMap = value => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {Table} table
 * @param {string} card
 */
function deckOf(table, card) {
  return table.printed.decks.find(deck => deck.cards.some(each => each.key === card))?.key;
}

/**
 * The text for a type of report; those of a game from another package have none and keep their name.
 * @param {string} type
 */
function typeText(type) {
  const name = `did_${type}`;
  return name in pageData.words ? word(name) : type;
}
