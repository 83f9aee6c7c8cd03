// A practice game, on this device alone: nothing of it is sent, and it is stored nowhere but in the address.
import { LawUnavailable } from "../law/law.js";
import { nextId } from "../queue/chains.js";
import { newId, pageData } from "../page.js";
import { readRecord, writeRecord } from "./record_address.js";

/** The game, with the interface that the panels expect of a table. Dispatches "change" and, like an outbox, "answer". */
export class Practice extends EventTarget {
  /** @param {import("../law/law.js").Law} law */
  constructor(law) {
    super();
    this.law = law;
    /** @type {Record<string, any> | null} */
    this.header = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {TableState | null} */
    this.state = null;
    /** @type {Move[]} The accepted ones. */
    this.reports = [];
    /** @type {LogLine[]} */
    this.lines = [];
    /** @type {Refusal[]} Why the header of the address is refused. */
    this.faults = [];
    /** @type {WeakSet<Move>} Those that one tap made with the one before them. */
    this.chained = new WeakSet();
    this.unread = 0; // lines of the address that could not be read or were not legal
    // The rest of the interface of `Outbox` and `Follow`.
    /** @type {QueueItem[]} */
    this.waiting = [];
    this.clock = { offset: 0 }; // the seconds of the game run from its start, or from the last time in its address
    this.held = this.calls = this.denied = null;
    /** @type {any[]} */
    this.cases = [];
    this.judges = true;
    this.logged = { seq: 0, at: 0 };
    this.reached = true;
  }

  get seq() {
    return this.reports.length;
  }

  unseen() {
    return [];
  }

  /** Open the game in an address; whether there is one. */
  async open(fragment = location.hash) {
    const found = readRecord(fragment);
    if (!found) return false;
    await this.begin(found.header, found.lines);
    return true;
  }

  /**
   * Start a game, and play lines of the short notation.
   * @param {Record<string, any>} header
   * @param {string[]} [lines]
   */
  async begin(header, lines = []) {
    const opened = await this.law.ask("open", { header, edition: pageData.editions?.[header.edition], language: pageData.language });
    this.faults = opened.refusals ?? [];
    if (this.faults.length) {
      this.state = null;
      return this.dispatchEvent(new Event("change"));
    }
    this.header = header;
    pageData.ruleset = header.ruleset;
    this.board = await this.law.ask("board", { language: pageData.language });
    const read = await this.law.ask("read_lines", { lines });
    this.unread = read.of - read.reports.length;
    this.clock = { offset: 1000 * Math.max(0, ...read.reports.map((/** @type {Move} */ each) => each.at ?? 0)) - performance.now() };
    await this.judgeAll(read.reports);
  }

  /**
   * Judge reports; if the last one is accepted, they become the game. `then`: those that one tap made with the one before them.
   * Returns the answer to the last one.
   * @param {Move[]} reports
   * @param {Move[]} [then]
   * @returns {Promise<Judgement | undefined>}
   */
  async judgeAll(reports, then = []) {
    const { answers, told, state } = await this.law.ask("judge", { after: 0, reports, language: pageData.language });
    const last = answers.at(-1);
    if (!last || last.accepted) {
      this.reports = reports;
      for (const each of then) this.chained.add(each);
      this.state = { ...state, state: "open" };
      const ids = reports.reduce((/** @type {string[]} */ all, report, place) => [...all, this.chained.has(report) ? nextId(all[place - 1]) : String(place)], []);
      this.lines = reports.map((report, place) => ({
        seq: place + 1, at: Date.now(), made_at: null, author: "", bench: false, accepted: true, client_id: ids[place], report, reason: null, refusals: [],
        told: told[place],
      }));
      await this.writeAddress();
      this.dispatchEvent(new Event("change"));
    }
    return last;
  }

  /** Leave the game: the address is that of the start again. */
  leave() {
    this.state = null;
    history.replaceState(null, "", location.pathname + location.search);
    this.dispatchEvent(new Event("change"));
  }

  /** Write the game into the address. */
  async writeAddress() {
    if (!this.header) return;
    const { lines } = await this.law.ask("write", { reports: this.reports });
    history.replaceState(null, "", writeRecord(this.header, lines));
  }

  /**
   * Make a move: a report, and `then` what the same tap says, or taking back an entry and all after it. Returns the answer and an
   * id for it.
   * @param {Move} report
   * @param {Move[]} [then]
   */
  async move(report, then = []) {
    const id = newId();
    const back = report.type === "retract";
    const answer = await this.judgeAll(back ? this.reports.slice(0, report.seq - 1) : [...this.reports, report, ...then], back ? [] : then);
    const entry = { seq: this.seq, accepted: answer?.accepted ?? true, report, answer };
    queueMicrotask(() => this.dispatchEvent(new CustomEvent("answer", { detail: { item: { client_id: id, report }, entry } })));
    return { id, answer };
  }

  /**
   * The answers of a dry run of reports.
   * @param {Move[]} tried
   * @returns {Promise<Judgement[] | undefined>}
   */
  async dryRun(tried) {
    try {
      return (await this.law.ask("try", { after: 0, reports: this.reports, tried, language: pageData.language })).answers;
    } catch (error) {
      if (error instanceof LawUnavailable) return undefined;
      throw error;
    }
  }
}
