// From the tokens of a line to a report, by the grammar in the codes of the game.
import { READ } from "./notation_kinds.js";
import { Fault } from "./notation_scan.js";

const AMBIGUOUS = "name_ambiguous";
const LONGEST = 40; // letters of a word that a fault shows

const plain = text => text.toLowerCase().replaceAll("_", "").replaceAll("-", "");

function find(codes, kinds, word) {
  const pairs = kinds.flatMap(kind => codes[kind].map(([key, code]) => ({ key, code, full: kind === "seats" })));
  const coded = pairs.find(pair => pair.code.toLowerCase() === word);
  if (coded) return [coded.key];
  const begun = plain(word);
  const whole = pairs.find(pair => !pair.full && plain(pair.key) === begun);
  if (whole) return [whole.key];
  if (Array.from(begun).length < 2) return [];
  return pairs.filter(pair => !pair.full && plain(pair.key).startsWith(begun)).map(pair => pair.key);
}

// The tokens of a line, taken one after the other.
export class Reader {
  constructor(line, codes, player) {
    Object.assign(this, { tokens: line.tokens, end: line.end, codes, player, place: 0, stops: [], inside: false });
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

  halve() {
    const token = this.peek();
    const at = token ? token.text.indexOf("=") : -1;
    if (at < 0) return;
    const column = token.column + Array.from(token.text.slice(0, at)).length + 1;
    const halves = [{ ...token, text: token.text.slice(0, at) }, { ...token, text: token.text.slice(at + 1), column }];
    this.tokens.splice(this.place, 1, ...halves);
  }

  isSeat = word => find(this.codes, ["seats"], word).length > 0;

  named(token, kinds, word = token.text) {
    const found = find(this.codes, kinds, word);
    if (found.length === 1) return found[0];
    const every = kinds.flatMap(kind => this.codes[kind]);
    if (found.length) throw this.fault(AMBIGUOUS, token, { known: found.map(key => new Map(every).get(key)) });
    const all = every.map(([, code]) => code);
    const alike = all.filter(code => word && Array.from(code)[0].toLowerCase() === Array.from(word)[0]);
    throw this.fault("name_unknown", token, { known: alike.length ? alike : all });
  }

  deed(token, word = token.text) {
    const number = /^#?([0-9]{1,3})$/.exec(word);
    return (number && this.codes.spaces[Number(number[1])]) || this.named(token, ["deeds"], word);
  }

  fault(code, token, facts = {}) {
    return new Fault(code, { word: shown(token), column: token.column, ...facts, example: this.example });
  }

  missing() {
    return new Fault("word_missing", { column: this.peek()?.column ?? this.end, example: this.example });
  }

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
    return parts.map(part => this.named(token, ["seats"], part));
  }

  form() {
    const token = this.peek();
    const { forms } = this.codes;
    const verbs = forms.map(form => form.verbs[0]);
    const of = verb => forms.findLast(form => form.verbs.includes(verb));
    if (!token) throw new Fault("verb_missing", { column: this.end, verbs });
    const form = of(token.text);
    if (form) {
      this.take();
      return form;
    }
    const glued = /^([^0-9]+)([0-9].*)$/s.exec(token.text);
    if (glued && of(glued[1])) {
      const column = token.column + Array.from(glued[1]).length;
      this.tokens[this.place] = { ...token, text: glued[2], value: glued[2], column };
      return of(glued[1]);
    }
    const bare = forms.find(each => each.bare);
    if (bare && /^[0-9]/.test(token.text)) return bare;
    throw new Fault("verb_unknown", { word: shown(token), column: token.column, verbs });
  }

  args(args, report) {
    let tried = null;
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
        if (error.fault.code === AMBIGUOUS) tried = error;
      }
    }
    return tried;
  }
}

function shown({ value }) {
  const letters = Array.from(typeof value === "string" ? value : "{…}");
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}
