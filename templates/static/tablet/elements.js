// Components that many panels share: buttons, sheets, the dice pad, drawings of buildings, the choice of a player.
import { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/htm-3.1.1/standalone.module.js";
import { pageData, word } from "./page.js";
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

// -- The dice pad: a tap for each die; the second one completes the throw.

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * `thrown` gets the dice, and whether one fell off the board, which can be said if `voids`. `label` names the pad if there are
 * several; `leads`: the space that a throw leads to, shown on the other die once one is chosen; `aim` is told the first die.
 * @param {{ thrown: (dice: [number, number], off: boolean) => void, label?: string, voids?: boolean, leads?: (one: number, two: number) => Space | null, aim?: (face: number | null) => void }} props
 */
export function Dice({ thrown, label, voids = true, leads, aim }) {
  const [first, setFirst] = useState(null);
  const [second, setSecond] = useState(null);
  const [off, setOff] = useState(false);
  useEffect(() => {
    aim?.(first ?? second);
    return () => aim?.(null);
  }, [first, second]);
  /**
   * @param {number | null} one
   * @param {number | null} two
   */
  const complete = (one, two) => {
    if (one === null || two === null) return;
    setFirst(null);
    setSecond(null);
    setOff(false);
    thrown([one, two], off);
  };
  /**
   * @param {number} which
   * @param {number | null} chosen
   * @param {number | null} other
   * @param {(face: number) => void} choose
   */
  const row = (which, chosen, other, choose) => html`<div class="die" role="group" aria-label=${word("die", { number: which })}>
    ${FACES.map(face => {
      const space = other === null ? null : leads?.(other, face) ?? null;
      return html`<button key=${face} aria-pressed=${chosen === face} onClick=${() => choose(face)} data-die=${`${which}-${face}`}>
        <${Pips} face=${face} /><b>${face}</b>${space && html`<span class="lands"><i class=${`square ${space.group ?? ""}`} aria-hidden="true">${space.letter}</i><small>${space.name}</small></span>`}</button>`;
    })}
  </div>`;
  return html`<div class="dice pad" role="group" aria-label=${label ?? word("dice")}>
    ${row(1, first, second, face => { setFirst(face); complete(face, second); })}
    ${row(2, second, first, face => { setSecond(face); complete(first, face); })}
  </div>
  ${voids && html`<label class="tick"><input type="checkbox" checked=${off} onChange=${event => setOff(event.target.checked)} /> ${word("off_board")}</label>`}`;
}

const NEAR = 10; // positions of a die's pips, out of 40
const FAR = 30;
const HALF = 20;
/** @type {[number, number][][]} */
const PIPS = [
  [[HALF, HALF]],
  [[NEAR, NEAR], [FAR, FAR]],
  [[NEAR, NEAR], [HALF, HALF], [FAR, FAR]],
  [[NEAR, NEAR], [FAR, NEAR], [NEAR, FAR], [FAR, FAR]],
  [[NEAR, NEAR], [FAR, NEAR], [HALF, HALF], [NEAR, FAR], [FAR, FAR]],
  [[NEAR, NEAR], [NEAR, HALF], [NEAR, FAR], [FAR, NEAR], [FAR, HALF], [FAR, FAR]],
];

/** @param {{ face: number }} props */
function Pips({ face }) {
  return html`<svg class="pips" viewBox="0 0 40 40" aria-hidden="true">${PIPS[face - 1].map(([x, y]) => html`<circle key=${`${x} ${y}`} cx=${x} cy=${y} r="4" />`)}</svg>`;
}

// -- The buildings on a lot, drawn: houses as squares, a hotel as one long mark; new ones are outlined, removed ones crossed out.

/**
 * `from`: the present level; `to`: the planned one (default: the same).
 * @param {{ from: number, to?: number }} props
 */
export function Pieces({ from, to = from }) {
  const label = from === to ? levelName(from) : `${levelName(from)} → ${levelName(to)}`;
  return html`<span class="pieces" role="img" aria-label=${label}>${marks(from, to).map(([kind, how], number) => html`<span key=${number} class=${`piece ${kind} ${how}`}></span>`)}</span>`;
}

/** @param {number} level */
const levelName = level => (level === HOTEL ? word("hotel") : word("houses", { count: level }));

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
  if (from === HOTEL) return [["hotel", "goes"], ...repeat(to, "house", "comes")];
  return [...repeat(Math.min(from, to), "house", "stands"), ...repeat(to - from, "house", "comes"), ...repeat(from - to, "house", "goes")];
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
