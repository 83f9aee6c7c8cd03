// Before the first turn: the deeds that were dealt, and the throws for the starting order.
import { Dice } from "./dice.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";

export function Setup({ table, log }) {
  const count = table.may("deal")?.deeds ?? 2;
  const [dealt, setDealt] = useState({}); // deed -> seat
  const [seat, setSeat] = useState(table.seats[0]);
  const of = each => Object.keys(dealt).filter(deed => dealt[deed] === each);
  const tap = deed => {
    const next = { ...dealt };
    if (next[deed]) delete next[deed];
    else if (of(seat).length < count) next[deed] = seat;
    setDealt(next);
    const open = table.seats.find(each => Object.keys(next).filter(key => next[key] === each).length < count);
    if (open && Object.keys(next).filter(key => next[key] === seat).length >= count) setSeat(open);
  };
  const whole = table.seats.every(each => of(each).length === count);
  const report = { type: "deal", deeds: Object.fromEntries(table.seats.map(each => [each, of(each)])) };
  return html`
    <div class="choices" role="group" aria-label=${word("players")}>${table.seats.map(each => html`<button key=${each} aria-pressed=${seat === each} onClick=${() => setSeat(each)}>${table.name(each)} ${of(each).length}/${count}</button>`)}</div>
    <div class="deeds">${table.printed.deeds.map(deed => html`<button key=${deed.key} class=${`deed ${deed.group}`} aria-pressed=${Boolean(dealt[deed.key])} onClick=${() => tap(deed.key)}>${deed.name}${dealt[deed.key] ? html` <b>${table.name(dealt[deed.key])}</b>` : ""}</button>`)}</div>
    <div class="actions"><button class="go big" disabled=${!whole} onClick=${() => log(report)} data-test="deal">${word("deal_done")}</button></div>`;
}

// Throws of several players, one after another, then all at once.
export function RollOff({ table, log, seats }) {
  const [thrown, setThrown] = useState({});
  const next = seats.find(seat => !thrown[seat]);
  const add = dice => {
    const all = { ...thrown, [next]: dice };
    setThrown(all);
    if (seats.every(seat => all[seat])) {
      log({ type: "roll_off", dice: all });
      setThrown({});
    }
  };
  return html`<section class="due later"><h2>${word("roll_off")}</h2>
    <p>${seats.map(seat => `${table.name(seat)}: ${thrown[seat]?.join(" + ") ?? "–"}`).join(" · ")}</p>
    ${next && html`<h3>${table.name(next)}</h3><${Dice} thrown=${add} voids=${false} />`}
  </section>`;
}
