// Declared building that waits: who wants what, who may still follow, and the end of it.
import { Calls } from "./calls.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { taken } from "./lot_steps.js";
import { Pieces } from "./pieces.js";
import { Report } from "./report.js";
import { goFor } from "./whose.js";

export function Shortage(tools) {
  const { table, entry, go } = tools;
  const { declared, short } = entry;
  const { bank } = table.position;
  const wanted = Object.values(declared).flatMap(Object.entries).map(([deed, level]) => taken(table.holding(deed).level, level));
  const houses = wanted.reduce((total, each) => total + each.houses, 0);
  const hotels = wanted.reduce((total, each) => total + each.hotels, 0);
  const stock = { stock_houses: bank.houses, stock_hotels: bank.hotels };
  const builders = table.entries("build").map(each => each.player);
  const withdrawing = table.entries("withdraw_build").map(each => each.player);
  const following = table.active.filter(seat => builders.includes(seat) || withdrawing.includes(seat));
  return html`
    ${Object.entries(declared).map(([seat, to]) => html`<section key=${seat} class="declared"><h3>${table.name(seat)}</h3>
      <ul>${Object.entries(to).map(([deed, level]) => html`<li key=${deed} class=${table.deed[deed].group}>${table.deedName(deed)} <${Pieces} from=${table.holding(deed).level} to=${level} /></li>`)}</ul>
    </section>`)}
    <p class=${short ? "wrong" : "note"}>${word(short ? "building_short" : "building_enough", { houses: Math.max(houses, 0), hotels, ...stock })}</p>
    <div class="actions">
      <${Report} ...${tools} main report=${{ type: "close_building" }}>${word(short ? "building_to_auction" : "building_close")}</${Report}>
    </div>
    <div class="actions">
      ${following.map(seat => html`<button key=${seat} onClick=${() => goFor(go, "build", seat)} data-follow=${seat}>
        ${word(!declared[seat] ? "building_follow" : withdrawing.includes(seat) ? "building_change" : "building_more", { name: table.name(seat) })}</button>`)}
    </div>
    ${short && table.may("bid") && html`<details><summary>${word("building_call")}</summary>
      <${Calls} ...${tools} high=${null} out=${entry.out ?? []} /></details>`}`;
}
