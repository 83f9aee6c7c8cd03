// How the standings developed, as a line plot of the table that the page also has; redrawn whenever that is replaced.
import { rankPlot } from "./plots.js";

const RELOAD_AFTER = 3000; // ms until the page is reloaded to see whether more games have been read
const SEATS = 8; // lines in colour, one for each seat's colour
let highlighted = "";

/** The colours of the seats in order, in the current colour scheme. */
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
  rankPlot(box, {
    stops: [...table.querySelectorAll("th[data-stop]")].map(each => each.textContent ?? ""), players, colours,
    most: Math.max(places, ...players.flatMap(player => player.ranks.map(Number))), line: places ? { places, name: table.dataset.lineName ?? "" } : null,
  });
}

/** Draw all plots of the page. */
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

// A change before the first poll would go unnoticed until the next one.
if (document.getElementById("waiting")) setTimeout(() => location.reload(), RELOAD_AFTER);
drawAll();
document.addEventListener("renewed", drawAll);
