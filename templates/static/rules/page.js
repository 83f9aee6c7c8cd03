// Search as you type, in an index that is fetched once, so that it works without a network.
import { element } from "../live.js";
import { answered, guideOf, searcher } from "./search.js";

const form = /** @type {HTMLFormElement} */ (element("find"));
const list = element("hits");
const template = /** @type {HTMLTemplateElement} */ (element("hit"));
const cases = (form.dataset.case ?? "").split(" ").filter(Boolean);
const question = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
question.delete("q");
question.set("lang", form.dataset.lang ?? "");

/**
 * The address of a point's page.
 * @param {SearchIndex} index
 * @param {string} id
 */
function address({ ruleset, where, addresses }, id) {
  if (addresses[id]) return addresses[id];
  const [kind, place] = id.split("/");
  if (kind === "REGULATION") return `${where}#${place.toLowerCase()}`;
  return `/rules/${kind === "ANSWER" ? "answers" : ruleset}/${id}`;
}

/**
 * @param {SearchIndex} index
 * @param {string} id
 */
function link(index, id) {
  const anchor = document.createElement("a");
  anchor.href = address(index, id);
  anchor.textContent = id;
  return anchor;
}

/**
 * A hit as a row of the list.
 * @param {SearchIndex} index
 * @param {Hit} hit
 * @param {boolean} first
 */
function row(index, { point, why }, first) {
  const fragment = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  /** @param {string} selector */
  const find = selector => /** @type {HTMLElement} */ (fragment.querySelector(selector));
  /** @param {string} name */
  const part = name => find(`[data-of="${name}"]`);
  find("details").toggleAttribute("open", first);
  find("summary b").textContent = point.id.startsWith("REGULATION/") ? "" : point.id;
  for (const name of ["title", "text", "about"]) part(name).textContent = point[name];
  for (const name of ["reading", "example"]) {
    if (point[name]) find(`[data-of="${name}"] span`).textContent = point[name];
    else part(name).remove();
  }
  if (why !== "case") part("case").remove();
  if (point.supersedes.length) part("supersedes").append(...point.supersedes.flatMap(id => [link(index, id), " "]));
  else part("supersedes").remove();
  find("a.row").setAttribute("href", address(index, point.id));
  return fragment;
}

/**
 * Show the parts of the irregularity guide that a question may be about.
 * @param {Hit[]} hits
 */
function showGuide(hits) {
  const box = element("guide");
  const intro = document.createElement("span");
  intro.className = "faint";
  intro.textContent = box.dataset.said ?? "";
  box.replaceChildren(intro, ...hits.flatMap(({ point }) => {
    const anchor = document.createElement("a");
    anchor.className = "row";
    anchor.href = `/rules/irregularities/${point.id.split("/")[1].toLowerCase()}`;
    anchor.textContent = point.title;
    return [" ", anchor];
  }));
  box.hidden = !hits.length;
}

/** Have the service worker cache the page with its parts; whether the browser has one. */
async function cacheForOffline() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("/rules-worker.js", { scope: "/rules/" });
    const { active } = await navigator.serviceWorker.ready;
    const parts = [...document.querySelectorAll("link[href], script[src]")].map(each => each.getAttribute("href") ?? each.getAttribute("src"));
    const index = `${form.dataset.index}?lang=${form.dataset.lang}`;
    active?.postMessage({ kind: "keep", addresses: [location.pathname, index, ...parts] });
    return true;
  } catch {
    return false;
  }
}

async function begin() {
  const answer = await fetch(`${form.dataset.index}?${question}`);
  if (!answer.ok) return;
  /** @type {SearchIndex} */
  const index = await answer.json();
  const search = searcher(index);
  const inGuide = guideOf(index);
  const box = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  let last = box.value;

  function searchNow() {
    const query = box.value.trim();
    const found = query || cases.length ? search(query, cases) : [];
    list.replaceChildren(...found.map((each, at) => row(index, each, at === 0)));
    list.hidden = !found.length;
    showGuide(query ? inGuide(query) : []);
    element("none").hidden = !query || found.length > 0;
    const told = answered(index, query, found);
    element("unsure").hidden = !found.length || told !== "none";
    element("likely").hidden = !found.length || told !== "likely";
    const here = new URL(location.href);
    if (query) here.searchParams.set("q", query);
    else here.searchParams.delete("q");
    history.replaceState(null, "", here);
  }

  box.addEventListener("input", event => {
    if (/** @type {InputEvent} */ (event).isComposing || box.value === last) return;
    last = box.value;
    searchNow();
  });
  box.addEventListener("compositionend", searchNow);
  form.addEventListener("submit", event => {
    event.preventDefault();
    searchNow();
  });
  // A page from the service worker's cache was rendered without the question in its address.
  const wanted = new URL(location.href).searchParams.get("q") ?? "";
  if (wanted !== box.value || !navigator.onLine) {
    box.value = wanted;
    searchNow();
  }
  form.dataset.ready = "1";
  const state = element("kept");
  state.textContent = state.dataset.open ?? "";
  if (await cacheForOffline()) state.textContent = state.dataset.always ?? "";
}

begin().catch(() => {}); // the form then asks the server
