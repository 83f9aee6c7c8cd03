// Edits of the queue of unsent reports: insert a report before another one, replace one, put one back. The base stays: the
// first report keeps the base that the first one had, and each other one follows the one before it.
import { newId } from "../page.js";

/** What begins the fragment of a link with which another device hands over its reports (`handover.js`). */
export const TAKE = "#take=";

/** @param {QueueItem[]} queue */
export const openItems = queue => queue.filter(item => !item.dropped_at);

/**
 * Change the order of a queue and keep its base; `known`: the base if the queue was empty.
 * @param {QueueItem[]} queue
 * @param {number} known
 * @param {() => void} edit
 */
function keepBase(queue, known, edit) {
  const base = openItems(queue)[0]?.base ?? known;
  edit();
  openItems(queue).forEach((item, number) => { item.base = number ? null : base; });
}

/**
 * Insert a report before another one; at the end if there is no such one.
 * @param {QueueItem[]} queue
 * @param {QueueItem} item
 * @param {string | null} before
 * @param {number} known
 */
export function insert(queue, item, before, known) {
  keepBase(queue, known, () => {
    const found = queue.findIndex(each => each.client_id === before);
    const place = found < 0 ? queue.length : found;
    const [one, other] = [queue[place - 1]?.n, queue[place]?.n];
    // Items are stored in the order of their numbers, which may be fractions, so that one always fits between two.
    if (typeof other === "number") item.n = ((typeof one === "number" ? one : other - 1) + other) / 2;
    queue.splice(place, 0, item);
  });
}

/**
 * Replace the report of an item, under a new client id: under the old one it may already have arrived.
 * @param {QueueItem[]} queue
 * @param {string} clientId
 * @param {Move} report
 */
export function replace(queue, clientId, report) {
  const item = queue.find(each => each.client_id === clientId);
  if (!item) return;
  Object.assign(item, { report, client_id: newId() });
  delete item.foreseen;
}

/**
 * Put back an item that was taken out, in its old place.
 * @param {QueueItem[]} queue
 * @param {string} clientId
 * @param {number} known
 */
export function putBack(queue, clientId, known) {
  keepBase(queue, known, () => {
    const item = queue.find(each => each.client_id === clientId);
    if (!item) return;
    delete item.dropped_at;
    delete item.same_as;
    delete item.foreseen;
    item.client_id = newId();
  });
}

/**
 * The leading items that were made before the end signal. `signal`: when it was given and when the first item was made, both
 * by the service's clock.
 * @param {QueueItem[]} items
 * @param {{ at: number, made_at: number }} signal
 */
export function madeBeforeSignal(items, signal) {
  const ahead = signal.made_at - (items[0]?.made_at ?? 0);
  const after = items.findIndex(item => item.made_at + ahead >= signal.at);
  return after < 0 ? items : items.slice(0, after);
}
