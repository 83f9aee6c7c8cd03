// Placing the things of the hall on a grid: by dragging, by tapping a thing and then its place, or by the arrow keys.
import { element } from "./live.js";

/** @typedef {{ kind: string, column: number, row: number, number: number }} Thing */

const SIDE = 48; // px: a place is large enough to be tapped
const SPARE = 3; // empty columns and rows beyond the last thing
const LEAST = 8; // columns and rows of an empty hall
const MOVED = 8; // px after which a press is a drag
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-floor]"));
const kept = /** @type {HTMLInputElement} */ (form.elements.namedItem("things"));
const grid = /** @type {HTMLElement} */ (form.querySelector(".grid"));
const number = /** @type {HTMLInputElement} */ (element("number"));
const last = Number(form.dataset.last);
const titles = new Map([.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-add]"))].map(each => [each.dataset.add ?? "", each.dataset.title ?? ""]));

/** @type {Thing[]} */
const things = JSON.parse(kept.value);
/** @type {Map<Thing, HTMLButtonElement>} */
const buttons = new Map();
/** @type {Thing | null} The thing that was chosen, which goes where is tapped next. */
let chosen = null;

/** @param {Thing} thing */
const called = thing => (thing.kind === "table" ? (form.dataset.table ?? "").replace("%1", String(thing.number)) : titles.get(thing.kind) ?? "");
/** @param {Thing} thing */
const placeOf = thing => (form.dataset.at ?? "").replace("%1", called(thing)).replace("%2", String(thing.column + 1)).replace("%3", String(thing.row + 1));
/** @param {number} column @param {number} row */
const at = (column, row) => things.find(each => each.column === column && each.row === row);
/** @param {string} text */
const tell = text => { element("placed").textContent = text; };
/** @param {number} place */
const within = place => Math.min(last, Math.max(0, place));

/** Show everything where it is, and keep it in the form. */
function draw() {
  const columns = Math.min(last + 1, Math.max(LEAST, ...things.map(each => each.column + 1 + SPARE)));
  const rows = Math.min(last + 1, Math.max(LEAST, ...things.map(each => each.row + 1 + SPARE)));
  grid.style.width = `${columns * SIDE}px`;
  grid.style.height = `${rows * SIDE}px`;
  for (const [thing, button] of buttons) {
    button.style.left = `${thing.column * SIDE}px`;
    button.style.top = `${thing.row * SIDE}px`;
    button.textContent = thing.kind === "table" ? String(thing.number) : titles.get(thing.kind) ?? "";
    button.setAttribute("aria-label", placeOf(thing));
    button.setAttribute("aria-pressed", String(thing === chosen));
  }
  element("chosen").hidden = !chosen;
  number.disabled = chosen?.kind !== "table";
  if (document.activeElement !== number) number.value = chosen?.number ? String(chosen.number) : "";
  kept.value = JSON.stringify(things);
}

/** @param {Thing | null} thing */
function choose(thing) {
  chosen = thing;
  if (thing) tell(placeOf(thing));
  draw();
}

/**
 * Move a thing, unless something else stands there.
 * @param {Thing} thing
 * @param {number} column
 * @param {number} row
 */
function move(thing, column, row) {
  const there = at(within(column), within(row));
  if (there && there !== thing) {
    tell(form.dataset.taken ?? "");
    return;
  }
  thing.column = within(column);
  thing.row = within(row);
  draw();
  tell(placeOf(thing));
}

/** @param {Thing} thing */
function remove(thing) {
  things.splice(things.indexOf(thing), 1);
  buttons.get(thing)?.remove();
  buttons.delete(thing);
  choose(null);
  tell((form.dataset.gone ?? "").replace("%1", called(thing)));
}

/**
 * The column and row at a point of the screen.
 * @param {PointerEvent | MouseEvent} event
 * @returns {[number, number]}
 */
function pointed(event) {
  const box = grid.getBoundingClientRect();
  return [Math.floor((event.clientX - box.left) / SIDE), Math.floor((event.clientY - box.top) / SIDE)];
}

/** @param {Thing} thing */
function show(thing) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = thing.kind;
  buttons.set(thing, button);
  /** @type {[number, number] | null} Where the pointer was pressed. */
  let from = null;
  let dragged = false;
  button.addEventListener("pointerdown", event => {
    from = [event.clientX, event.clientY];
    dragged = false;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", event => {
    if (!from || (!dragged && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < MOVED)) return;
    dragged = true;
    const [column, row] = pointed(event);
    if (!at(within(column), within(row))) move(thing, column, row);
  });
  button.addEventListener("pointerup", () => { from = null; });
  button.addEventListener("pointercancel", () => { from = null; });
  button.addEventListener("click", () => {
    if (dragged) choose(thing);
    else choose(chosen === thing ? null : thing);
    dragged = false;
  });
  button.addEventListener("keydown", event => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      chosen = thing;
      move(thing, thing.column + step[0], thing.row + step[1]);
      button.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      const next = things[things.indexOf(thing) + 1] ?? things[things.indexOf(thing) - 1];
      remove(thing);
      if (next) buttons.get(next)?.focus();
    }
  });
  grid.append(button);
}

/**
 * Put something new on the first free place of the grid as it is shown; a table gets the lowest number that is free.
 * @param {string} kind
 */
function add(kind) {
  const columns = Math.round(parseFloat(grid.style.width) / SIDE);
  for (let row = 0; row <= last; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (at(column, row)) continue;
      let free = kind === "table" ? 1 : 0;
      while (free && things.some(each => each.number === free)) free += 1;
      const thing = { kind, column, row, number: free };
      things.push(thing);
      show(thing);
      choose(thing);
      buttons.get(thing)?.focus();
      return;
    }
  }
  tell(form.dataset.full ?? "");
}

for (const each of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-add]"))) {
  each.addEventListener("click", () => add(each.dataset.add ?? ""));
}
grid.addEventListener("click", event => {
  if (chosen && event.target === grid) move(chosen, ...pointed(event));
});
element("away").addEventListener("click", () => { if (chosen) remove(chosen); });
number.addEventListener("input", () => {
  if (!chosen) return;
  const typed = Number(number.value.normalize("NFKC").trim());
  chosen.number = Number.isInteger(typed) && typed > 0 ? typed : 0;
  draw();
});
number.addEventListener("keydown", event => {
  if (event.key === "Enter") event.preventDefault(); // the form is sent by its button
});

for (const thing of things) show(thing);
draw();
