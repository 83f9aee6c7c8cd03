// Backups: upload a backup file in chunks, since the size of a request is limited; and on the page of a restore, wait until
// the service has restarted.

const CHUNK = 900_000; // bytes
const POLL_EVERY = 500; // ms
const GIVE_UP_AFTER = 20_000; // ms after which the page moves on although the service never went down

/** @param {HTMLFormElement} form */
async function uploadInChunks(form) {
  const chosen = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files?.[0];
  const progress = /** @type {HTMLProgressElement} */ (form.querySelector("progress"));
  if (!chosen) return;
  progress.hidden = false;
  for (let offset = 0; ; offset += CHUNK) {
    const body = new FormData(form);
    const last = offset + CHUNK >= chosen.size;
    body.set("offset", String(offset));
    body.set("last", last ? "1" : "0");
    body.set("file", chosen.slice(offset, offset + CHUNK), chosen.name);
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    progress.value = Math.min(1, (offset + CHUNK) / chosen.size);
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
async function openAfterRestart(address) {
  const began = performance.now();
  for (let gone = false; ; ) {
    await new Promise(ready => setTimeout(ready, POLL_EVERY));
    try {
      const answer = await fetch("/readyz");
      if (answer.ok && (gone || performance.now() - began > GIVE_UP_AFTER)) return location.assign(address);
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
    uploadInChunks(/** @type {HTMLFormElement} */ (form)).catch(() => /** @type {HTMLFormElement} */ (form).submit());
  });
}

prepare();
const restarting = /** @type {HTMLElement | null} */ (document.querySelector("[data-comes-back]"));
if (restarting) void openAfterRestart(restarting.dataset.comesBack ?? "/");
