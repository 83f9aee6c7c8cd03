// The public pages: kept as the service has them, the clock counted on, names found while one types.
import { count } from "./clocks.js";
import { folded } from "./folded.js";
import { fresh, isStale, now, pause } from "./kept_page.js";

const MOST = 12;
const stale = document.getElementById("stale");

function put(page) {
  for (const there of document.querySelectorAll("[data-live]")) {
    const its = page.querySelector(`[data-live="${there.dataset.live}"]`);
    if (!its) continue;
    const open = [...there.querySelectorAll("details[open]")].map(each => each.closest("tr")?.id).filter(Boolean);
    there.replaceWith(its);
    for (const id of open) document.getElementById(id)?.querySelector("details")?.setAttribute("open", "");
  }
}

const form = document.querySelector("form[data-seats]");
const list = document.getElementById("found");
let people = null;

async function read() {
  try {
    const answer = await fetch(form.dataset.seats);
    if (answer.ok) people = (await answer.json()).people;
  } catch {
    // The form itself is sent then.
  }
}

function told(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = name;
  return made;
}

function row(each) {
  const made = told("li", "");
  const places = document.createElement("ul");
  places.append(...each.places.map(at => told("li", `${at.round}: ${at.place}`, at.now ? "now" : "")));
  made.append(told("b", each.name), " ", told("span", [each.number, each.club].filter(Boolean).join(" · "), "faint"), places);
  return made;
}

function find() {
  const wanted = folded(form.elements.name.value);
  if (!people) return;
  const begins = each => (each.find.split(" ").some(part => part.startsWith(wanted)) ? 0 : 1);
  const found = wanted ? people.filter(each => each.find.includes(wanted)).sort((one, other) => begins(one) - begins(other)) : [];
  const rows = found.slice(0, MOST).map(row);
  if (wanted && !found.length) rows.push(told("li", form.dataset.none));
  if (found.length > MOST) rows.push(told("li", form.dataset.more.replace("%s", found.length - MOST), "faint"));
  list.replaceChildren(...rows);
}

if (form) {
  form.elements.name.addEventListener("input", find);
  form.addEventListener("submit", event => {
    if (people) event.preventDefault();
  });
  await read();
  if (form.elements.name.value) find();
}

setInterval(() => {
  count(now());
  stale.hidden = !isStale();
}, 500);

for (;;) {
  const page = await fresh();
  if (page) {
    if (!form && page.querySelector("form[data-seats]")) location.reload(); // the first seating is out
    put(page);
    if (form) await read();
  }
  count(now());
  await pause();
}
