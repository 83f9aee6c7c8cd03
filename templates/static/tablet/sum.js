// A field for an amount.
import { sumFault, typedAmount } from "../board/money.js";
import { html, useState } from "./elements.js";

/** @import { Table } from "./table.js" */

/**
 * @param {{ table: Table, label: string, value: number, change: (amount: number) => void, test: string, inline?: boolean }} props
 */
export function SumField({ table, label, value, change, test, inline }) {
  const { money } = table.printed;
  const own = value ? table.typed(value) : "";
  const [typed, type] = useState(own);
  const shown = (typedAmount(money, typed) ?? 0) === value ? typed : own; // a button has set it since
  const fault = sumFault(money, shown);
  /** @param {Event} event */
  const enter = event => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    type(text);
    change(typedAmount(money, text) ?? 0);
  };
  return html`<label class=${inline ? "inline" : ""}>${label}<input inputmode=${money.multiples.length ? "text" : "numeric"} autocomplete="off"
    value=${shown} placeholder=${table.typed(0)} aria-invalid=${Boolean(fault)}
    onInput=${enter} data-test=${test} />${fault && html`<small class="wrong">${fault}</small>`}</label>`;
}
