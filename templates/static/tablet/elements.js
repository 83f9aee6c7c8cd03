// Components that many panels share: buttons, sheets, ticks that are kept, drawings of buildings, the choice of a player.
import { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-3.1.1/standalone.module.js";
import { pageData, Unreachable, word } from "./page.js";
import { HOTEL } from "./table.js";

export { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState };

/**
 * A button that stays in place while it may not be used: it is grey then, and a tap on it says why.
 * @param {{ open: boolean, yes: () => void, why: () => void, kind?: string, test?: string, children?: Rendered }} props
 */
export function GuardedButton({ open, yes, why, kind, test, children }) {
  return html`<button class=${`${kind ?? "big"}${open ? "" : " shut"}`} aria-disabled=${open ? null : "true"} onClick=${open ? yes : why}
    data-test=${test}>${children}</button>`;
}

/**
 * A button that logs a report if it may be made now; otherwise it is grey, and a tap on it says why not. `open`: whether it
 * may be made, if type and player alone do not tell (not to be confused with `may`: what the page's user may do).
 * @param {Tools & { report: Move, open?: boolean, preview?: PreviewText, main?: boolean, children?: Rendered, test?: string }} props
 */
export function ReportButton({ table, log, explain, report, open = Boolean(table.may(report.type, report.player)), preview, main, children, test }) {
  const tap = () => (open ? log(report, { preview }) : explain(report));
  return html`<button class=${`${main ? "go big" : "big"}${open ? "" : " shut"}`} aria-disabled=${open ? null : "true"} onClick=${tap} data-test=${test ?? report.type}>${children}</button>`;
}

/**
 * The place of what decides: the buttons for what is `first` due stand at the foot of the page, always in sight, and nothing
 * else ever does. What is due later has its buttons where it is told.
 * @param {{ first?: boolean, children?: Rendered }} props
 */
export function Decide({ first = true, children }) {
  return html`<div class=${first ? "actions decide" : "actions"}>${children}</div>`;
}

/**
 * A button that asks the server for something, and says so if there is no answer.
 * @param {{ ask: () => Promise<unknown>, children?: Rendered }} props
 */
export function AskButton({ ask, children }) {
  const [lost, set] = useState(false);
  const tap = () => ask().then(() => set(false), error => {
    if (!(error instanceof Unreachable)) throw error;
    set(true);
  });
  return html`<button onClick=${tap}>${children}</button>${lost && html`<p class="wrong" role="alert">${word("unanswered")}</p>`}`;
}

/**
 * A sheet over the page. It takes the focus and gives it back; Escape closes it.
 * @param {{ title: string, close: () => void, wide?: boolean, children?: Rendered }} props
 */
export function Sheet({ title, close, wide, children }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.showModal();
  }, []);
  /** @param {Event} event */
  const cancel = event => {
    event.preventDefault();
    close();
  };
  return html`<dialog ref=${box} class=${`sheet${wide ? " wide" : ""}`} aria-labelledby="sheet-title" onCancel=${cancel}>
    <header><h2 id="sheet-title">${title}</h2><button class="close" onClick=${close}>${word("close")}</button></header>
    ${children}
  </dialog>`;
}

// -- A preview to turn towards the players before something important is logged: large, with nothing else on it.

/**
 * `preview`: {title, sides: [{heading, lines}], note?}. `yes` logs it.
 * @param {{ preview: PreviewText, yes: () => void, close: () => void }} props
 */
export function Preview({ preview, yes, close }) {
  return html`<${Sheet} title=${preview.title} close=${close} wide>
    <div class="preview" data-test="preview">
      ${preview.sides.map(side => html`<section><h3>${side.heading}</h3><ul>${side.lines.map(line => html`<li>${line}</li>`)}</ul></section>`)}
    </div>
    ${preview.note && html`<p class="note">${preview.note}</p>`}
    <div class="actions"><button class="go big" data-test="agree" onClick=${yes}>${word("agreed")}</button><button class="big" onClick=${close}>${word("not_yet")}</button></div>
  </${Sheet}>`;
}

/**
 * The id of a clause, as a link that opens the clause in a new tab.
 * @param {{ id: string }} props
 */
export function Clause({ id }) {
  return html`<a class="chip-text" href=${`/rules/${pageData.ruleset}/${id}`} target="_blank" rel="noopener">${id}</a>`;
}

// -- What a device keeps of how somebody wants the page.

/** Whether a choice is kept on this device. @param {string} name */
export const isKept = name => localStorage.getItem(name) === "yes";

/**
 * A tick in the menu for a choice that the device keeps; `off`: what is kept is that it is not set.
 * @param {{ name: string, label: string, test: string, off?: boolean, changed?: (on: boolean) => void }} props
 */
export function KeptTick({ name, label, test, off = false, changed }) {
  const [on, set] = useState(isKept(name) !== off);
  const turn = () => {
    localStorage.setItem(name, on === off ? "yes" : "no");
    set(!on);
    changed?.(!on);
  };
  return html`<label class="tick"><input type="checkbox" checked=${on} onChange=${turn} data-test=${test} /> ${label}</label>`;
}

// -- The buildings on a lot, drawn: houses as squares, a hotel as one long mark; new ones are outlined, removed ones crossed out.

/**
 * `from`: the present level; `to`: the planned one (default: the same).
 * @param {{ from: number, to?: number }} props
 */
export function Pieces({ from, to = from }) {
  const label = from === to ? levelName(from) : `${levelName(from)} → ${levelName(to)}`;
  return html`<span class="pieces" role="img" aria-label=${label}>${marks(from, to).map(([kind, how], number) => html`<span key=${number} class=${`piece ${kind} ${how}`} data-piece=${how}></span>`)}</span>`;
}

/** @param {number} level */
export const levelName = level => (level === HOTEL ? word("hotel") : word("houses", { count: level }));

/**
 * @param {number} from
 * @param {number} to
 */
function marks(from, to) {
  /**
   * @param {number} count
   * @param {string} kind
   * @param {string} how
   */
  const repeat = (count, kind, how) => Array.from({ length: Math.max(count, 0) }, () => [kind, how]);
  if (to === HOTEL) return [["hotel", from === HOTEL ? "stands" : "comes"]];
  if (from === HOTEL) return [["hotel", "goes"], ...repeat(to, "small", "comes")];
  return [...repeat(Math.min(from, to), "small", "stands"), ...repeat(to - from, "small", "comes"), ...repeat(from - to, "small", "goes")];
}

// -- Whose buildings or deeds are shown: a row of buttons, and who is shown first.

/** @type {Seat | null} */
let nextSeat = null; // the seat for which another panel opened this one

/**
 * Open a tab for a player.
 * @param {(tab: TabName) => void} go
 * @param {TabName} tab
 * @param {Seat} seat
 */
export function openTabFor(go, tab, seat) {
  nextSeat = seat;
  go(tab);
}

/**
 * State: [seat, choose]. At first the seat for which another panel opened this one, else a player with something due who
 * may report one of `types`, else the one whose turn it is if they may, else the first who may.
 * @param {Table} table
 * @param {string[]} types
 */
export function useSeatChoice(table, types) {
  return useState(() => {
    const seat = nextSeat;
    nextSeat = null;
    const wanted = [seat, ...table.due.map(({ entry }) => entry.player), table.position.turn, ...table.active];
    return seat ?? wanted.find(each => mayAny(table, types, each)) ?? table.active[0];
  });
}

/**
 * @param {Table} table
 * @param {string[]} types
 * @param {Seat | null} seat
 */
const mayAny = (table, types, seat) => seat !== null && types.some(type => table.may(type, seat));

/**
 * The choice of a player. Those who may report one of `types` now come first; the others are grey but can be chosen too.
 * @param {{ table: Table, types: string[], seat: Seat, choose: (seat: Seat) => void }} props
 */
export function SeatChoice({ table, types, seat, choose }) {
  const order = [...table.active].sort((one, two) => Number(mayAny(table, types, two)) - Number(mayAny(table, types, one)));
  return html`<div class="choices" role="group" aria-label=${word("players")}>
    ${order.map(each => html`<button key=${each} class=${mayAny(table, types, each) ? "" : "shut"}
      aria-pressed=${each === seat} onClick=${() => choose(each)} data-whose=${each}>${table.name(each)}</button>`)}
  </div>`;
}
