// A page to turn towards the players before something weighty is booked: large, nothing else on it.
import { html } from "./draw.js";
import { word } from "./given.js";
import { Sheet } from "./sheet.js";

// `preview`: {title, sides: [{heading, lines}], note?}. `yes` books it.
export function Preview({ preview, yes, close }) {
  return html`<${Sheet} title=${preview.title} close=${close} wide>
    <div class="preview" data-test="preview">
      ${preview.sides.map(side => html`<section><h3>${side.heading}</h3><ul>${side.lines.map(line => html`<li>${line}</li>`)}</ul></section>`)}
    </div>
    ${preview.note && html`<p class="note">${preview.note}</p>`}
    <div class="actions"><button class="go big" data-test="agree" onClick=${yes}>${word("agreed")}</button><button class="big" onClick=${close}>${word("not_yet")}</button></div>
  </${Sheet}>`;
}
