// What usually follows a throw, logged with it: once a die is chosen, each face of the other one offers the purchase or the
// payment that it leads to. The two reports are a chain: stored, sent and taken back together (queue/chains.js).
import { isOneByOne } from "./dice.js";
import { html, useState } from "./elements.js";
import { dryRun } from "./law/judgement.js";
import { word } from "./page.js";
import { leadsTo } from "./track.js";

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * The purchase or payment that a space leads to if it can be made at once: its report, the sum if it is printed or known, and
 * the word for it; null if there is none. Only what is likely: whatever is tapped is judged before it is logged.
 * @param {Table} table
 * @param {Seat} player
 * @param {Space | null} space
 * @returns {{ report: Move, amount: number | null, name: string } | null}
 */
export function followUp(table, player, space) {
  if (!space) return null;
  const { cash } = table.player(player);
  const pay = { type: "pay", player };
  // What a tax takes is not told with the board; where there is a choice to be made first, the referee says so.
  if (space.kind === "tax") return { report: pay, amount: null, name: "then_pay" };
  const deed = table.deed[space.key];
  if (!deed) return null;
  const { owner, mortgaged } = table.holding(deed.key);
  if (!owner) return table.board.reports.includes("buy") && deed.price <= cash ? { report: { type: "buy", player }, amount: deed.price, name: "then_buy" } : null;
  if (owner === player || mortgaged || table.player(owner).out) return null;
  const rent = table.rent(deed.key);
  if (!rent || rent.times) return { report: pay, amount: null, name: "then_pay" }; // a utility's rent depends on the throw
  return rent.amount <= cash ? { report: pay, amount: rent.amount, name: "then_pay" } : null;
}

/**
 * The row below the dice. `die`: the one that is chosen.
 * @param {Tools & { entry: DueEntry, die: number | null }} props
 */
export function ThenRow({ table, log, entry, die }) {
  const { player } = entry;
  const [asking, ask] = useState(false);
  if (die === null) return isOneByOne() && html`<p class="faint">${word("then_hint")}</p>`;
  /**
   * @param {number} face
   * @param {Move} then
   */
  const tap = async (face, then) => {
    const roll = { type: "roll", player, dice: [die, face] };
    ask(true);
    // Only what the referee lets stand is logged with the throw; otherwise the throw alone, and the page shows what is due.
    const answers = await dryRun([roll, then]);
    ask(false);
    return log(roll, answers?.length === 2 && answers.every(answer => answer.accepted) ? { then: [then] } : {});
  };
  return html`<div class="then" role="group" aria-label=${word("then_hint")}>${FACES.map(face => {
    const space = leadsTo(table, player, die, face);
    const found = followUp(table, player, space);
    if (!found) return html`<span key=${face}></span>`;
    const what = word(found.name, { amount: found.amount === null ? "" : table.money(found.amount) });
    return html`<button key=${face} disabled=${asking} onClick=${() => tap(face, found.report)} data-then=${face} data-follows=${found.report.type}>
      <b>${face}</b><small>${what}</small><span class="aloud">${space?.name}</span></button>`;
  })}</div>`;
}
