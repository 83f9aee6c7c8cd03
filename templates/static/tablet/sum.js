// A field for an amount of the game's money, typed in whatever digits and units: 3.5M, ３，５００.
import { typedAmount, typedReadings } from "../board/money.js";
import { html, useState } from "./elements.js";
import { word } from "./page.js";

/** @import { Table } from "./table.js" */

/**
 * Why nothing can be made of what is typed, in words; empty if it is an amount, or nothing is typed.
 * @param {Table} table
 * @param {string} typed
 */
export const sumFault = (table, typed) => {
  const found = typedReadings(table.printed.money, typed);
  if (!typed.trim() || found.length === 1) return "";
  const [one, other] = (found.length ? found : [500, table.printed.money.multiples[0]?.[1] ?? 1500]).map(each => table.typed(each));
  return word(found.length ? "sum_alone" : "sum_none", { one, other });
};

/**
 * ``value`` is 0 where nothing is typed, or nothing that is an amount; ``change`` gets the new one.
 * @param {{ table: Table, label: string, value: number, change: (amount: number) => void, test: string, inline?: boolean }} props
 */
export function SumField({ table, label, value, change, test, inline }) {
  const { money } = table.printed;
  const own = value ? table.typed(value) : "";
  const [typed, type] = useState(own);
  const shown = (typedAmount(money, typed) ?? 0) === value ? typed : own; // a button has set it since
  const fault = sumFault(table, shown);
  /** @param {Event} event */
  const enter = event => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    type(text);
    change(typedAmount(money, text) ?? 0);
  };
  return html`<label class=${inline ? "inline" : ""}>${label}<input inputmode=${money.multiples.length ? "text" : "numeric"} autocomplete="off"
    value=${shown} placeholder=${table.typed(0)} aria-invalid=${Boolean(fault)}
    onInput=${enter} data-test=${test} />${fault && html`<small class="wrong" role="status">${fault}</small>`}</label>`;
}
