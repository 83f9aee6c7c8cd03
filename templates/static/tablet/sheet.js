// A sheet over the page. The focus goes into it and comes back; Escape closes it.
import { html, useEffect, useRef } from "./draw.js";
import { word } from "./given.js";

export function Sheet({ title, close, wide, children }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.showModal();
  }, []);
  const cancel = event => {
    event.preventDefault();
    close();
  };
  return html`<dialog ref=${box} class=${`sheet${wide ? " wide" : ""}`} aria-labelledby="sheet-title" onCancel=${cancel}>
    <header><h2 id="sheet-title">${title}</h2><button class="close" onClick=${close}>${word("close")}</button></header>
    ${children}
  </dialog>`;
}
