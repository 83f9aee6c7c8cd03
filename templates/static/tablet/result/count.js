// The final count as the server has it, and what was done here and is not sent yet. Steps (cash counted, agreed, no longer) are
// stored first and sent in order, like reports: their client ids make sending idempotent, and what is refused is told.
import { isUnavailable, newId, request, Unreachable } from "../page.js";

/** @typedef {import("../queue/storage.js").Store} Store */

/** The count of a table. Dispatches "change". */
export class CountFollow extends EventTarget {
  /**
   * @param {string} table
   * @param {Store} store
   */
  constructor(table, store) {
    super();
    this.table = table;
    this.store = store;
    /** @type {CountView | null} */
    this.view = null;
    /** @type {CountStep[]} Made here and not answered yet. */
    this.steps = [];
    /** @type {Record<Seat, string>} Signatures that are drawn, but not yet given. */
    this.drafts = {};
    /** @type {string | null} What became of a step that was refused. */
    this.fault = null;
    /** @type {Promise<void> | null} */
    this.busy = null;
    this.started = this.start();
  }

  get key() {
    return `count ${this.table}`;
  }

  async start() {
    const kept = /** @type {any} */ (await this.store.remembered(this.key));
    this.view ??= kept?.view ?? null;
    this.steps = [...(kept?.steps ?? []), ...this.steps];
    this.drafts = { ...kept?.drafts, ...this.drafts };
    this.notify();
  }

  notify() {
    this.dispatchEvent(new Event("change"));
  }

  save() {
    return this.store.remember(this.key, /** @type {any} */ ({ view: this.view, steps: this.steps, drafts: this.drafts }));
  }

  /**
   * Take a step: it is stored, shown, and sent as soon as the server answers.
   * @param {Omit<CountStep, "client_id">} step
   */
  async add(step) {
    await this.started;
    this.fault = null;
    this.steps = [...this.steps, { client_id: newId(), ...step }];
    if (step.kind !== "counted") delete this.drafts[step.seat];
    await this.save();
    this.notify();
    await this.sync();
  }

  /**
   * Keep a signature that is being drawn.
   * @param {Seat} seat
   * @param {string} path
   */
  draw(seat, path) {
    this.drafts = { ...this.drafts, [seat]: path };
    this.notify();
    this.save();
  }

  /** Send what was done here, then fetch what others have done. */
  sync() {
    this.busy ??= this.exchange().finally(() => { this.busy = null; });
    return this.busy;
  }

  async exchange() {
    await this.started;
    try {
      while (this.steps.length) {
        const [step] = this.steps;
        const { status, body } = await request("POST", `/tables/${this.table}/count`, { body: step });
        if (isUnavailable(status)) return;
        this.steps = this.steps.filter(each => each !== step);
        if (status === 200) this.view = body;
        else this.fault = body.detail ?? body.title;
        await this.save();
        this.notify();
      }
      const { status, body } = await request("GET", `/tables/${this.table}/count`);
      if (status !== 200 || JSON.stringify(body) === JSON.stringify(this.view)) return;
      this.view = body;
      await this.save();
      this.notify();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }

  /**
   * The players' parts as they are with what is not sent yet, or null while the server's count is not that of entry `seq`.
   * @param {number} seq
   * @returns {PlayerCount[] | null}
   */
  players(seq) {
    if (!this.view?.over || this.view.seq !== seq) return null;
    return this.view.players.map(player => withSteps(player, this.steps));
  }
}

/**
 * A player's part of a count after some steps.
 * @param {PlayerCount} player
 * @param {CountStep[]} steps
 * @returns {PlayerCount}
 */
export function withSteps(player, steps) {
  let shown = player;
  for (const step of steps.filter(each => each.seat === player.seat)) {
    if (step.kind === "counted") shown = { ...shown, counted: step.cash ?? null };
    else if (step.kind === "withdrawn") shown = { ...shown, agreed: null, signature: "" };
    else shown = { ...shown, agreed: { at: Date.now(), by_link: false, author: "" }, lapsed: null, signature: step.signature ?? "" };
  }
  return shown;
}
