// The search while one types, from the index that is fetched once: so it works when the network is gone.
import { searcher } from "./index.js";

const form = document.getElementById("find");
const list = document.getElementById("hits");
const template = document.getElementById("hit");
const cases = form.dataset.case.split(" ").filter(Boolean);
const asking = new URLSearchParams(new FormData(form));
asking.delete("q");
asking.set("lang", form.dataset.lang);

function address({ ruleset, where, addresses }, { id }) {
  if (addresses[id]) return addresses[id];
  const [kind, place] = id.split("/");
  if (kind === "REGULATION") return `${where}#${place.toLowerCase()}`;
  return `/rules/${kind === "ANSWER" ? "answers" : ruleset}/${id}`;
}

function linked(given, id) {
  const link = document.createElement("a");
  link.href = address(given, { id });
  link.textContent = id;
  return link;
}

function shown(given, { point, why }, first) {
  const row = template.content.cloneNode(true);
  const part = name => row.querySelector(`[data-of="${name}"]`);
  row.querySelector("details").open = first;
  row.querySelector("summary b").textContent = point.id.startsWith("REGULATION/") ? "" : point.id;
  for (const name of ["title", "text", "about"]) part(name).textContent = point[name];
  for (const name of ["reading", "example"]) {
    if (point[name]) part(name).querySelector("span").textContent = point[name];
    else part(name).remove();
  }
  if (why !== "case") part("case").remove();
  if (point.supersedes.length) part("supersedes").append(...point.supersedes.flatMap(id => [linked(given, id), " "]));
  else part("supersedes").remove();
  row.querySelector("a.row").href = address(given, point);
  return row;
}

async function keepForLater() {
  if (!("serviceWorker" in navigator)) return false;
  try {
    await navigator.serviceWorker.register("/rules-worker.js", { scope: "/rules/" });
    const { active } = await navigator.serviceWorker.ready;
    const parts = [...document.querySelectorAll("link[href], script[src]")].map(each => each.href || each.src);
    const modules = ["spelling.js", "terms.js", "index.js"].map(name => new URL(name, import.meta.url).href);
    const index = `${form.dataset.index}?lang=${form.dataset.lang}`;
    active.postMessage({ kind: "keep", addresses: [location.pathname, index, ...parts, ...modules] });
    return true;
  } catch {
    return false;
  }
}

async function begin() {
  const answer = await fetch(`${form.dataset.index}?${asking}`);
  if (!answer.ok) return;
  const given = await answer.json();
  const search = searcher(given);
  const box = form.elements.q;
  let last = box.value;

  function look() {
    const query = box.value.trim();
    const found = query || cases.length ? search(query, cases) : [];
    list.replaceChildren(...found.map((each, at) => shown(given, each, at === 0)));
    list.hidden = !found.length;
    document.getElementById("none").hidden = !query || found.length > 0;
    const now = new URL(location);
    if (query) now.searchParams.set("q", query);
    else now.searchParams.delete("q");
    history.replaceState(null, "", now);
  }

  box.addEventListener("input", event => {
    if (event.isComposing || box.value === last) return;
    last = box.value;
    look();
  });
  box.addEventListener("compositionend", look);
  form.addEventListener("submit", event => {
    event.preventDefault();
    look();
  });
  // A page from the device's keeping knows nothing of what is asked for now.
  const wanted = new URL(location).searchParams.get("q") ?? "";
  if (wanted !== box.value || !navigator.onLine) {
    box.value = wanted;
    look();
  }
  form.dataset.ready = "1";
  const kept = document.getElementById("kept");
  kept.textContent = kept.dataset.open;
  if (await keepForLater()) kept.textContent = kept.dataset.always;
}

begin().catch(() => {}); // the form itself asks the server then
