// Building in blocks, as in Monopoly City: a tap for each piece, up to the largest that may be built now.
import { html } from "./draw.js";
import { word } from "./given.js";

const KINDS = ["residential", "industrial"];

export function Blocks({ table, log, explain }) {
  const entries = table.entries("build");
  const { turn } = table.position;
  const first = table.owned(turn)[0];
  if (!entries.length) {
    return html`<div class="note"><p>${word("blocks_none")}</p>
      ${first && html`<button onClick=${() => explain({ type: "build", player: turn, deed: first.key, residential: [1] })}>${word("why_not")}</button>`}</div>`;
  }
  return entries.map(({ player, ...most }) => html`<section key=${player}><h2>${table.name(player)}</h2>
    ${table.owned(player).filter(({ key }) => KINDS.some(kind => most[kind]?.[key])).map(deed => html`<section key=${deed.key} class=${`group ${deed.group}`}>
      <h3>${deed.name}</h3>
      <div class="actions">${KINDS.map(kind => sizes(most[kind]?.[deed.key]).map(size => html`<button key=${`${kind} ${size}`}
        onClick=${() => log({ type: "build", player, deed: deed.key, [kind]: [size] })} data-test=${`${kind}-${size}-${deed.key}`}>
        ${word(`blocks_${kind}`, { size })}</button>`))}</div>
    </section>`)}
  </section>`);
}

const sizes = most => Array.from({ length: most ?? 0 }, (_, number) => number + 1);
