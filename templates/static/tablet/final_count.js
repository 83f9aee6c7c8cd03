// The game is over: the count, shown to the players before it is entered as the table's result.
import { ask } from "./ask.js";
import { html, useEffect, useState } from "./draw.js";
import { given, word } from "./given.js";
import { RollOff } from "./setup.js";

export function FinalCount({ table, log, show }) {
  const [result, setResult] = useState(null);
  const [fault, setFault] = useState(null);
  const look = async () => {
    if (!given.may.result) return;
    try {
      const { status, body } = await ask("GET", `/tables/${given.table}/results`);
      if (status === 200) setResult(body.versions[0] ?? null);
    } catch {
      setFault(word("no_answer"));
    }
  };
  useEffect(() => { look(); }, []);
  const enter = async () => {
    show(null);
    try {
      const { status, body } = await ask("POST", `/tables/${given.table}/results`, { body: { version: result?.version ?? 0, log: {} } });
      setFault(status === 200 ? null : body.detail ?? body.title);
      await look();
    } catch {
      setFault(word("no_answer"));
    }
  };
  const lines = table.standing.map(row => `${row.rank}. ${table.name(row.player)}: ${row.out_at ? word("out_at", { place: row.out_at }) : table.money(row.worth)}${row.monopoly_win ? ` · ${word("monopoly_win")}` : ""}`);
  const preview = { title: word("count_title"), sides: [{ heading: word("standing"), lines }], note: word("count_note") };
  return html`<section class="due first" data-due="over"><h2>${word("over")}</h2>
    <table><thead><tr><th>${word("rank")}</th><th>${word("player")}</th><th class="number">${word("worth")}</th></tr></thead><tbody>
      ${table.standing.map(row => html`<tr key=${row.player}><td>${row.rank}</td><td>${table.name(row.player)}${row.monopoly_win ? html` <span class="state on">${word("monopoly_win")}</span>` : ""}</td>
        <td class="number">${row.out_at ? word("out_at", { place: row.out_at }) : table.money(row.worth)}</td></tr>`)}
    </tbody></table>
    ${table.entries("roll_off").map(({ seats }) => html`<${RollOff} key=${seats.join()} table=${table} log=${log} seats=${seats} />`)}
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    ${result ? html`<p class="note" role="status">${word(result.confirmed_at ? "result_confirmed" : "result_entered")}</p>`
      : given.may.result && html`<div class="actions"><button class="go big" data-test="enter-result" onClick=${() => show({ kind: "preview", preview, yes: enter })}>${word("enter_result")}</button></div>`}
    ${given.result && html`<p><a class="button" href=${given.result}>${word("result_page")}</a></p>`}
  </section>`;
}
