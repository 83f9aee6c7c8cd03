// Monopoly City: all pieces of a kind on a district swapped for others with as many blocks together.
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { told } from "./report_told.js";

const LARGEST = 3;

export function Swap({ table, log, entry }) {
  const [open, set] = useState(false);
  const { type, player, deed, piece } = entry;
  const standing = table.holding(deed)[piece];
  const blocks = standing.reduce((sum, size) => sum + size, 0);
  const others = sums(blocks, LARGEST).filter(sizes => written(sizes) !== written(standing));
  const send = sizes => log({ type, player, deed, give: { [piece]: standing }, take: { [piece]: sizes } });
  return html`<button class="big" aria-expanded=${open} onClick=${() => set(!open)}>
      ${told({ type, player, deed }, table)}: ${word(`blocks_${piece}`, { size: written(standing) })} …</button>
    ${open && html`<div class="choices">${others.map(sizes => html`<button key=${written(sizes)} onClick=${() => send(sizes)}>${written(sizes)}</button>`)}</div>`}`;
}

const written = sizes => [...sizes].sort().reverse().join("+");

// All ways to make a sum of pieces no larger than `largest`, the largest first.
function sums(total, largest) {
  if (total === 0) return [[]];
  const found = [];
  for (let size = Math.min(total, largest); size > 0; size -= 1) for (const rest of sums(total - size, size)) found.push([size, ...rest]);
  return found;
}
