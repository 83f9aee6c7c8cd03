// Fit slides to the screen: lists in as many columns and pages as stay readable from the back of the hall, texts as large
// as there is room, the bracket as pictures. Every kind returns its number of pages and a function that shows one.
import { bracketPictures } from "./tree.js";

/** @typedef {{ count: number, show: (page: number) => void }} Pages */

const SCALES = [1.6, 1.35, 1.15, 1, 0.85]; // of a list's letters, tried from the largest
const NARROW = 1.3; // a name may be too wide by this factor: it is then set smaller
const MANY = 80; // rows that are too many for large letters anyway
const LEAST = 18; // smallest size of a fitted text, in thousandths of the screen's smaller dimension; MOST: the largest
const MOST = 110;
const STRETCH = 1.3; // of a row's height, where there is room

/**
 * @template {HTMLElement} T
 * @param {HTMLElement} within
 * @param {string} wanted
 */
const query = (within, wanted) => /** @type {T | null} */ (within.querySelector(wanted));

/**
 * The pages of a slide, which must be visible while they are measured.
 * @param {HTMLElement} section
 * @returns {Pages}
 */
export function pagesOf(section) {
  const list = /** @type {HTMLElement | null} */ (query(section, ".rows"));
  const tree = /** @type {HTMLElement | null} */ (query(section, ".tree"));
  const single = /** @type {HTMLElement | null} */ (query(section, ".single"));
  if (list?.children.length) return rows(list);
  if (tree) return bracket(tree);
  if (single) return notices(/** @type {HTMLElement[]} */ ([...single.children]));
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".fit"))) enlarge(each);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".news"))) shorten(each);
  return { count: 1, show: () => {} };
}

/**
 * A list: in the columns and font size with which all of it fits, otherwise on several pages.
 * @param {HTMLElement} list
 * @returns {Pages}
 */
function rows(list) {
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  for (const each of all) {
    each.hidden = false;
    each.classList.remove("squeezed");
  }
  const most = Math.max(1, Math.round(Number(list.dataset.columns) * Math.min(1, list.clientWidth / list.clientHeight / 1.5)));
  list.classList.add("measured");
  const fit = bestFit(list, all, most);
  applyFit(list, fit.scale, fit.columns);
  for (const [row, over] of nameOverflow(all)) row.classList.toggle("squeezed", over > 1);
  list.classList.remove("measured");
  const count = Math.ceil(all.length / (fit.down * fit.columns));
  const each = Math.ceil(all.length / count);
  const pageOf = (/** @type {number} */ number) => Math.floor((number * count) / all.length);
  const down = Math.max(1, Math.ceil(each / fit.columns));
  list.style.setProperty("--down", String(down));
  list.style.setProperty("--row", `${Math.max(fit.height, Math.min(fit.height * STRETCH, Math.floor(list.clientHeight / down)))}px`);
  return { count, show: page => all.forEach((row, number) => { row.hidden = pageOf(number) !== page; }) };
}

/**
 * @param {HTMLElement} list
 * @param {number} scale
 * @param {number} columns
 */
function applyFit(list, scale, columns) {
  list.style.setProperty("--scale", String(scale));
  list.style.setProperty("--columns", String(columns));
}

/**
 * For each row, the width of its name as a multiple of the available width.
 * @param {HTMLElement[]} all
 * @returns {[HTMLElement, number][]}
 */
const nameOverflow = all => all.map(row => {
  const name = row.querySelector("span");
  return [row, name ? (name.scrollWidth - 1) / name.clientWidth : 0];
});

/**
 * The largest letters with which all rows fit on one page; otherwise the most columns in which no name is cut, with smaller
 * letters if these show half as many rows again.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} all
 * @param {number} most
 */
function bestFit(list, all, most) {
  let last = { scale: 1, columns: 1, down: 1, height: 1 };
  let found = null;
  for (const scale of all.length > MANY ? SCALES.slice(-2) : SCALES) {
    for (let columns = most; columns >= 1; columns -= 1) {
      applyFit(list, scale, columns);
      const height = Math.max(...all.map(each => each.offsetHeight));
      const down = Math.max(1, Math.floor(list.clientHeight / height));
      const cut = nameOverflow(all).some(([, over]) => over > NARROW);
      last = { scale, columns, down, height };
      if (cut) continue;
      if (down * columns >= all.length) return last;
      if (scale > 1) continue;
      if (!found || down * columns > 1.5 * found.down * found.columns) found = last;
      break;
    }
  }
  return found ?? last;
}

/**
 * Texts, one per page.
 * @param {HTMLElement[]} all
 * @returns {Pages}
 */
function notices(all) {
  /** @param {number} page */
  const show = page => all.forEach((each, number) => { each.hidden = number !== page; });
  all.forEach((each, number) => {
    show(number);
    enlarge(each);
  });
  return { count: all.length, show };
}

/**
 * Set a text as large as its box allows.
 * @param {HTMLElement} box
 */
function enlarge(box) {
  const large = () => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
  let [least, most] = [LEAST, Number(box.dataset.most) || MOST];
  while (most - least > 1) {
    const size = Math.floor((least + most) / 2);
    box.style.setProperty("--fit", String(size / 10));
    if (large()) most = size;
    else least = size;
  }
  box.style.setProperty("--fit", String(least / 10));
}

/**
 * Hide the last pieces of news, for which there is no room.
 * @param {HTMLElement} list
 */
function shorten(list) {
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  for (const each of all) each.hidden = false;
  for (const each of all.reverse()) {
    if (list.scrollHeight <= list.clientHeight + 1) return;
    each.hidden = true;
  }
}

/** @type {WeakMap<HTMLElement, import("./tree.js").Stage[]>} The stages read from each box before pictures replaced its lists. */
const stagesRead = new WeakMap();

/**
 * The bracket, read from the lists in the page.
 * @param {HTMLElement} box
 * @returns {Pages}
 */
function bracket(box) {
  const stages = stagesRead.get(box) ?? /** @type {HTMLElement[]} */ ([...box.children]).map(stage => ({
    title: stage.dataset.title ?? "",
    open: stage.dataset.open ?? "",
    cards: /** @type {HTMLElement[]} */ ([...stage.querySelectorAll(".card")]).map(card => ({
      title: card.dataset.title ?? "",
      players: /** @type {HTMLElement[]} */ ([...card.children]).map(each => ({
        name: each.textContent ?? "",
        key: each.dataset.player ?? "",
        ahead: each.classList.contains("ahead"),
        place: Number(each.dataset.place) || 0,
      })),
    })),
  }));
  stagesRead.set(box, stages);
  const v = Math.min(innerHeight, innerWidth * 0.75) / 100;
  const pictures = bracketPictures(stages, box.clientWidth, box.clientHeight, 3.2 * v, 5.5 * v);
  box.classList.add("pictures");
  return { count: pictures.length, show: page => { box.innerHTML = pictures[page]; } };
}
