// The table as the server has it: polled regularly, and at once after a report of our own.
import { isUnavailable, pageData, request, Unreachable } from "./page.js";

const POLL_EVERY = 1500;
const POLL_EVERY_HIDDEN = 10000;
const CLOCK_EVERY = 5000;
const CALLS_EVERY = 5000;
const STATE_EVERY = 10000;
const FIRST_LINES = 40;
const MORE_LINES = 100;

/** The table as the server has it, by polling. Dispatches "change", "shorter" (the log has lost entries) and "back" (the
 * server answers again). */
export class Follow extends EventTarget {
  /**
   * @param {string} table
   * @param {import("./queue/storage.js").Store} store
   */
  constructor(table, store) {
    super();
    this.table = table;
    this.store = store;
    /** @type {Board | null} It comes with the page. */
    this.board = pageData.board;
    /** @type {TableState | null} The body of GET …/tablet. */
    this.state = null;
    /** @type {LogLine[]} The end of the log, without gaps. */
    this.lines = [];
    /** @type {Clock | null} The body of GET …/clock, and `offset`: the server's time minus performance.now(), in ms. */
    this.clock = null;
    /** @type {{ open: Call | null } | null} */
    this.calls = null;
    /** @type {Ruling[]} Of this table, the latest first. */
    this.cases = [];
    /** @type {TablePenalty[]} Of this table, the latest first. */
    this.penalties = [];
    /** @type {LeftBehind[]} What other devices have left at the service for this one. */
    this.left = [];
    /** @type {boolean | null} Whether the last request got an answer; null before the first. */
    this.reached = null;
    this.answeredAt = 0;
    /** @type {{ code: string, detail: string } | null} The server's problem if we may no longer look at the table. */
    this.denied = null;
    this.unsaved = false; // whether there is something new to store
    this.foreign = false; // whether `state` is in another language than the page
    /** @type {Record<string, string | null>} */
    this.tags = {};
    this.clockAt = this.callsAt = this.stateAt = -Infinity; // when they were last fetched, by performance.now()
    /** @type {Promise<void> | null} The poll in progress. */
    this.busy = null;
    this.again = false;
    this.unsent = 0; // how many reports of this device wait for longer than a moment
    this.toldUnsent = 0; // how many the server knows of
    this.taken = 0; // how many answers to reports have brought the table with them
  }

  get seq() {
    return this.state?.seq ?? 0;
  }

  /** The client ids of the reports in the log as we see it: we may see an entry before the answer to its report. */
  get logged() {
    return new Set(this.lines.filter(line => line.seq <= this.seq).map(line => line.client_id));
  }

  /** Start polling; until the server answers, show what was seen last. */
  async start() {
    const looking = this.poll();
    const seen = await this.store.remembered(this.table);
    if (seen && !this.state) {
      this.state = seen.state;
      // The time that offsets refer to began anew with this page.
      this.clock ??= seen.clock && { ...seen.clock, offset: seen.clock.offset + performance.timeOrigin };
      // Another language is better than nothing until the server answers in this one.
      this.foreign = seen.language !== document.documentElement.lang;
      if (!this.foreign && !this.lines.length) this.lines = seen.lines;
      this.notifyChange();
    }
    this.tellLastSeen(seen?.lines?.at(-1));
    await looking;
    const next = () => setTimeout(() => this.poll().finally(next), document.hidden ? POLL_EVERY_HIDDEN : POLL_EVERY);
    next();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.clockAt = -Infinity; // performance.now() may have stood still while the device slept
      this.tags.clock = null; // so it is told again, changed or not
      this.poll();
    });
    window.addEventListener("online", () => this.poll());
  }

  /**
   * Tell the service the last entry that we saw: if its log no longer has that, reports were lost.
   * @param {LogLine | undefined} last
   */
  tellLastSeen(last) {
    if (last?.hash) request("GET", `${this.pathAfter(last)}&limit=1`).catch(() => {}); // a later poll tells it too
  }

  /**
   * The path of the entries after one.
   * @param {LogLine} last
   */
  pathAfter(last) {
    return `/tables/${this.table}/lines?since=${last.seq}${last.hash ? `&head=${last.hash}` : ""}`;
  }

  /** Poll now; if a poll is in progress, once more after it. */
  poll() {
    if (this.busy) {
      this.again = true;
      return this.busy;
    }
    this.busy = this.pollOnce().finally(() => {
      this.busy = null;
      if (this.again) {
        this.again = false;
        return this.poll();
      }
    });
    return this.busy;
  }

  async pollOnce() {
    try {
      await Promise.all([this.pollLog(), this.pollClock(), this.pollCalls()]);
      if (this.unsaved) await this.save();
      this.unsaved = false;
      const back = this.reached === false;
      this.reached = true;
      this.answeredAt = Date.now();
      if (back) this.dispatchEvent(new Event("back"));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.reached = false;
    }
    this.notifyChange();
  }

  notifyChange() {
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The body of an answer; null if nothing has changed, or we may not see it.
   * @param {string} name
   * @param {string} path
   */
  async read(name, path) {
    const answer = await request("GET", path, { tag: this.tags[name] ?? undefined });
    if (isUnavailable(answer.status)) throw new Unreachable(String(answer.status));
    if (answer.status === 304) return null;
    if (answer.status === 401 || answer.status === 403) this.denied = answer.body;
    if (answer.status !== 200) return null;
    this.denied = null;
    this.tags[name] = answer.tag;
    return answer.body;
  }

  async pollLog() {
    const end = this.lines.at(-1);
    const last = end?.seq ?? 0;
    const path = end ? `${this.pathAfter(end)}&limit=${MORE_LINES}` : `/tables/${this.table}/lines?limit=${FIRST_LINES}`;
    const { taken, unsent } = this;
    const [fresh, state] = await Promise.all([
      this.read("lines", unsent === this.toldUnsent ? path : `${path}&unsent=${unsent}`),
      this.isStateDue() ? this.read("state", `/tables/${this.table}/tablet`) : null,
    ]);
    this.toldUnsent = unsent;
    if (taken !== this.taken) return this.refetch(); // these answers are older than what has come meanwhile
    const shorter = fresh && (!fresh.known || fresh.seq < last);
    if (shorter) {
      this.lines = []; // a backup was restored, or reports were lost: what we saw is no longer in the log
      this.tags = {};
      this.again = true;
      this.dispatchEvent(new Event("shorter"));
    } else if (fresh) {
      this.lines = last ? [...this.lines, ...fresh.lines] : fresh.lines; // stored lines may have been loaded meanwhile
      if ((this.lines.at(-1)?.seq ?? Infinity) < fresh.seq) this.again = true;
    }
    if (state) this.acceptState(state, Boolean(shorter));
    const seq = fresh ? fresh.seq : this.lines.at(-1)?.seq; // the lines may have come without the position
    if (seq !== undefined && seq !== this.seq) {
      const later = await this.read("state", `/tables/${this.table}/tablet`);
      if (taken !== this.taken) return this.refetch();
      if (later) this.acceptState(later, Boolean(shorter));
    }
    this.unsaved ||= Boolean(fresh || state);
  }

  /**
   * Accept a fetched position. A delayed one may be older than what is shown. One that is newer than the entries is fetched
   * again with them: otherwise a report of ours in it would seem not to be logged, and be judged on top of itself.
   * @param {TableState} state
   * @param {boolean} anyway
   */
  acceptState(state, anyway) {
    if (anyway || (state.seq >= this.seq && state.seq <= (this.lines.at(-1)?.seq ?? 0))) Object.assign(this, { state, foreign: false });
    else if (state.seq > this.seq) {
      this.tags.state = null;
      this.again = true;
    }
  }

  refetch() {
    this.tags = {};
    this.again = true;
  }

  /**
   * Accept what came with the answer to a report of ours if it continues the log as we see it; whether it did.
   * @param {LogEntry} entry
   */
  acceptAnswer({ tablet, lines }) {
    const last = this.lines.at(-1)?.seq ?? 0;
    if (!tablet || !lines || tablet.seq <= this.seq) return false;
    const fresh = lines.filter(line => line.seq > last);
    if (fresh.length ? fresh[0].seq !== last + 1 : tablet.seq !== last) return false; // there are entries in between
    this.lines = [...this.lines, ...fresh];
    Object.assign(this, { state: tablet, foreign: false, taken: this.taken + 1 });
    this.tags.state = null;
    this.save(); // at once: the network may be gone before the next poll
    this.notifyChange();
    return true;
  }

  /** Whether to fetch the position: it comes with every entry, but now and then it is fetched anyway: the table may be closed. */
  isStateDue() {
    if (this.state && !this.foreign && performance.now() - this.stateAt < STATE_EVERY) return false;
    this.stateAt = performance.now();
    return true;
  }

  async pollClock() {
    if (performance.now() - this.clockAt < CLOCK_EVERY && !this.again) return; // not Date.now(), which may be set back by hours
    const sentAt = performance.now();
    const clock = await this.read("clock", `/tables/${this.table}/clock`);
    this.clockAt = performance.now();
    if (clock) this.clock = { ...clock, offset: clock.now - (sentAt + performance.now()) / 2 };
  }

  async pollCalls() {
    if (performance.now() - this.callsAt < CALLS_EVERY && !this.again) return;
    this.calls = (await this.read("calls", `/tables/${this.table}/calls`)) ?? this.calls;
    const decided = pageData.may.appeal ? await this.read("cases", `/tables/${this.table}/cases`) : null;
    this.cases = decided?.rows ?? this.cases;
    this.penalties = decided?.penalties ?? this.penalties;
    this.left = (pageData.may.report ? await this.read("left", `/tables/${this.table}/left-behind`) : null)?.rows ?? this.left;
    this.callsAt = performance.now();
  }

  /** Poll everything, however recently it was fetched. */
  pollEverything() {
    this.clockAt = this.callsAt = this.stateAt = -Infinity;
    return this.poll();
  }

  /** Fetch the lines before those that we have. */
  async fetchEarlier() {
    const first = this.lines[0]?.seq ?? 1;
    if (first <= 1) return;
    const found = await request("GET", `/tables/${this.table}/lines?before=${first}&limit=${MORE_LINES}`);
    if (found.status === 200) this.lines = [...found.body.lines, ...this.lines];
    this.notifyChange();
  }

  save() {
    const { state, lines, clock } = this;
    return this.store.remember(this.table, {
      state, clock: clock && { ...clock, offset: clock.offset - performance.timeOrigin }, lines: lines.slice(-FIRST_LINES), language: document.documentElement.lang,
    });
  }
}
