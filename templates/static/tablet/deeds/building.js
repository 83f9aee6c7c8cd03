// The building tab: a player's groups with plus and minus at each lot, or blocks as in Monopoly City.
import { standing } from "../../board/seen.js";
import { BuildingPlan } from "./plan.js";
import { Disc, standingText } from "../signs.js";
import { blocksOn } from "./stands.js";
import { html, levelName, Pieces, useSeatChoice, useState } from "../elements.js";
import { eventSum, ReportBar, useTrial } from "../law/judgement.js";
import { word } from "../page.js";

const TYPES = ["build", "sell", "withdraw_build"];

/**
 * The building tab.
 * @param {Tools} tools
 */
export function BuildPanel(tools) {
  const Panel = tools.table.printed.hotel_from === undefined ? Blocks : Lots;
  return html`<${Panel} ...${tools} />`;
}

/** @param {Tools} tools */
function Lots(tools) {
  const { table, explain } = tools;
  const [seat, choose] = useSeatChoice(table, TYPES);
  const [opened] = useState(seat); // is shown first, whosever lots are tapped then
  const [wanted, want] = useState({});
  const [hint, tell] = useState(null);
  const plan = new BuildingPlan(table, seat, wanted);
  const { report } = plan;
  const trial = useTrial(report && [report], tools);
  const answer = trial.fresh ? trial.answers?.[0] : null;
  const builders = [opened, ...table.others(opened)].map(each => {
    const unchanged = new BuildingPlan(table, each, {});
    return { each, groups: sorted(unchanged, table.printed.groups.filter(group => isShown(unchanged, group))) };
  }).filter(({ groups }) => groups.length);

  const again = () => {
    want({});
    tell(null);
  };
  /**
   * @param {BuildingPlan} changed of the player whose lots are tapped: a report is about one
   * @param {ColourGroup} group
   * @param {Record<DeedKey, number>} levels
   */
  const step = (changed, group, levels) => {
    const obstacle = changed.obstacle(group, levels);
    tell(typeof obstacle === "string" ? word(`lots_${obstacle}`) : null);
    if (obstacle === null) {
      choose(changed.seat);
      want(changed.withLevels(levels).to);
    } else if (typeof obstacle !== "string") explain(obstacle);
  };
  return html`<section aria-label=${word("tab_build")}>
    ${builders.length === 0 && html`<p class="note">${word("no_groups", { name: table.name(seat) })}</p>`}
    ${builders.map(({ each, groups }) => html`<section key=${each} data-builder=${each}><h2><${Disc} table=${table} seat=${each} /> ${table.name(each)}</h2>
      <div class="lot-groups">${groups.map(group => html`<${LotGroup} key=${group.key} table=${table} group=${group} plan=${each === seat ? plan : new BuildingPlan(table, each, {})} step=${step} />`)}</div></section>`)}
    ${builders.length > 0 && html`<${ReportBar} ...${tools} report=${report} answer=${answer} again=${again} test="log-building"
      label=${report && label(table, plan, answer)} start=${word("lots_choose")}>
      ${hint && html`<p class="told" role="status">${hint}</p>`}
      <${Sums} table=${table} plan=${plan} answer=${answer} />
    </${ReportBar}>`}
  </section>`;
}

/**
 * Whether to show a group: one that is complete, has buildings, or may be built on now.
 * @param {BuildingPlan} plan
 * @param {ColourGroup} group
 */
function isShown(plan, group) {
  const { table, seat } = plan;
  const own = plan.lots(group);
  if (!own.length || !table.deed[own[0]].building_cost) return false;
  return own.length === group.deeds.length || own.some(deed => table.holding(deed).level > 0 || table.may("build", seat)?.lots?.[deed]);
}

/**
 * Groups in the order of what can be done now: built on, sold from, nothing. `unchanged`: the plan that changes nothing, so that
 * no group moves while it is changed.
 * @param {BuildingPlan} unchanged
 * @param {ColourGroup[]} groups
 */
function sorted(unchanged, groups) {
  /** @param {ColourGroup} group */
  const turn = group => [1, -1, 0].findIndex(by => !by || unchanged.lots(group).some(deed => unchanged.obstacle(group, { [deed]: unchanged.base(deed) + by }) === null));
  return groups.map(group => ({ group, turn: turn(group) })).sort((one, other) => one.turn - other.turn).map(({ group }) => group);
}

/**
 * @param {Table} table
 * @param {BuildingPlan} plan
 * @param {Judgement | null | undefined} answer
 */
function label(table, plan, answer) {
  const type = plan.report?.type;
  if (type === "build") return word("build_for", { amount: table.money(plan.cost) });
  if (type === "withdraw_build") return word("did_withdraw_build");
  const got = eventSum(answer, "sold");
  return got === null ? word("sell") : word("sell_for", { amount: table.money(got) });
}

/**
 * The player's cash and the bank's stock, now and after the plan.
 * @param {{ table: Table, plan: BuildingPlan, answer: Judgement | null | undefined }} props
 */
function Sums({ table, plan, answer }) {
  const { report, seat } = plan;
  const { cash } = table.player(seat);
  const { bank } = table.position;
  const brought = report?.type === "build" ? -plan.cost : report?.type === "sell" ? eventSum(answer, "sold") ?? 0 : 0;
  const { houses, hotels } = plan.stock;
  const waits = report?.type === "build" && answer?.events?.some(event => event.kind === "declared");
  return html`<p class="sums">
    <span>${word("cash_of", { name: table.name(seat), amount: table.money(cash) })} <${After} now=${cash} after=${cash + brought} shown=${(/** @type {any} */ sum) => table.money(sum)} /></span>
    <span>${word("stock_left")} ${word("stock_houses")} ${bank.houses} <${After} now=${bank.houses} after=${houses} />
      ${" "}${word("stock_hotels")} ${bank.hotels} <${After} now=${bank.hotels} after=${hotels} /></span>
  </p>
  ${waits && html`<p class="note">${word("build_waits")}</p>`}`;
}

/**
 * The value of a figure after the plan, if it changes; negative if the plan needs more than there is.
 * @param {{ now: number, after: number, shown?: (figure: number) => string }} props
 */
function After({ now, after, shown = String }) {
  return after === now ? null : html`→ <b class=${after < 0 ? "lacking" : ""}>${shown(after)}</b>`;
}

// -- A colour group of the building tab: its lots as they are and as planned, one level for all, and plus and minus for each lot.

/**
 * The props of a group's lots: the plan, and the function that takes a step in it.
 * @typedef {{ group: ColourGroup, plan: BuildingPlan, step: (plan: BuildingPlan, group: ColourGroup, levels: Record<DeedKey, number>) => void }} Steps
 */

/** @param {{ table: Table } & Steps} props */
function LotGroup({ table, group, plan, step }) {
  const lots = plan.lots(group);
  const cost = table.deed[lots[0]].building_cost;
  return html`<section class=${`group lots ${group.key}`}>
    <h3>${group.name} <span class="faint">${word("building_cost", { amount: table.money(cost) })}</span></h3>
    <div class="levels" role="group" aria-label=${word("lots_all")}>${plan.levels.map(level => html`
      <${Level} key=${level} table=${table} group=${group} plan=${plan} level=${level} step=${step} />`)}</div>
    ${lots.map(deed => html`<${Lot} key=${deed} table=${table} group=${group} plan=${plan} deed=${deed} step=${step} />`)}
  </section>`;
}

/**
 * One level for all lots of a group, and what it costs.
 * @param {{ table: Table, level: number } & Steps} props
 */
function Level({ table, group, plan, level, step }) {
  const lots = plan.lots(group);
  const levels = Object.fromEntries(lots.map(deed => [deed, level]));
  const shut = plan.obstacle(group, levels) !== null;
  const paid = shut ? 0 : plan.withLevels(levels).cost - plan.withLevels(Object.fromEntries(lots.map(deed => [deed, plan.builtLevel(deed)]))).cost;
  const mark = standing(table.printed.pieces, { owner: plan.seat, level, mortgaged: false })[0]?.mark ?? "0";
  const sum = paid > 0 ? table.money(paid) : "";
  return html`<button class=${`step${shut ? " shut" : ""}`} aria-disabled=${shut ? "true" : null} aria-pressed=${lots.every(deed => plan.level(deed) === level)}
    aria-label=${[mark, sum, word("lots_all"), levelName(level), group.name].filter(Boolean).join(" ")}
    onClick=${() => step(plan, group, levels)} data-test=${`all-${group.key}-${level}`}>${mark}${sum && html` <span class="every">${sum}</span>`}</button>`;
}

/** @param {{ table: Table, deed: DeedKey } & Steps} props */
function Lot({ table, group, plan, deed, step }) {
  const level = plan.level(deed);
  const name = table.deedName(deed);
  return html`<div class="lot-row">
    <p>${name} <${Pieces} from=${plan.builtLevel(deed)} to=${level} />
      ${table.holding(deed).mortgaged && html` <span class="state late">${word("mortgaged")}</span>`}
      ${plan.declared[deed] !== undefined && html` <span class="state">${word("declared")}</span>`}</p>
    <${Step} plan=${plan} group=${group} levels=${{ [deed]: level - 1 }} by="−" label=${word("lots_down", { name })} step=${step} test=${`minus-${deed}`} />
    <${Step} plan=${plan} group=${group} levels=${{ [deed]: level + 1 }} by="+" label=${word("lots_up", { name })} step=${step} test=${`plus-${deed}`} />
  </div>`;
}

/** @param {Steps & { levels: Record<DeedKey, number>, by: string, label: string, test: string }} props */
function Step({ plan, group, levels, by, label, step, test }) {
  const shut = plan.obstacle(group, levels) !== null;
  return html`<button class=${`step${shut ? " shut" : ""}`} aria-disabled=${shut ? "true" : null} aria-label=${label}
    onClick=${() => step(plan, group, levels)} data-test=${test}>${by}</button>`;
}

// -- Building in blocks, as in Monopoly City: a button for each piece with its price, up to the largest that may be built now.

const KINDS = ["residential", "industrial"];

/** @param {Tools} props */
function Blocks({ table, log, explain }) {
  const entries = table.entries("build");
  const { turn, step } = table.position;
  const builder = step?.player ?? turn;
  const first = table.owned(builder)[0];
  if (!entries.length) {
    return html`<div class="note"><p>${word("blocks_none")}</p>
      ${first && html`<button onClick=${() => explain({ type: "build", player: builder, deed: first.key, residential: [1] })}>${word("why_not")}</button>`}</div>
      ${table.active.map(seat => html`<${BlocksOf} key=${seat} table=${table} player=${seat} most=${{}} log=${log} />`)}`;
  }
  return entries.map(({ player, ...most }) => html`<${BlocksOf} key=${player} table=${table} player=${player} most=${most} log=${log}>
    <p class="sums" data-test="blocks-left"><span>${word("cash_of", { name: table.name(player), amount: table.money(table.player(player).cash) })}</span>
      ${step && html`<span>${word("blocks_left", { count: step.left })}</span>`}</p>
  </${BlocksOf}>`);
}

/**
 * A player's districts: what stands there, how many blocks, and what may be built. `most`: the largest piece by kind and district.
 * @param {Pick<Tools, "table" | "log"> & { player: Seat, most: Record<string, any>, children?: Rendered }} props
 */
function BlocksOf({ table, log, player, most, children }) {
  const owned = table.owned(player);
  if (!owned.length) return null;
  return html`<section><h2>${table.name(player)}</h2>${children}
    ${owned.map(({ key, name, group, ...prices }) => {
      const holding = table.holding(key);
      return html`<section key=${key} class=${`group ${group}`} data-blocks=${key}>
        <h3>${name} <span class="faint">${word("blocks_of", { count: blocksOn(holding), most: table.printed.block_limit })}</span>
          ${holding.mortgaged && html` <span class="state late">${word("mortgaged")}</span>`}</h3>
        ${standingText(table, key) && html`<p class="faint">${standingText(table, key)}</p>`}
        <div class="actions">${KINDS.map(kind => sizes(most[kind]?.[key]).map(size => html`<button key=${`${kind} ${size}`}
          onClick=${() => log({ type: "build", player, deed: key, [kind]: [size] })} data-test=${`${kind}-${size}-${key}`}>
          ${word(`blocks_${kind}`, { size })} <span class="sum">${table.money(prices[kind][size - 1])}</span></button>`))}</div>
      </section>`;
    })}
  </section>`;
}

/** @param {number | undefined} most */
const sizes = most => Array.from({ length: most ?? 0 }, (_, number) => number + 1);
