// The judge's tablet: the entry point, which puts the page together.
import { ring } from "../board/ring.js";
import { OpenCall, RecentRulings } from "./arbiter.js";
import { formatMinutes, lastWarning, playAlert, readClock, TableClock, watchTime } from "./clock.js";
import { stopLateClicks, useDeafness } from "./deaf.js";
import { DiceSwitch } from "./dice.js";
import { Device } from "./law/device.js";
import { html, isKept, KeptTick, Preview, render, Sheet, useEffect, useMemo, useState } from "./elements.js";
import { NextGame, WhoSits } from "./result/ending.js";
import { Follow } from "./follow.js";
import { forecast, possibleReports } from "./law/forecast.js";
import { Conflict } from "./queue/held.js";
import { DroppedEntries, leftOutBefore } from "./log/dropped.js";
import { Ask } from "./law/ask.js";
import { dryRun, Refused, setLocalJudge } from "./law/judgement.js";
import { Recent } from "./log/log.js";
import { KeysSwitch, useKeys } from "./keyboard.js";
import { Later, loadLater } from "./later.js";
import { Outbox } from "./queue/outbox.js";
import { cacheGuide, cacheLaw, cachePage, keepAwake, pageData, word } from "./page.js";
import { Players } from "./players.js";
import { TAKE } from "./queue/edits.js";
import { BeforeThis, dismissBefore, Elsewhere, LeftHere, Queue } from "./queue/list.js";
import { openStore } from "./queue/storage.js";
import { describe, Table } from "./table.js";
import { Tabs, TABS } from "./tabs.js";
import { timed } from "./timer.js";
import { Track } from "./track.js";

const NOTE_MS = 20000; // ms for which a note says that another device has logged the same
const UNSENT_AFTER = 5000; // ms after which the server is told of a report that it does not get: the desk asks before it unpairs this device
const SLOW_AFTER = 1500; // ms after which a note says that an answer is slow

/** @param {{ root: HTMLElement, follow: Follow, outbox: Outbox, device: Device, store: import("./queue/storage.js").Store }} props */
function App({ root, follow, outbox, device, store }) {
  const [, draw] = useState(0);
  const [tab, go] = useState(/** @type {TabName} */ ("play"));
  const [open, show] = useState(null); // a sheet over the page: {kind, ...}
  const [first, aim] = useState(/** @type {number | null} */ (null)); // the first die of a throw
  const [refused, refuse] = useState(null); // {item, entry} of the report that was refused last

  useEffect(() => {
    const redraw = () => draw(count => count + 1);
    /** @param {any} event */
    const answered = event => {
      const { item, entry } = event.detail;
      if (!device.hasOutcome(item.client_id, entry.accepted)) showOutcome(event);
      if (!follow.acceptAnswer(entry)) follow.poll();
    };
    /** @param {any} event */
    const showOutcome = event => {
      const { accepted } = event.detail.entry;
      refuse(accepted ? null : event.detail);
      if (!accepted) playAlert("refused");
    };
    const logShortened = () => outbox.forgetLog();
    const reconnected = () => outbox.schedule(0);
    follow.addEventListener("change", redraw);
    follow.addEventListener("shorter", logShortened);
    follow.addEventListener("back", reconnected);
    outbox.addEventListener("change", redraw);
    outbox.addEventListener("answer", answered);
    device.addEventListener("change", redraw);
    device.addEventListener("judged", showOutcome);
    const opened = () => { if (location.hash.startsWith(TAKE)) show({ kind: "take" }); };
    addEventListener("hashchange", opened);
    opened();
    addEventListener("resize", redraw); // what stands side by side depends on the size: the tablet may be turned
    const timer = setInterval(redraw, 1000);
    return () => {
      removeEventListener("resize", redraw);
      clearInterval(timer);
      removeEventListener("hashchange", opened);
      follow.removeEventListener("change", redraw);
      follow.removeEventListener("shorter", logShortened);
      follow.removeEventListener("back", reconnected);
      outbox.removeEventListener("change", redraw);
      outbox.removeEventListener("answer", answered);
      device.removeEventListener("change", redraw);
      device.removeEventListener("judged", showOutcome);
    };
  }, []);

  follow.unsent = outbox.waiting.filter(item => Date.now() - item.made_at > UNSENT_AFTER).length;
  const { logged } = follow;
  const waiting = outbox.waiting.filter(item => !logged.has(item.client_id));
  const offline = follow.reached === false || !outbox.reached;
  const pending = waiting.length > 0 || follow.seq < outbox.logged.seq; // our last report is not in the log as we see it
  const since = waiting.length ? waiting[0].made_at : outbox.logged.at;
  const ownView = device.current; // the table as this device judges it, whatever the network does
  const judged = ownView && (ownView.fresh || Date.now() - (waiting.at(-1)?.made_at ?? since) <= SLOW_AFTER) ? ownView : null;
  const shown = judged?.view && judged.view.after <= follow.seq && judged.view.state.seq >= follow.seq ? judged.view : null;
  // We guess only if no answer can come, not if it is slow: a judged panel must not disappear and come back.
  const certain = judged !== null || !pending || !(offline || outbox.held);
  useKeys();
  // The key stays the same when the server confirms what was judged here.
  useDeafness(root, [
    tab, open?.kind, offline, refused?.entry.seq, outbox.held?.why, outbox.added, certain, shown?.state.seq ?? follow.seq, follow.state?.state,
  ].join());

  if (!follow.board || !follow.state) {
    return html`<main class="alone"><p role="status">${follow.denied?.detail ?? word(follow.reached === false ? "no_answer" : "loading")}</p></main>`;
  }

  const busy = certain && pending && !judged?.fresh;
  const guess = certain ? null : forecast(follow.board, follow.state.position, [...outbox.unseen(follow.seq), ...waiting].map(({ report }) => report));
  // Why nothing may be logged here at all; null if it may.
  const unpaired = follow.denied?.code === "unknown_person"; // nothing that is logged here would ever arrive
  const shut = unpaired ? follow.denied?.detail ?? "" : follow.state.state === "closed" ? word("table_closed") : pageData.may.report ? null : word("look_only");
  const seen = { ...follow.state, ...shown?.state, ...(shut ? { legal: [] } : {}) };
  const lines = shown?.lines.length ? shown.allLines : follow.lines;
  const state = !guess ? seen : { ...follow.state, position: guess.position, due: [], legal: possibleReports(follow.board, guess.position) };
  const table = new Table(follow.board, state, certain, shown?.key);

  /**
   * Log a report: store it, then send it, with the time of this tap if a timer limits it; `then`: what the same tap says after it.
   * With a `preview`, show that to the players first; what the game asks about before is asked about, unless it was (`asked`).
   * @param {Move} report
   * @param {{ preview?: PreviewText, reason?: string, then?: Move[], asked?: boolean }} [options]
   */
  const log = (report, { preview, reason, then, asked } = {}) => {
    if (preview) return show({ kind: "preview", preview, yes: () => log(report, { reason, then }) });
    if (!asked && table.handling.asked.includes(report.type)) return show({ kind: "ask", report, yes: () => log(report, { reason, then, asked: true }) });
    show(null);
    return outbox.add(timed(report, table, follow), follow.seq, { reason, then, mark: leftOutBefore(lines) });
  };
  /**
   * Why something may not be reported: the referee's refusals; null if nobody can say.
   * @param {Move} report
   */
  const why = async report => (await dryRun([timed(report, table, follow)]))?.flatMap(answer => answer.refusals ?? []) ?? null;
  /** @param {Move} report */
  const explain = async report => show({ kind: "why", report, note: shut, refusals: shut ? [] : await why(report) });

  /**
   * Whether a report was taken out before it was sent: its refusal is no longer about anything.
   * @param {QueueItem} item
   */
  const gone = item => ![...outbox.waiting, ...outbox.answers.map(each => each.item)].some(each => each.client_id === item.client_id);
  const tools = { table, follow, outbox, device, lines, log, why, explain, show, go, aim, busy, shut, may: pageData.may, landed: guess?.landed };
  const Panel = TABS[tab].panel;
  return html`
    <${Top} ...${tools} away=${offline} lasting=${store.lasting} />
    <${Track} ...${tools} first=${first} />
    <${Players} ...${tools} />
    <main id="panel" data-tab=${tab} class=${busy ? "busy" : ""} aria-busy=${busy} data-seq=${follow.seq} data-judged=${certain && !busy ? table.state.seq : null} data-law=${device.status === "ready" && !device.judges ? "loading" : device.status}>
      ${device.status === "differs" && html`<p class="wrong" role="alert" data-test="differs">${device.statusText}</p>`}
      ${outbox.lost && html`<p class="wrong" role="alert" data-test="lost">${outbox.lost}</p>`}
      ${outbox.held && html`<${Conflict} ...${tools} held=${outbox.held} />`}
      <${Elsewhere} outbox=${outbox} />
      ${pageData.may.report && html`<${LeftHere} ...${tools} />`}
      ${!follow.left.length && html`<${BeforeThis} show=${show} />`}
      ${outbox.items.filter(item => item.same_as && Date.now() - (item.dropped_at ?? 0) < NOTE_MS).map(item => html`<p key=${item.client_id} class="note" role="status" data-test="same">${word("same_move_note", { what: describe(item.report, table) })}</p>`)}
      ${refused && !outbox.held && !gone(refused.item) && html`<${Refused} ...${tools} refused=${refused} close=${() => refuse(null)} />`}
      <${OpenCall} ...${tools} />
      <${RecentRulings} ...${tools} />
      ${follow.denied && !unpaired && html`<p class="wrong" role="alert">${follow.denied.detail}</p>`}
      ${shut && html`<p class="note" role="status">${shut}</p>`}
      ${!certain && html`<p class="note" role="status">${word("unjudged_note")}</p>`}
      ${busy && Date.now() - since > SLOW_AFTER && html`<p class="note" role="status" data-test="slow">${word("answer_slow")}</p>`}
      ${tab === "play" && !waiting.length && html`<${DroppedEntries} ...${tools} />`}
      ${!unpaired && html`<${Panel} ...${tools} />`}
      ${tab === "play" && follow.seq === 0 && !waiting.length && !shut && html`<${WhoSits} table=${table} />`}
      <${NextGame} done=${table.over || follow.state.state === "closed"} outbox=${outbox} />
    </main>
    <${Recent} ...${tools} />
    <${Tabs} ...${tools} tab=${tab} />
    ${open?.kind === "preview" && html`<${Preview} ...${tools} ...${open} close=${() => show(null)} />`}
    ${open?.kind === "ask" && html`<${Ask} ...${tools} ...${open} close=${() => show(null)} />`}
    ${open?.kind === "why" && html`<${Refused} ...${tools} tried=${open} close=${() => show(null)} />`}
    ${open?.kind === "menu" && html`<${Menu} ...${tools} close=${() => show(null)} />`}
    ${open?.kind === "player" && html`<${Later} of="player" name="PlayerSheet" ...${tools} seat=${open.seat} close=${() => show(null)} />`}
    ${open?.kind === "queue" && html`<${Queue} ...${tools} close=${() => show(null)} />`}
    ${open?.kind === "hand" && html`<${Later} of="handing" name="HandSheet" follow=${follow} outbox=${outbox} close=${() => show(null)} />`}
    ${open?.kind === "take" && pageData.may.report && html`<${Later} of="handing" name="TakeSheet" left=${open.left} follow=${follow} outbox=${outbox} close=${() => show(null)} taken=${dismissBefore} />`}
    ${open?.kind === "call" && html`<${Later} of="calling" name="CallSheet" ...${tools} entry=${open.entry} close=${() => show(null)} />`}
    ${open?.kind === "appeal" && html`<${Later} of="calling" name="AppealSheet" ...${tools} ruling=${open.ruling} close=${() => show(null)} />`}
  `;
}

/**
 * The bar at the top: the table, the clock, the connection, the number of unsent reports, the menu.
 * @param {Tools & { away: boolean, lasting: boolean }} props
 */
function Top({ follow, outbox, device, show, away, lasting }) {
  const clock = readClock(follow.clock);
  const waiting = outbox.storedCount;
  const late = clock && clock.limit && (clock.up || lastWarning(follow.clock) !== null);
  const standing = follow.clock && !follow.clock.running && !clock?.up;
  const judge = device.judgeNow(away);
  return html`
    <header class="top rim"><div class="in">
      <h1 class="where"><span class="no">${word("table_number", { number: pageData.number })}</span> <span class="faint round">${pageData.round}</span></h1>
      <button class=${`link${away ? " away" : ""}${waiting ? " waiting" : ""}`} onClick=${() => show({ kind: "queue" })} data-test="connection">
        <span class="sign" aria-hidden="true"></span> <span class="said">${word(away ? "offline" : "online")}</span>${waiting ? html` <b><span class="count" aria-hidden="true">${waiting}</span><span class="words">${word("waiting", { count: waiting })}</span></b>` : ""}
        <small class="judge" data-test="judge" data-judge=${judge}>${word(`judge_${judge}`)}</small>
      </button>
      ${!lasting && html`<p class="wrong">${word("not_lasting")}</p>`}
      <p class=${`clock${late ? " late" : ""}`} role="timer" aria-label=${word(clock?.limit ? "time_left" : "time_played")}>
        ${clock ? formatMinutes(clock) : "–:––"}${standing && html` <span class="state">${word(follow.clock?.held ? "clock_held" : "clock_stands")}</span>`}
      </p>
      ${clock?.limit && follow.clock && html`<${Ring} left=${clock.ms} total=${follow.clock.allowed} />`}
      <button class="menu" onClick=${() => show({ kind: "menu" })} aria-haspopup="dialog">${word("menu")}</button>
      ${standing && follow.clock?.held && html`<p class="wrong" role="status" data-test="held">${word("clock_held_note")}</p>`}
    </div></header>`;
}

/**
 * The time left, as the edge of a board.
 * @param {{ left: number, total: number }} props
 */
function Ring({ left, total }) {
  const drawn = ring(left, total);
  return useMemo(() => html`<div class="time-ring" dangerouslySetInnerHTML=${{ __html: drawn }}></div>`, [drawn]);
}

// -- What is rarely needed: time-up, the clock, the arbiter, the result, the language.


/** @param {Tools & { close: () => void }} props */
function Menu({ table, follow, device, log, show, explain, close }) {
  const timeUp = table.may("time_up");
  const report = { type: "time_up" };
  return html`<${Sheet} title=${word("menu")} close=${close}>
    <div class="menu-list">
      <button onClick=${() => show({ kind: "call" })}>${word("call_arbiter")}</button>
      ${timeUp
        ? html`<button onClick=${() => log(report, { preview: { title: word("time_up_title"), sides: [], note: word("time_up_note") } })} data-test="time-up">${word("time_up")}</button>`
        : html`<button class="shut" onClick=${() => explain(report)}>${word("time_up")}</button>`}
      ${pageData.may.clock && follow.state?.state !== "closed" && html`<${TableClock} follow=${follow} />`}
      ${pageData.may.ask && html`<a class="button" href=${`/tables/${pageData.table}/explain`}>${word("explain_page")}</a>`}
      ${pageData.open_case && html`<a class="button" href=${pageData.open_case}>${word("case_open")}</a>`}
      ${pageData.result && html`<a class="button" href=${pageData.result}>${word("result_page")}</a>`}
      <${LeftHanded} />
      <${DiceSwitch} />
      <${KeysSwitch} />
      <p>${word("language")}: ${pageData.languages.map(([code, name]) => html` <a class="button" key=${code} lang=${code} href=${`?lang=${code}`} aria-current=${code === pageData.language ? "true" : null}>${name}</a>`)}</p>
      <a class="button" href="/help/tablet" target="_blank" rel="noopener">${word("guide")}</a>
      <a class="button" href="/">${word("to_start")}</a>
      <p class="faint" data-test="law" data-law=${device.status}>${device.statusText}</p>
      ${!isSecureContext && html`<p class="note">${word("law_http")} <a href="/https">${word("law_http_more")}</a></p>`}
      <p class="faint">${pageData.name} · ${pageData.title}</p>
    </div>
  </${Sheet}>`;
}

const LEFT = "referee-left-handed";

/** The switch for left-handed use: the controls change sides. */
const LeftHanded = () => html`<${KeptTick} name=${LEFT} label=${word("left_handed")} test="left-handed" changed=${(/** @type {boolean} */ on) => root.classList.toggle("left", on)} />`;

// -- the start

const store = openStore();
const follow = new Follow(pageData.table, store);
const outbox = new Outbox(pageData.table, store);
const device = new Device(follow, outbox);
setLocalJudge(device);
const root = /** @type {HTMLElement} */ (document.getElementById("tablet"));
stopLateClicks(root);
root.classList.toggle("left", isKept(LEFT));
render(html`<${App} root=${root} follow=${follow} outbox=${outbox} device=${device} store=${store} />`, root);
await Promise.all([outbox.start(), follow.start()]);
watchTime(follow);
keepAwake();
await cachePage();
cacheGuide();
await loadLater();
await device.start(); // last: the page works without it
if (device.judges && device.law) cacheLaw(device.law.addresses);
