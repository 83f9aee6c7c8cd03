// What was made before the end signal and waits behind it is logged before it.
import { follows } from "./chains.js";
import { madeBeforeSignal, openItems } from "./edits.js";
import { request } from "../page.js";

/**
 * Ask the service to log before the end signal what was made before it; with `trial`, only for the consequences. What one tap
 * made stays together there, too.
 * @param {Outbox} outbox
 * @param {boolean} trial
 * @returns {Promise<{ status: number, body: any }>}
 */
export async function putBeforeSignal(outbox, trial) {
  const { seq, signal } = /** @type {Hold} */ (outbox.held);
  const items = madeBeforeSignal(openItems(outbox.items), signal);
  const reports = items.map(({ report, made_at }, place) => ({ report, made_at, ...(follows(items[place - 1], items[place]) ? { follows: true } : {}) }));
  const body = { client_id: `signal.${items[0].client_id}`, base: seq, sent_at: Date.now(), reports, trial };
  const answer = await request("POST", `/tables/${outbox.table}/before-signal`, { body });
  if (answer.status !== 200 || trial || !answer.body.entries.length) return answer;
  outbox.logged = { seq: answer.body.seq, at: Date.now() };
  const done = new Set(items.map(item => item.client_id));
  await outbox.edit((queue, state) => {
    queue.splice(0, queue.length, ...queue.filter(item => !done.has(item.client_id)));
    const [next] = openItems(queue);
    delete state.held;
    if (!next) return;
    next.base = answer.body.seq;
    state.held = { why: "changed", seq: answer.body.seq }; // it was made for a game that the signal has changed
  });
  return answer;
}
