// The public pages: kept up to date, with running clocks and a search for names as you type.
import { element, fold, isStale, poll, replaceParts, serverTime, untilNextPoll, updateClocks } from "./live.js";

/** @typedef {{ name: string, number?: string, club?: string, find: string, places: { round: string, place: string, now: boolean, table: number }[] }} Person */

const MOST_FOUND = 12;
const stale = element("stale");
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-seats]"));

// -- finding one's seat

/** @type {Person[] | null} Everybody, once fetched; until then the form itself is submitted. */
let people = null;
/** The forms of the kanji in their names, as `fold` takes them. */
let forms = "";

/** @param {HTMLFormElement} ofSeats */
async function fetchPeople(ofSeats) {
  try {
    const answer = await fetch(ofSeats.dataset.seats ?? "");
    if (answer.ok) ({ people, forms } = await answer.json());
  } catch {
    // The form itself is submitted then.
  }
}

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} [name]
 */
function make(tag, text, name = "") {
  const node = document.createElement(tag);
  node.textContent = text;
  node.className = name;
  return node;
}

/** @param {Person} person */
function row(person) {
  const node = make("li", "");
  const places = document.createElement("ul");
  places.append(...person.places.map(at => make("li", `${at.round}: ${at.place}`, at.now ? "now" : "")));
  const about = [person.number, person.club].filter(Boolean).join(" · ");
  node.append(make("b", person.name), " ", make("span", about, "faint"), places);
  return node;
}

/**
 * The people whose names contain what was typed; those with a name that begins with it come first.
 * @param {Person[]} all
 * @param {string} typed
 */
function matches(all, typed) {
  const wanted = fold(typed, forms);
  /** @param {Person} person */
  const begins = person => (person.find.split(" ").some(part => part.startsWith(wanted)) ? 0 : 1);
  return wanted ? all.filter(each => each.find.includes(wanted)).sort((one, other) => begins(one) - begins(other)) : [];
}

/**
 * Mark on the floor plan the table at which the only one who was found sits now.
 * @param {Person[]} found
 */
function mark(found) {
  const floor = /** @type {SVGElement | null} */ (document.querySelector("svg.floor"));
  if (!floor) return;
  const table = found.length === 1 ? found[0].places.find(each => each.now)?.table : undefined;
  for (const each of /** @type {NodeListOf<SVGElement>} */ (floor.querySelectorAll("[data-table]"))) each.classList.toggle("marked", Number(each.dataset.table) === table);
  element("marked").textContent = table && floor.querySelector(".marked") ? (floor.dataset.marked ?? "").replace("%s", String(table)) : "";
}

/**
 * Search as the visitor types.
 * @param {HTMLFormElement} ofSeats
 */
async function findSeats(ofSeats) {
  const list = element("found");
  const box = /** @type {HTMLInputElement} */ (ofSeats.elements.namedItem("name"));
  const find = () => {
    if (!people) return;
    const found = matches(people, box.value);
    const rows = found.slice(0, MOST_FOUND).map(row);
    if (fold(box.value, forms) && !found.length) rows.push(make("li", ofSeats.dataset.none ?? ""));
    if (found.length > MOST_FOUND) rows.push(make("li", (ofSeats.dataset.more ?? "").replace("%s", String(found.length - MOST_FOUND)), "faint"));
    list.replaceChildren(...rows);
    mark(found);
  };
  box.addEventListener("input", find);
  ofSeats.addEventListener("submit", event => {
    if (people) event.preventDefault();
  });
  await fetchPeople(ofSeats);
  if (box.value) find();
}

// -- the start

if (form) await findSeats(form);

setInterval(() => {
  updateClocks(serverTime());
  stale.hidden = !isStale();
}, 500);

for (;;) {
  const asked = location.href;
  const page = await poll();
  if (page && asked === location.href) { // it may be another page by now
    if (!form && page.querySelector("form[data-seats]")) location.reload(); // the first seating has been published
    replaceParts(page);
    if (form) await fetchPeople(form);
  }
  updateClocks(serverTime());
  await untilNextPoll();
}
