// A property landed on: bought at its price, or to the auction. And what was won at auction and is not paid yet.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";

export function Purchase(tools) {
  const { table, entry } = tools;
  const { player, deed, price } = entry;
  const short = price - table.player(player).cash;
  return html`<div class="actions">
    <${Report} ...${tools} main report=${{ type: "buy", player }}>${word("buy", { price: table.money(price) })}</${Report}>
    <${Report} ...${tools} report=${{ type: "decline", player }}>${word("decline")}</${Report}>
  </div>
  ${short > 0 && html`<p class="faint">${word("short_of", { name: table.name(player), amount: table.money(short) })}</p>`}
  <p class="faint">${table.deedName(deed)} · ${word("cash_after", { amount: table.money(table.player(player).cash - price) })}</p>`;
}

export function Payment(tools) {
  const { table, entry, go } = tools;
  const { player, amount } = entry;
  const short = amount - table.player(player).cash;
  return html`<div class="actions">
    <${Report} ...${tools} main report=${{ type: "pay", player }}>${word("pay", { amount: table.money(amount) })}</${Report}>
    ${short > 0 && html`<button class="big" onClick=${() => go("mortgage")}>${word("tab_mortgage")}</button><button class="big" onClick=${() => go("build")}>${word("sell")}</button>`}
    <${Report} ...${tools} report=${{ type: "default", player }}>${word("default")}</${Report}>
  </div>
  ${short > 0 && html`<p class="faint">${word("short_of", { name: table.name(player), amount: table.money(short) })}</p>`}`;
}
