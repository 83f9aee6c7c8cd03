// The end of a game: the count in detail, everybody's agreement to it, the result, and the way to the table's next game.
import { html, Sheet, useEffect, useState } from "../elements.js";
import { pageData, request, word } from "../page.js";
import { untilEmpty } from "../queue/until_empty.js";
import { Signature } from "./signature.js";
import { HOTEL } from "../table.js";
import { RollOff } from "../turn.js";

/**
 * The breakdown of a player's worth: cash, deeds, buildings; null if the printed figures do not add up to it.
 * @param {Table} table
 * @param {Standing} row
 * @returns {{ name: string, amount: number }[] | null}
 */
export function worthLines(table, row) {
  const { cash } = table.player(row.player);
  const lines = [{ name: word("worth_cash"), amount: cash }];
  for (const deed of table.owned(row.player)) {
    const { level, mortgaged } = table.holding(deed.key);
    lines.push({ name: mortgaged ? word("deal_deed_mortgaged", { deed: deed.name }) : deed.name, amount: mortgaged ? deed.mortgage ?? NaN : deed.price });
    const built = level === HOTEL ? word("hotel") : word("houses", { count: level });
    if (level) lines.push({ name: `${deed.name} · ${built}`, amount: level * deed.building_cost });
  }
  return lines.reduce((sum, line) => sum + line.amount, 0) === row.worth ? lines : null;
}

/**
 * The panel of a finished game: the standing, the count, the result.
 * @param {Tools} props
 */
export function FinalCount({ table, log }) {
  const [result, setResult] = useState(null);
  const [fault, setFault] = useState(null);
  const [counting, count] = useState(false);
  const fetchResult = async () => {
    if (!pageData.may.result) return;
    try {
      const { status, body } = await request("GET", `/tables/${pageData.table}/results`);
      if (status === 200) setResult(body.versions[0] ?? null);
    } catch {
      setFault(word("no_answer"));
    }
  };
  useEffect(() => { fetchResult(); }, []);
  /**
   * @param {string} note
   * @param {Record<Seat, string>} signatures
   */
  const enter = async (note, signatures) => {
    count(false);
    try {
      const { status, body } = await request("POST", `/tables/${pageData.table}/results`, { body: { version: result?.version ?? 0, log: { signatures }, note } });
      setFault(status === 200 ? null : body.detail ?? body.title);
      await fetchResult();
    } catch {
      setFault(word("no_answer"));
    }
  };
  return html`<section class="due first" data-due="over"><h2>${word("over")}</h2>
    <table><thead><tr><th>${word("rank")}</th><th>${word("player")}</th><th class="number">${word("worth")}</th></tr></thead><tbody>
      ${table.standing.map(row => html`<tr key=${row.player}><td>${row.rank}</td><td>${table.name(row.player)}${row.monopoly_win ? html` <span class="state on">${word("monopoly_win")}</span>` : ""}</td>
        <td class="number">${row.out_at ? word("out_at", { place: row.out_at }) : table.money(row.worth)}</td></tr>`)}
    </tbody></table>
    ${table.entries("roll_off").map(({ seats }) => html`<${RollOff} key=${seats.join()} table=${table} log=${log} seats=${seats} />`)}
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    ${result ? html`<p class="note" role="status">${word(result.confirmed_at ? "result_confirmed" : "result_entered")}</p>`
      : pageData.may.result && html`<div class="actions"><button class="go big" data-test="enter-result" onClick=${() => count(true)}>${word("enter_result")}</button></div>`}
    ${pageData.result && html`<p><a class="button" href=${pageData.result}>${word("result_page")}</a></p>`}
    ${counting && html`<${Count} table=${table} enter=${enter} close=${() => count(false)} />`}
  </section>`;
}

/**
 * The count, turned towards the players: everybody sees what their worth consists of, and agrees to it.
 * @param {{ table: Table, enter: (note: string, signatures: Record<Seat, string>) => void, close: () => void }} props
 */
function Count({ table, enter, close }) {
  const [agreed, agree] = useState(/** @type {Seat[]} */ ([]));
  const [signatures, keep] = useState(/** @type {Record<Seat, string>} */ ({}));
  /**
   * @param {Seat} seat
   * @param {string} path
   */
  const sign = (seat, path) => {
    keep(kept => ({ ...kept, [seat]: path }));
    if (path && !agreed.includes(seat)) agree([...agreed, seat]); // signing means agreeing
  };
  /** @param {Seat} seat */
  const turn = seat => agree(agreed.includes(seat) ? agreed.filter(each => each !== seat) : [...agreed, seat]);
  const all = table.standing.every(({ player }) => agreed.includes(player));
  const names = table.standing.map(({ player }) => table.name(player)).join(word("comma"));
  return html`<${Sheet} title=${word("count_title")} close=${close} wide>
    <div class="preview count" data-test="count">${table.standing.map(row => html`<section key=${row.player}><h3>${row.rank}. ${table.name(row.player)}</h3>
      ${row.out_at ? html`<p>${word("out_at", { place: row.out_at })}</p>` : html`<table><tbody>
        ${(worthLines(table, row) ?? []).map(line => html`<tr key=${line.name}><td>${line.name}</td><td class="number">${table.money(line.amount)}</td></tr>`)}
        <tr class="total"><th scope="row">${word("worth")}</th><td class="number"><b>${table.money(row.worth)}</b></td></tr></tbody></table>`}
      <button aria-pressed=${agreed.includes(row.player)} onClick=${() => turn(row.player)} data-sign=${row.player}>${word(agreed.includes(row.player) ? "count_agreed" : "count_agree")}</button>
      <${Signature} name=${table.name(row.player)} path=${signatures[row.player] ?? ""} sign=${(/** @type {string} */ path) => sign(row.player, path)} />
    </section>`)}</div>
    <p class="note">${word("count_note")}</p>
    <div class="actions"><button class=${`go big${all ? "" : " shut"}`} disabled=${!all} data-test="agree" onClick=${() => enter(word("count_by", { names }), Object.fromEntries(Object.entries(signatures).filter(([, path]) => path)))}>${word("count_enter")}</button>
      <button class="big" onClick=${close}>${word("not_yet")}</button></div>
  </${Sheet}>`;
}

// -- On to the table's next game.

const NEXT_EVERY = 10000;
const NEXT_EVERY_PLAYING = 30000; // while the game here goes on: this tablet may have been left behind in the previous round

/**
 * The table's next game: who plays, and the way there. Shown once this game is over or nothing more is logged here;
 * and in any case once the result has come in by another way or the next round is running.
 * @param {{ done: boolean, outbox: Outbox }} props
 */
export function NextGame({ done, outbox }) {
  const [next, set] = useState(null);
  const [fault, setFault] = useState(null);
  useEffect(() => {
    const fetchNext = () => request("GET", `/tables/${pageData.table}/next`).then(({ status, body }) => status === 200 && set(body), () => {});
    fetchNext();
    const timer = setInterval(fetchNext, done ? NEXT_EVERY : NEXT_EVERY_PLAYING);
    return () => clearInterval(timer);
  }, [done]);
  if (!next?.table_id || !(done || next.open || next.runs)) return null;
  const go = async () => {
    const left = await untilEmpty(outbox, () => {}); // afterwards they may not be sent
    if (left) return setFault(word("next_unsent", { count: left }));
    try {
      const { status, body } = await request("POST", `/tables/${pageData.table}/next`);
      if (status === 200) location.assign(`/tables/${body.table_id}`);
      else if (status === 403) location.assign(`/tables/${next.table_id}`); // it had succeeded, and the answer was lost
      else setFault(body.detail ?? body.title);
    } catch {
      setFault(word("no_answer"));
    }
  };
  return html`<section class="due later" data-test="next"><h2>${word("next_title", { round: next.name || word("next_round", { number: next.round }), number: next.number })}</h2>
    <p>${next.players.join(word("comma"))}</p>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    ${next.open ? html`<button class="go big" onClick=${go} data-test="go-next">${word("next_go")}</button>` : html`<p class="faint">${word("next_wait")}</p>`}
  </section>`;
}

/**
 * Before the first report: who should sit here, so that a tablet at the wrong table is noticed at once.
 * @param {{ table: Table }} props
 */
export function WhoSits({ table }) {
  return html`<p class="note" data-test="who-sits">${word("who_sits", { number: pageData.number, round: pageData.round, names: table.seats.map(seat => table.name(seat)).join(word("comma")) })}</p>`;
}
