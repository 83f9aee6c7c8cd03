// From the tokens of a line to a report, by the grammar in the codes of the game.
import { readings } from "../../board/money.js";
import { Fault } from "./scan.js";

const AMBIGUOUS = "name_ambiguous";
const LONGEST = 40; // length to which a fault shortens a word

/** @param {string} text */
const normalised = text => text.toLowerCase().replaceAll("_", "").replaceAll("-", "");

/**
 * @param {Codes} codes
 * @param {NameKind[]} kinds
 * @param {string} word
 */
function findKeys(codes, kinds, word) {
  const pairs = kinds.flatMap(kind => codes[kind].map(([key, code]) => ({ key, code, full: kind === "seats" })));
  const coded = pairs.find(pair => pair.code.toLowerCase() === word);
  if (coded) return [coded.key];
  const begun = normalised(word);
  const whole = pairs.find(pair => !pair.full && normalised(pair.key) === begun);
  if (whole) return [whole.key];
  if (Array.from(begun).length < 2) return [];
  return pairs.filter(pair => !pair.full && normalised(pair.key).startsWith(begun)).map(pair => pair.key);
}

/** A recursive-descent parser over the tokens of a line. */
export class Reader {
  /**
   * @param {{ tokens: Token[], end: number }} line
   * @param {Codes} codes
   * @param {Seat | null} player
   */
  constructor(line, codes, player) {
    this.tokens = line.tokens;
    this.end = line.end;
    this.codes = codes;
    this.player = player;
    this.place = 0;
    /** @type {(string | undefined)[]} Marks that end the argument that is being read. */
    this.stops = [];
    this.inside = false; // whether a nested report is being read
    this.example = codes.forms[0].example;
  }

  peek = () => this.tokens[this.place];
  take = () => this.tokens[this.place++];
  more = () => this.peek() !== undefined && !this.stops.includes(this.peek().text);

  word() {
    if (!this.more()) throw this.missing();
    if (this.peek().kind !== "word") throw this.fault("word_extra", this.peek());
    return this.take();
  }

  splitAtEquals() {
    const token = this.peek();
    const at = token ? token.text.indexOf("=") : -1;
    if (at < 0) return;
    const column = token.column + Array.from(token.text.slice(0, at)).length + 1;
    const halves = [{ ...token, text: token.text.slice(0, at) }, { ...token, text: token.text.slice(at + 1), column }];
    this.tokens.splice(this.place, 1, ...halves);
  }

  /** @param {string} word */
  isSeat = word => findKeys(this.codes, ["seats"], word).length > 0;

  /**
   * @param {Token} token
   * @param {NameKind[]} kinds
   * @param {string} [word]
   */
  resolve(token, kinds, word = token.text) {
    const found = findKeys(this.codes, kinds, word);
    if (found.length === 1) return found[0];
    const every = kinds.flatMap(kind => this.codes[kind]);
    if (found.length) throw this.fault(AMBIGUOUS, token, { known: found.map(key => new Map(every).get(key)) });
    const all = every.map(([, code]) => code);
    const alike = all.filter(code => word && Array.from(code)[0].toLowerCase() === Array.from(word)[0]);
    throw this.fault("name_unknown", token, { known: alike.length ? alike : all });
  }

  /**
   * @param {Token} token
   * @param {string} [word]
   */
  deed(token, word = token.text) {
    const number = /^#?([0-9]{1,3})$/.exec(word);
    return (number && this.codes.spaces[Number(number[1])]) || this.resolve(token, ["deeds"], word);
  }

  /**
   * An amount; a whole number alone is in units whatever else it could mean, as in lines that are kept.
   * @type {(word: string) => number | null}
   */
  amount(word) {
    return readings(this.codes.money, word)[0] ?? null;
  }

  /**
   * @param {string} code
   * @param {Token} token
   * @param {Record<string, any>} [facts]
   */
  fault(code, token, facts = {}) {
    return new Fault(code, { word: shorten(token), column: token.column, ...facts, example: this.example });
  }

  missing() {
    return new Fault("word_missing", { column: this.peek()?.column ?? this.end, example: this.example });
  }

  /** @returns {Move} */
  report() {
    const first = this.place;
    let callers = this.callers();
    const form = this.form();
    this.example = form.example;
    if (callers.length && (form.by === "" || (form.by === "player" && callers.length > 1))) {
      throw this.fault("player_unwanted", this.tokens[first]);
    }
    if (form.by && !callers.length) {
      if (this.player === null) {
        throw new Fault("player_missing", { column: this.tokens[first].column, example: this.example });
      }
      callers = [this.player];
    }
    /** @type {Move} */
    const report = { type: form.type };
    if (form.by) Object.assign(report, callers.length > 1 ? { players: callers } : { player: callers[0] });
    const tried = this.args(form.args, report);
    if (this.peek()) throw tried ?? this.fault("word_extra", this.peek());
    return report;
  }

  callers() {
    const token = this.peek();
    if (token?.kind !== "word") return [];
    const parts = token.text.split("=");
    if (!this.isSeat(parts[0])) return [];
    this.take();
    return parts.map(part => this.resolve(token, ["seats"], part));
  }

  form() {
    const token = this.peek();
    const { forms } = this.codes;
    const verbs = forms.filter(form => !form.absent).map(form => form.verbs[0]);
    /** @param {string} verb */
    const formOf = verb => forms.findLast(form => form.verbs.includes(verb));
    if (!token) throw new Fault("verb_missing", { column: this.end, verbs });
    const form = formOf(token.text);
    if (form) {
      this.take();
      return form;
    }
    const glued = /^([^0-9]+)([0-9].*)$/s.exec(token.text);
    const gluedForm = glued && formOf(glued[1]);
    if (gluedForm) {
      const column = token.column + Array.from(glued[1]).length;
      this.tokens[this.place] = { ...token, text: glued[2], value: glued[2], column };
      return gluedForm;
    }
    const bare = forms.find(each => each.bare);
    if (bare && /^[0-9]/.test(token.text)) return bare;
    throw new Fault("verb_unknown", { word: shorten(token), column: token.column, verbs });
  }

  /**
   * @param {NotationArgument[]} args
   * @param {Move} report
   */
  args(args, report) {
    let ambiguity = null;
    for (const [number, arg] of args.entries()) {
      this.stops = args.slice(number + 1).filter(later => later.mark).map(later => later.mark);
      if (arg.mark) {
        if (this.peek()?.text === arg.mark) this.take();
        else if (arg.optional) continue;
        else throw this.missing();
      } else if (arg.optional && !this.more()) continue;
      const begin = this.place;
      try {
        const value = READ[arg.kind](this, arg);
        Object.assign(report, arg.fields ? value : { [arg.field]: value });
      } catch (error) {
        if (!(error instanceof Fault) || arg.mark || !arg.optional) throw error;
        this.place = begin;
        if (error.fault.code === AMBIGUOUS) ambiguity = error;
      }
    }
    return ambiguity;
  }
}

/**
 * A token as a fault shows it, shortened.
 * @param {Token} token
 */
function shorten({ value }) {
  const letters = Array.from(typeof value === "string" ? value : "{…}");
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

// -- kinds of arguments

/** The parties other than seats who pay and are paid. */
export const PARTIES = ["bank", "each"];

/**
 * Pieces of Monopoly City by their letters.
 * @type {Record<string, string>}
 */
export const BLOCKS = { r: "residential", i: "industrial" };
const INTEGER = /^-?[0-9]{1,15}$/;

/** @typedef {(reader: Reader, arg: NotationArgument) => any} ArgumentReader */

/**
 * @param {ArgumentReader} item
 * @returns {ArgumentReader}
 */
function listOf(item) {
  return (reader, arg) => {
    const found = [item(reader, arg)];
    while (reader.more()) found.push(item(reader, arg));
    return found;
  };
}

/**
 * Read a value for each of some seats: at least one seat, none of them twice.
 * @param {(reader: Reader) => any} item
 * @returns {ArgumentReader}
 */
function bySeat(item) {
  return reader => {
    /** @type {Record<Seat, any>} */
    const found = {};
    while (reader.more() || !Object.keys(found).length) {
      reader.splitAtEquals();
      const token = reader.word();
      const seat = reader.resolve(token, ["seats"]);
      if (Object.hasOwn(found, seat)) throw reader.fault("twice", token);
      found[seat] = item(reader);
    }
    return found;
  };
}

/** @param {Reader} reader */
function readDice(reader) {
  const token = reader.word();
  const both = /^([0-9])[+-]?([0-9])$/.exec(token.text);
  if (both) return [Number(both[1]), Number(both[2])];
  if (/^[0-9]$/.test(token.text) && /^[0-9]$/.test(reader.peek()?.text)) {
    return [Number(token.text), Number(reader.word().text)];
  }
  throw reader.fault("dice", token);
}

/** @param {Reader} reader */
function readHand(reader) {
  const found = [];
  while (reader.peek() && !reader.isSeat(reader.peek().text.split("=")[0])) found.push(reader.deed(reader.word()));
  return found;
}

/** @param {Reader} reader */
function readLevels(reader) {
  /** @type {Record<DeedKey, number>} */
  const found = {};
  while (reader.more() || !Object.keys(found).length) {
    const token = reader.word();
    const parts = /^(.*)=(.*)$/s.exec(token.text) ?? /^(.*[^#0-9])([0-9])$/s.exec(token.text);
    const [key, level] = parts ? parts.slice(1) : [token.text, reader.more() ? reader.word().text : ""];
    const deed = reader.deed(token, key);
    if (!INTEGER.test(level)) throw reader.fault("number", token);
    if (Object.hasOwn(found, deed)) throw reader.fault("twice", token);
    found[deed] = Number(level);
  }
  return found;
}

/** @param {Reader} reader */
function readSide(reader) {
  /** @type {Record<string, any>} */
  const found = {};
  /**
   * @param {string} part
   * @param {any} value
   */
  const add = (part, value) => (found[part] ??= []).push(value);
  while (reader.more()) {
    const token = reader.word();
    const claim = /^([^/=]+)\/([^/=]+)=(.+)$/.exec(token.text);
    const cash = reader.amount(token.text);
    const owed = claim && reader.amount(claim[3]);
    if (cash !== null) {
      if ("cash" in found) throw reader.fault("twice", token);
      found.cash = cash;
    } else if (token.text === "sell") {
      if ("sell_buildings" in found) throw reader.fault("twice", token);
      found.sell_buildings = true;
    } else if (claim && owed !== null) {
      const [debtor, creditor] = claim.slice(1, 3).map(word => reader.resolve(token, ["seats"], word));
      add("claims", { debtor, creditor, amount: owed });
    } else if (token.text.startsWith("#")) add("deeds", reader.deed(token));
    else {
      const key = reader.resolve(token, ["deeds", reader.codes.release]);
      add(new Map(reader.codes.deeds).has(key) ? "deeds" : "cards", key);
    }
  }
  return found;
}

/** @param {Reader} reader */
function readBlocks(reader) {
  /** @type {Record<string, number[]>} */
  const found = {};
  while (reader.more()) {
    const token = reader.word();
    const piece = /^([ri])([0-9]{1,2})$/.exec(token.text);
    if (!piece) throw reader.fault("word_extra", token);
    (found[BLOCKS[piece[1]]] ??= []).push(Number(piece[2]));
  }
  return found;
}

/** @param {Reader} reader */
const readSeat = reader => reader.resolve(reader.word(), ["seats"]);

/** @param {Reader} reader */
const readDeed = reader => reader.deed(reader.word());

/** @param {Reader} reader */
const readText = reader => (reader.peek()?.kind === "text" ? reader.take() : reader.word()).value;

/**
 * How each kind of argument is read.
 * @type {Record<string, ArgumentReader>}
 */
const READ = {
  seat: readSeat,
  party: reader => (PARTIES.includes(reader.peek()?.text) ? reader.word().text : readSeat(reader)),
  deed: readDeed,
  deck: reader => reader.resolve(reader.word(), ["decks"]),
  card: reader => reader.resolve(reader.word(), ["cards"]),
  number(reader) {
    const token = reader.word();
    if (!INTEGER.test(token.text)) throw reader.fault("number", token);
    return Number(token.text);
  },
  amount(reader) {
    const token = reader.word();
    const amount = reader.amount(token.text);
    if (amount === null) throw reader.fault("number", token);
    return amount;
  },
  flag: () => true,
  option(reader, arg) {
    const token = reader.word();
    const found = arg.values.filter(value => String(value).startsWith(token.text));
    if (found.length !== 1) throw reader.fault("name_unknown", token, { known: arg.values.map(String) });
    return found[0];
  },
  name: reader => (reader.peek()?.kind === "text" ? readText(reader) : reader.word().text),
  text: readText,
  texts: listOf(readText),
  seats: listOf(readSeat),
  deeds: listOf(readDeed),
  levels: readLevels,
  dice: readDice,
  throws: bySeat(readDice),
  hands: bySeat(readHand),
  side: readSide,
  blocks: readBlocks,
  /** @param {Reader} reader */
  report(reader) {
    const token = reader.peek();
    if (token?.kind === "json") return reader.take().value;
    if (token && reader.inside) throw reader.fault("word_extra", token); // a nested report may not contain another one
    reader.inside = true;
    return reader.report();
  },
  /** @param {Reader} reader */
  json(reader) {
    if (reader.peek()?.kind !== "json") throw reader.missing();
    return reader.take().value;
  },
};
