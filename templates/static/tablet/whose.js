// Whose buildings or deeds are shown: a row of buttons, and who is shown first.
import { html, useState } from "./draw.js";
import { word } from "./given.js";

let asked = null; // the seat that another panel asked for when it led here

// Open a tab for a player.
export function goFor(go, tab, seat) {
  asked = seat;
  go(tab);
}

// [seat, choose]: at first whom another panel asked for, else who owes something and may report one of `types`, else
// whose turn it is if they may, else the first who may.
export function useWhose(table, types) {
  return useState(() => {
    const seat = asked;
    asked = null;
    const wanted = [seat, ...table.due.map(({ entry }) => entry.player), table.position.turn, ...table.active];
    return seat ?? wanted.find(each => mayAny(table, types, each)) ?? table.active[0];
  });
}

const mayAny = (table, types, seat) => Boolean(seat) && types.some(type => table.may(type, seat));

// Those who may report one of `types` now stand first; the others are grey and can be looked at all the same.
export function Whose({ table, types, seat, choose }) {
  const order = [...table.active].sort((one, two) => mayAny(table, types, two) - mayAny(table, types, one));
  return html`<div class="choices" role="group" aria-label=${word("players")}>
    ${order.map(each => html`<button key=${each} class=${mayAny(table, types, each) ? "" : "shut"}
      aria-pressed=${each === seat} onClick=${() => choose(each)} data-whose=${each}>${table.name(each)}</button>`)}
  </div>`;
}
