// The outbox: reports are stored first, then sent one after another by one of the open pages, each until it is answered.
//
// An item: {n, table, number, client_id, report, reason, base, by, made_at, dropped_at?, foreseen?}. `base` is the last entry that
// its reporter saw; null for one that follows the item before it, until that is answered. `by`: who was using the page.
// The client id makes sending idempotent: sent again, a report is logged only once, so a lost answer costs nothing. What a
// judge takes out stays in the list, marked.
//
// The queue's state: {held, lease}. `held`: why it waits for the judge: {why: "refused"|"outdated"|"restored"|"author"|
// "access"|"signal"|"problem"|"changed"|"leaving"|"handed", ...}. `lease`: which page is sending.
//
// Nothing is sent that the judge has not seen as it will be: whatever changes what waits (a report inserted, replaced, taken
// out or put back, some logged before the end signal) holds the rest as "changed"; what another device has handed over is held as
// "handed", and what is being handed over to another one as "leaving" (handover.js).
import { chained, letFall } from "./chains.js";
import { isUnavailable, newId, pageData, request, Unreachable, word } from "../page.js";
import { insert, openItems, putBack, replace } from "./edits.js";
import { duplicateOf, holdFor } from "./reasons.js";

const LEASE = 3000;
const MIN_RETRY = 500;
const MAX_RETRY = 10000;
const ANSWERS_KEPT = 50;
const MARKED = 2; // reports behind the first of a chain whose client id may have a mark

/** This device's unsent reports for a table. Dispatches "change" and "answer". */
export class Outbox extends EventTarget {
  /**
   * @param {string} table
   * @param {import("./storage.js").Store} store
   */
  constructor(table, store) {
    super();
    this.table = table;
    this.store = store;
    this.page = newId();
    /** @type {QueueItem[]} */
    this.items = [];
    /** @type {QueueItem[]} Items that are being stored right now. */
    this.adding = [];
    /** @type {Hold | null} */
    this.held = null;
    /** @type {{ table: string, number: number, count: number }[]} Other tables' unsent reports on this device. */
    this.elsewhere = [];
    this.added = 0; // number of reports made on this page
    this.reached = true; // whether the last attempt got an answer
    /** @type {string | null} Why the service can save nothing, if it says so. */
    this.lost = null;
    this.logged = { seq: 0, at: 0 }; // the last entry that came of a report of this device, and when we learned of it
    /** @type {{ item: QueueItem, entry: LogEntry }[]} The latest last. */
    this.answers = [];
    this.retryDelay = MIN_RETRY;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.sending = false;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(`referee-tablet-${table}`) : null;
    this.channel?.addEventListener("message", ({ data }) => (data.answer ? this.noteAnswer(data.answer) : this.refreshAndSend()));
    window.addEventListener("online", () => this.schedule(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.schedule(0));
  }

  // The unanswered reports, the oldest first; an answered one is not among them even if the stored queue still has it.
  get waiting() {
    const answered = new Set(this.answers.map(({ item }) => item.client_id));
    return [...openItems(this.items), ...this.adding].filter(item => !answered.has(item.client_id));
  }

  // How many of them are stored: these survive whatever happens to the page.
  get storedCount() {
    return openItems(this.items).length;
  }

  /** Begin with what an earlier page has left. A denied queue is released: opening this page may have restored the access. */
  async start() {
    await this.store.change(this.table, (queue, state) => {
      if (state.held?.why === "access") delete state.held;
    });
    this.elsewhere = await this.store.elsewhere(this.table);
    await this.refreshAndSend();
  }

  /** Read the queue, and send it. */
  async refreshAndSend() {
    await this.refresh();
    this.schedule(0);
  }

  async refresh() {
    const { queue, state } = await this.store.read(this.table);
    this.items = queue;
    this.adding = this.adding.filter(item => !queue.some(each => each.client_id === item.client_id));
    this.held = state.held ?? null;
    if (!openItems(queue).length) this.reached = true; // another page has sent everything
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Add a report to the end, and `then` what the same tap says; stored once the promise resolves. `seen`: the last entry seen;
   * `mark`: what its client id begins with, unless a long chain leaves no room for it.
   * @param {Move} report
   * @param {number} seen
   * @param {{ reason?: string, then?: Move[], mark?: string }} [more]
   */
  async add(report, seen, { reason, then = [], mark = "" } = {}) {
    const [item, ...others] = [this.newItem(report, reason), ...then.map(each => this.newItem(each))];
    if (others.length <= MARKED) item.client_id = mark + item.client_id;
    const chain = chained([item, ...others]);
    // Shown before it is stored: a second tap while the disk is busy is no second report.
    this.adding = [...this.adding, ...chain];
    this.added += 1;
    this.dispatchEvent(new Event("change"));
    await this.store.change(this.table, queue => {
      item.base = openItems(queue).length ? null : Math.max(seen, this.logged.seq); // read only now: an answer may have come meanwhile
      queue.push(...chain);
    });
    this.adding = this.adding.filter(each => !chain.includes(each));
    this.items = [...this.items, ...chain];
    await this.announce();
    return item.client_id;
  }

  /**
   * A new item, made now.
   * @param {Move} report
   * @param {string} [reason]
   * @returns {QueueItem}
   */
  newItem(report, reason) {
    const { number, name } = pageData;
    return { table: this.table, number, client_id: newId(), report, reason: reason || null, base: null, by: name, made_at: Date.now() };
  }

  /**
   * Change the queue and its state.
   * @param {(queue: QueueItem[], state: QueueState) => void} work
   */
  async edit(work) {
    await this.store.change(this.table, work);
    await this.announce();
  }

  /**
   * Edit the queue by hand: `work` gets the queue and the last entry that came of it. A hold stays; without one, what waits is
   * held for the judge to look at.
   * @param {(queue: QueueItem[], known: number) => void} work
   */
  editByHand(work) {
    return this.edit((queue, state) => {
      work(queue, this.logged.seq);
      if (openItems(queue).length) state.held ??= { why: "changed" };
    });
  }

  /**
   * Insert a report before an item that waits; at the end if `before` is null.
   * @param {Move} report
   * @param {string | null} before
   */
  insert(report, before) {
    return this.editByHand((queue, known) => insert(queue, this.newItem(report), before, known));
  }

  /**
   * Replace the report of an item.
   * @param {string} clientId
   * @param {Move} report
   */
  replace(clientId, report) {
    return this.editByHand(queue => replace(queue, clientId, report));
  }

  /**
   * Put back an item that was taken out.
   * @param {string} clientId
   */
  putBack(clientId) {
    return this.editByHand((queue, known) => putBack(queue, clientId, known));
  }

  /**
   * Release a queue that waited for the judge. `base`: the entry to base its first report on; `refused`: the client ids of
   * those that the judge saw refused, and of them alone.
   * @param {number} [base]
   * @param {string[]} [refused]
   */
  async release(base, refused) {
    await this.store.change(this.table, (queue, state) => {
      const items = openItems(queue);
      if (refused) for (const item of items) item.foreseen = refused.includes(item.client_id);
      if (state.held?.why === "author" || state.held?.why === "handed") for (const item of items) item.by = pageData.name;
      if (items.length && base !== undefined) items[0].base = base;
      delete state.held;
    });
    await this.announce();
  }

  /**
   * Take out a report by hand, and what follows it in its chain; the next one inherits its base.
   * @param {string} clientId
   */
  async drop(clientId) {
    await this.store.change(this.table, (queue, state) => {
      const items = openItems(queue);
      const place = items.findIndex(each => each.client_id === clientId);
      if (place < 0) return;
      items[place].dropped_at = Date.now();
      letFall(items, items[place]);
      const [next] = openItems(items.slice(place));
      if (next) next.base ??= items[place].base;
      if (!openItems(items).length) delete state.held;
      else if (next) state.held ??= { why: "changed" };
    });
    await this.announce();
  }

  /**
   * Note whether the law on this device refuses a report, the first time that it is judged: that is what its maker sees. If the
   * server refuses it too, nobody needs to be asked whether to send what follows. The rest of its chain falls.
   * @param {string} clientId
   * @param {boolean} refused
   */
  async noteRefusal(clientId, refused) {
    const fell = await this.store.change(this.table, (queue, state) => {
      const items = openItems(queue);
      const place = items.findIndex(each => each.client_id === clientId);
      if (place < 0 || items[place].foreseen !== undefined) return false;
      items[place].foreseen = refused;
      const fallen = refused && !state.held && letFall(items, items[place]);
      if (fallen && openItems(items.slice(place + 1)).length) state.held = { why: "changed" };
      return fallen;
    });
    if (fell) await this.announce();
  }

  /** Delete what was taken out by hand. */
  clear() {
    return this.edit(queue => {
      for (const item of queue.filter(each => each.dropped_at)) queue.splice(queue.indexOf(item), 1);
    });
  }

  /** Forget the end of the log: the log is shorter than it was, because a backup was restored. */
  forgetLog() {
    this.logged = { seq: 0, at: 0 };
    this.answers = [];
  }

  /**
   * This device's accepted reports after the last entry that is seen: the network can fail between answer and position.
   * @param {number} seq
   */
  unseen(seq) {
    return this.answers.filter(({ entry }) => entry.accepted && entry.seq > seq).map(({ item }) => item);
  }

  async announce() {
    this.channel?.postMessage({});
    await this.refreshAndSend();
  }

  /** @param {number} wait */
  schedule(wait) {
    clearTimeout(this.timer);
    if (openItems(this.items).length && !this.held && !this.sending) this.timer = setTimeout(() => this.drain(), wait);
  }

  /** Send what waits, as long as answers come and this page has the lease. */
  async drain() {
    if (this.sending) return;
    this.sending = true;
    let wait = 0;
    try {
      while (wait === 0 && openItems(this.items).length && !this.held) {
        const item = await this.takeLease();
        if (item) wait = await this.send(item);
        else {
          wait = LEASE / 3;
          await this.refresh(); // another page may have sent it all, or wait for the judge
        }
      }
    } finally {
      this.sending = false;
      this.schedule(wait || MIN_RETRY);
    }
  }

  /** The first item, if this page is to send it; then the page has the lease. The item's base is known by then. */
  takeLease() {
    return this.store.change(this.table, (queue, state) => {
      const first = openItems(queue)[0];
      if (!first || state.held || isLeased(state.lease, this.page)) return null;
      if (first.by !== pageData.name) {
        state.held = { why: "author", by: first.by }; // nobody sends somebody else's reports without looking at them
        return null;
      }
      state.lease = { page: this.page, until: Date.now() + LEASE };
      return first;
    });
  }

  /**
   * Send an item. Returns how long to wait before the next attempt, in ms: 0 if it was answered, or waits for the judge.
   * @param {QueueItem} item
   */
  async send(item) {
    /** @type {{ status: number, body: any } | null} */
    let answer;
    try {
      const { client_id, base, report, reason, made_at } = item;
      const why = reason ?? (report.type === "retract" ? word("slip") : null); // one that was typed, too, is refused without
      const body = { client_id, base, report, ...(why ? { reason: why } : {}), made_at, sent_at: Date.now() };
      answer = await request("POST", `/tables/${this.table}/entries?view=tablet`, { body });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      answer = null;
    }
    this.reached = answer !== null && !isUnavailable(answer.status);
    this.lost = answer?.body?.code === "database_lost" ? answer.body.detail : null;
    if (!answer || !this.reached) {
      this.dispatchEvent(new Event("change"));
      this.retryDelay = Math.min(MAX_RETRY, this.retryDelay * 2);
      return this.retryDelay * (0.75 + Math.random() / 2);
    }
    this.retryDelay = MIN_RETRY;
    await this.handleAnswer(item, answer);
    return 0;
  }

  /**
   * @param {QueueItem} item
   * @param {{ status: number, body: any }} value
   */
  async handleAnswer(item, { status, body }) {
    const entry = status === 201 ? body : body.code === "refused" ? body.entry : null;
    await this.store.change(this.table, (queue, state) => {
      if (state.lease?.page === this.page) delete state.lease;
      const items = openItems(queue);
      const [first] = items;
      if (first?.client_id !== item.client_id) return; // another page has had the answer too, or it was taken out
      const fallen = entry && !entry.accepted && letFall(items, first);
      const [next] = openItems(items.slice(1));
      const theirs = entry ? null : duplicateOf(first, body);
      if (theirs) { // another device has logged the same: once is enough
        Object.assign(first, { dropped_at: Date.now(), same_as: theirs.seq });
        if (next) next.base ??= theirs.seq;
        return;
      }
      if (!entry) {
        state.held = holdFor(status, body);
        return;
      }
      if (next) next.base ??= entry.seq;
      queue.splice(queue.indexOf(first), 1);
      this.logged = { seq: Math.max(entry.seq, this.logged.seq), at: Date.now() }; // what is added from here on is based on it
      if (next && !entry.accepted && (fallen || !first.foreseen)) state.held = { why: "refused", entry };
    });
    if (entry) {
      const answer = { item, entry };
      this.channel?.postMessage({ answer }); // it may have been reported on another page
      this.noteAnswer(answer);
    }
    await this.announce();
  }

  /**
   * Note the answer to a report of this device.
   * @param {{ item: QueueItem, entry: LogEntry }} answer
   */
  noteAnswer(answer) {
    this.logged = { seq: Math.max(answer.entry.seq, this.logged.seq), at: Date.now() };
    this.answers = [...this.answers.slice(-ANSWERS_KEPT), answer];
    this.dispatchEvent(new CustomEvent("answer", { detail: answer }));
  }
}

/**
 * Whether another page is sending. A lease that ends later than any lease can is from before the clock was set back.
 * @param {QueueState["lease"]} lease
 * @param {string} page
 */
function isLeased(lease, page) {
  const left = (lease?.until ?? 0) - Date.now();
  return left > 0 && left <= LEASE && lease?.page !== page;
}
