// Unsent reports go from one device to another. Over the network, they are put down at the service, where the table's next
// device takes them up. Without one, they go as a text, in parts that fit into QR codes. Each part is a link to the table's page,
// so that any camera opens it; the same links, one a line, are the text and the file.
//
// A report keeps its client id: whichever device sends it, it is logged once, and what one tap made stays together. What comes
// over waits for the judge of the new device, who sees each as it would be.
import { pageData, request } from "../page.js";
import { insert, openItems, TAKE } from "./edits.js";

const PART = 420; // characters of a part: the code of its link can be read from a screen
const PARTS = /#take=(\d{1,3})\.(\d{1,3})\.([0-9a-z]+)\.([A-Za-z0-9_-]+)/g;

/**
 * Reports on their way: their table, its number, the last entry that their maker knew, and how far the clock that they were
 * timed by was ahead of the server's, in ms; null if nobody knows.
 * @typedef {{ table: string, number: number, base: number | null, ahead: number | null, items: QueueItem[] }} HandOver
 */

/** @param {Uint8Array} bytes */
const toText = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text */
const toBytes = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));

/**
 * A sum over a text: parts of different texts are told apart by it, and what is put together is known to be whole.
 * @param {string} text
 */
const markOf = text => Array.from(text).reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261).toString(36);

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function piped(bytes, through) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}

/**
 * What another device needs of a report.
 * @param {QueueItem} item
 */
const madeOf = ({ client_id, report, reason, by, made_at }) => ({ client_id, report, reason, by, made_at });

/**
 * Put reports down at the service, for the table's next device: whoever may report no longer may still do this. Null if they
 * lie there; otherwise what the service says, as far as it does. Throws `Unreachable`.
 * @param {HandOver} handover
 * @returns {Promise<string | null>}
 */
export async function putDown({ table, base, ahead, items }) {
  const { status, body } = await request("POST", `/tables/${table}/left-behind`, { body: { base, ahead, items: items.map(madeOf) } });
  return status === 201 ? null : body.detail ?? body.title;
}

/**
 * Take up what another device has put down. It is told to the service only when it is stored here. Returns how many are new here.
 * @param {Outbox} outbox
 * @param {LeftBehind} left
 * @param {Parameters<typeof take>[2]} here
 */
export async function takeUp(outbox, left, here) {
  const { id, base, ahead, items } = left;
  const count = await take(outbox, { table: outbox.table, number: pageData.number, base, ahead, items }, here);
  await request("POST", `/tables/${outbox.table}/left-behind/${id}/taken`).catch(() => {}); // else it is offered again, and brings nothing
  return count;
}

/**
 * The links for reports.
 * @param {HandOver} handover
 * @param {string} page the address of the table's page
 */
export async function linksFor(handover, page) {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...handover, items: handover.items.map(madeOf) }));
  // The first letter says how it was made: an old browser cannot compress.
  const text = "CompressionStream" in globalThis ? `z${toText(await piped(bytes, new CompressionStream("deflate-raw")))}` : `p${toText(bytes)}`;
  const count = Math.ceil(text.length / PART);
  return Array.from({ length: count }, (_, place) => `${page}${TAKE}${place + 1}.${count}.${markOf(text)}.${text.slice(place * PART, (place + 1) * PART)}`);
}

/**
 * The parts that a text names, added to those that are known. Of two texts only the one that came last is kept.
 * @param {string[]} known
 * @param {string} text
 */
export function gathered(known, text) {
  const fresh = [...text.matchAll(PARTS)].map(([part]) => part);
  const mark = fresh.at(-1)?.split(".")[2];
  return mark ? [...new Set([...known, ...fresh])].filter(part => part.split(".")[2] === mark) : known;
}

/**
 * Which of the parts are missing, and how many there are.
 * @param {string[]} parts
 */
export function missing(parts) {
  const count = Number(parts[0]?.split(".")[1] ?? 0);
  const have = new Set(parts.map(part => Number(part.slice(TAKE.length).split(".")[0])));
  return { count, missing: Array.from({ length: count }, (_, place) => place + 1).filter(number => !have.has(number)) };
}

/**
 * What complete parts hand over; null if they are not whole, or not made by us.
 * @param {string[]} parts
 * @returns {Promise<HandOver | null>}
 */
export async function unpacked(parts) {
  const [first] = parts;
  if (!first || missing(parts).missing.length) return null;
  const inOrder = parts.map(part => part.slice(TAKE.length).split(".")).sort(([one], [other]) => Number(one) - Number(other));
  const text = inOrder.map(([, , , piece]) => piece).join("");
  if (markOf(text) !== first.split(".")[2]) return null;
  try {
    const bytes = toBytes(text.slice(1));
    const whole = JSON.parse(new TextDecoder().decode(text[0] === "z" ? await piped(bytes, new DecompressionStream("deflate-raw")) : bytes));
    return isHandOver(whole) ? whole : null;
  } catch {
    return null;
  }
}

/** @param {any} whole */
function isHandOver(whole) {
  const isItem = (/** @type {any} */ item) => typeof item?.client_id === "string" && typeof item.report?.type === "string" && typeof item.by === "string" && Number.isFinite(item.made_at);
  return typeof whole?.table === "string" && Array.isArray(whole.items) && whole.items.length > 0 && whole.items.every(isItem);
}

/**
 * How far this device's clock is ahead of the server's, in ms; null while it does not know.
 * @param {Pick<Follow, "clock">} follow
 */
export const aheadOf = ({ clock }) => (clock ? Math.round(Date.now() - performance.now() - clock.offset) : null);

/**
 * Hold what waits, because another device is to have it.
 * @param {Outbox} outbox
 */
export function hold(outbox) {
  return outbox.edit((queue, state) => { if (openItems(queue).length) state.held ??= { why: "leaving" }; });
}

/**
 * The other device has it: here it is taken out, and can be put back as whatever was taken out by hand.
 * @param {Outbox} outbox
 * @param {QueueItem[]} items
 */
export function letGo(outbox, items) {
  const gone = new Set(items.map(item => item.client_id));
  return outbox.edit((queue, state) => {
    for (const item of openItems(queue)) if (gone.has(item.client_id)) item.dropped_at = Date.now();
    if (!openItems(queue).length) delete state.held;
  });
}

/**
 * Put what another device has handed over before what waits here: it was made earlier. It is held until the judge has looked at
 * each report. Returns how many are new here: neither in the queue nor among the entries `logged`.
 * @param {Outbox} outbox
 * @param {HandOver} handover
 * @param {{ logged: Set<string>, ahead: number | null, seq: number }} here what this device knows of the log, and its clock
 */
export async function take(outbox, handover, { logged, ahead, seq }) {
  const { items, base, table, number } = handover;
  const shift = ahead === null || handover.ahead === null ? 0 : ahead - handover.ahead;
  let count = 0;
  await outbox.edit((queue, state) => {
    const known = new Set([...logged, ...queue.map(item => item.client_id)]);
    const fresh = items.filter(item => !known.has(item.client_id));
    count = fresh.length;
    if (!fresh.length) return;
    const [next] = openItems(queue);
    for (const item of fresh) insert(queue, { ...item, table, number, base: null, made_at: item.made_at + shift }, next?.client_id ?? null, seq);
    // Upon the entry that their maker knew: if there are others since, the server says so, and the page shows both.
    openItems(queue)[0].base = fresh[0] === items[0] ? base ?? seq : seq;
    state.held = { why: "handed", by: [...new Set(fresh.map(item => item.by))] };
  });
  return count;
}
