// Trying a ruleset on your own device, to learn it or to find out whether something is legal: the panels of the judge's
// tablet with a practice game.
import { Players, PlayerSheet } from "./players.js";
import { html, Preview, render, useEffect, useState } from "./elements.js";
import { Refusals, Refused, setLocalJudge } from "./law/judgement.js";
import { Law } from "./law/law.js";
import { useKeys } from "./keyboard.js";
import { Recent } from "./log/log.js";
import { cacheLaw, cachePage, pageData, word } from "./page.js";
import { Practice } from "./practice/practice.js";
import { Table } from "./table.js";
import { Tabs, TABS } from "./tabs.js";

/** @type {TabName[]} */
const SHOWN = ["play", "deal", "build", "mortgage", "board"];
const LETTERS = "ABCDEFGH";
const USUAL_PLAYERS = 4;

/** @typedef {{ name: string, title: string, seats: [number, number] }} RulesetRow */

/** @param {{ practice: Practice, rulesets: RulesetRow[] }} props */
function Page({ practice, rulesets }) {
  const [, draw] = useState(0);
  const [tab, go] = useState(/** @type {TabName} */ ("play"));
  const [open, show] = useState(null);
  const [refused, refuse] = useState(null); // {report, refusals} of what was not legal
  useEffect(() => {
    const redraw = () => draw(count => count + 1);
    const openAddress = () => practice.open();
    practice.addEventListener("change", redraw);
    window.addEventListener("hashchange", openAddress);
    return () => {
      practice.removeEventListener("change", redraw);
      window.removeEventListener("hashchange", openAddress);
    };
  }, []);
  useKeys();
  const { board, state, lines } = practice;
  if (!board || !state) return html`<main class="try"><${Start} practice=${practice} rulesets=${rulesets} /></main>`;

  const table = new Table(board, state, true, `${state.seq} ${lines.length}`);
  /**
   * @param {Move} report
   * @param {{ preview?: PreviewText, then?: Move[] }} [options]
   */
  const log = async (report, { preview, then } = {}) => {
    if (preview) return show({ kind: "preview", preview, yes: () => log(report, { then }) });
    show(null);
    const { id, answer } = await practice.move(report, then);
    refuse(answer && !answer.accepted ? { report, refusals: answer.refusals } : null);
    return id;
  };
  /** @param {Move} report */
  const why = async report => (await practice.dryRun([report]))?.flatMap(answer => answer.refusals ?? []) ?? null;
  /** @param {Move} report */
  const explain = async report => show({ kind: "why", report, refusals: await why(report) });
  const tools = {
    table, follow: practice, outbox: practice, lines, log, why, explain, go, busy: false, shut: null, may: pageData.may,
    show: (/** @type {any} */ sheet) => show(sheet?.kind === "call" ? null : sheet),
  };
  const Panel = TABS[tab].panel;
  return html`
    <${Top} practice=${practice} />
    <${Players} ...${tools} />
    <main id="panel" data-tab=${tab} data-judged=${state.seq}>
      ${practice.unread > 0 && html`<p class="wrong" role="alert" data-test="left">${word("try_left", { count: practice.unread })}</p>`}
      ${refused && html`<section class="wrong" role="alert" data-test="refused"><h2>${word("try_refused")}</h2><${Refusals} refusals=${refused.refusals} />
        <div class="actions"><button class="go" onClick=${() => refuse(null)}>${word("understood")}</button></div></section>`}
      <${Panel} ...${tools} />
    </main>
    <${Recent} ...${tools} />
    <${Tabs} tab=${tab} go=${go} table=${table} names=${SHOWN} />
    ${open?.kind === "preview" && html`<${Preview} ...${tools} ...${open} close=${() => show(null)} />`}
    ${open?.kind === "player" && html`<${PlayerSheet} ...${tools} seat=${open.seat} close=${() => show(null)} />`}
    ${open?.kind === "why" && html`<${Refused} ...${tools} tried=${open} close=${() => show(null)} />`}`;
}

/** @param {{ practice: Practice }} props */
function Top({ practice }) {
  const [copied, set] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      set(true);
    } catch {
      window.prompt(word("try_copy"), location.href); // over http there is no clipboard
    }
  };
  const startOver = () => {
    practice.state = null;
    history.replaceState(null, "", location.pathname + location.search);
    practice.dispatchEvent(new Event("change"));
  };
  return html`<header class="top"><h1 class="where">${word("try_title")} <span class="faint">${practice.board?.title}</span></h1>
    <button onClick=${copy} data-test="copy">${word(copied ? "try_copied" : "try_copy")}</button>
    <button onClick=${startOver} data-test="anew">${word("try_anew")}</button>
    <${Languages} /></header>`;
}

/** The choice of language; the game goes along. */
function Languages() {
  /** @param {any} event */
  const keepGame = event => { event.currentTarget.href = `?lang=${event.currentTarget.lang}${location.hash}`; };
  return html`<nav aria-label=${word("language")} class="actions">${pageData.languages.map(([code, name]) => html`<a class="button" key=${code} lang=${code} href=${`?lang=${code}`}
    onClick=${keepGame} aria-current=${code === pageData.language ? "true" : null}>${name}</a>`)}</nav>`;
}

/**
 * The form that starts a game: which ruleset, and how many players.
 * @param {{ practice: Practice, rulesets: RulesetRow[] }} props
 */
function Start({ practice, rulesets }) {
  const [name, choose] = useState(rulesets[0]?.name ?? "");
  const [count, set] = useState(USUAL_PLAYERS);
  const [least, most] = rulesets.find(each => each.name === name)?.seats ?? [2, 8];
  const players = Math.min(most, Math.max(least, count));
  /** @param {Event} event */
  const begin = event => {
    event.preventDefault();
    practice.begin({ ruleset: name, seats: LETTERS.slice(0, players).split("") });
  };
  return html`<h1>${word("try_title")}</h1><${Languages} /><p>${word("try_intro")}</p>
    ${practice.faults.length > 0 && html`<div class="wrong" role="alert"><${Refusals} refusals=${practice.faults} /></div>`}
    <form onSubmit=${begin}>
      <label>${word("try_ruleset")}<select value=${name} onChange=${(/** @type {any} */ event) => choose(event.target.value)} data-test="ruleset">
        ${rulesets.map(each => html`<option key=${each.name} value=${each.name}>${each.title}</option>`)}</select></label>
      <label>${word("try_players")}<input type="number" min=${least} max=${most} value=${players} onInput=${(/** @type {any} */ event) => set(Number(event.target.value))} data-test="seats" /></label>
      <div class="actions"><button class="go big" data-test="begin">${word("try_begin")}</button></div>
    </form>`;
}

/** @param {string} text */
const showStatus = text => render(html`<main class="try"><h1>${word("try_title")}</h1><p role="status" data-test="waiting">${text}</p></main>`, place);

const place = document.getElementById("tablet");
cachePage("/try");
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
