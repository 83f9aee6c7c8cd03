// The final count at the table: who agrees, what is still open, and a sheet for one player at a time.
import { html, Sheet, useEffect, useState } from "../elements.js";
import { Reasons } from "../log/correct.js";
import { pageData, request, timeOfDay, word } from "../page.js";
import { sumFault, typedAmount } from "../../board/money.js";
import { CountFollow, withSteps } from "./count.js";
import { Signature } from "./signature.js";
import { worthLines } from "./worth.js";

const POLL_EVERY = 2000;

/**
 * The count: everybody's state, what is open, and entering the result.
 * @param {Tools & { enter: (body: { note: string, despite?: string, signatures: Record<Seat, string> }) => void }} props
 */
export function Count({ table, outbox, enter }) {
  const [count] = useState(() => new CountFollow(pageData.table, outbox.store));
  const [, draw] = useState(0);
  const [open, show] = useState(/** @type {Seat | null} */ (null));
  const [reason, setReason] = useState("");
  useEffect(() => {
    const redraw = () => draw(number => number + 1);
    count.addEventListener("change", redraw);
    count.sync();
    const timer = setInterval(() => document.hidden || count.sync(), POLL_EVERY);
    return () => {
      count.removeEventListener("change", redraw);
      clearInterval(timer);
    };
  }, []);
  const players = count.players(table.state.seq) ?? ownPlayers(table).map(player => withSteps(player, count.steps));
  const agreed = players.filter(player => player.agreed);
  const missing = players.filter(player => !player.agreed);
  const disputes = count.view?.disputes ?? [];
  const unsent = outbox.waiting.length + count.steps.length;
  const inSpite = disputes.length > 0 || missing.length > 0;
  /** @param {PlayerCount[]} some */
  const names = some => some.map(({ name }) => name).join(word("comma"));
  const send = () => {
    const by = agreed.length ? word("count_by", { names: names(agreed) }) : "";
    const without = missing.length ? word("count_without", { names: names(missing), reason }) : "";
    enter({
      note: [by, without].filter(Boolean).join("\n"),
      ...(disputes.length ? { despite: reason } : {}),
      signatures: Object.fromEntries(players.filter(({ signature }) => signature).map(({ seat, signature }) => [seat, signature])),
    });
  };
  const at = players.findIndex(({ seat }) => seat === open);
  return html`<section class="counting" data-test="counting"><h3>${word("count_title")}</h3>
    <p>${word("count_note")}</p>
    <ol class="plain">${players.map(player => html`<li key=${player.seat}><button class="big" onClick=${() => show(player.seat)} data-count=${player.seat} data-agreed=${player.agreed ? "yes" : "no"}>
      <span>${player.rank}. ${player.name}</span> <b>${player.out_at ? word("out_at", { place: player.out_at }) : player.worth === null ? "–" : table.money(player.worth)}</b>
      <${Agreement} player=${player} /></button></li>`)}</ol>
    ${count.fault && html`<p class="wrong" role="alert">${count.fault}</p>`}
    ${unsent > 0 && html`<p class="note" role="status" data-test="count-unsent">${word("count_unsent", { count: unsent })}</p>`}
    ${disputes.length > 0 && html`<div class="wrong" role="alert" data-test="disputes"><p><b>${word("count_open")}</b></p><ul>${disputes.map(({ message }) => html`<li key=${message}>${message}</li>`)}</ul></div>`}
    ${inSpite && html`<details open=${disputes.length > 0}><summary>${word(disputes.length ? "count_despite" : "count_not_all")}</summary><${Reasons} reason=${reason} set=${setReason} usual=${["count_settled", "count_left"]} /></details>`}
    <div class="actions"><button class="go big" disabled=${unsent > 0 || (inSpite && !reason.trim())} onClick=${send} data-test="agree">${word("count_enter")}</button></div>
    ${at >= 0 && html`<${OneSheet} key=${open} table=${table} count=${count} player=${players[at]} place=${at} players=${players} fixed=${outbox.waiting.length > 0} show=${show} />`}
  </section>`;
}

/**
 * The players' parts by this device alone, while the server has not answered.
 * @param {Table} table
 * @returns {PlayerCount[]}
 */
function ownPlayers(table) {
  return table.standing.map(row => ({
    seat: row.player, name: table.name(row.player), rank: row.rank, worth: row.worth, out_at: row.out_at ?? null,
    cash: table.player(row.player).cash, counted: null, agreed: null, lapsed: null, signature: "",
    lines: row.out_at ? [] : (worthLines(table, row) ?? []).map(({ name, amount }) => ({ kind: "", key: name, title: name, amount })),
  }));
}

/** @param {{ player: PlayerCount }} props */
function Agreement({ player: { agreed, lapsed, counted, cash } }) {
  const differs = counted !== null && counted !== cash;
  return html`<span class=${`state${agreed ? " on" : lapsed || differs ? " late" : ""}`}>${agreed ? `${word(agreed.by_link ? "count_agreed_phone" : "count_agreed")} ${timeOfDay(agreed.at)}`
    : word(lapsed ? "count_lapsed" : "count_waits")}</span>${differs && html` <span class="state late">${word("count_differs")}</span>`}`;
}

/**
 * One player's sheet, turned towards the player: what the worth consists of, the cash counted, the agreement.
 * @param {{ table: Table, count: CountFollow, player: PlayerCount, players: PlayerCount[], place: number, fixed: boolean, show: (seat: Seat | null) => void }} props
 */
function OneSheet({ table, count, player, players, place, fixed, show }) {
  const { seat, agreed } = player;
  const path = agreed ? player.signature : count.drafts[seat] ?? "";
  const next = players[place + 1];
  /** @param {"agreed" | "withdrawn"} kind */
  const step = kind => count.add({ seat, kind, seq: table.state.seq, ...(kind === "agreed" && path ? { signature: path } : {}) });
  return html`<${Sheet} title=${`${player.rank}. ${player.name}`} close=${() => show(null)}>
    <div class="count-sheet" data-test="count" data-seat=${seat}>
      <p class="faint">${word("count_place", { number: place + 1, all: players.length })} <${Agreement} player=${player} /></p>
      ${player.out_at ? html`<p>${word("out_at", { place: player.out_at })}</p>` : html`<table><tbody>
        ${player.lines.map(line => html`<tr key=${`${line.kind} ${line.key}`}><td>${line.title}</td><td class="number">${table.money(line.amount)}</td></tr>`)}
        <tr class="total"><th scope="row">${word("worth")}</th><td class="number"><b>${player.worth === null ? "–" : table.money(player.worth)}</b></td></tr></tbody></table>
        <${Cash} table=${table} count=${count} player=${player} fixed=${fixed} />`}
      <${Signature} name=${player.name} path=${path} sign=${(/** @type {string} */ drawn) => !agreed && count.draw(seat, drawn)} />
      ${count.fault && html`<p class="wrong" role="alert">${count.fault}</p>`}
      <div class="actions">${agreed
        ? html`<button class="big" onClick=${() => step("withdrawn")} data-sign=${seat}>${word("count_withdraw")}</button>`
        : html`<button class="go big" disabled=${fixed} onClick=${() => step("agreed")} data-sign=${seat}>${word("count_agree")}</button>`}
        ${next && html`<button class="big" onClick=${() => show(next.seat)} data-test="next-sheet">${word("count_next", { name: next.name })}</button>`}</div>
      ${!agreed && html`<${OwnPhone} seat=${seat} name=${player.name} />`}
    </div>
  </${Sheet}>`;
}

/**
 * The cash that the player counted, compared with the log.
 * @param {{ table: Table, count: CountFollow, player: PlayerCount, fixed: boolean }} props
 */
function Cash({ table, count, player, fixed }) {
  const [typed, type] = useState(player.counted === null ? "" : table.typed(player.counted));
  const [causes, set] = useState(/** @type {{ kind: string, message: string }[]} */ ([]));
  const amount = typedAmount(table.printed.money, typed);
  const difference = player.counted === null ? 0 : player.counted - player.cash;
  useEffect(() => {
    set([]);
    if (!difference) return;
    request("GET", `/tables/${pageData.table}/count/${player.seat}/difference?cash=${player.counted}`).then(({ status, body }) => status === 200 && set(body.causes), () => {});
  }, [player.counted, player.cash]);
  /** @param {Event} event */
  const compare = event => {
    event.preventDefault();
    if (amount !== null || !typed.trim()) count.add({ seat: player.seat, kind: "counted", seq: table.state.seq, cash: amount });
  };
  return html`<form class="counted" onSubmit=${compare}><label>${word("count_cash")}<input inputmode=${table.printed.money.multiples.length ? "text" : "numeric"} autocomplete="off"
      value=${typed} onInput=${event => type(event.target.value)} data-test="cash" />${sumFault(table.printed.money, typed) && html`<small class="wrong">${sumFault(table.printed.money, typed)}</small>`}</label>
      <button disabled=${fixed || (amount === null && typed.trim() !== "")} data-test="compare">${word("count_compare")}</button></form>
    ${player.counted !== null && (difference ? html`<div class="wrong" role="status" data-test="difference"><p><b>${word(difference > 0 ? "count_more" : "count_less", { amount: table.money(Math.abs(difference)) })}</b></p>
      ${causes.length > 0 && html`<ul>${causes.map(({ message }) => html`<li key=${message}>${message}</li>`)}</ul>`}<p>${word("count_correct")}</p></div>`
    : html`<p role="status"><span class="state on">✓ ${word("count_same")}</span></p>`)}`;
}

/**
 * The way to the same sheet on the player's own phone: a code to scan.
 * @param {{ seat: Seat, name: string }} props
 */
function OwnPhone({ seat, name }) {
  const [code, set] = useState(/** @type {{ address: string, picture: string } | null} */ (null));
  const [fault, setFault] = useState("");
  const fetchCode = () => request("GET", `/tables/${pageData.table}/count/${seat}/code`).then(({ status, body }) => (status === 200 ? set(body) : setFault(body.detail)), () => setFault(word("no_answer")));
  return html`<div class="own-phone">${code
    ? html`<p>${word("count_scan", { name })}</p><a href=${code.address} target="_blank" rel="noopener" data-test="own-phone-code" aria-label=${word("count_scan", { name })} dangerouslySetInnerHTML=${{ __html: code.picture }}></a>`
    : html`<button onClick=${fetchCode} data-test="own-phone">${word("count_phone")}</button>`}
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}</div>`;
}
