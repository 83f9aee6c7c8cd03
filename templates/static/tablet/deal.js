// A deal between two players: put together side by side, judged while it is, shown to the players, logged.
import { DealSide } from "./deal_side.js";
import { dealSides, remarks } from "./deal_preview.js";
import { html, useState } from "./draw.js";
import { word } from "./given.js";
import { NOTHING, asReported, isEmpty, stillHeld } from "./side.js";
import { OpenTalk, Talks } from "./talks.js";
import { Tap } from "./tap.js";
import { refusalsOf, useTrial } from "./trial.js";
import { Verdict } from "./verdict.js";

let draft = null; // {one, two, give, take} as it is put together, whatever tab is open; null: nothing yet

export function DealPanel(tools) {
  const { table, outbox, log, show, explain, go } = tools;
  const [, redraw] = useState(0);
  const now = fitted(draft, table);
  const put = terms => {
    draft = terms;
    redraw(count => count + 1);
  };
  const set = change => put({ ...now, ...change });
  const { one, two, give, take } = now;
  const empty = isEmpty(give) && isEmpty(take);
  const report = two && { type: "trade", player: one, with: two, give: asReported(give), take: asReported(take) };
  const trial = useTrial(report && !empty ? [report] : null, tools);
  const refusals = trial.fresh ? refusalsOf(trial.answers) : null;
  const open = report && !empty && !refusals?.length && isOpen(table, one, two);
  const agreed = async () => {
    put(null);
    go("play");
    const id = await log(report);
    comesBack(outbox, id, now);
  };
  const answer = trial.fresh ? trial.answers?.[0] : undefined;
  const shown = () => {
    const preview = { title: word("deal_title"), sides: dealSides(table, now, { answer }), note: remarks(answer) };
    show({ kind: "preview", preview, yes: agreed });
  };
  const chooseOne = seat => put(seat === two ? swapped(now) : { ...now, one: seat, give: seat === one ? give : NOTHING });
  const chooseTwo = seat => set({ two: seat, take: seat === two ? take : NOTHING });
  const side = (name, seat, other) => ({
    table, name, seat, side: now[name], back: now[name === "give" ? "take" : "give"].cash,
    seats: name === "give" ? table.active : table.others(one),
    choose: name === "give" ? chooseOne : chooseTwo,
    closed: each => !(name === "give" ? table.others(each) : [other]).some(against => isOpen(table, each, against)),
    change: changed => set({ [name]: changed }),
  });
  return html`<section class="deal" aria-label=${word("tab_deal")}>
    <${Talks} ...${tools} />
    <div class="sides">
      <${DealSide} ...${side("give", one, two)} />
      <${DealSide} ...${side("take", two, one)} />
    </div>
    <${OpenTalk} ...${tools} one=${one} two=${two} />
    <div class="foot">
      ${!two ? html`<p class="faint">${word("deal_choose_two")}</p>`
        : empty ? html`<p class="faint">${word("deal_put_together")}</p>`
        : table.certain && html`<${Verdict} table=${table} trial=${trial} good=${word("deal_stands")}
            half=${isEmpty(give) || isEmpty(take)} terms=${now} set=${set} />`}
      <div class="actions">
        <${Tap} kind="go big" open=${open} yes=${shown} why=${() => report && explain(report)} test="show-deal">${word("deal_show")}</${Tap}>
        <button onClick=${() => put(swapped(now))} disabled=${!two} data-test="swap-sides">${word("deal_swap")}</button>
        <button onClick=${() => put(null)} disabled=${!draft} data-test="clear-deal">${word("deal_clear")}</button>
      </div>
    </div>
  </section>`;
}

// The draft without what is not there any more; at first between whoever's turn it is, and nobody.
function fitted(terms, table) {
  const active = table.active;
  const one = active.includes(terms?.one) ? terms.one : active.find(seat => seat === table.position.turn) ?? active[0];
  const two = terms && active.includes(terms.two) && terms.two !== one ? terms.two : null;
  const give = terms?.one === one ? stillHeld(terms.give, table, one) : NOTHING;
  return { one, two, give, take: two ? stillHeld(terms.take, table, two) : NOTHING };
}

const swapped = ({ one, two, give, take }) => ({ one: two, two: one, give: take, take: give });

// Whether two players may conclude some deal now.
function isOpen(table, one, two) {
  const has = (player, other) => table.entries("trade").some(entry => entry.player === player && entry.with.includes(other));
  return has(one, two) || has(two, one);
}

// A deal that is refused comes back as the draft, to be mended, unless another one is put together by then.
function comesBack(outbox, id, terms) {
  outbox.addEventListener("answer", function answered({ detail }) {
    if (detail.item.client_id !== id) return;
    outbox.removeEventListener("answer", answered);
    if (!detail.entry.accepted) draft ??= terms;
  });
}
