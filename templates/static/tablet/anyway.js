// A throw that was made although none was to be: logged so that the referee names the clause, and a ruling can follow.
import { Dice } from "./dice.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";

export function Anyway({ table, log }) {
  const next = table.active[(table.active.indexOf(table.position.turn) + 1) % table.active.length];
  const [player, choose] = useState(next);
  if (table.may("roll")) return null;
  const seat = table.active.includes(player) ? player : next;
  return html`<details class="anyway" data-test="anyway"><summary>${word("thrown_anyway")}</summary>
    <div class="choices" role="group" aria-label=${word("players")}>${table.active.map(each => html`<button key=${each} aria-pressed=${each === seat} onClick=${() => choose(each)} data-thrower=${each}>${table.name(each)}</button>`)}</div>
    <${Dice} thrown=${dice => log({ type: "roll", player: seat, dice })} voids=${false} />
  </details>`;
}
