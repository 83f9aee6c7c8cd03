// Reports that one tap makes together, such as a throw and the payment that it leads to: a chain. They are stored in one
// transaction, sent one by one as all others, and stand or fall together: what follows a refused report falls with it, what
// follows one that is taken out is taken out with it, and one undo takes back the whole chain. The client id of each is that of
// the one before it and a suffix, so that the log tells on every device what belongs together.
// A report that is replaced or put back gets another id, and stands for itself from then on.

const NEXT = ".then";

/**
 * The client id of what follows a report in its chain.
 * @param {string} clientId
 */
export const nextId = clientId => `${clientId}${NEXT}`;

/**
 * Whether a report follows another one in a chain.
 * @param {{ client_id: string } | undefined} one
 * @param {{ client_id: string } | undefined} other
 */
export const follows = (one, other) => Boolean(one && other && other.client_id === nextId(one.client_id));

/**
 * The place of the first report of the chain that the last of `rows` belongs to.
 * @param {{ client_id: string }[]} rows
 */
export function chainStart(rows) {
  let place = rows.length - 1;
  while (place > 0 && follows(rows[place - 1], rows[place])) place -= 1;
  return place;
}

/**
 * Make items one chain, made at one moment.
 * @param {QueueItem[]} items
 */
export function chained(items) {
  const [first, ...others] = items;
  let last = first.client_id;
  for (const item of others) Object.assign(item, { client_id: last = nextId(last), made_at: first.made_at });
  return items;
}

/**
 * Take out what follows a report in its chain, even if something else was inserted in between. Returns whether there was any.
 * @param {QueueItem[]} items
 * @param {QueueItem} first
 */
export function letFall(items, first) {
  const fallen = items.filter(item => item.client_id.startsWith(nextId(first.client_id)));
  for (const item of fallen) item.dropped_at = Date.now();
  return fallen.length > 0;
}
