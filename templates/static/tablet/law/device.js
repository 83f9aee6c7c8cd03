// Judging on this device: the game of the log, followed by the reports of this device that the log does not have yet. The
// law here judges at once, whatever the network does; the server's answer to each report confirms it. If the two differ,
// the server is right: the difference is shown and reported, and this device stops judging.
import { Law, LawUnavailable } from "./law.js";
import { pageData, request, word } from "../page.js";

const ANSWERS_KEPT = 30; // answers given here that are remembered, to be compared with the server's

/** The table as judged on this device. Dispatches "change", and "judged" for a report with a new outcome. */
export class Device extends EventTarget {
  /**
   * @param {Follow} follow
   * @param {Outbox} outbox
   * @param {import("./law.js").Law | null} law
   */
  constructor(follow, outbox, law = pageData.law ? new Law(pageData.law) : null) {
    super();
    this.follow = follow;
    this.outbox = outbox;
    this.law = law;
    /** @type {"none" | "waiting" | "loading" | "ready" | "failed" | "foreign" | "differs"} */
    this.status = law?.runtime ? "waiting" : "none";
    this.why = "";
    /** @type {number | null} The last entry of the game that is open here; null while none is. */
    this.seq = null;
    /** @type {DeviceView | null} What was judged last. */
    this.view = null;
    /** @type {string | null} The key of what cannot be judged here, such as taking back entries from before the page was opened. */
    this.unknown = null;
    /** @type {Map<string, { seq: number, answer: Judgement }>} By the report's client id. */
    this.answers = new Map();
    this.busy = false;
    this.again = false;
    this.log = 0; // how many logs were forgotten: an answer about one does not apply to the next
  }

  /** Load the law, which judges from then on. */
  async start() {
    if (this.status !== "waiting" || !this.law) return;
    this.follow.addEventListener("change", () => this.update());
    this.follow.addEventListener("shorter", () => this.forget());
    this.outbox.addEventListener("change", () => this.update());
    this.outbox.addEventListener("answer", event => this.compare(/** @type {CustomEvent} */ (event).detail));
    await this.load(this.law);
  }

  /** @param {Law} law */
  async load(law) {
    this.law = law;
    this.setStatus("loading");
    try {
      await law.start();
      if (this.law === law) this.setStatus("ready");
    } catch (error) {
      if (this.law === law) this.setStatus("failed", String(error));
    }
    this.update();
  }

  /**
   * @param {Device["status"]} status
   * @param {string} [why]
   */
  setStatus(status, why = "") {
    this.status = status;
    this.why = why;
    if (status !== "ready") this.forget();
    this.dispatchEvent(new Event("change"));
  }

  /** Forget what was judged: the log has changed or the law is gone. */
  forget() {
    this.log += 1;
    this.seq = null;
    this.view = null;
    this.unknown = null;
    this.answers.clear();
  }

  /** Whether reports are judged here: the law is the server's, and the game of the table is open in it. */
  get judges() {
    return this.status === "ready" && this.seq !== null;
  }

  /** Our reports after the log as we see it, in order; null if others have reported in between. */
  get pending() {
    const { follow, outbox } = this;
    const answered = outbox.answers.filter(({ entry }) => entry.seq > follow.seq);
    const gap = answered.some(({ entry }, place) => entry.seq !== follow.seq + place + 1);
    const { logged } = follow;
    return gap ? null : [...answered.map(({ item }) => item), ...outbox.waiting].filter(item => !logged.has(item.client_id));
  }

  /**
   * The table after all of them; null if it is not judged here. `fresh`: whether the view has exactly these reports after
   * what the log has by now.
   */
  get current() {
    const { pending, view, follow } = this;
    if (!this.judges || !pending || this.unknown === keyOf(this.follow.seq, pending)) return null;
    if (!pending.length) return null; // the server's own answer is there
    const through = view ? follow.seq - view.after : -1;
    const fresh = through >= 0 && view?.lines.slice(through).map(each => each.client_id).join() === pending.map(item => item.client_id).join();
    return { fresh, view };
  }

  /** Judge what there is to judge; if judging is in progress, once more after it. */
  update() {
    this.again = true;
    if (!this.busy) this.run();
  }

  async run() {
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        await this.updateOnce();
      }
    } catch (error) {
      if (!(error instanceof LawUnavailable)) throw error;
      if (this.status === "ready" && !this.law?.worker) this.setStatus("failed", String(error));
    } finally {
      this.busy = false;
    }
  }

  async updateOnce() {
    const { follow, law } = this;
    if (!law || this.status !== "ready" || !follow.state || !follow.board) return;
    if (follow.state.law && follow.state.law !== law.hash) {
      law.stop("the server has another law");
      this.load(new Law({ hash: follow.state.law, worker: law.workerAddress, runtime: law.runtime, library: law.library }));
      return;
    }
    if (!(await this.catchUp(law))) return;
    const { pending } = this;
    if (!pending) return;
    await this.judge(law, pending);
  }

  /**
   * Bring the game here up to the end of the log as we see it; whether that succeeded.
   * @param {Law} law
   */
  async catchUp(law) {
    const { seq, lines } = this.follow;
    const { log } = this;
    if (this.seq === seq) return true;
    if (this.seq !== null && this.seq < seq) {
      const since = this.entriesBetween(this.seq, seq);
      if (!since && (lines.at(-1)?.seq ?? 0) < seq) return false; // the position came before the entries that led to it
      if (!since) return this.openGame(law);
      const facts = { after: this.seq, reports: since.map(line => line.report), language: pageData.language };
      const { answers } = /** @type {{ answers: Judgement[] }} */ (await law.ask("follow", facts));
      if (log !== this.log) return false;
      const theirs = new Map(this.outbox.answers.map(({ entry }) => [entry.seq, entry.answer]));
      const wrong = since.findIndex((line, place) => !sameJson(theirs.get(line.seq) ?? { ...answers[place], accepted: line.accepted }, answers[place]));
      if (wrong >= 0) {
        this.reportDifference(since[wrong].seq, since[wrong].report, answers[wrong]);
        return false;
      }
      this.seq = seq;
      return true;
    }
    return this.openGame(law);
  }

  /**
   * The entries of the log after one up to another, as they were fetched or came with answers to our reports; null if one
   * is not known.
   * @param {number} after
   * @param {number} last
   */
  entriesBetween(after, last) {
    /** @type {Map<number, { seq: number, report: Move, accepted: boolean }>} */
    const known = new Map(this.outbox.answers.map(({ entry }) => [entry.seq, entry]));
    for (const each of this.follow.lines) known.set(each.seq, each);
    const found = Array.from({ length: last - after }, (_, place) => known.get(after + place + 1));
    return found.some(each => !each) ? null : /** @type {{ seq: number, report: Move, accepted: boolean }[]} */ (found);
  }

  /**
   * Open the game of the table at the position from the server; whether the law here has the same ruleset.
   * @param {Law} law
   */
  async openGame(law) {
    const { seq, state, board } = this.follow;
    if (!board?.header || !state) return false;
    const { log } = this;
    const opened = await law.ask("open", { header: board.header, edition: board.edition, position: state.position, seq, language: pageData.language });
    if (log !== this.log) return false;
    if (opened.fingerprint !== board.fingerprint) {
      this.setStatus("foreign", opened.refusals?.[0]?.message ?? String(opened.fingerprint));
      return false;
    }
    this.seq = seq;
    this.dispatchEvent(new Event("change")); // from now on this device judges
    return true;
  }

  /**
   * @param {Law} law
   * @param {QueueItem[]} pending
   */
  async judge(law, pending) {
    const after = Number(this.seq);
    const key = keyOf(after, pending);
    if (this.view?.key === key || this.unknown === key) return;
    const known = this.alreadyJudged(after, pending);
    const { log } = this;
    let body;
    try {
      const reports = pending.map(item => item.report);
      body = await law.ask("judge", { after, reports, known: known.length, language: pageData.language });
    } catch (error) {
      if (!(error instanceof LawUnavailable) || !law.worker) throw error;
      if (log !== this.log) return;
      this.unknown = key;
      this.dispatchEvent(new Event("change"));
      return;
    }
    if (log !== this.log) return;
    const { answers, told, state } = /** @type {{ answers: Judgement[], told: string[][], state: TableState }} */ (body);
    if (!pending.length && this.follow.seq === after && !sameJson(state.position, this.follow.state?.position)) {
      this.reportDifference(after, this.follow.lines.at(-1)?.report ?? null, { position: state.position });
      return;
    }
    this.unknown = null;
    const first = after + known.length + 1;
    const fresh = pending.slice(known.length);
    const lines = [...known, ...fresh.map((item, place) => line(item, first + place, answers[place], told[place]))];
    this.view = { key, after, state, lines, allLines: [...this.follow.lines.filter(each => each.seq <= after), ...lines] };
    for (const [place, item] of fresh.entries()) this.noteJudged(item, first + place, answers[place]);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The leading lines that were already judged after the same reports, so that of a long queue only what is new is judged and
   * transferred; none if the log has gone on differently.
   * @param {number} after
   * @param {QueueItem[]} pending
   * @returns {LogLine[]}
   */
  alreadyJudged(after, pending) {
    const { view, follow } = this;
    if (!view || view.after > after) return [];
    const logged = new Map(follow.lines.map(each => [each.seq, each.client_id]));
    const through = view.lines.slice(0, after - view.after);
    if (after - view.after > through.length || through.some(each => logged.get(each.seq) !== each.client_id)) return [];
    const left = view.lines.slice(through.length);
    const other = left.findIndex((each, place) => each.client_id !== pending[place]?.client_id);
    return other < 0 ? left : left.slice(0, other);
  }

  /**
   * Note that a report was judged here: for the first time, or again after other reports than before.
   * @param {QueueItem} item
   * @param {number} seq
   * @param {Judgement} answer
   */
  noteJudged(item, seq, answer) {
    const before = this.answers.get(item.client_id);
    this.answers.delete(item.client_id);
    this.answers.set(item.client_id, { seq, answer });
    for (const old of [...this.answers.keys()].slice(0, -Math.max(ANSWERS_KEPT, this.outbox.waiting.length))) this.answers.delete(old);
    const through = this.outbox.answers.find(each => each.item.client_id === item.client_id);
    if (through) this.compare(through); // the server was quicker
    if (before?.answer.accepted === answer.accepted) return;
    this.outbox.noteRefusal(item.client_id, !answer.accepted);
    const entry = { seq, accepted: answer.accepted, report: item.report, answer };
    this.dispatchEvent(new CustomEvent("judged", { detail: { item, entry } }));
  }

  /**
   * Whether a report was judged here as the server has judged it, so that whoever made it has already seen the outcome.
   * @param {string} clientId
   * @param {boolean} accepted
   */
  hasOutcome(clientId, accepted) {
    return this.answers.get(clientId)?.answer.accepted === accepted;
  }

  /**
   * Compare the server's answer to a report with the one given here.
   * @param {{ item: QueueItem, entry: LogEntry }} answered
   */
  compare({ item, entry }) {
    const here = this.answers.get(item.client_id);
    if (here && here.seq === entry.seq && !sameJson(here.answer, entry.answer)) this.reportDifference(entry.seq, entry.report, here.answer);
  }

  /**
   * Report that the law here has answered differently from the server, and stop judging.
   * @param {number} seq
   * @param {Move | null} report
   * @param {object} here
   */
  reportDifference(seq, report, here) {
    const body = { seq, report: report ?? {}, law: this.law?.hash ?? "", answer: here };
    request("POST", `/tables/${pageData.table}/differences`, { body }).catch(() => {}); // it is shown anyway
    this.law?.stop("it differs");
    this.setStatus("differs", String(seq));
  }

  /**
   * The answers of a dry run of reports after what is shown, up to the first refused one; undefined if the law here cannot
   * say.
   * @param {Move[]} reports
   * @returns {Promise<Judgement[] | undefined>}
   */
  async dryRun(reports) {
    const { pending, law } = this;
    if (!this.judges || !law || !pending || this.seq !== this.follow.seq) return undefined;
    try {
      const facts = { after: this.seq, reports: pending.map(item => item.report), tried: reports, language: pageData.language };
      return (await law.ask("try", facts)).answers;
    } catch (error) {
      if (error instanceof LawUnavailable) return undefined;
      throw error;
    }
  }

  /**
   * Who judges what is logged now: this device, or else the server, or while it cannot be reached nobody.
   * @param {boolean} offline
   * @returns {"device" | "server" | "nobody"}
   */
  judgeNow(offline) {
    if (this.judges) return "device";
    return offline ? "nobody" : "server";
  }

  /** In a sentence: whether this device judges, and if not, why. */
  get statusText() {
    const opening = this.status === "ready" && !this.judges; // the law is there, the game of the table not yet
    return word(`law_${opening ? "loading" : this.status}`, { why: this.why });
  }
}

/**
 * @param {number} seq
 * @param {QueueItem[]} pending
 */
const keyOf = (seq, pending) => `${seq} ${pending.map(item => item.client_id).join(" ")}`;

/**
 * A report that was judged here, as a line of the log.
 * @param {QueueItem} item
 * @param {number} seq
 * @param {Judgement} answer
 * @param {string[]} told
 * @returns {LogLine}
 */
function line(item, seq, answer, told) {
  const { client_id, report, reason, made_at } = item;
  const { accepted } = answer;
  const to = answer.events?.findLast(event => event.kind === "moved")?.to ?? null;
  const took = answer.events?.find(event => event.kind === "pot_taken")?.amount ?? null;
  return { seq, at: made_at, made_at, author: pageData.name, bench: pageData.may.rule, accepted, client_id, report, reason, refusals: answer.refusals ?? [], told, to, took };
}

/**
 * Whether two JSON values are equal, not counting messages, which are in the reader's language.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function sameJson(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete("message");
  return [...names].every(name => sameJson(one[name] ?? null, other[name] ?? null));
}
