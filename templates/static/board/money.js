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

/**
 * The units of an amount in one word, such as 2.4M, in small letters; null if it is none of this money.
 * @param {Money} money
 * @param {string} text
 */
export const readAmount = (money, text) => {
  const [, number, decimals, word] = /^(-?[0-9]{1,15}(\.[0-9]{1,6})?)([^0-9]*)$/.exec(text.startsWith(money.sign) ? text.slice(money.sign.length) : text) ?? [];
  if (number === undefined) return null;
  const named = [...money.multiples, ...money.also].find(([each]) => each.trim().toLowerCase() === word);
  const units = word ? named?.[1] : (decimals && money.multiples[0]?.[1]) || 1;
  const amount = units && Number((Number(number) * units).toFixed(6)); // decimals of a float, such as 4.1 * 1000
  return Number.isInteger(amount) ? amount : null;
};

/**
 * The units of an amount as somebody types it, in whatever digits, with separators and in small or capital letters; null
 * if it is none, or below zero.
 * @param {Money} money
 * @param {string} typed
 */
export const typedAmount = (money, typed) => {
  const amount = readAmount(money, typed.normalize("NFKC").replace(/[\s,，]/g, "").toLowerCase());
  return typeof amount === "number" && amount >= 0 && amount < 1e9 ? amount : null;
};
