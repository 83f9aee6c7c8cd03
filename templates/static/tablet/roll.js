// A throw: to start a turn, after doubles, for freedom, for a utility's rent; and the ways out of jail before it.
import { Dice } from "./dice.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { Report } from "./report.js";

export function Roll(tools) {
  const { table, log, explain, entry } = tools;
  const { player } = entry;
  const open = table.may("roll", player);
  const thrown = (dice, off) => log({ type: "roll", player, dice, ...(off ? { off_board: true } : {}) });
  const jailed = table.player(player).jail !== null && table.player(player).jail !== undefined;
  const cards = table.entries("use_card").filter(each => each.player === player);
  return html`
    ${jailed && html`<div class="actions">
      <${Report} ...${tools} report=${{ type: "pay_bail", player }}>${word("pay_bail")}</${Report}>
      ${cards.map(({ deck }) => html`<${Report} key=${deck} ...${tools} open report=${deck ? { type: "use_card", player, deck } : { type: "use_card", player }}>${word("use_card")}</${Report}>`)}
    </div>`}
    ${open
      ? html`<${Dice} thrown=${thrown} />`
      : html`<button class="big shut" aria-disabled="true" onClick=${() => explain({ type: "roll", player, dice: [1, 2] })}>${word("roll")}</button>`}`;
}
