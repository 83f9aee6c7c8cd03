// The panel of a finished game: the standing, the final count, the result. Loaded after the page: a game takes an hour.
import { html, useEffect, useState } from "../elements.js";
import { pageData, request, word } from "../page.js";
import { Count } from "./sheets.js";
import { RollOff } from "../turn.js";

const RESULT_EVERY = 5000; // until somebody has confirmed it

/**
 * The panel of a finished game: the standing, the count, the result.
 * @param {Tools} tools
 */
export function FinalCount(tools) {
  const { table, log } = tools;
  const [result, setResult] = useState(null);
  const [fault, setFault] = useState(null);
  const fetchResult = async () => {
    if (!pageData.may.result) return;
    try {
      const { status, body } = await request("GET", `/tables/${pageData.table}/results`);
      if (status === 200) setResult(body.versions[0] ?? null);
    } catch {
      // The count needs no network.
    }
  };
  useEffect(() => {
    fetchResult();
    const timer = setInterval(() => document.hidden || fetchResult(), RESULT_EVERY);
    return () => clearInterval(timer);
  }, []);
  /** @param {{ note: string, despite?: string, signatures: Record<Seat, string> }} given */
  const enter = async ({ signatures, ...why }) => {
    try {
      const { status, body } = await request("POST", `/tables/${pageData.table}/results`, { body: { version: result?.version ?? 0, log: { signatures }, ...why } });
      setFault(status === 200 ? null : body.detail ?? body.title);
      await fetchResult();
    } catch {
      setFault(word("no_answer"));
    }
  };
  return html`<section class="due first" data-due="over"><h2>${word("over")}</h2>
    ${(result || !pageData.may.result) && html`<table><thead><tr><th>${word("rank")}</th><th>${word("player")}</th><th class="number">${word("worth")}</th></tr></thead><tbody>
      ${table.standing.map(row => html`<tr key=${row.player}><td>${row.rank}</td><td>${table.name(row.player)}${row.monopoly_win ? html` <span class="state on">${word("monopoly_win")}</span>` : ""}</td>
        <td class="number">${row.out_at ? word("out_at", { place: row.out_at }) : table.money(row.worth)}</td></tr>`)}
    </tbody></table>`}
    ${result && html`<p class="note" role="status">${word(result.confirmed_at ? "result_confirmed" : "result_entered")}</p>`}
    ${table.entries("roll_off").map(({ seats }) => html`<${RollOff} key=${seats.join()} table=${table} log=${log} seats=${seats} />`)}
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    ${!result && pageData.may.result && html`<${Count} ...${tools} enter=${enter} />`}
    ${pageData.result && html`<p><a class="button" href=${pageData.result}>${word("result_page")}</a></p>`}
  </section>`;
}
