// What something would change at the table, in words, before it is done: cash, deeds, owners.
import { standing } from "../../board/seen.js";
import { html } from "../elements.js";
import { word } from "../page.js";
import { HOTEL } from "../table.js";

/**
 * A change in words: {name, before, after}.
 * @param {Change} change
 * @param {Table} table
 */
export function shownChange({ of, key, what, before, after }, table) {
  /** @param {any} value */
  const shown = value => {
    if (what === "cash") return table.money(value);
    if (what === "space") return value === null ? "–" : table.spaceName(value);
    if (what === "owner") return table.name(value ?? "bank");
    if (what === "turn") return table.name(value);
    if (what === "stands") return standing(table.printed.pieces, value).map(each => each.said).join(word("comma")) || "–";
    if (what === "level" && typeof value === "number") return value === HOTEL ? word("hotel") : word("houses", { count: value });
    if (what === "jail") return value === null || value === undefined ? word("no") : word("in_jail", { throws: value });
    if (what === "phase") return word(`phase_${value}`);
    if (what === "cards") return (value ?? []).map((/** @type {string} */ deck) => table.deckName(deck)).join(word("comma")) || "–";
    return word(value ? "yes" : "no");
  };
  const whose = of === "player" ? table.name(key) : of === "deed" ? table.deedName(key) : "";
  return { name: [whose, word(`change_${what}`)].filter(Boolean).join(" · "), before: shown(before), after: shown(after) };
}

/**
 * The list of changes; a sentence if there are none.
 * @param {{ changes: Change[], table: Table }} props
 */
export function Changes({ changes, table }) {
  if (!changes.length) return html`<p data-test="changes">${word("change_nothing")}</p>`;
  return html`<table class="changes" data-test="changes"><caption>${word("change_title")}</caption><tbody>
    ${changes.map(each => {
      const { name, before, after } = shownChange(each, table);
      return html`<tr key=${`${each.key} ${each.what}`} data-change=${`${each.key} ${each.what}`}><th scope="row">${name}</th><td class="number">${before}</td><td>→ <b>${after}</b></td></tr>`;
    })}
  </tbody></table>`;
}
