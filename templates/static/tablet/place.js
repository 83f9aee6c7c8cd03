// A building won at auction: the lots where it may stand, one tap each. Until then calls may go on where the rules let them.
import { Calls } from "./calls.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { Pieces } from "./pieces.js";
import { Report } from "./report.js";
import { HOTEL } from "./table.js";

export function Place(tools) {
  const { table, log, entry } = tools;
  const { player, piece, amount } = entry;
  const open = table.entries("place").filter(each => each.player === player);
  return html`
    <div class="deeds">${open.map(({ deed }) => html`<button key=${deed} class=${`deed ${table.deed[deed].group}`}
      onClick=${() => log({ type: "place", player, deed })} data-place=${deed}>
      <span>${table.deedName(deed)} <${Pieces} from=${table.holding(deed).level} to=${piece === "hotel" ? HOTEL : table.holding(deed).level + 1} /></span>
    </button>`)}</div>
    ${table.may("default", player) && html`<div class="actions"><${Report} ...${tools} report=${{ type: "default", player }}>${word("place_nowhere")}</${Report}></div>`}
    ${table.may("bid") && html`<details><summary>${word("bid_on", { piece: word(`piece_${piece}`) })}</summary>
      <${Calls} ...${tools} high=${{ player, amount }} out=${entry.out ?? []} /></details>`}`;
}
