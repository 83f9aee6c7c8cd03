// Calls in an auction: who, then how much. Several players pressed together called at the same moment.
import { BidPad } from "./bid_pad.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";

const ABOVE = [0, 1, 5, 10, 20, 50, 100, 200, 500, 1000]; // about so much above the least call
const QUICK = 6; // amounts at once

// The least call and some above it, as far as the steps allow, round ones where the steps are small.
function quickCalls(least, step) {
  const near = ABOVE.map(above => least + above - ((least + above) % (above < 5 ? 1 : Math.min(above, 10))));
  return [...new Set(near)].filter(amount => amount >= least && (amount - least) % step === 0).slice(0, QUICK);
}

// `high`: {player, amount} of the highest call or null; `out`: seats that may not call.
export function Calls({ table, log, explain, high, out }) {
  const [callers, choose] = useState([]);
  const [typing, type] = useState(false);
  const [hint, tell] = useState(false);
  const open = table.entries("bid");
  const chosen = callers.filter(seat => table.may("bid", seat));
  const bounds = chosen.length ? chosen.map(seat => table.may("bid", seat)) : open;
  const step = open[0]?.step ?? 1;
  const leasts = bounds.map(({ least }) => least);
  // All of several callers must be able to make the call; before any is chosen, one of them.
  const least = chosen.length ? Math.max(...leasts) : Math.min(...leasts);
  const who = chosen.map(seat => table.name(seat)).join(" + ");
  const report = amount => (chosen.length === 1 ? { type: "bid", player: chosen[0], amount } : { type: "bid", players: chosen, amount });

  const press = seat => {
    tell(false);
    if (!table.may("bid", seat)) return explain({ type: "bid", player: seat, amount: open.length ? least : (high?.amount ?? 0) + 10 });
    return choose(chosen.includes(seat) ? chosen.filter(each => each !== seat) : [...chosen, seat]);
  };
  const call = amount => {
    if (!chosen.length) return tell(true);
    if (amount < least || amount % step) return explain(report(amount));
    choose([]);
    type(false);
    return log(report(amount));
  };
  const quick = open.length ? quickCalls(least, step) : [];
  return html`<div class="calls">
    <div class=${`callers${table.active.length > 4 ? " many" : ""}`} role="group" aria-label=${word("bid_who")}>${table.active.map(seat => {
      const shut = !table.may("bid", seat);
      return html`<button key=${seat} class=${`caller${shut ? " shut" : ""}`} aria-disabled=${shut ? "true" : null}
        aria-pressed=${shut ? null : chosen.includes(seat)} onClick=${() => press(seat)} data-caller=${seat}>
        <span>${table.name(seat)}</span>
        <span class="sum">${table.money(table.player(seat).cash)}</span>
        ${high?.player === seat && html`<span class="tag">${word("bid_high")}</span>`}
        ${out.includes(seat) && html`<span class="tag">${word("bid_out")}</span>`}
      </button>`;
    })}</div>
    ${quick.length > 0 && html`
      <p class="told" role="status">${chosen.length ? word(chosen.length > 1 ? "bid_together" : "bid_how_much", { who })
        : hint ? html`<b>${word("bid_who_first")}</b>` : word("bid_hint")}</p>
      ${typing
        ? html`<${BidPad} table=${table} call=${call}
          name=${amount => (chosen.length ? word("bid_call", { who, amount: table.money(amount) }) : word("bid_who_first"))} />`
        : html`<div class="amounts" role="group" aria-label=${word("bid_amount")}>
          ${quick.map(amount => html`<button key=${amount} class=${chosen.length ? "" : "shut"}
            aria-disabled=${chosen.length ? null : "true"} onClick=${() => call(amount)} data-amount=${amount}>${table.money(amount)}</button>`)}
        </div>`}
      <button class="other" aria-pressed=${typing} onClick=${() => type(!typing)} data-test="bid-other">${word("bid_other")}</button>`}
  </div>`;
}
