// Judging on this device: the game of the log, and behind it what this device has reported and the log has not yet. The
// law here judges at once, whatever the network does; the server's answer to each report confirms it. Where the two
// differ the server is right, the difference is shown and reported, and nothing more is judged here.
import { Law, NoLaw } from "./law.js";
import { given, request, word } from "../page.js";

const LATELY = 30; // answers given here that are remembered, to be held against the server's

/** What this device judges; it says "change", and "judged" for a report that it has judged for the first time. */
export class Device extends EventTarget {
  /**
   * @param {Follow} follow
   * @param {Outbox} outbox
   * @param {import("./law.js").Law | null} law
   */
  constructor(follow, outbox, law = given.law ? new Law(given.law) : null) {
    super();
    this.follow = follow;
    this.outbox = outbox;
    this.law = law;
    /** @type {"none" | "waiting" | "loading" | "ready" | "failed" | "foreign" | "differs"} */
    this.status = law?.runtime ? "waiting" : "none";
    this.why = "";
    /** @type {number | null} The entry that the game here stands at; null while none is open. */
    this.seq = null;
    /** @type {DeviceView | null} What was judged last. */
    this.view = null;
    /** @type {string | null} What cannot be judged here, such as taking back what lies before the page was opened. */
    this.unknown = null;
    /** @type {Map<string, { seq: number, answer: Judgement }>} By the report's client id. */
    this.answers = new Map();
    this.busy = false;
    this.again = false;
    this.log = 0; // how many logs were forgotten: an answer about one says nothing of the next
  }

  /** Begin to load the law; it judges from then on. */
  async start() {
    if (this.status !== "waiting" || !this.law) return;
    this.follow.addEventListener("change", () => this.look());
    this.follow.addEventListener("shorter", () => this.forget());
    this.outbox.addEventListener("change", () => this.look());
    this.outbox.addEventListener("answer", event => this.confirm(/** @type {CustomEvent} */ (event).detail));
    await this.load(this.law);
  }

  /** @param {Law} law */
  async load(law) {
    this.law = law;
    this.become("loading");
    try {
      await law.begin();
      if (this.law === law) this.become("ready");
    } catch (error) {
      if (this.law === law) this.become("failed", String(error));
    }
    this.look();
  }

  /**
   * @param {Device["status"]} status
   * @param {string} [why]
   */
  become(status, why = "") {
    this.status = status;
    this.why = why;
    if (status !== "ready") this.forget();
    this.dispatchEvent(new Event("change"));
  }

  /** What was judged belongs to a log that is not there any more, or to no law. */
  forget() {
    this.log += 1;
    this.seq = null;
    this.view = null;
    this.unknown = null;
    this.answers.clear();
  }

  /** Whether reports are judged here: the law is the server's, and it has the game of the table. */
  get judges() {
    return this.status === "ready" && this.seq !== null;
  }

  /** The reports behind the log as it is seen, in order; null where others have reported in between. */
  get pending() {
    const { follow, outbox } = this;
    const answered = outbox.answers.filter(({ entry }) => entry.seq > follow.seq);
    const gap = answered.some(({ entry }, place) => entry.seq !== follow.seq + place + 1);
    const { logged } = follow;
    return gap ? null : [...answered.map(({ item }) => item), ...outbox.waiting].filter(item => !logged.has(item.client_id));
  }

  /**
   * What the table looks like behind all of them; null where it is not judged here. `fresh`: all of them are in it, and
   * whatever of it the log has by now.
   */
  get now() {
    const { pending, view, follow } = this;
    if (!this.judges || !pending || this.unknown === keyOf(this.follow.seq, pending)) return null;
    if (!pending.length) return null; // the server's own word is there
    const through = view ? follow.seq - view.after : -1;
    const fresh = through >= 0 && view?.lines.slice(through).map(each => each.client_id).join() === pending.map(item => item.client_id).join();
    return { fresh, view };
  }

  /** See what there is to judge; while something is being judged, once more behind it. */
  look() {
    this.again = true;
    if (!this.busy) this.run();
  }

  async run() {
    this.busy = true;
    try {
      while (this.again) {
        this.again = false;
        await this.once();
      }
    } catch (error) {
      if (!(error instanceof NoLaw)) throw error;
      if (this.status === "ready" && !this.law?.worker) this.become("failed", String(error));
    } finally {
      this.busy = false;
    }
  }

  async once() {
    const { follow, law } = this;
    if (!law || this.status !== "ready" || !follow.state || !follow.board) return;
    if (follow.state.law && follow.state.law !== law.hash) {
      law.stop("the server has another law");
      this.load(new Law({ hash: follow.state.law, worker: law.workerAddress, runtime: law.runtime }));
      return;
    }
    if (!(await this.caughtUp(law))) return;
    const { pending } = this;
    if (!pending) return;
    await this.judge(law, pending);
  }

  /**
   * Bring the game here to where the log is seen to be; whether it is there.
   * @param {Law} law
   */
  async caughtUp(law) {
    const { seq, lines } = this.follow;
    const { log } = this;
    if (this.seq === seq) return true;
    if (this.seq !== null && this.seq < seq) {
      const since = this.since(this.seq, seq);
      if (!since && (lines.at(-1)?.seq ?? 0) < seq) return false; // the position came before the entries that led to it
      if (!since) return this.opened(law);
      const facts = { after: this.seq, reports: since.map(line => line.report), language: given.language };
      const { answers } = /** @type {{ answers: Judgement[] }} */ (await law.ask("follow", facts));
      if (log !== this.log) return false;
      const theirs = new Map(this.outbox.answers.map(({ entry }) => [entry.seq, entry.answer]));
      const wrong = since.findIndex((line, place) => !alike(theirs.get(line.seq) ?? { ...answers[place], accepted: line.accepted }, answers[place]));
      if (wrong >= 0) {
        this.differ(since[wrong].seq, since[wrong].report, answers[wrong]);
        return false;
      }
      this.seq = seq;
      return true;
    }
    return this.opened(law);
  }

  /**
   * The entries of the log behind one up to another: as they were fetched, or as reports of ours were answered; null where
   * one is not known.
   * @param {number} after
   * @param {number} last
   */
  since(after, last) {
    /** @type {Map<number, { seq: number, report: Move, accepted: boolean }>} */
    const known = new Map(this.outbox.answers.map(({ entry }) => [entry.seq, entry]));
    for (const each of this.follow.lines) known.set(each.seq, each);
    const found = Array.from({ length: last - after }, (_, place) => known.get(after + place + 1));
    return found.some(each => !each) ? null : /** @type {{ seq: number, report: Move, accepted: boolean }[]} */ (found);
  }

  /**
   * Hold the game of the table from the position that the server has given; whether the law here has it.
   * @param {Law} law
   */
  async opened(law) {
    const { seq, state, board } = this.follow;
    if (!board?.header || !state) return false;
    const { log } = this;
    const opened = await law.ask("open", { header: board.header, position: state.position, seq, language: given.language });
    if (log !== this.log) return false;
    if (opened.fingerprint !== board.fingerprint) {
      this.become("foreign", opened.refusals?.[0]?.message ?? String(opened.fingerprint));
      return false;
    }
    this.seq = seq;
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
    const known = this.known(after, pending);
    const { log } = this;
    let body;
    try {
      const reports = pending.map(item => item.report);
      body = await law.ask("judge", { after, reports, known: known.length, language: given.language });
    } catch (error) {
      if (!(error instanceof NoLaw) || !law.worker) throw error;
      if (log !== this.log) return;
      this.unknown = key;
      this.dispatchEvent(new Event("change"));
      return;
    }
    if (log !== this.log) return;
    const { answers, told, state } = /** @type {{ answers: Judgement[], told: string[][], state: TableState }} */ (body);
    if (!pending.length && this.follow.seq === after && !alike(state.position, this.follow.state?.position)) {
      this.differ(after, this.follow.lines.at(-1)?.report ?? null, { position: state.position });
      return;
    }
    this.unknown = null;
    const first = after + known.length + 1;
    const fresh = pending.slice(known.length);
    const lines = [...known, ...fresh.map((item, place) => line(item, first + place, answers[place], told[place]))];
    this.view = { key, after, state, lines, allLines: [...this.follow.lines.filter(each => each.seq <= after), ...lines] };
    for (const [place, item] of fresh.entries()) this.answered(item, first + place, answers[place]);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * What was judged before behind the same reports, from the first on, so that in a long queue only the new is judged and
   * carried over; none where the log has gone on otherwise.
   * @param {number} after
   * @param {QueueItem[]} pending
   * @returns {LogLine[]}
   */
  known(after, pending) {
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
   * A report was judged here: for the first time, or again behind something else than before.
   * @param {QueueItem} item
   * @param {number} seq
   * @param {Judgement} answer
   */
  answered(item, seq, answer) {
    const before = this.answers.get(item.client_id);
    this.answers.delete(item.client_id);
    this.answers.set(item.client_id, { seq, answer });
    for (const old of [...this.answers.keys()].slice(0, -Math.max(LATELY, this.outbox.waiting.length))) this.answers.delete(old);
    const through = this.outbox.answers.find(each => each.item.client_id === item.client_id);
    if (through) this.confirm(through); // the server was quicker
    if (before?.answer.accepted === answer.accepted) return;
    this.outbox.foresee(item.client_id, !answer.accepted);
    const entry = { seq, accepted: answer.accepted, report: item.report, answer };
    this.dispatchEvent(new CustomEvent("judged", { detail: { item, entry } }));
  }

  /**
   * Whether a report was judged here as the server has judged it, so that whoever made it has seen what came of it.
   * @param {string} clientId
   * @param {boolean} accepted
   */
  has(clientId, accepted) {
    return this.answers.get(clientId)?.answer.accepted === accepted;
  }

  /**
   * Hold the server's answer to a report against the one that was given here.
   * @param {{ item: QueueItem, entry: LogEntry }} answered
   */
  confirm({ item, entry }) {
    const here = this.answers.get(item.client_id);
    if (here && here.seq === entry.seq && !alike(here.answer, entry.answer)) this.differ(entry.seq, entry.report, here.answer);
  }

  /**
   * The law here has answered otherwise than the server: say so, and judge nothing more.
   * @param {number} seq
   * @param {Move | null} report
   * @param {object} here
   */
  differ(seq, report, here) {
    const body = { seq, report: report ?? {}, law: this.law?.hash ?? "", answer: here };
    request("POST", `/tables/${given.table}/differences`, { body }).catch(() => {}); // it is shown all the same
    this.law?.stop("it differs");
    this.become("differs", String(seq));
  }

  /**
   * The answers to reports that are only tried behind what is shown, as far as they stand; undefined where the law here
   * cannot say.
   * @param {Move[]} reports
   * @returns {Promise<Judgement[] | undefined>}
   */
  async tried(reports) {
    const { pending, law } = this;
    if (!this.judges || !law || !pending || this.seq !== this.follow.seq) return undefined;
    try {
      const facts = { after: this.seq, reports: pending.map(item => item.report), tried: reports, language: given.language };
      return (await law.ask("try", facts)).answers;
    } catch (error) {
      if (error instanceof NoLaw) return undefined;
      throw error;
    }
  }

  /** In a sentence: whether this device judges, and if not, why. */
  get sentence() {
    return word(`law_${this.status}`, { why: this.why });
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
  return { seq, at: made_at, made_at, author: given.name, bench: given.may.rule, accepted, client_id, report, reason, refusals: answer.refusals ?? [], told, to };
}

/**
 * Whether two JSON values say the same; sentences aside, which are in the reader's language.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function alike(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete("message");
  return [...names].every(name => alike(one[name] ?? null, other[name] ?? null));
}
