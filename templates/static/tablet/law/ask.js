// What is asked about once before it is logged, as the game declares: what it costs, and what is left.
import { standing } from "../../board/seen.js";
import { blocksOn } from "../deeds/stands.js";
import { html, Sheet } from "../elements.js";
import { Refusals, useTrial } from "./judgement.js";
import { word } from "../page.js";
import { describe } from "../table.js";

/**
 * The question; `yes` logs the report.
 * @param {Tools & { report: Move, yes: () => void, close: () => void }} props
 */
export function Ask({ table, report, yes, close }) {
  const trial = useTrial([report], { table });
  const answer = trial.fresh ? trial.answers?.[0] : undefined;
  const refusals = answer?.refusals ?? [];
  return html`<${Sheet} title=${describe(report, table)} close=${close}>
    <div data-test="ask">
      ${!trial.fresh || trial.answers === undefined ? html`<p class="faint" role="status">${word("deal_asking")}</p>`
        : !answer ? html`<p role="status">${word("nobody_can_say")}</p>`
        : refusals.length ? html`<div class="wrong" role="alert"><${Refusals} refusals=${refusals} /></div>`
        : html`<ul>${consequences(table, report, answer).map(line => html`<li key=${line}>${line}</li>`)}</ul>
            ${answer.warnings.map(each => html`<p class="note" key=${each.code}>${each.message}</p>`)}`}
    </div>
    <div class="actions"><button class="go big" disabled=${trial.answers === undefined} onClick=${yes} data-test="ask-yes">${word("ask_yes")}</button>
      <button class="big" onClick=${close} data-test="ask-no">${word("not_yet")}</button></div>
  </${Sheet}>`;
}

/**
 * What an accepted report builds, what it costs its player and what is left then, a line for each.
 * @param {Table} table
 * @param {Move} report
 * @param {Judgement} answer
 */
export function consequences(table, report, { events }) {
  const { player, deed } = report;
  const cost = events.reduce((sum, event) => sum + (event.player === player ? event.amount ?? 0 : 0), 0);
  const built = events.find(event => event.blocks !== undefined);
  const left = built && table.position.step && table.position.step.left - blocksOn(/** @type {any} */ (built));
  return [
    ...(built ? standing(table.printed.pieces, /** @type {any} */ (report)).map(each => each.said) : []),
    cost ? word("ask_costs", { amount: table.money(cost) }) : word("ask_free"),
    word("ask_cash_after", { amount: table.money(table.player(player).cash - cost) }),
    ...(built ? [word("blocks_on", { deed: table.deedName(deed), count: built.blocks, most: table.printed.block_limit })] : []),
    ...(left === undefined || left === null ? [] : [word("blocks_left_then", { count: left })]),
  ];
}
