// Raising missing cash: buildings to sell and deeds to mortgage, with what each yields, and then the payment. The sums shown
// before anything is chosen are computed from the printed figures, so that the panel works before the law on the device is
// loaded, and if it does not start; whatever is chosen is judged.
import { Decide, GuardedButton, html, useState } from "../elements.js";
import { refusalsOf, useTrial, Verdict } from "../law/judgement.js";
import { word } from "../page.js";
import { HOTEL } from "../table.js";

// -- What a player's assets yield: buildings half their cost, deeds their mortgage value. By the printed figures; the
//    referee's answer has the last word.

/**
 * A player's groups with buildings, in board order: [{group, brings, ways}]. `brings`: half the cost of one building;
 * `ways`: the states it can be sold down to, each as [{deed, level}].
 * @param {Table} table
 * @param {Seat} seat
 */
export function builtGroups(table, seat) {
  return table.printed.groups
    .map(({ key, deeds }) => ({ group: key, lots: deeds.filter(deed => table.holding(deed).owner === seat).map(deed => ({ deed, level: table.holding(deed).level })) }))
    .filter(({ lots }) => countBuildings(lots) > 0)
    .map(({ group, lots }) => ({ group, brings: half(table.deed[lots[0].deed].building_cost), ways: sellDownSteps(lots, table.position.bank.houses) }));
}

/**
 * The states that a group can be sold down to, step by step: always from the highest lot, the last one among equals. The
 * first is the present state; those that need more houses for broken-up hotels than the bank has are left out.
 * @param {Lot[]} lots
 * @param {number} houses
 */
export function sellDownSteps(lots, houses) {
  const found = [lots];
  /** @param {Lot[]} row */
  const countHouses = row => row.reduce((sum, lot) => sum + (lot.level < HOTEL ? lot.level : 0), 0);
  for (let now = lots; countBuildings(now) > 0;) {
    const levels = now.map(lot => lot.level);
    const high = levels.lastIndexOf(Math.max(...levels));
    now = now.map((lot, number) => (number === high ? { ...lot, level: lot.level - 1 } : lot));
    if (countHouses(now) - countHouses(lots) <= houses) found.push(now);
  }
  return found;
}

/**
 * The number of buildings on lots, a hotel counted as five.
 * @param {Lot[]} lots
 */
const countBuildings = lots => lots.reduce((sum, lot) => sum + lot.level, 0);

/** @param {number} cost */
const half = cost => Math.floor(cost / 2);

/**
 * The most that a player can raise, including cash; null if nobody can say what a deed brings.
 * @param {Table} table
 * @param {Seat} seat
 */
export function mostRaisable(table, seat) {
  let sum = table.player(seat).cash;
  for (const { key, building_cost: cost } of table.owned(seat)) {
    const { level, mortgaged } = table.holding(key);
    const brings = mortgaged ? 0 : table.mortgageValue(key);
    if (brings === undefined) return null;
    sum += brings + (table.sells ? level * half(cost) : 0);
  }
  return sum;
}

/**
 * The reports that carry out the choice, in order: `groups` as above, `sold`: the index of the way by group, `deeds` to be
 * mortgaged.
 * @param {Seat} player
 * @param {BuiltGroup[]} groups
 * @param {Chosen} chosen
 */
export function raisingReports(player, groups, { sold, deeds }) {
  /** @type {Record<DeedKey, number>} */
  const to = {};
  for (const { group, ways: [now, ...down] } of groups) {
    const after = down[(sold[group] ?? 0) - 1] ?? now;
    for (const [number, lot] of after.entries()) if (lot.level < now[number].level) to[lot.deed] = lot.level;
  }
  return [
    ...(Object.keys(to).length ? [{ type: "sell", player, to }] : []),
    ...(deeds.length ? [{ type: "mortgage", player, deeds }] : []),
  ];
}

/**
 * What selling and mortgaging yield according to a dry run.
 * @param {Judgement[]} answers
 */
export function amountRaised(answers) {
  const events = answers.flatMap(answer => answer.events).filter(event => event.kind === "sold" || event.kind === "mortgaged");
  return events.reduce((sum, event) => sum + event.amount, 0);
}

/**
 * The short form of a level.
 * @param {number} level
 */
const levelMark = level => (level === HOTEL ? "H" : String(level));

/** @type {Chosen} */
const NONE = { sold: {}, deeds: [] };

/**
 * The form that raises cash. `missing`: how much cash `player` lacks for `then`, the report of the payment.
 * @param {Tools & { player: Seat, missing: number, then: Move, first: boolean }} tools
 */
export function Raise(tools) {
  const { table, log, explain, show, player, missing, then, first } = tools;
  const [wanted, choose] = useState(NONE);
  const groups = builtGroups(table, player);
  const chosen = limitedChoice(wanted, groups, table, player);
  const after = Object.fromEntries(groups.map(({ group, ways }) => [group, ways[chosen.sold[group]]]));
  const raising = raisingReports(player, groups, chosen);
  const printed = printedYield(chosen, groups, table);
  const reports = raising.length ? [...raising, ...(printed >= missing ? [then] : [])] : null;
  const trial = useTrial(reports, tools);
  const refusals = trial.fresh ? refusalsOf(trial.answers) : null;
  const raised = refusals?.length === 0 ? amountRaised(trial.answers ?? []) : printed;
  const enough = raised >= missing;
  const may = raising.length > 0 && !refusals?.length;
  /** @param {Move} report */
  const tellWhy = report => (refusals?.length ? show({ kind: "why", report, refusals }) : explain(report));
  /**
   * @param {string} group
   * @param {number} way
   */
  const sell = (group, way) => choose({ ...chosen, sold: { ...chosen.sold, [group]: way } });
  /** @param {string} key */
  const turn = key => choose({ ...chosen, deeds: chosen.deeds.includes(key) ? chosen.deeds.filter(each => each !== key) : [...chosen.deeds, key] });
  /** @param {Move[]} all */
  const send = all => {
    choose(NONE);
    log(all[0], { then: all.slice(1) });
  };
  const deeds = mortgageable(table, player, after);
  if (!groups.length && !deeds.length) return html`<p class="faint" data-test="raise">${word("raise_nothing", { deeds: table.printed.called.many })}</p>`;
  return html`<fieldset class="raise" data-test="raise"><legend>${word("raise_title")}</legend>
    ${groups.map(row => html`<${Group} key=${row.group} table=${table} row=${row} way=${chosen.sold[row.group]} enough=${enough} sell=${sell} />`)}
    ${deeds.length > 0 && html`<div class="deeds" role="group" aria-label=${word("tab_mortgage")}>${deeds.map(deed => html`
      <button key=${deed.key} class=${`deed ${deed.group}${enough ? " shut" : ""}`} data-mortgage=${deed.key}
        aria-pressed=${chosen.deeds.includes(deed.key)} onClick=${() => turn(deed.key)}>
        <span>${deed.name}</span><${Brings} table=${table} deed=${deed.key} /></button>`)}</div>`}
    <p class="tally" data-test="tally">${word("raise_tally", { raised: table.money(raised), missing: table.money(missing) })}
      <b> ${enough ? "✓" : word("raise_left", { amount: table.money(missing - raised) })}</b></p>
    ${raising.length > 0 && html`<${Verdict} table=${table} trial=${trial} good=${word(enough ? "raise_stands" : "raise_so_far")} />`}
  </fieldset>
    <${Decide} first=${first}>
      <${GuardedButton} kind="go big" open=${may && enough} yes=${() => send([...raising, then])} why=${() => tellWhy(then)} test="raise-and-pay">${word("raise_and_pay")}</${GuardedButton}>
      ${raising.length > 0 && html`<${GuardedButton} kind="" open=${may} yes=${() => send(raising)} why=${() => tellWhy(raising[0])} test="raise-only">${word("raise_only")}</${GuardedButton}>`}
    </${Decide}>`;
}

/** @param {{ table: Table, deed: DeedKey }} props */
function Brings({ table, deed }) {
  const value = table.mortgageValue(deed);
  return value === undefined ? null : html` <span class="worth">+${table.money(value)}</span>`;
}

/**
 * A group with buildings: the present levels and those after selling, and buttons for one step down or back.
 * @param {{ table: Table, row: BuiltGroup, way: number, enough: boolean, sell: (group: string, way: number) => void }} props
 */
function Group({ table, row, way, enough, sell }) {
  const { group, brings, ways } = row;
  const [now, next] = [ways[way], ways[way + 1]];
  return html`<div class=${`group ${group}`} role="group" aria-label=${now.map(lot => table.deedName(lot.deed)).join(word("comma"))}>
    <p>${now.map((lot, number) => html`<span class="lot" key=${lot.deed}>${table.deedName(lot.deed)}
      <b> ${levelMark(ways[0][number].level)}${lot.level < ways[0][number].level ? ` → ${levelMark(lot.level)}` : ""}</b></span>`)}</p>
    <div class="actions">
      <button class=${enough ? "shut" : ""} onClick=${() => sell(group, way + 1)} disabled=${!next} data-sell=${group}>
        ${word("raise_sell", { amount: table.money(next ? (countBuildings(now) - countBuildings(next)) * brings : brings) })}</button>
      <button onClick=${() => sell(group, way - 1)} disabled=${!way} aria-label=${word("raise_back")}>↶</button>
    </div></div>`;
}

/**
 * The player's deeds that can be mortgaged once the groups are sold down to `after`.
 * @param {Table} table
 * @param {Seat} player
 * @param {Record<string, Lot[]>} after
 */
function mortgageable(table, player, after) {
  return table.owned(player).filter(deed => !table.holding(deed.key).mortgaged && !(after[deed.group] && countBuildings(after[deed.group])));
}

/**
 * The choice, limited to what the player still has.
 * @param {Chosen} wanted
 * @param {BuiltGroup[]} groups
 * @param {Table} table
 * @param {Seat} player
 */
function limitedChoice(wanted, groups, table, player) {
  const sold = Object.fromEntries(groups.map(({ group, ways }) => [group, Math.min(wanted.sold[group] ?? 0, ways.length - 1)]));
  const deeds = mortgageable(table, player, Object.fromEntries(groups.map(({ group, ways }) => [group, ways[sold[group]]]))).map(deed => deed.key);
  return { sold, deeds: wanted.deeds.filter(key => deeds.includes(key)) };
}

/**
 * What the choice yields by the printed figures.
 * @param {Chosen} chosen
 * @param {BuiltGroup[]} groups
 * @param {Table} table
 */
function printedYield({ sold, deeds }, groups, table) {
  const buildings = groups.reduce((all, { group, brings, ways }) => all + (countBuildings(ways[0]) - countBuildings(ways[sold[group]])) * brings, 0);
  return deeds.reduce((all, key) => all + (table.mortgageValue(key) ?? 0), buildings);
}
