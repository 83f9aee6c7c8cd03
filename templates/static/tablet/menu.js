// What is needed seldom: time-up, the clock, the arbiter, the result, the language.
import { ask } from "./ask.js";
import { left } from "./clock.js";
import { html, useState } from "./draw.js";
import { given, word } from "./given.js";
import { Sheet } from "./sheet.js";

export function Menu({ table, follow, log, show, explain, close }) {
  const timeUp = table.may("time_up");
  const report = { type: "time_up" };
  return html`<${Sheet} title=${word("menu")} close=${close}>
    <div class="menu-list">
      <button onClick=${() => show({ kind: "call" })}>${word("call_arbiter")}</button>
      ${timeUp
        ? html`<button onClick=${() => log(report, { preview: { title: word("time_up_title"), sides: [], note: word("time_up_note") } })} data-test="time-up">${word("time_up")}</button>`
        : html`<button class="shut" onClick=${() => explain(report)}>${word("time_up")}</button>`}
      ${given.may.clock && html`<${TableClock} follow=${follow} />`}
      ${given.may.ask && html`<a class="button" href=${`/tables/${given.table}/explain`}>${word("explain_page")}</a>`}
      ${given.open_case && html`<a class="button" href=${given.open_case}>${word("case_open")}</a>`}
      ${given.result && html`<a class="button" href=${given.result}>${word("result_page")}</a>`}
      <p>${word("language")}: ${given.languages.map(([code, name]) => html` <a class="button" key=${code} lang=${code} href=${`?lang=${code}`} aria-current=${code === given.language ? "true" : null}>${name}</a>`)}</p>
      <a class="button" href="/">${word("to_start")}</a>
      <p class="faint">${given.name} · ${given.title}</p>
    </div>
  </${Sheet}>`;
}

// Pause, go on, or extend the table's own time, with a reason.
function TableClock({ follow }) {
  const [reason, setReason] = useState("");
  const [minutes, setMinutes] = useState("5");
  const [fault, setFault] = useState(null);
  const move = async body => {
    try {
      const answer = await ask("POST", `/tables/${given.table}/clock`, { body: { ...body, ...(reason ? { reason } : {}) } });
      setFault(answer.status === 200 ? null : answer.body.detail ?? answer.body.title);
      await follow.lookAgain();
    } catch {
      setFault(word("no_answer"));
    }
  };
  const running = follow.clock?.running;
  const limited = left(follow.clock)?.limit;
  return html`<fieldset><legend>${word("table_clock")}</legend>
    <label>${word("reason")}<input maxlength="500" value=${reason} onInput=${event => setReason(event.target.value)} /></label>
    <div class="actions">
      ${running ? html`<button disabled=${!reason.trim()} onClick=${() => move({ kind: "pause" })}>${word("clock_pause")}</button>`
        : html`<button onClick=${() => move({ kind: "start" })}>${word("clock_start")}</button>`}
      ${limited && html`<label class="inline">${word("minutes")}<input type="number" min="-30" max="60" value=${minutes} onInput=${event => setMinutes(event.target.value)} /></label>
        <button disabled=${!reason.trim() || !Number(minutes)} onClick=${() => move({ kind: "extend", seconds: Math.round(Number(minutes) * 60) })}>${word("clock_extend")}</button>`}
    </div>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
  </fieldset>`;
}
