// Backups: upload a backup file in chunks, since the size of a request is limited; and on the page of a restore, wait until
// the service has restarted.

const PIECE = 900_000; // bytes
const ASK_EVERY = 500; // ms
const STILL_THERE = 20_000; // ms after which the page moves on although the service never went down

/** @param {HTMLFormElement} form */
async function sendInPieces(form) {
  const chosen = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files?.[0];
  const progress = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  if (!chosen) return;
  progress.hidden = false;
  for (let offset = 0; ; offset += PIECE) {
    const body = new FormData(form);
    const last = offset + PIECE >= chosen.size;
    body.set("offset", String(offset));
    body.set("last", last ? "1" : "0");
    body.set("file", chosen.slice(offset, offset + PIECE), chosen.name);
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    progress.value = Math.min(1, (offset + PIECE) / chosen.size);
    if (!answer.ok) return show(await answer.text());
    if (last) return location.assign(answer.url);
  }
}

/** Show a refusal as the form's own page would show it. @param {string} page */
function show(page) {
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  if (fresh) document.querySelector("main")?.replaceWith(fresh);
  prepare();
}

/** @param {string} address */
async function goWhenBack(address) {
  const began = performance.now();
  for (let gone = false; ; ) {
    await new Promise(ready => setTimeout(ready, ASK_EVERY));
    try {
      const answer = await fetch("/readyz");
      if (answer.ok && (gone || performance.now() - began > STILL_THERE)) return location.assign(address);
      if (!answer.ok) gone = true;
    } catch {
      gone = true; // connection refused: the restore is in progress
    }
  }
}

function prepare() {
  const form = document.querySelector("form[data-pieces]");
  form?.addEventListener("submit", event => {
    event.preventDefault();
    sendInPieces(/** @type {HTMLFormElement} */ (form)).catch(() => /** @type {HTMLFormElement} */ (form).submit());
  });
}

prepare();
const waits = /** @type {HTMLElement | null} */ (document.querySelector("[data-comes-back]"));
if (waits) void goWhenBack(waits.dataset.comesBack ?? "/");
