// What a referee's answer moves by events of a kind, in whole units of money; null where there are none.
export function eventSum(answer, kind) {
  const found = (answer?.events ?? []).filter(event => event.kind === kind);
  return found.length ? found.reduce((total, event) => total + event.amount, 0) : null;
}
