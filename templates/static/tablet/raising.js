// What a player's own assets bring: buildings at half their cost, deeds at their mortgage value. By the printed figures;
// the referee's answer has the last word.
import { HOTEL } from "./table.js";

// A player's groups with buildings, in board order: [{group, brings, ways}]. `brings`: half the cost of one building;
// `ways`: what it can be sold down to, each as [{deed, level}].
export function builtGroups(table, seat) {
  return table.printed.groups
    .map(({ key, deeds }) => ({ group: key, lots: deeds.filter(deed => table.holding(deed).owner === seat).map(deed => ({ deed, level: table.holding(deed).level })) }))
    .filter(({ lots }) => built(lots) > 0)
    .map(({ group, lots }) => ({ group, brings: half(table.deed[lots[0].deed].building_cost), ways: ways(lots, table.position.bank.houses) }));
}

// What a group can be sold down to, step by step: always from the highest lot, of equals the last. The first of these is
// what stands; left out is what takes more houses for broken hotels than the bank has.
export function ways(lots, houses) {
  const found = [lots];
  const standing = row => row.reduce((sum, lot) => sum + (lot.level < HOTEL ? lot.level : 0), 0);
  for (let now = lots; built(now) > 0;) {
    const levels = now.map(lot => lot.level);
    const high = levels.lastIndexOf(Math.max(...levels));
    now = now.map((lot, number) => (number === high ? { ...lot, level: lot.level - 1 } : lot));
    if (standing(now) - standing(lots) <= houses) found.push(now);
  }
  return found;
}

// Buildings on lots, a hotel counted as five.
export const built = lots => lots.reduce((sum, lot) => sum + lot.level, 0);

const half = cost => Math.floor(cost / 2);

// What own assets reach at the most, cash included; null where printed figures do not tell (Monopoly City).
export function reach(table, seat) {
  let sum = table.player(seat).cash;
  for (const { key, mortgage, building_cost: cost } of table.owned(seat)) {
    if (mortgage === undefined) return null;
    const { level, mortgaged } = table.holding(key);
    sum += (mortgaged ? 0 : mortgage) + level * half(cost);
  }
  return sum;
}

// The reports that raise what was chosen, in order: `groups` as above, `sold` by group which way, `deeds` to be mortgaged.
export function raisingReports(player, groups, { sold, deeds }) {
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

// What a dry run says that selling and mortgaging bring.
export function brought(answers) {
  const events = answers.flatMap(answer => answer.events).filter(event => event.kind === "sold" || event.kind === "mortgaged");
  return events.reduce((sum, event) => sum + event.amount, 0);
}

// How a level is written in short.
export const levelMark = level => (level === HOTEL ? "H" : String(level));
