// Terms of a rescue, put together like a deal: by whom, with whom together, what is given and taken.
import { dealSides } from "./deal_preview.js";
import { DealSide } from "./deal_side.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { NOTHING, asReported, fromReport, isEmpty, stillHeld } from "./side.js";
import { Tap } from "./tap.js";
import { refusalsOf, useTrial } from "./trial.js";
import { Verdict } from "./verdict.js";

const drafts = new Map(); // debtor -> {player, give, take, with}, whatever tab is open

// `start`: a standing offer that is to be changed, or {}.
export function OfferForm(tools) {
  const { table, debtor, start, show, log, explain, close } = tools;
  const [, redraw] = useState(0);
  const rescuers = table.entries("offer_rescue").filter(each => each.to === debtor).map(each => each.player);
  const begun = { player: null, with: [], ...start, give: fromReport(start.give), take: fromReport(start.take) };
  const kept = drafts.get(debtor);
  const found = kept && (!start.player || kept.player === start.player) ? kept : begun;
  const player = rescuers.includes(found.player) ? found.player : rescuers.length === 1 ? rescuers[0] : null;
  const now = {
    player, with: found.with.filter(seat => rescuers.includes(seat) && seat !== player),
    give: player ? stillHeld(found.give, table, player) : NOTHING, take: stillHeld(found.take, table, debtor),
  };
  const set = change => {
    drafts.set(debtor, { ...now, ...change });
    redraw(count => count + 1);
  };
  const { give, take } = now;
  const empty = isEmpty(give) && isEmpty(take);
  const shared = now.with.length ? { with: now.with } : {};
  const report = player && { type: "offer_rescue", player, to: debtor, give: asReported(give), take: asReported(take), ...shared };
  const trial = useTrial(report && !empty ? [report] : null, tools);
  const open = report && !empty && !(trial.fresh && refusalsOf(trial.answers)?.length);
  const end = () => {
    drafts.delete(debtor);
    close();
  };
  const shown = () => {
    const names = now.with.map(seat => table.name(seat)).join(word("comma"));
    const sides = dealSides(table, { one: player, two: debtor, give, take }, { alone: !names });
    const preview = { title: word("rescue_offer"), sides, note: names ? word("rescue_with", { names }) : undefined };
    show({ kind: "preview", preview, yes: () => { end(); log(report); } });
  };
  return html`<div class="offer-form" data-test="offer-form">
    <div class="sides">
      <${DealSide} table=${table} name="give" seat=${player} seats=${rescuers} closed=${() => false} side=${give} back=${take.cash}
        choose=${seat => set({ player: seat, give: seat === player ? give : NOTHING })} change=${changed => set({ give: changed })} />
      <${DealSide} table=${table} name="take" seat=${debtor} side=${take} back=${give.cash}
        change=${changed => set({ take: changed })} />
    </div>
    ${player && rescuers.length > 1 && html`<fieldset><legend>${word("rescue_partners")}</legend><div class="choices">
      ${rescuers.filter(seat => seat !== player).map(seat => html`<button key=${seat} aria-pressed=${now.with.includes(seat)} data-partner=${seat}
        onClick=${() => set({ with: now.with.includes(seat) ? now.with.filter(each => each !== seat) : [...now.with, seat] })}>${table.name(seat)}</button>`)}
    </div></fieldset>`}
    ${report && !empty && html`<${Verdict} table=${table} trial=${trial} good=${word("rescue_stands")}
      half=${isEmpty(give) || isEmpty(take)} terms=${now} set=${set} />`}
    <div class="actions">
      <${Tap} kind="go big" open=${open} yes=${shown} why=${() => report && explain(report)} test="show-offer">${word("deal_show")}</${Tap}>
      <button onClick=${end}>${word("rescue_leave")}</button>
    </div>
  </div>`;
}
