// A colour group of the building tab: its lots as they stand and as they are planned, plus and minus at each and at all.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Pieces } from "./pieces.js";

export function LotGroup({ table, group, plan, step }) {
  const lots = plan.lots(group);
  const cost = table.deed[lots[0]].building_cost;
  return html`<section class=${`group lots ${group.key}`}>
    <div class="lot-row"><h2>${group.name} <span class="faint">${word("building_cost", { amount: table.money(cost) })}</span></h2>
      <${Step} plan=${plan} group=${group} levels=${plan.together(group, -1)} by="−" name=${group.name} all step=${step} test=${`minus-${group.key}`} />
      <${Step} plan=${plan} group=${group} levels=${plan.together(group, 1)} by="+" name=${group.name} all step=${step} test=${`plus-${group.key}`} />
    </div>
    ${lots.map(deed => html`<${Lot} key=${deed} table=${table} group=${group} plan=${plan} deed=${deed} step=${step} />`)}
  </section>`;
}

function Lot({ table, group, plan, deed, step }) {
  const level = plan.level(deed);
  const name = table.deedName(deed);
  return html`<div class="lot-row">
    <p>${name} <${Pieces} from=${plan.standing(deed)} to=${level} />
      ${table.holding(deed).mortgaged && html` <span class="state late">${word("mortgaged")}</span>`}
      ${plan.declared[deed] !== undefined && html` <span class="state">${word("declared")}</span>`}</p>
    <${Step} plan=${plan} group=${group} levels=${{ [deed]: level - 1 }} by="−" name=${name} step=${step} test=${`minus-${deed}`} />
    <${Step} plan=${plan} group=${group} levels=${{ [deed]: level + 1 }} by="+" name=${name} step=${step} test=${`plus-${deed}`} />
  </div>`;
}

function Step({ plan, group, levels, by, name, all, step, test }) {
  const shut = plan.obstacle(group, levels) !== null;
  const said = all ? `${by} ${word("lots_all")} ${name}` : word(by === "+" ? "lots_up" : "lots_down", { name });
  return html`<button class=${`step${shut ? " shut" : ""}`} aria-disabled=${shut ? "true" : null} aria-label=${said}
    onClick=${() => step(group, levels)} data-test=${test}>${by} ${all && html`<span class="every">${word("lots_all")}</span>`}</button>`;
}
