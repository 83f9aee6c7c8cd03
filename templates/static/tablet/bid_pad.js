// A pad of digits for a call of any amount.
import { html, useState } from "./draw.js";
import { word } from "./given.js";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"];
const LONGEST = 6;

// `call(amount)`; `name(amount)` names the button.
export function BidPad({ table, call, name }) {
  const [digits, set] = useState("");
  const type = key => set(`${digits}${key}`.replace(/^0+/, "").slice(0, LONGEST));
  const amount = Number(digits);
  return html`<div class="bid-pad">
    <output class="cash" aria-label=${word("bid_amount")}>${table.money(amount)}</output>
    <div class="keys">
      ${KEYS.map(key => html`<button key=${key} onClick=${() => type(key)} data-key=${key}>${key}</button>`)}
      <button onClick=${() => set(digits.slice(0, -1))} aria-label=${word("bid_delete")}>⌫</button>
    </div>
    <button class="go big" disabled=${!amount} onClick=${() => call(amount)} data-test="bid-amount">${name(amount)}</button>
  </div>`;
}
