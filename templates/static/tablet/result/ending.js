// The way to the table's next game, and who sits at this one.
import { html, useEffect, useState } from "../elements.js";
import { pageData, request, word } from "../page.js";
import { untilEmpty } from "../queue/until_empty.js";

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
