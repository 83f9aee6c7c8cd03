// Why the queue waits for the judge, and what can be done: nothing is sent and nothing lost until somebody has decided.
import { html } from "./draw.js";
import { given, word } from "./given.js";
import { Refusals } from "./refused.js";
import { told } from "./report_told.js";

// What the button that goes on says.
const GO_ON = { outdated: "send_behind", restored: "send_behind", author: "send_as_mine" };

export function Conflict({ table, follow, outbox }) {
  const { held, waiting } = outbox;
  const { why } = held;
  return html`<section class="wrong" role="alert" data-test="held" data-why=${why}>
    <h2>${word(`held_${why}`)}</h2>
    ${why === "restored" && html`<p>${word("held_restored_note", { seq: held.seq })}</p>`}
    ${why === "author" && html`<p>${word("held_author_note", { by: held.by, name: given.name })}</p>`}
    ${why === "outdated" && html`<${Theirs} table=${table} follow=${follow} since=${held.since} />`}
    ${why === "refused" && html`<p>${told(held.entry.report, table)}</p><${Refusals} refusals=${held.entry.answer.refusals} />`}
    ${held.detail && html`<p>${held.detail}</p>`}
    <section><h3>${word("conflict_mine")}</h3><ol>${waiting.map(item => html`<li key=${item.client_id}>${told(item.report, table)}
      <button onClick=${() => outbox.drop(item.client_id)} data-test="drop">${word("take_out")}</button></li>`)}</ol></section>
    <div class="actions">${why === "access"
      ? html`<a class="button go" href=${location.pathname} data-test="open-anew">${word("open_anew")}</a>`
      : html`<button class="go" data-test="go-on" onClick=${() => outbox.go(held.seq)}>${word(GO_ON[why] ?? "send_on")}</button>`}</div>
    <p class="faint">${word("held_note")}</p>
  </section>`;
}

// What is in the log since, in its own words where they have come already.
function Theirs({ table, follow, since }) {
  const line = seq => follow.lines.find(each => each.seq === seq)?.told.join(" · ");
  return html`<section><h3>${word("conflict_theirs")}</h3><ol class="plain">${since.map(({ seq, report, author }) => html`<li key=${seq}>
    ${seq}. ${line(seq) || told(report, table)} <span class="faint">${author}</span></li>`)}</ol></section>`;
}
