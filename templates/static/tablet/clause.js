// The id of a clause: it opens the clause's page beside the table's.
import { html } from "./draw.js";
import { given } from "./given.js";

export function Clause({ id }) {
  return html`<a class="chip-text" href=${`/rules/${given.ruleset}/${id}`} target="_blank" rel="noopener">${id}</a>`;
}
