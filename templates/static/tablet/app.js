// The judge's tablet: one page, put together.
import { ask } from "./ask.js";
import { Called, Calling } from "./calling.js";
import { Conflict } from "./conflict.js";
import { html, render, useEffect, useState } from "./draw.js";
import { Follow } from "./follow.js";
import { forecast } from "./forecast.js";
import { given, word } from "./given.js";
import { openKept } from "./kept.js";
import { anything } from "./loose.js";
import { Menu } from "./menu.js";
import { workOffline } from "./offline.js";
import { Outbox } from "./outbox.js";
import { Players } from "./players.js";
import { Preview } from "./preview.js";
import { Elsewhere, Queue } from "./queue.js";
import { Recent } from "./recent.js";
import { Refused } from "./refused.js";
import { Appealing, Ruled } from "./ruled.js";
import { Table } from "./table.js";
import { Tabs, TABS } from "./tabs.js";
import { Top } from "./top.js";
import { watchTime } from "./time_warning.js";
import { keepAwake } from "./wake.js";

const PATIENT = 1500; // ms after which an unanswered report counts as unjudged

function App({ follow, outbox, kept }) {
  const [, draw] = useState(0);
  const [tab, go] = useState("play");
  const [open, show] = useState(null); // a sheet over the page: {kind, ...}
  const [refused, refuse] = useState(null); // {item, entry} of the report that was refused last

  useEffect(() => {
    const again = () => draw(count => count + 1);
    const answered = event => {
      if (event.detail.entry.accepted) refuse(null);
      else refuse(event.detail);
      follow.look();
    };
    const shorter = () => outbox.forget();
    const back = () => outbox.soon(0);
    follow.addEventListener("change", again);
    follow.addEventListener("shorter", shorter);
    follow.addEventListener("back", back);
    outbox.addEventListener("change", again);
    outbox.addEventListener("answer", answered);
    const timer = setInterval(again, 1000);
    return () => {
      clearInterval(timer);
      follow.removeEventListener("change", again);
      follow.removeEventListener("shorter", shorter);
      follow.removeEventListener("back", back);
      outbox.removeEventListener("change", again);
      outbox.removeEventListener("answer", answered);
    };
  }, []);

  if (!follow.board || !follow.state) {
    return html`<main class="alone"><p role="status">${follow.denied?.detail ?? word(follow.reached === false ? "no_answer" : "loading")}</p></main>`;
  }

  const { waiting } = outbox;
  const away = follow.reached === false || !outbox.reached;
  const pending = waiting.length > 0 || follow.seq < outbox.logged.seq; // our last report is not in what we see
  const since = waiting.length ? waiting[0].made_at : outbox.logged.at;
  const certain = !pending || !(away || outbox.held || Date.now() - since > PATIENT);
  const busy = certain && pending;
  const guess = certain ? null : forecast(follow.board, follow.state.position, [...outbox.unseen(follow.seq), ...waiting].map(({ report }) => report));
  // Why nothing may be logged here at all; null where it may.
  const shut = follow.state.state === "closed" ? word("table_closed") : given.may.report ? null : word("look_only");
  const seen = shut ? { ...follow.state, legal: [] } : follow.state;
  const state = certain ? seen : { ...follow.state, position: guess.position, due: [], legal: anything(follow.board, guess.position) };
  const table = new Table(follow.board, state, certain);

  // Log a report: kept first, then sent. `preview`: shown to the players before, whole.
  const log = (report, { preview, reason } = {}) => {
    if (preview) return show({ kind: "preview", preview, yes: () => log(report, { reason }) });
    show(null);
    return outbox.add(report, follow.seq, reason);
  };
  // Why something may not be reported: the referee's refusals; null where nobody can say.
  const why = async report => {
    try {
      const { status, body } = await ask("POST", `/tables/${given.table}/trials`, { body: { reports: [report] } });
      return status === 200 ? body.answers[0].refusals ?? [] : null;
    } catch {
      return null;
    }
  };
  const explain = async report => show({ kind: "why", report, note: shut, refusals: shut ? [] : await why(report) });

  const tools = { table, follow, outbox, log, why, explain, show, go, busy, shut, may: given.may, landed: guess?.landed };
  const Panel = TABS[tab].panel;
  return html`
    <${Top} ...${tools} away=${away} lasting=${kept.lasting} />
    <${Players} ...${tools} />
    <main id="panel" class=${busy ? "busy" : ""} aria-busy=${busy} data-seq=${follow.seq}>
      ${outbox.held && html`<${Conflict} ...${tools} />`}
      <${Elsewhere} outbox=${outbox} />
      ${refused && !outbox.held && html`<${Refused} ...${tools} refused=${refused} close=${() => refuse(null)} />`}
      <${Called} ...${tools} />
      <${Ruled} ...${tools} />
      ${follow.denied && html`<p class="wrong" role="alert">${follow.denied.detail}</p>`}
      ${shut && html`<p class="note" role="status">${shut}</p>`}
      ${!certain && html`<p class="note" role="status">${word("unjudged_note")}</p>`}
      <${Panel} ...${tools} />
    </main>
    <${Recent} ...${tools} />
    <${Tabs} tab=${tab} go=${go} table=${table} />
    ${open?.kind === "preview" && html`<${Preview} ...${tools} ...${open} close=${() => show(null)} />`}
    ${open?.kind === "why" && html`<${Refused} ...${tools} tried=${open} close=${() => show(null)} />`}
    ${open?.kind === "menu" && html`<${Menu} ...${tools} close=${() => show(null)} />`}
    ${open?.kind === "queue" && html`<${Queue} ...${tools} close=${() => show(null)} />`}
    ${open?.kind === "call" && html`<${Calling} ...${tools} entry=${open.entry} close=${() => show(null)} />`}
    ${open?.kind === "appeal" && html`<${Appealing} ...${tools} ruling=${open.ruling} close=${() => show(null)} />`}
  `;
}

const kept = openKept();
const follow = new Follow(given.table, kept);
const outbox = new Outbox(given.table, kept);
render(html`<${App} follow=${follow} outbox=${outbox} kept=${kept} />`, document.getElementById("tablet"));
await Promise.all([outbox.begin(), follow.begin()]);
watchTime(follow);
keepAwake();
workOffline();
