// The dice pad: all pairs of faces, one tap for a throw; or, where somebody prefers that, a row of faces for each die, where
// the second tap completes the throw. Keys choose one die after the other.
import { html, isKept, KeptTick, useEffect, useState } from "./elements.js";
import { word } from "./page.js";

const ONE_BY_ONE = "referee-one-die";

/** Whether this device has the dice one after the other. */
export const isOneByOne = () => isKept(ONE_BY_ONE);

const FACES = [1, 2, 3, 4, 5, 6];

/** @typedef {[number, number]} Pair */

/**
 * All pairs that have a face as their higher one.
 * @param {number} high
 * @returns {Pair[]}
 */
const pairsUpTo = high => FACES.slice(0, high).map(low => [low, high]);

/**
 * The pairs in rows of six: each row begins with those of its higher face and ends with those that complete it; the last one
 * has room for three more cells.
 */
export const PAIRS = [6, 5, 4, 3].flatMap(high => [...pairsUpTo(high), ...(high > 3 && high < 6 ? pairsUpTo(6 - high) : [])]);

/**
 * `thrown` gets the dice, and whether one fell off the board, which can be said if `voids`. `label` names the pad if there are
 * several; `leads`: the space that a throw leads to; `aim` is told the first die, if one is chosen alone.
 * @param {{ thrown: (dice: Pair, off: boolean) => void, label?: string, voids?: boolean, leads?: (one: number, two: number) => Space | null, aim?: (face: number | null) => void }} props
 */
export function Dice({ thrown, label, voids = true, leads, aim }) {
  const [first, setFirst] = useState(/** @type {number | null} */ (null));
  const [second, setSecond] = useState(/** @type {number | null} */ (null));
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
    ${FACES.map(face => html`<button key=${face} aria-pressed=${chosen === face} onClick=${() => choose(face)} data-die=${`${which}-${face}`}>
        <${Pips} face=${face} /><b>${face}</b><${Lands} space=${other === null ? null : leads?.(other, face)} /></button>`)}
  </div>`;
  const rows = () => [
    row(1, first, second, face => { setFirst(face); complete(face, second); }),
    row(2, second, first, face => { setSecond(face); complete(first, face); }),
  ];
  const tick = voids && html`<label class="tick"><input type="checkbox" checked=${off} onChange=${event => setOff(event.target.checked)} /> ${word("off_board")}</label>`;
  const name = label ?? word("dice");
  if (isOneByOne() || first !== null || second !== null) return html`<div class="dice pad" role="group" aria-label=${name}>${rows()}</div>${tick}`;
  return html`<div class="dice pad pairs" role="group" aria-label=${name}>
    ${PAIRS.map(([one, two]) => html`<button key=${`${one}-${two}`} class=${one === two ? "double" : ""} onClick=${() => complete(one, two)} data-pair=${`${one}-${two}`}>
      <span class="both"><${Pips} face=${one} /><${Pips} face=${two} /></span><b>${one} ${two}</b><${Lands} space=${leads?.(one, two)} /></button>`)}
    ${tick}
    <div hidden>${rows()[0]}</div>
  </div>`; // what is hidden is pressed by keys
}

/**
 * The space that a throw leads to, if anybody can tell.
 * @param {{ space?: Space | null }} props
 */
function Lands({ space }) {
  return space && html`<span class="lands"><i class=${`square ${space.group ?? ""}`} aria-hidden="true">${space.letter}</i><small>${space.name}</small></span>`;
}

const NEAR = 10; // positions of a die's pips, out of 40
const FAR = 30;
const HALF = 20;
/** @type {Pair[][]} */
const PIPS = [
  [[HALF, HALF]],
  [[NEAR, NEAR], [FAR, FAR]],
  [[NEAR, NEAR], [HALF, HALF], [FAR, FAR]],
  [[NEAR, NEAR], [FAR, NEAR], [NEAR, FAR], [FAR, FAR]],
  [[NEAR, NEAR], [FAR, NEAR], [HALF, HALF], [NEAR, FAR], [FAR, FAR]],
  [[NEAR, NEAR], [NEAR, HALF], [NEAR, FAR], [FAR, NEAR], [FAR, HALF], [FAR, FAR]],
];
const DRAWN = PIPS.map(pips => pips.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4"/>`).join("")); // as text: the pad has 42

/** @param {{ face: number }} props */
function Pips({ face }) {
  return html`<svg class="pips" viewBox="0 0 40 40" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: DRAWN[face - 1] }}></svg>`;
}

/** The switch in the menu. */
export const DiceSwitch = () => html`<${KeptTick} name=${ONE_BY_ONE} label=${word("dice_one_by_one")} test="one-by-one" />`;
