// The way of the standings as lines, from the table that stands behind the plot; drawn again whenever that is renewed.
import { ranks } from "./plots.js";

const WAIT = 3000; // ms until it is looked again whether more games were read
const SEATS = 8; // as many lines as there are colours
let highlighted = "";

/** The colours of the seats, in their order, as they are here and now. */
function colours() {
  const disc = document.createElement("i");
  document.body.append(disc);
  const found = Array.from({ length: SEATS }, (_, number) => {
    disc.className = `disc seat${number + 1}`;
    return getComputedStyle(disc).borderTopColor;
  });
  disc.remove();
  return found;
}

/** @param {HTMLTableElement} table */
function draw(table) {
  const box = /** @type {HTMLElement} */ (document.getElementById(table.dataset.course ?? ""));
  const rows = [...table.tBodies[0].rows].map(row => row.dataset);
  const chosen = rows.findIndex(row => row.number === highlighted);
  const first = new Set([...rows.keys()].slice(0, chosen < SEATS ? SEATS : SEATS - 1));
  if (chosen >= 0) first.add(chosen);
  let seat = 0;
  const players = rows.map((row, number) => ({
    number: row.number ?? "", name: row.name ?? "", ranks: (row.ranks ?? "").split(",").map(rank => (rank ? Number(rank) : null)), seat: first.has(number) ? (seat += 1) : 0,
  }));
  const places = Number(table.dataset.line ?? 0);
  box.replaceChildren();
  ranks(box, {
    stops: [...table.querySelectorAll("th[data-stop]")].map(each => each.textContent ?? ""), players, colours,
    most: Math.max(places, ...players.flatMap(player => player.ranks.map(Number))), line: places ? { places, name: table.dataset.lineName ?? "" } : null,
  });
}

/** Draw what the page has to draw. */
function drawAll() {
  const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById("highlight"));
  if (choice) {
    choice.value = highlighted;
    choice.addEventListener("change", () => {
      highlighted = choice.value;
      for (const table of courses()) draw(table);
    });
  }
  for (const table of courses()) draw(table);
  const page = document.getElementById("story-page");
  if (page) page.dataset.ready = "yes";
}

const courses = () => /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-course]"));

// The page may have changed before it is first asked for again, which would be missed until the next change.
if (document.getElementById("waiting")) setTimeout(() => location.reload(), WAIT);
drawAll();
document.addEventListener("renewed", drawAll);
