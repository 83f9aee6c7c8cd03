// The replay of a game: slider and keys to go through its moments, the board of each, and its figures as plots.
import { written } from "./board/money.js";
import { drawingData } from "./board/seen.js";
import { redraw } from "./board/whole.js";
import { downloadPicture } from "./picture.js";
import { barPlot, linePlot } from "./plots.js";

/**
 * @typedef {{ seq: number, told: string, changes: { players?: Record<string, any>, deeds?: Record<string, any>, turn?: string, pot?: number } }} Step
 * @typedef {{ seats: { key: string, name: string }[], printed: any, start: any, steps: Step[], worth: Record<string, number[]>, cash: Record<string, number[]> }} Replay
 */

/** @param {string} id */
const element = id => /** @type {HTMLElement} */ (document.getElementById(id));

const PLAYBACK_PACE = 600; // ms for which each moment is shown during playback
const ADDRESS_DELAY = 200; // ms of debounce before the address is updated
const CACHE_EVERY = 20; // moments between two cached positions

/** A game at any of its moments. */
export class Moments {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** @type {Map<number, any>} */
    this.positions = new Map([[0, replay.start]]);
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /**
   * The position at a moment.
   * @param {number} step
   */
  at(step) {
    let from = step - (step % CACHE_EVERY);
    while (!this.positions.has(from)) from -= CACHE_EVERY;
    let position = this.positions.get(from);
    while (from < step) {
      from += 1;
      position = applyChanges(position, this.replay.steps[from].changes);
      if (from % CACHE_EVERY === 0) this.positions.set(from, position);
    }
    return position;
  }

  /**
   * The moment of an entry of the log: the last one that is not after it.
   * @param {number} seq
   */
  momentOf(seq) {
    return Math.max(0, this.replay.steps.findLastIndex(each => each.seq <= seq));
  }
}

/**
 * A position with changes applied; a deed that nobody owns any more is removed.
 * @param {any} position
 * @param {Step["changes"]} changes
 */
function applyChanges(position, { players, deeds, turn, pot }) {
  const next = { turn: turn ?? position.turn, pot: pot ?? position.pot, players: { ...position.players, ...players }, deeds: { ...position.deeds, ...deeds } };
  for (const [key, deed] of Object.entries(next.deeds)) if (!deed) delete next.deeds[key];
  return next;
}

/**
 * Wire up the page for a game. Returns the function that goes to a moment.
 * @param {Moments} moments
 */
function show(moments) {
  const { replay } = moments;
  const [box, caption, where] = [element("board"), element("told"), element("where")];
  const slider = /** @type {HTMLInputElement} */ (element("slider"));
  const link = /** @type {HTMLAnchorElement} */ (element("link"));
  const cashes = [...document.querySelectorAll("[data-cash]")];
  let now = -1;
  let playing = 0;
  let frame = 0;
  let addressing = 0;
  /** @param {number} step */
  const go = step => {
    step = Math.min(moments.last, Math.max(0, step));
    if (step === now) return;
    now = step;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw); // a slider fires more often than the screen is drawn
  };
  const draw = () => {
    const position = moments.at(now);
    const { seq, told: sentence } = replay.steps[now];
    redraw(box, drawingData(replay.printed, position, replay.seats), sentence);
    caption.textContent = sentence;
    link.href = seq ? `${link.dataset.base}${seq}${link.dataset.end}` : location.pathname;
    where.textContent = `${seq} / ${replay.steps[moments.last].seq}`;
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", `${seq}: ${sentence}`);
    for (const each of /** @type {HTMLMeterElement[]} */ (cashes)) {
      const cash = position.players[each.dataset.cash ?? ""].cash;
      each.value = cash;
      /** @type {Element} */ (each.nextElementSibling).textContent = written(replay.printed.money, cash);
    }
    clearTimeout(addressing);
    addressing = window.setTimeout(() => history.replaceState(null, "", `#${seq}`), ADDRESS_DELAY); // browsers limit how often this may be called
  };
  /** @param {boolean} on */
  const play = on => {
    clearInterval(playing);
    element("play").setAttribute("aria-pressed", String(on));
    if (on) playing = window.setInterval(() => (now < moments.last ? go(now + 1) : play(false)), PLAYBACK_PACE);
  };
  slider.max = String(moments.last);
  slider.addEventListener("input", () => go(Number(slider.value)));
  element("first").addEventListener("click", () => go(0));
  element("back").addEventListener("click", () => go(now - 1));
  element("next").addEventListener("click", () => go(now + 1));
  element("last").addEventListener("click", () => go(moments.last));
  element("play").addEventListener("click", () => play(element("play").getAttribute("aria-pressed") !== "true"));
  element("picture").addEventListener("click", () => downloadPicture(/** @type {SVGSVGElement} */ (box.querySelector("svg")), `${document.title} ${replay.steps[now].seq}`));
  addEventListener("keydown", event => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: moments.last, PageUp: now - 10, PageDown: now + 10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  });
  // The address lags behind, so a tap on a link to another moment may not change it and fire no hashchange.
  document.addEventListener("click", event => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest(".turning a"));
    if (link) go(moments.momentOf(Number(link.hash.slice(1))));
  });
  /** @param {string} address */
  const follow = address => go(moments.momentOf(Number(new URL(address).hash.slice(1)) || 0));
  addEventListener("hashchange", event => follow(event.newURL));
  follow(location.href);
  return go;
}

/**
 * Draw the plots, from the game and from the tables in the page.
 * @param {Replay} replay
 * @param {(step: number) => void} go
 */
function plot(replay, go) {
  const colours = () => [...document.querySelectorAll("#seats .disc")].map(each => getComputedStyle(each).borderTopColor);
  const seqs = replay.steps.map(step => step.seq);
  for (const what of /** @type {const} */ (["worth", "cash"])) {
    linePlot(element(`plot-${what}`), { money: replay.printed.money, seats: replay.seats, seqs, values: replay[what], colours }, go);
  }
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-bars]"))) {
    const rows = [...table.tBodies[0].rows].map(row => row.dataset);
    const names = /** @type {[string, string]} */ ([table.dataset.real, table.dataset.expected]);
    barPlot(element(table.dataset.bars ?? ""), { labels: rows.map(row => row.label ?? ""), real: rows.map(row => Number(row.real)), expected: rows.map(row => Number(row.expected)), names });
  }
}

const root = typeof document === "undefined" ? null : document.getElementById("replay");
if (root) {
  const answer = await fetch(root.dataset.moments ?? "");
  /** @type {Replay} */
  const replay = await answer.json();
  plot(replay, show(new Moments(replay)));
  root.dataset.ready = "yes";
}
