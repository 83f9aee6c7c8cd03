// How a game writes its money, and how it is typed, as declared beside its law (`rulesets.kernel.telling.money`).

/**
 * @param {Money} money
 * @param {number} amount in the game's units
 * @param {string} minus
 */
export const written = (money, amount, minus = "−") => {
  const size = Math.abs(amount);
  const [word, units] = money.multiples.find(([, each]) => size >= each) ?? money.multiples.at(-1) ?? ["", 1];
  const digits = (size / units).toLocaleString("en", { maximumFractionDigits: 3 });
  return `${amount < 0 ? minus : ""}${money.sign}${digits}${word}`;
};

/** @type {(money: Money, text: string) => number[]} */
export const readings = (money, text) => {
  const [, number, decimals, word] = /^(-?[0-9]{1,15}(\.[0-9]{1,6})?)([^0-9]*)$/.exec(text.startsWith(money.sign) ? text.slice(money.sign.length) : text) ?? [];
  if (number === undefined) return [];
  const every = money.multiples.length ? money.multiples.map(([, units]) => units) : [1];
  const named = [...money.multiples, ...money.also].filter(([each]) => each.trim().toLowerCase() === word.toLowerCase());
  const units = word ? named.slice(0, 1).map(([, each]) => each) : decimals ? every.slice(0, 1) : Math.abs(Number(number)) >= every[0] ? [1] : [...every].reverse();
  const amounts = units.map(each => Number((Number(number) * each).toFixed(6)));
  return [...new Set(amounts)].filter(Number.isInteger);
};

/** @type {(money: Money, typed: string) => number[]} */
export const typedReadings = (money, typed) =>
  readings(money, typed.normalize("NFKC").replace(/[\s,，]/g, "").toLowerCase()).filter(amount => amount >= 0 && amount < 1e9);

/** @type {(money: Money, typed: string) => number | null} */
export const typedAmount = (money, typed) => {
  const [amount, ...others] = typedReadings(money, typed);
  return amount === undefined || others.length ? null : amount;
};

/** @type {(money: Money, typed: string) => string} */
export const sumFault = (money, typed) => {
  const found = typedReadings(money, typed);
  return !typed.trim() || found.length === 1 ? "" : `${(found.length ? found : [500, 1500]).map(each => written(money, each)).join(" / ")}?`;
};
