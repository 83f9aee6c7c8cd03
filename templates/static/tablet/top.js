// The line at the top: which table, the clock, the connection, what waits to be sent, the menu.
import { left, minutes, warned } from "./clock.js";
import { html } from "./draw.js";
import { given, word } from "./given.js";

export function Top({ follow, outbox, show, away, lasting }) {
  const clock = left(follow.clock);
  const waiting = outbox.safe;
  const late = clock && clock.limit && (clock.up || warned(follow.clock) !== null);
  const standing = follow.clock && !follow.clock.running && !clock?.up;
  return html`
    <header class="top">
      <h1 class="where">${word("table_number", { number: given.number })} <span class="faint">${given.round}</span></h1>
      <p class=${`clock${late ? " late" : ""}`} role="timer" aria-label=${word(clock?.limit ? "time_left" : "time_played")}>
        ${clock ? minutes(clock) : "–:––"}${standing && html` <span class="state">${word(follow.clock.held ? "clock_held" : "clock_stands")}</span>`}
      </p>
      <button class=${`link${away ? " away" : ""}${waiting ? " waiting" : ""}`} onClick=${() => show({ kind: "queue" })} data-test="connection">
        <span aria-hidden="true">${away ? "⚠" : "●"}</span> <span class="said">${word(away ? "offline" : "online")}</span>${waiting ? html` · <b>${word("waiting", { count: waiting })}</b>` : ""}
      </button>
      ${!lasting && html`<p class="wrong">${word("not_lasting")}</p>`}
      <button class="menu" onClick=${() => show({ kind: "menu" })} aria-haspopup="dialog">${word("menu")}</button>
      ${standing && follow.clock.held && html`<p class="wrong" role="status" data-test="held">${word("clock_held_note")}</p>`}
    </header>`;
}
