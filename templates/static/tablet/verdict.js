// What the referee would say to terms as they stand, while they are put together, and what would set them right.
import { Clause } from "./clause.js";
import { html } from "./draw.js";
import { word } from "./given.js";
import { Refusals } from "./refused.js";
import { money } from "./side.js";
import { refusalsOf } from "./trial.js";

// `trial`: of `useTrial`. `half`: one side is still empty, so a refusal is no fault yet. `terms`: {give, take}, and
// `set` puts other ones in their place.
export function Verdict({ table, trial, good, half, terms, set }) {
  const { answers, fresh } = trial;
  const refusals = telling(refusalsOf(answers));
  return html`<div class="verdict" role="status" aria-busy=${!fresh} tabindex="0" data-test="verdict">
    ${answers === undefined ? html`<p class="faint">${word("deal_asking")}</p>`
      : refusals === null ? html`<p class="faint">${word("nobody_can_say")}</p>`
      : refusals.length ? html`<div class=${half ? "note" : "wrong"}><${Refusals} refusals=${refusals} />
          ${terms && html`<${Mends} table=${table} refusals=${refusals} terms=${terms} set=${set} />`}</div>`
      : html`<p class="stands"><span aria-hidden="true">✓</span> ${good}</p>
          ${answers.at(-1).warnings.map(each => html`<p class="note" key=${each.code}>${each.message} <${Clause} id=${each.clause} /></p>`)}`}
  </div>`;
}

// The refusals by a rule; those of the bookkeeping, which say the same again, only where there is no other.
function telling(refusals) {
  const ruled = refusals?.filter(each => !each.clause.startsWith("RECORD/"));
  return ruled?.length ? ruled : refusals;
}

// A tap for what would be right, where a refusal names the sum.
function Mends({ table, refusals, terms, set }) {
  const found = refusals.map(refusal => mended(refusal, terms)).find(Boolean);
  if (!found) return null;
  return html`<button onClick=${() => set(found.terms)} data-test="mend">${word(found.how, { amount: table.money(found.amount) })}</button>`;
}

const SHORT = new Set(["rescue_insufficient", "rescue_must_clear_both", "shared_rescue_insufficient"]);

// The terms that a refusal asks for, and how they differ: {how, amount, terms}; null where it names no sum.
function mended({ code, facts }, { one, give, take }) {
  if (SHORT.has(code)) {
    const more = side => ({ ...side, cash: side.cash + facts.missing });
    return { how: "deal_mend_more", amount: facts.missing, terms: facts.player === one ? { give, take: more(take) } : { give: more(give), take } };
  }
  const price = { deed_too_cheap: facts.least, card_too_dear: facts.limit }[code];
  if (price === undefined) return null;
  const sold = code === "deed_too_cheap" ? give.deeds.includes(facts.deeds[0]) : give.cards.length > 0;
  const [goods, back] = sold ? [give, take] : [take, give];
  const cash = price - money({ ...back, cash: 0 }) + money({ ...goods, cash: 0 });
  const gone = { ...goods, cash: Math.max(0, -cash) };
  const paid = { ...back, cash: Math.max(0, cash) };
  return { how: "deal_mend", amount: price, terms: sold ? { give: gone, take: paid } : { give: paid, take: gone } };
}
