// Trying a ruleset on your own device, to learn it or to find out whether something is legal: the panels of the judge's
// tablet with a practice game.
import { Players } from "./players.js";
import { DiceSwitch } from "./dice.js";
import { html, Preview, render, Sheet, useEffect, useState } from "./elements.js";
import { Ask } from "./law/ask.js";
import { Refusals, Refused, setLocalJudge } from "./law/judgement.js";
import { Law } from "./law/law.js";
import { KeysSwitch, useKeys } from "./keyboard.js";
import { Later, loadLater } from "./later.js";
import { Recent } from "./log/log.js";
import { cacheLaw, cachePage, pageData, word } from "./page.js";
import { Practice } from "./practice/practice.js";
import { writeRecord } from "./practice/record_address.js";
import { describe, Table } from "./table.js";
import { Tabs, TABS } from "./tabs.js";
import { timed } from "./timer.js";
import { Track } from "./track.js";

/** @type {TabName[]} */
const SHOWN = ["play", "deal", "build", "mortgage", "board", "history"];
/** The rules that are chosen until somebody chooses others: those in most boxes. */
const USUAL = "classic-us";
const LETTERS = "ABCDEFGH";
const USUAL_PLAYERS = 4;

/** @typedef {{ name: string, title: string, seats: [number, number] }} RulesetRow */

/**
 * The question that a game began with, if it did with one; that of a shared link is known by how it begins.
 * @param {Practice} practice
 */
const questionOf = ({ header }) => header && pageData.positions?.find(each => writeRecord(each.header, []) === writeRecord(header, []));

/** @param {{ practice: Practice, rulesets: RulesetRow[] }} props */
function Page({ practice, rulesets }) {
  const [, draw] = useState(0);
  const [tab, go] = useState(/** @type {TabName} */ ("play"));
  const [open, show] = useState(null);
  const [first, aim] = useState(/** @type {number | null} */ (null)); // the first die of a throw
  const [refused, refuse] = useState(null); // {report, refusals} of what was not legal
  useEffect(() => {
    const redraw = () => draw(count => count + 1);
    const openAddress = () => practice.open();
    practice.addEventListener("change", redraw);
    window.addEventListener("hashchange", openAddress);
    const timer = setInterval(redraw, 1000);
    return () => {
      clearInterval(timer);
      practice.removeEventListener("change", redraw);
      window.removeEventListener("hashchange", openAddress);
    };
  }, []);
  useKeys();
  const { board, state, lines } = practice;
  if (!board || !state) return html`<${Top} practice=${null} /><main class="try"><${Start} practice=${practice} rulesets=${rulesets} /></main>`;

  const table = new Table(board, state, true, `${state.seq} ${lines.length}`);
  /**
   * @param {Move} report
   * @param {{ preview?: PreviewText, then?: Move[], asked?: boolean }} [options]
   */
  const log = async (report, { preview, then, asked } = {}) => {
    if (preview) return show({ kind: "preview", preview, yes: () => log(report, { then }) });
    if (!asked && table.handling.asked.includes(report.type)) return show({ kind: "ask", report, yes: () => log(report, { then, asked: true }) });
    show(null);
    const { id, answer } = await practice.move(timed(report, table, practice), then);
    refuse(answer && !answer.accepted ? { report, refusals: answer.refusals } : null);
    return id;
  };
  /** @param {Move} report */
  const why = async report => (await practice.dryRun([timed(report, table, practice)]))?.flatMap(answer => answer.refusals ?? []) ?? null;
  /** @param {Move} report */
  const explain = async report => show({ kind: "why", report, refusals: await why(report) });
  const tools = {
    table, follow: practice, outbox: practice, lines, log, why, explain, go, aim, busy: false, shut: null, may: pageData.may,
    show: (/** @type {any} */ sheet) => show(sheet?.kind === "call" ? null : sheet),
  };
  const asked = tab === "play" && questionOf(practice);
  const Panel = tab === "history" ? Moves : TABS[tab].panel;
  return html`
    <${Top} practice=${practice} show=${show} />
    <${Track} ...${tools} first=${first} />
    <${Players} ...${tools} />
    <main id="panel" data-tab=${tab} data-judged=${state.seq}>
      ${practice.unread > 0 && html`<p class="wrong" role="alert" data-test="left">${word("try_left", { count: practice.unread })}</p>`}
      ${asked && html`<p class="note" data-test="question">${asked.question} <a href=${asked.answer} target="_blank" rel="noopener">${word("try_answer")}</a></p>`}
      ${refused && html`<section class="wrong" role="alert" data-test="refused"><h2>${word("try_refused")}</h2><${Refusals} refusals=${refused.refusals} />
        <div class="actions"><button class="go" onClick=${() => refuse(null)}>${word("understood")}</button></div></section>`}
      <${Panel} ...${tools} />
    </main>
    <${Recent} ...${tools} />
    <${Tabs} tab=${tab} go=${go} table=${table} names=${SHOWN} />
    ${open?.kind === "preview" && html`<${Preview} ...${tools} ...${open} close=${() => show(null)} />`}
    ${open?.kind === "ask" && html`<${Ask} ...${tools} ...${open} close=${() => show(null)} />`}
    ${open?.kind === "menu" && html`<${Menu} practice=${practice} go=${go} close=${() => show(null)} />`}
    ${open?.kind === "player" && html`<${Later} of="player" name="PlayerSheet" ...${tools} seat=${open.seat} close=${() => show(null)} />`}
    ${open?.kind === "why" && html`<${Refused} ...${tools} tried=${open} close=${() => show(null)} />`}`;
}

/**
 * The bar at the top: the rules, sharing the game by its address, and what is rarely needed.
 * @param {{ practice: Practice | null, show?: (sheet: any) => void }} props
 */
function Top({ practice, show }) {
  const [copied, set] = useState(false);
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      set(true);
    } catch {
      window.prompt(word("try_copy"), location.href); // over http there is no clipboard
    }
  };
  const game = practice?.state ? practice : null;
  return html`<header class="top rim"><div class="in">
    <h1 class="where"><span class="no">${word("try_title")}</span> ${game && html`<span class="faint rules">${game.board?.title}</span>`}</h1>
    ${game && html`<button onClick=${share} data-test="copy">${word(copied ? "try_copied" : "try_copy")}</button>
      <button class="menu" onClick=${() => show?.({ kind: "menu" })} aria-haspopup="dialog">${word("menu")}</button>`}
    ${!game && html`<a class="button" href="/">${word("to_start")}</a>`}
  </div></header>`;
}

/**
 * What is rarely needed: another game, another language.
 * @param {{ practice: Practice, go: Tools["go"], close: () => void }} props
 */
function Menu({ practice, go, close }) {
  const startOver = () => {
    close();
    go("play");
    practice.leave();
  };
  return html`<${Sheet} title=${word("menu")} close=${close}><div class="menu-list">
    <button onClick=${startOver} data-test="anew">${word("try_anew")}</button>
    <${Languages} />
    <${DiceSwitch} />
    <${KeysSwitch} />
    <a class="button" href=${`/rules/${pageData.ruleset}`} target="_blank" rel="noopener">${word("try_rules")}</a>
    <a class="button" href="/">${word("to_start")}</a>
  </div></${Sheet}>`;
}

/** The choice of language; the game goes along. */
function Languages() {
  /** @param {any} event */
  const keepGame = event => { event.currentTarget.href = `?lang=${event.currentTarget.lang}${location.hash}`; };
  return html`<nav aria-label=${word("language")} class="actions">${pageData.languages.map(([code, name]) => html`<a class="button" key=${code} lang=${code} href=${`?lang=${code}`}
    onClick=${keepGame} aria-current=${code === pageData.language ? "true" : null}>${name}</a>`)}</nav>`;
}

/**
 * The start: a game from the beginning, or a position with a question that came up at a tournament.
 * @param {{ practice: Practice, rulesets: RulesetRow[] }} props
 */
function Start({ practice, rulesets }) {
  const [name, choose] = useState(rulesets.find(each => each.name === USUAL)?.name ?? rulesets[0]?.name ?? "");
  const [count, set] = useState(USUAL_PLAYERS);
  const [least, most] = rulesets.find(each => each.name === name)?.seats ?? [2, 8];
  const players = Math.min(most, Math.max(least, count));
  /** @param {Event} event */
  const begin = event => {
    event.preventDefault();
    practice.begin({ ruleset: name, seats: LETTERS.slice(0, players).split("") });
  };
  return html`<p>${word("try_intro")}</p>
    ${practice.faults.length > 0 && html`<div class="wrong" role="alert"><${Refusals} refusals=${practice.faults} /></div>`}
    <section class="sheet"><h2>${word("try_game")}</h2>
    <form onSubmit=${begin}>
      <label>${word("try_ruleset")}<select value=${name} onChange=${(/** @type {any} */ event) => choose(event.target.value)} data-test="ruleset">
        ${rulesets.map(each => html`<option key=${each.name} value=${each.name}>${each.title}</option>`)}</select></label>
      <label>${word("try_players")}<input type="number" min=${least} max=${most} value=${players} onInput=${(/** @type {any} */ event) => set(Number(event.target.value))} data-test="seats" /></label>
      <div class="actions"><button class="go big" data-test="begin">${word("try_begin")}</button></div>
    </form></section>
    <section class="sheet"><h2>${word("try_positions")}</h2><p>${word("try_positions_note")}</p>
    <ul class="positions">${(pageData.positions ?? []).map(({ question, header, moves, answer }) => html`<li key=${answer}>
      <button onClick=${() => practice.begin(header, moves)} data-test="position">${question}</button>
      <a href=${answer} target="_blank" rel="noopener">${word("try_answer")}</a></li>`)}</ul></section>
    <${Languages} />`;
}

/**
 * The game so far, each move as a sentence; any of them is taken back with what came after it.
 * @param {Pick<Tools, "table" | "lines" | "log">} props
 */
function Moves({ table, lines, log }) {
  return html`<section aria-label=${word("tab_history")}>${lines.length
    ? html`<ol class="history moves" reversed start=${lines.length}>${[...lines].reverse().map(line => html`<li key=${line.seq} class="line" data-seq=${line.seq}>
        <p class="told">${line.told.join(" · ") || describe(line.report, table)}</p>
        <button class="small" onClick=${() => log({ type: "retract", seq: line.seq })} data-test="back-to">${word("try_back")}</button></li>`)}</ol>`
    : html`<p class="faint">${word("try_no_moves")}</p>`}</section>`;
}

/** @param {string} text */
const showStatus = text => render(html`<${Top} practice=${null} /><main class="try"><p role="status" data-test="waiting">${text}</p></main>`, place);

const place = document.getElementById("tablet");
cachePage("/try").then(loadLater);
if (pageData.law?.runtime) {
  showStatus(word("try_loading"));
  const law = new Law(pageData.law);
  try {
    await law.start();
    const practice = new Practice(law);
    setLocalJudge(practice);
    const { rulesets } = await law.ask("rulesets", { language: pageData.language });
    await practice.open();
    render(null, place);
    render(html`<${Page} practice=${practice} rulesets=${rulesets} />`, place);
    cacheLaw(law.addresses);
  } catch (error) {
    showStatus(word("try_failed", { why: String(error) }));
  }
} else showStatus(word("try_none"));
