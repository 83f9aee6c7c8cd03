// A field for an amount of the game's money, typed in whatever digits and units: 3.5M, ３，５００.
import { typedAmount } from "../board/money.js";
import { html, useState } from "./elements.js";

/** @import { Table } from "./table.js" */

/**
 * ``value`` is 0 where nothing is typed, or nothing that is an amount; ``change`` gets the new one.
 * @param {{ table: Table, label: string, value: number, change: (amount: number) => void, test: string, inline?: boolean }} props
 */
export function SumField({ table, label, value, change, test, inline }) {
  const { money } = table.printed;
  const own = value ? table.typed(value) : "";
  const [typed, type] = useState(own);
  const shown = (typedAmount(money, typed) ?? 0) === value ? typed : own; // a button has set it since
  /** @param {Event} event */
  const enter = event => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    type(text);
    change(typedAmount(money, text) ?? 0);
  };
  return html`<label class=${inline ? "inline" : ""}>${label}<input inputmode=${money.multiples.length ? "text" : "numeric"} autocomplete="off"
    value=${shown} placeholder=${table.typed(0)} aria-invalid=${shown.trim() !== "" && typedAmount(money, shown) === null}
    onInput=${enter} data-test=${test} /></label>`;
}
