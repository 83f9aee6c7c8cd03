// Raising what is missing: own buildings to sell, deeds to mortgage, with what each brings, and then the payment.
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { brought, built, builtGroups, levelMark, raisingReports } from "./raising.js";
import { Tap } from "./tap.js";
import { refusalsOf, useTrial } from "./trial.js";
import { Verdict } from "./verdict.js";

const NONE = { sold: {}, deeds: [] };

// `missing`: how much `player` lacks in cash for `then`, the report of the payment.
export function Raise(tools) {
  const { table, log, explain, show, player, missing, then } = tools;
  const [asked, choose] = useState(NONE);
  const groups = builtGroups(table, player);
  const chosen = fitted(asked, groups, table, player);
  const after = Object.fromEntries(groups.map(({ group, ways }) => [group, ways[chosen.sold[group]]]));
  const raising = raisingReports(player, groups, chosen);
  const printed = sum(chosen, groups, table);
  const reports = raising.length ? [...raising, ...(printed >= missing ? [then] : [])] : null;
  const trial = useTrial(reports, tools);
  const refusals = trial.fresh ? refusalsOf(trial.answers) : null;
  const raised = refusals?.length === 0 ? brought(trial.answers) : printed;
  const enough = raised >= missing;
  const may = raising.length > 0 && !refusals?.length;
  const tellWhy = report => (refusals?.length ? show({ kind: "why", report, refusals }) : explain(report));
  const sell = (group, way) => choose({ ...chosen, sold: { ...chosen.sold, [group]: way } });
  const turn = key => choose({ ...chosen, deeds: chosen.deeds.includes(key) ? chosen.deeds.filter(each => each !== key) : [...chosen.deeds, key] });
  const send = async all => {
    choose(NONE);
    for (const report of all) await log(report);
  };
  const deeds = unbuilt(table, player, after);
  if (!groups.length && !deeds.length) return html`<p class="faint" data-test="raise">${word("raise_nothing")}</p>`;
  return html`<fieldset class="raise" data-test="raise"><legend>${word("raise_title")}</legend>
    ${groups.map(row => html`<${Group} key=${row.group} table=${table} row=${row} way=${chosen.sold[row.group]} enough=${enough} sell=${sell} />`)}
    ${deeds.length > 0 && html`<div class="deeds" role="group" aria-label=${word("tab_mortgage")}>${deeds.map(deed => html`
      <button key=${deed.key} class=${`deed ${deed.group}${enough ? " shut" : ""}`} data-mortgage=${deed.key}
        aria-pressed=${chosen.deeds.includes(deed.key)} onClick=${() => turn(deed.key)}>
        <span>${deed.name}</span>${deed.mortgage !== undefined && html` <span class="worth">+${table.money(deed.mortgage)}</span>`}</button>`)}</div>`}
    <p class="tally" data-test="tally">${word("raise_tally", { raised: table.money(raised), missing: table.money(missing) })}
      <b> ${enough ? "✓" : word("raise_left", { amount: table.money(missing - raised) })}</b></p>
    ${raising.length > 0 && html`<${Verdict} table=${table} trial=${trial} good=${word(enough ? "raise_stands" : "raise_so_far")} />`}
    <div class="actions">
      <${Tap} kind="go big" open=${may && enough} yes=${() => send([...raising, then])} why=${() => tellWhy(then)} test="raise-and-pay">${word("raise_and_pay")}</${Tap}>
      ${raising.length > 0 && html`<${Tap} kind="" open=${may} yes=${() => send(raising)} why=${() => tellWhy(raising[0])} test="raise-only">${word("raise_only")}</${Tap}>`}
    </div>
  </fieldset>`;
}

// A group with buildings: what stands and what would be left, one step down or back.
function Group({ table, row, way, enough, sell }) {
  const { group, brings, ways } = row;
  const [now, next] = [ways[way], ways[way + 1]];
  return html`<div class=${`group ${group}`} role="group" aria-label=${now.map(lot => table.deedName(lot.deed)).join(word("comma"))}>
    <p>${now.map((lot, number) => html`<span class="lot" key=${lot.deed}>${table.deedName(lot.deed)}
      <b> ${levelMark(ways[0][number].level)}${lot.level < ways[0][number].level ? ` → ${levelMark(lot.level)}` : ""}</b></span>`)}</p>
    <div class="actions">
      <button class=${enough ? "shut" : ""} onClick=${() => sell(group, way + 1)} disabled=${!next} data-sell=${group}>
        ${word("raise_sell", { amount: table.money(next ? (built(now) - built(next)) * brings : brings) })}</button>
      <button onClick=${() => sell(group, way - 1)} disabled=${!way} aria-label=${word("raise_back")}>↶</button>
    </div></div>`;
}

// Own deeds that can be mortgaged once the groups are sold down to `after`.
function unbuilt(table, player, after) {
  return table.owned(player).filter(deed => !table.holding(deed.key).mortgaged && !(after[deed.group] && built(after[deed.group])));
}

// What was chosen, as far as it is there.
function fitted(asked, groups, table, player) {
  const sold = Object.fromEntries(groups.map(({ group, ways }) => [group, Math.min(asked.sold[group] ?? 0, ways.length - 1)]));
  const deeds = unbuilt(table, player, Object.fromEntries(groups.map(({ group, ways }) => [group, ways[sold[group]]]))).map(deed => deed.key);
  return { sold, deeds: asked.deeds.filter(key => deeds.includes(key)) };
}

// What was chosen brings by the printed figures.
function sum({ sold, deeds }, groups, table) {
  const buildings = groups.reduce((all, { group, brings, ways }) => all + (built(ways[0]) - built(ways[sold[group]])) * brings, 0);
  return deeds.reduce((all, key) => all + (table.deed[key].mortgage ?? 0), buildings);
}
