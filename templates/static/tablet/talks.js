// Talks: who negotiates with whom, opened and ended where the rules know of it. Monopoly City's trades are begun so too.
import { html } from "./draw.js";
import { word } from "./given.js";

const OPENING = ["open_talk", "start_trade"];

export function Talks({ table, log }) {
  const talks = table.position.talks ?? [];
  if (!talks.length) return null;
  return html`<div class="actions" data-test="talks">
    ${talks.map(([one, two]) => {
      const report = reported(table, "close_talk", one, two);
      return html`<span class="talk" key=${`${one} ${two}`}>${word("deal_talking", { one: table.name(one), two: table.name(two) })}
        ${report && html`<button onClick=${() => log(report)} data-test="close-talk">${word("deal_talk_close")}</button>`}</span>`;
    })}
  </div>`;
}

// Opening a talk of two, where that may be reported; `two` may be null.
export function OpenTalk({ table, log, one, two }) {
  const report = two && opening(table, one, two);
  if (!report) return null;
  const names = { one: table.name(one), two: table.name(two) };
  return html`<button class="talk" onClick=${() => log(report)} data-test="open-talk">${word("deal_talk_open", names)}</button>`;
}

function opening(table, one, two) {
  for (const type of OPENING) {
    const report = reported(table, type, one, two);
    if (report) return report;
  }
  return null;
}

// The report of one of two about the other, where it may be made now.
function reported(table, type, one, two) {
  return table.entries(type).some(entry => entry.player === one && entry.with?.includes(two)) ? { type, player: one, with: two } : null;
}
