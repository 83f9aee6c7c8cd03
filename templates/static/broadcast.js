// The broadcast: moments and tables are followed without loading the page anew; arrow keys go from move to move.
import { replaceParts } from "./live.js";

/**
 * Show another moment or table; if that fails, the browser goes there by itself.
 * @param {string} address
 */
async function follow(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (address !== location.href) history.pushState(null, "", address);
    replaceParts(page);
    document.title = page.title;
  } catch {
    location.assign(address);
  }
}

/**
 * The address of a link that this page can show by itself.
 * @param {Element | null | undefined} inside
 */
function addressOf(inside) {
  const link = inside?.closest("a[data-follow]");
  return link ? new URL(link.getAttribute("href") ?? "", location.href).href : null;
}

document.addEventListener("click", event => {
  const address = event.target instanceof Element ? addressOf(event.target) : null;
  if (!address || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const isTable = event.target instanceof Element && event.target.closest(".small-board");
  void follow(address).then(() => isTable && document.querySelector("[data-live=large]")?.scrollIntoView());
});

document.addEventListener("keydown", event => {
  const id = { ArrowLeft: "earlier", ArrowRight: "later", End: "latest" }[event.key];
  if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
  const address = addressOf(document.getElementById(id)) ?? (event.key === "ArrowRight" ? addressOf(document.getElementById("latest")) : null);
  if (!address) return;
  event.preventDefault();
  void follow(address);
});

window.addEventListener("popstate", () => void follow(location.href));
