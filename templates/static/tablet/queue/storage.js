// What this browser stores: unsent reports, and the table as it was last seen. In IndexedDB; if the browser has none,
// forbids it or has no space left, in memory, and `lasting` is false.
import { openDB } from "../../vendor/idb-8.0.4/index.js";

const NAME = "referee-tablet";

const connect = () => openDB(NAME, 1, {
  /** @param {import("../../vendor/idb-8.0.4/index.js").Database} db */
  upgrade(db) {
    db.createObjectStore("queue", { keyPath: "n", autoIncrement: true }).createIndex("table", "table");
    db.createObjectStore("tables"); // by table: what holds the queue up, who is sending it
    db.createObjectStore("seen"); // by table: the board and the position seen last
  },
});

/** Return the store at once; whether it lasts is known a moment later. */
export function openStore() {
  const store = new Store();
  store.use(base => base.count("queue"), () => 0).then(() => {
    if (store.lasting) navigator.storage?.persist?.().catch(() => {}); // exists on https only; the browser may refuse
  });
  return store;
}

/** Reports and tables in IndexedDB, or in memory. */
export class Store {
  constructor() {
    /** @type {Promise<import("../../vendor/idb-8.0.4/index.js").Database> | null} */
    this.base = null;
    this.lasting = true;
    /** @type {Map<string, { queue: QueueItem[], state: QueueState }>} As they were last read or written here. */
    this.memory = new Map();
    /** @type {Map<string, Snapshot>} */
    this.seen = new Map();
    this.last = 0;
  }

  /**
   * Run `work` with the database. Connections die (Safari drops those of pages in the background), so it is retried once with
   * a new one; after that, for as long as the page is open, `otherwise` runs instead.
   * @template Result
   * @param {(base: import("../../vendor/idb-8.0.4/index.js").Database) => Promise<Result>} work
   * @param {() => Result} otherwise
   * @returns {Promise<Result>}
   */
  async use(work, otherwise) {
    for (let attempt = 0; this.lasting && attempt < 2; attempt += 1) {
      try {
        this.base ??= connect();
        return await work(await this.base);
      } catch {
        if (attempt > 0) break;
        this.base?.then(base => base.close(), () => {});
        this.base = null;
      }
    }
    this.lasting = false;
    return otherwise();
  }

  /**
   * Queue and state of a table, the oldest report first.
   * @param {string} table
   */
  read(table) {
    return this.use(async base => {
      const transaction = base.transaction(["queue", "tables"]);
      const [queue, state] = await Promise.all([
        transaction.objectStore("queue").index("table").getAll(table), transaction.objectStore("tables").get(table),
      ]);
      this.memory.set(table, { queue, state: state ?? {} });
      return this.copy(table);
    }, () => this.copy(table));
  }

  /**
   * Change queue and state of a table in one transaction: `work(queue, state)` changes what it is given (new items
   * have no `n`; removed ones are taken out of the array) and returns what this returns.
   * @template Result
   * @param {string} table
   * @param {(queue: QueueItem[], state: QueueState) => Result} work
   */
  change(table, work) {
    return this.use(async base => {
      const transaction = base.transaction(["queue", "tables"], "readwrite", { durability: "strict" });
      const items = transaction.objectStore("queue");
      /** @type {QueueItem[]} */
      const queue = await items.index("table").getAll(table);
      const state = (await transaction.objectStore("tables").get(table)) ?? {};
      this.memory.set(table, structuredClone({ queue, state }));
      const before = new Map(queue.map(item => [item.n, JSON.stringify(item)]));
      const result = work(queue, state);
      const after = new Set(queue.map(item => item.n));
      const changed = queue.filter(item => before.get(item.n) !== JSON.stringify(item));
      transaction.done.catch(() => {}); // the error surfaces below, or in the request that fails
      /** @type {number[]} */
      const keys = [];
      for (const item of changed) keys.push(await items.put(item));
      for (const n of before.keys()) if (!after.has(n)) await items.delete(n);
      await transaction.objectStore("tables").put(state, table);
      await transaction.done;
      changed.forEach((item, number) => { item.n = keys[number]; }); // only after the commit: a number can be assigned again
      this.memory.set(table, structuredClone({ queue, state }));
      return result;
    }, () => this.changeInMemory(table, work));
  }

  /**
   * @template Result
   * @param {string} table
   * @param {(queue: QueueItem[], state: QueueState) => Result} work
   */
  changeInMemory(table, work) {
    const { queue, state } = this.copy(table);
    const before = queue.map(item => item.n);
    const result = work(queue, state);
    for (const item of queue) item.n ??= `memory ${++this.last}`;
    this.memory.set(table, { queue, state });
    // What was stored before the space ran out must not come back when the page is opened again.
    const gone = before.filter(n => !queue.some(item => item.n === n && !item.dropped_at));
    this.base?.then(base => Promise.all(gone.map(n => base.delete("queue", n)))).catch(() => {});
    return result;
  }

  /**
   * @param {string} table
   * @returns {{ queue: QueueItem[], state: QueueState }}
   */
  copy(table) {
    return structuredClone(this.memory.get(table) ?? { queue: [], state: {} });
  }

  /**
   * The other tables that have unsent reports here.
   * @param {string} table
   */
  async elsewhere(table) {
    const all = await this.use(base => /** @type {Promise<QueueItem[]>} */ (base.getAll("queue")), () => []);
    /** @type {Map<string, { table: string, number: number, count: number }>} */
    const found = new Map();
    for (const item of all.filter(each => each.table !== table && !each.dropped_at)) {
      const other = found.get(item.table) ?? { table: item.table, number: item.number, count: 0 };
      found.set(item.table, { ...other, count: other.count + 1 });
    }
    return [...found.values()];
  }

  /**
   * Store the table as last seen, for the next time. Reports need the space more: without space it is not stored.
   * @param {string} table
   * @param {Snapshot} what
   */
  async remember(table, what) {
    this.seen.set(table, what);
    if (this.lasting) await this.base?.then(base => base.put("seen", what, table)).catch(() => {});
  }

  /**
   * @param {string} table
   * @returns {Promise<Snapshot | null>}
   */
  async remembered(table) {
    return (await this.use(base => base.get("seen", table), () => this.seen.get(table))) ?? null;
  }
}
