// Building and selling buildings: a player's groups, plus and minus at each lot, one report for all of them.
import { Assembled } from "./assembled.js";
import { Blocks } from "./blocks.js";
import { BuildingPlan } from "./building_plan.js";
import { html, useState } from "./draw.js";
import { eventSum } from "./event_sum.js";
import { word } from "./given.js";
import { LotGroup } from "./lot_group.js";
import { useTrial } from "./trial.js";
import { useWhose, Whose } from "./whose.js";

const TYPES = ["build", "sell", "withdraw_build"];

export function BuildPanel(tools) {
  const Panel = tools.table.printed.hotel_from === undefined ? Blocks : Lots;
  return html`<${Panel} ...${tools} />`;
}

function Lots(tools) {
  const { table, explain } = tools;
  const [seat, choose] = useWhose(table, TYPES);
  const [wanted, want] = useState({});
  const [hint, tell] = useState(null);
  const plan = new BuildingPlan(table, seat, wanted);
  const { report } = plan;
  const trial = useTrial(report && [report], tools);
  const answer = trial.fresh ? trial.answers?.[0] : null;
  const groups = table.printed.groups.filter(group => isShown(plan, group));

  const again = () => {
    want({});
    tell(null);
  };
  const change = player => {
    choose(player);
    again();
  };
  const step = (group, levels) => {
    const obstacle = plan.obstacle(group, levels);
    tell(typeof obstacle === "string" ? word(`lots_${obstacle}`) : null);
    if (obstacle === null) want(plan.with(levels).to);
    else if (typeof obstacle !== "string") explain(obstacle);
  };
  return html`<section aria-label=${word("tab_build")}>
    <${Whose} table=${table} types=${TYPES} seat=${seat} choose=${change} />
    ${groups.length === 0 && html`<p class="note">${word("no_groups", { name: table.name(seat) })}</p>`}
    ${groups.map(group => html`<${LotGroup} key=${group.key} table=${table} group=${group} plan=${plan} step=${step} />`)}
    ${groups.length > 0 && html`<${Assembled} ...${tools} report=${report} answer=${answer} again=${again} test="log-building"
      label=${report && label(table, plan, answer)} start=${word("lots_choose")}>
      ${hint && html`<p class="told" role="status">${hint}</p>`}
      <${Sums} table=${table} plan=${plan} answer=${answer} />
    </${Assembled}>`}
  </section>`;
}

// Groups that something can be built on or sold from: whole ones, whatever is built, and what else may be reported.
function isShown(plan, group) {
  const { table, seat } = plan;
  const own = plan.lots(group);
  if (!own.length || !table.deed[own[0]].building_cost) return false;
  return own.length === group.deeds.length || own.some(deed => table.holding(deed).level > 0 || table.may("build", seat)?.lots?.[deed]);
}

function label(table, plan, answer) {
  const { type } = plan.report;
  if (type === "build") return word("build_for", { amount: table.money(plan.cost) });
  if (type === "withdraw_build") return word("did_withdraw_build");
  const got = eventSum(answer, "sold");
  return got === null ? word("sell") : word("sell_for", { amount: table.money(got) });
}

// Cash and stock when it is done.
function Sums({ table, plan, answer }) {
  const { report, seat } = plan;
  const { cash } = table.player(seat);
  const { bank } = table.position;
  const brought = { build: -plan.cost, sell: eventSum(answer, "sold") }[report?.type] ?? 0;
  const { houses, hotels } = plan.stock;
  const waits = report?.type === "build" && answer?.events?.some(event => event.kind === "declared");
  return html`<p class="sums">
    <span>${word("cash_of", { name: table.name(seat), amount: table.money(cash) })} <${After} now=${cash} after=${cash + brought} shown=${sum => table.money(sum)} /></span>
    <span>${word("stock_left")} ${word("stock_houses")} ${bank.houses} <${After} now=${bank.houses} after=${houses} />
      ${" "}${word("stock_hotels")} ${bank.hotels} <${After} now=${bank.hotels} after=${hotels} /></span>
  </p>
  ${waits && html`<p class="note">${word("build_waits")}</p>`}`;
}

// What a figure comes to, where it changes; below zero is more than there is.
function After({ now, after, shown = String }) {
  return after === now ? null : html`→ <b class=${after < 0 ? "lacking" : ""}>${shown(after)}</b>`;
}
