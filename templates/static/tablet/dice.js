// The dice pad: a tap for each die; the second one gives the throw.
import { html, useState } from "./draw.js";
import { word } from "./given.js";

const FACES = [1, 2, 3, 4, 5, 6];

// `thrown(dice, offBoard)`. `label` names the pad where there are several.
export function Dice({ thrown, label, voids = true }) {
  const [first, setFirst] = useState(null);
  const [second, setSecond] = useState(null);
  const [off, setOff] = useState(false);
  const give = (one, two) => {
    if (one === null || two === null) return;
    setFirst(null);
    setSecond(null);
    setOff(false);
    thrown([one, two], off);
  };
  const row = (which, chosen, choose) => html`<div class="die" role="group" aria-label=${word("die", { number: which })}>
    ${FACES.map(face => html`<button key=${face} aria-pressed=${chosen === face} onClick=${() => choose(face)} data-die=${`${which}-${face}`}>${face}</button>`)}
  </div>`;
  return html`<div class="dice" role="group" aria-label=${label ?? word("dice")}>
    ${row(1, first, face => { setFirst(face); give(face, second); })}
    ${row(2, second, face => { setSecond(face); give(first, face); })}
    ${voids && html`<label class="tick"><input type="checkbox" checked=${off} onChange=${event => setOff(event.target.checked)} /> ${word("off_board")}</label>`}
  </div>`;
}
