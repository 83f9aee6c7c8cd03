// What a player's worth consists of, by the printed figures, or the rents if the game counts those: shown while the server cannot be asked.
import { word } from "../page.js";
import { HOTEL } from "../table.js";

/**
 * The breakdown of a player's worth: cash, deeds, buildings; null if the figures do not add up to it.
 * @param {Table} table
 * @param {Standing} row
 * @returns {{ name: string, amount: number }[] | null}
 */
export function worthLines(table, row) {
  const { cash } = table.player(row.player);
  const lines = [{ name: word("worth_cash"), amount: cash }];
  for (const deed of table.owned(row.player)) {
    const { level, mortgaged } = table.holding(deed.key);
    const counts = table.handling.deeds_at_rent ? table.rent(deed.key)?.amount ?? 0 : mortgaged ? deed.mortgage ?? NaN : deed.price;
    lines.push({ name: mortgaged ? word("deal_deed_mortgaged", { deed: deed.name }) : deed.name, amount: counts });
    const built = level === HOTEL ? word("hotel") : word("houses", { count: level });
    if (level) lines.push({ name: `${deed.name} · ${built}`, amount: level * deed.building_cost });
  }
  return lines.reduce((sum, line) => sum + line.amount, 0) === row.worth ? lines : null;
}
