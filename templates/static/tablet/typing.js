// Reports typed in the short notation (docs/notation.md), for fast hands: Enter logs the line, "/" goes to the field.
import { html, useEffect, useRef, useState } from "./draw.js";
import { word } from "./given.js";
import { parse } from "./notation.js";

const OPEN = "referee-typing";

export function Typing({ table, log }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState(null);
  const [open, setOpen] = useState(() => localStorage.getItem(OPEN) === "yes");
  const field = useRef(null);
  useEffect(() => {
    const key = event => {
      if (event.key !== "/" || event.target.closest("input, textarea, dialog")) return;
      event.preventDefault();
      setOpen(true);
      requestAnimationFrame(() => field.current?.focus());
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  const toggled = event => {
    setOpen(event.currentTarget.open);
    localStorage.setItem(OPEN, event.currentTarget.open ? "yes" : "no");
  };
  const enter = event => {
    event.preventDefault();
    const read = parse(text, table.board.codes, table.due[0]?.entry.player ?? null);
    if (read.fault) return setFault(word(`notation_${read.fault.code}`, { ...read.fault.facts, column: read.fault.column }));
    setFault(null);
    setText("");
    log(read.report);
  };
  return html`<details class="typing" open=${open} onToggle=${toggled}><summary>${word("typing")}</summary>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
    <form onSubmit=${enter}><label>${word("typing_label")}<input ref=${field} value=${text} autocapitalize="none" autocomplete="off" spellcheck="false" aria-invalid=${fault !== null} onInput=${event => setText(event.target.value)} data-test="typing" /></label>
    <button>${word("typing_enter")}</button></form>
  </details>`;
}
