// Edits of reports on their way: a report before another one, in its place, back again. What they are based on stays: the
// first upon the entry that the first was based on, each other one upon the one before it.
import { newId } from "../page.js";

/** @param {QueueItem[]} queue */
export const open = queue => queue.filter(item => !item.dropped_at);

/**
 * Change the order of a queue, and let it begin where it began; `known`, where nothing was in it.
 * @param {QueueItem[]} queue
 * @param {number} known
 * @param {() => void} edit
 */
function edited(queue, known, edit) {
  const base = open(queue)[0]?.base ?? known;
  edit();
  open(queue).forEach((item, number) => { item.base = number ? null : base; });
}

/**
 * Put a report before another one; before none: behind all.
 * @param {QueueItem[]} queue
 * @param {QueueItem} item
 * @param {string | null} before
 * @param {number} known
 */
export function insert(queue, item, before, known) {
  edited(queue, known, () => {
    const found = queue.findIndex(each => each.client_id === before);
    const place = found < 0 ? queue.length : found;
    const [one, other] = [queue[place - 1]?.n, queue[place]?.n];
    // They are kept in the order of their numbers, so there is always one between two.
    if (typeof other === "number") item.n = ((typeof one === "number" ? one : other - 1) + other) / 2;
    queue.splice(place, 0, item);
  });
}

/**
 * Let an item report something else, under a name of its own: under the old one it may have arrived.
 * @param {QueueItem[]} queue
 * @param {string} clientId
 * @param {Move} report
 */
export function replace(queue, clientId, report) {
  const item = queue.find(each => each.client_id === clientId);
  if (item) Object.assign(item, { report, client_id: newId() });
}

/**
 * Put an item back that was taken out, in its old place.
 * @param {QueueItem[]} queue
 * @param {string} clientId
 * @param {number} known
 */
export function putBack(queue, clientId, known) {
  edited(queue, known, () => {
    const item = queue.find(each => each.client_id === clientId);
    if (!item) return;
    delete item.dropped_at;
    delete item.same_as;
    item.client_id = newId();
  });
}

/**
 * The items, from the first on, that were made before the end signal. `signal`: what the service says of it, and when by
 * its clock the first was made.
 * @param {QueueItem[]} items
 * @param {{ at: number, made_at: number }} signal
 */
export function madeBefore(items, signal) {
  const ahead = signal.made_at - (items[0]?.made_at ?? 0);
  const after = items.findIndex(item => item.made_at + ahead >= signal.at);
  return after < 0 ? items : items.slice(0, after);
}
