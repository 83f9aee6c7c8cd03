// Asks again for a page that is kept: its tag costs the service next to nothing as long as nothing has changed.

export const EVERY = 5000;
export const STALE = 20000;

let tag = null;
let ahead = 0; // the service's clock against this one
let heard = Date.now();

export const now = () => Date.now() + ahead;
export const last = () => heard;
export const isStale = () => Date.now() - heard > STALE;

// Gives the page when it is another than before, else null. Where no answer comes the page stays as it is.
export async function fresh() {
  const sent = Date.now();
  try {
    const answer = await fetch(location.href.split("#")[0], { headers: { Accept: "text/html" }, cache: "no-cache" });
    if (!answer.ok) return null;
    const at = Number(answer.headers.get("X-Now"));
    if (at) ahead = at - (sent + Date.now()) / 2;
    const text = await answer.text();
    heard = Date.now();
    const other = tag !== null && answer.headers.get("ETag") !== tag;
    tag = answer.headers.get("ETag");
    return other ? new DOMParser().parseFromString(text, "text/html") : null;
  } catch {
    return null;
  }
}

// Not at the same moment as everybody else who came in when the doors opened.
export const pause = () => new Promise(resolve => { setTimeout(resolve, EVERY * (0.9 + 0.2 * Math.random())); });
