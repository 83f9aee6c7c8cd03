// Mortgages: a player's deeds are tapped, then mortgaged together or freed of their mortgages, in one report.
import { html, SeatChoice, useSeatChoice, useState } from "../elements.js";
import { eventSum, ReportBar, useTrial } from "../law/judgement.js";
import { word } from "../page.js";

const TYPES = ["mortgage", "lift_mortgage"];
/** @type {Record<string, string>} */
const EVENTS = { mortgage: "mortgaged", lift_mortgage: "lifted" };
/** @type {{ type: string, deeds: DeedKey[] }} */
const NOTHING = { type: "", deeds: [] };

/**
 * The mortgage tab.
 * @param {Tools} tools
 */
export function MortgagePanel(tools) {
  const { table, explain } = tools;
  const [seat, change] = useSeatChoice(table, TYPES);
  const [chosen, choose] = useState(NOTHING); // deeds for one type: a report is one or the other
  const report = chosen.deeds.length ? { type: chosen.type, player: seat, deeds: chosen.deeds } : null;
  const trial = useTrial(report && [report], tools);
  const answer = trial.fresh ? trial.answers?.[0] : null;
  const amount = report && moved(table, report, answer);
  const owned = table.owned(seat);
  const { cash } = table.player(seat);

  const again = () => choose(NOTHING);
  /** @param {Seat} player */
  const look = player => {
    change(player);
    again();
  };
  /**
   * @param {string} type
   * @param {DeedKey} deed
   */
  const tap = (type, deed) => {
    if (!table.may(type, seat)?.deeds.includes(deed)) return explain({ type, player: seat, deeds: [deed] });
    const before = chosen.type === type ? chosen.deeds : [];
    return choose({ type, deeds: before.includes(deed) ? before.filter(each => each !== deed) : [...before, deed] });
  };
  return html`<section aria-label=${word("tab_mortgage")}>
    <${SeatChoice} table=${table} types=${TYPES} seat=${seat} choose=${look} />
    ${owned.length === 0 && html`<p class="note">${word("no_deeds", { name: table.name(seat), deeds: table.printed.called.many })}</p>`}
    ${TYPES.map(type => html`<${Deeds} key=${type} table=${table} type=${type} seat=${seat} tap=${tap}
      chosen=${chosen.type === type ? chosen.deeds : []}
      deeds=${owned.filter(deed => table.holding(deed.key).mortgaged === (type === "lift_mortgage"))} />`)}
    ${owned.length > 0 && html`<${ReportBar} ...${tools} report=${report} answer=${answer} again=${again} test="log-mortgage"
      label=${report && label(table, report, amount)} start=${word("deeds_choose", { deeds: table.printed.called.many })}>
      <p class="sums"><span>${word("cash_of", { name: table.name(seat), amount: table.money(cash) })}
        ${amount !== null && html` → <b>${table.money(cash + amount)}</b>`}</span></p>
    </${ReportBar}>`}
  </section>`;
}

/** @param {{ table: Table, type: string, seat: Seat, deeds: Deed[], chosen: DeedKey[], tap: (type: string, deed: DeedKey) => void }} props */
function Deeds({ table, type, seat, deeds, chosen, tap }) {
  if (!deeds.length) return null;
  const open = table.may(type, seat)?.deeds ?? [];
  /** @param {Deed} deed */
  const turn = ({ key }) => Number(!open.includes(key)); // what is possible now comes first
  return html`<h2>${word(`deeds_${type}`, { deeds: table.printed.called.many })}</h2><div class="deeds">${[...deeds].sort((one, other) => turn(one) - turn(other)).map(({ key, name, group }) => {
    const value = table.mortgageValue(key);
    const shut = !open.includes(key);
    return html`<button key=${key} class=${`deed ${group}${shut ? " shut" : ""}`} aria-disabled=${shut ? "true" : null}
      aria-pressed=${shut ? null : chosen.includes(key)} onClick=${() => tap(type, key)} data-deed=${key}>
      <span>${name}${value !== undefined && html` <span class="sum">${table.money(value)}</span>`}</span></button>`;
  })}</div>`;
}

/**
 * What the report yields, negative if it costs something; null until the referee has answered, who computes the interest.
 * @param {Table} table
 * @param {Move} report
 * @param {Judgement | null | undefined} answer
 */
export function moved(table, report, answer) {
  const counted = eventSum(answer, EVENTS[report.type]);
  if (report.type === "lift_mortgage") return counted === null ? null : -counted;
  const values = report.deeds.map((/** @type {DeedKey} */ deed) => table.mortgageValue(deed));
  return counted ?? (values.includes(undefined) ? null : values.reduce((/** @type {number} */ total, /** @type {number} */ value) => total + value, 0));
}

/**
 * What the button says that logs the report.
 * @param {Table} table
 * @param {Move} report
 * @param {number | null} amount
 */
export function label(table, report, amount) {
  const name = report.type === "mortgage" ? "mortgage_for" : "lift_for";
  return amount === null ? word(`did_${report.type}`) : word(name, { amount: table.money(Math.abs(amount)) });
}
