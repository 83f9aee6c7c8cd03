// Signatures, drawn by finger: lines in a box of 300 by 100, as an SVG path.
import { html, useRef } from "../elements.js";
import { word } from "../page.js";

const [WIDTH, HEIGHT] = [300, 100];
const NEAR = 2; // minimum length of a line, in units: nothing finer is visible
const LONGEST = 6000; // characters that the service accepts

/**
 * The path with one more point; unchanged if that is too near to the last one, or the path has grown too long.
 * @param {string} path
 * @param {number} x
 * @param {number} y
 * @param {boolean} begins
 */
export function addPoint(path, x, y, begins) {
  const [right, down] = [Math.min(WIDTH - 1, Math.max(0, Math.round(x))), Math.min(HEIGHT - 1, Math.max(0, Math.round(y)))];
  const here = `${right} ${down}`;
  const last = path.split(/[ML]/).at(-1)?.split(" ").map(Number) ?? [];
  const near = !begins && Math.hypot(right - last[0], down - last[1]) < NEAR;
  // A stroke begins with its first point twice, so that a dot is a line too.
  const longer = path + (begins ? `M${here}L${here}` : `L${here}`);
  return near || longer.length > LONGEST ? path : longer;
}

/**
 * Where a player signs.
 * @param {{ name: string, path: string, sign: (path: string) => void }} props
 */
export function Signature({ name, path, sign }) {
  const now = useRef(/** @type {any} */ (path)); // several points can come between two renders
  now.current = path;
  /** @param {PointerEvent} event */
  const point = event => {
    const begins = event.type === "pointerdown";
    if (!begins && !(event.buttons & 1)) return;
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) * WIDTH / box.width, (event.clientY - box.top) * HEIGHT / box.height];
    const next = addPoint(now.current, x, y, begins);
    if (begins) /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    if (next === now.current) return;
    now.current = next;
    sign(next);
  };
  return html`<div class="signing">
    <svg class="signature" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${word("sign_here", { name })} onPointerDown=${point} onPointerMove=${point} data-test="signature">
      <line x1="20" x2="280" y1="80" y2="80" /><path d=${path} /></svg>
    ${path ? html`<button class="small" onClick=${() => sign("")}>${word("sign_again")}</button>` : html`<span class="faint">${word("sign_here", { name })}</span>`}
  </div>`;
}
