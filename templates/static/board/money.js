// How a game writes its money, as declared beside its law (`rulesets.kernel.telling.money`).

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
