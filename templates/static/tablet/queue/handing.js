// The sheets with which unsent reports go from one device to another. Loaded after the page, which works without them.
import { html, Sheet, useEffect, useRef, useState } from "../elements.js";
import { renderSVG } from "../../vendor/uqr-0.1.3/index.js";
import { TAKE } from "./edits.js";
import { aheadOf, gathered, hold, letGo, linksFor, missing, putDown, take, takeUp, unpacked } from "./handover.js";
import { pageData, word } from "../page.js";

const LOOK_EVERY = 250; // ms between looks through the camera

/**
 * The codes of reports that this device hands over, one at a time, and the same as a text and a file.
 * @param {{ links: string[], number: number }} props
 */
export function Codes({ links, number }) {
  const [shown, turn] = useState(0);
  const [copied, copy] = useState(false);
  const text = links.join("\n");
  const place = Math.min(shown, links.length - 1);
  return html`
    <p role="status">${word("hand_code", { number: place + 1, count: links.length })}</p>
    <div class="hand-code" role="img" aria-label=${word("hand_code", { number: place + 1, count: links.length })} data-code=${links[place]} dangerouslySetInnerHTML=${{ __html: renderSVG(links[place], { ecc: "L", border: 4, pixelSize: 4 }) }}></div>
    ${links.length > 1 && html`<div class="actions">
      <button disabled=${place === 0} onClick=${() => turn(place - 1)} data-test="code-before">${word("hand_before")}</button>
      <button class="go" disabled=${place === links.length - 1} onClick=${() => turn(place + 1)} data-test="code-next">${word("hand_next")}</button></div>`}
    <details><summary>${word("hand_text")}</summary>
      <label>${word("hand_text_label")}<textarea readonly rows="4" data-test="hand-text">${text}</textarea></label>
      <div class="actions">
        ${navigator.clipboard && html`<button onClick=${() => navigator.clipboard.writeText(text).then(() => copy(true), () => {})}>${word(copied ? "hand_copied" : "hand_copy")}</button>`}
        <a class="button" download=${`table-${number}.txt`} href=${`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} data-test="hand-file">${word("hand_file")}</a></div>
    </details>`;
}

/**
 * Hand over what waits here. It is not sent meanwhile.
 * @param {{ follow: Pick<Follow, "clock">, outbox: Outbox, close: () => void }} props
 */
export function HandSheet({ follow, outbox, close }) {
  const [items, given] = useState(/** @type {QueueItem[]} */ ([]));
  const [links, show] = useState(/** @type {string[]} */ ([]));
  const [there, tell] = useState(/** @type {"no" | "going" | "lies" | string} */ ("no")); // at the service; or its fault
  /** @param {QueueItem[]} waiting */
  const handover = waiting => ({ table: waiting[0].table, number: waiting[0].number, base: waiting[0].base, ahead: aheadOf(follow), items: waiting });
  const offer = async () => {
    await hold(outbox);
    const { waiting } = outbox;
    if (!waiting.length) return close();
    given(waiting);
    show(await linksFor(handover(waiting), `${location.origin}/tables/${waiting[0].table}`));
  };
  useEffect(() => { offer(); }, []);
  const done = async () => {
    await letGo(outbox, items);
    close();
  };
  const leave = async () => {
    tell("going");
    const fault = await putDown(handover(items)).catch(() => "");
    if (fault === null) await letGo(outbox, items);
    tell(fault === null ? "lies" : word("hand_put_failed", { why: fault }));
  };
  if (there === "lies") {
    return html`<${Sheet} title=${word("hand_title", { count: items.length })} close=${close}>
      <p class="note" role="status" data-test="put-down-done">${word("hand_put_done")}</p>
      <div class="actions"><button class="go" onClick=${close}>${word("close")}</button></div></${Sheet}>`;
  }
  return html`<${Sheet} title=${word("hand_title", { count: items.length })} close=${close}>
    ${items.length > 0 && html`<p>${word("hand_put_how")}</p>
      <div class="actions"><button class="go" disabled=${there === "going"} onClick=${leave} data-test="put-down">${word("hand_put")}</button></div>`}
    ${there !== "no" && there !== "going" && html`<p class="wrong" role="alert" data-test="put-down-fault">${there}</p>`}
    <h3>${word("hand_code_way")}</h3>
    <p>${word("hand_how")}</p>
    ${links.length > 0 && html`<${Codes} links=${links} number=${items[0].number} />
      <p class="faint">${word("hand_done_note")}</p>
      <div class="actions"><button onClick=${done} data-test="hand-done">${word("hand_done")}</button></div>`}
  </${Sheet}>`;
}

/** Where parts are kept until all are there: each may have opened the page anew. */
const KEPT = `referee-handed-${pageData.table}`;

/**
 * Take over what another device hands over: `left` at the service, by the link that opened the page, through the camera, as a
 * text or a file.
 * @param {Pick<Tools, "follow" | "outbox"> & { left?: LeftBehind, close: () => void, taken: () => void }} props
 */
export function TakeSheet({ follow, outbox, left, close, taken }) {
  const [parts, keep] = useState(/** @returns {string[]} */ () => JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
  const [fault, tell] = useState(/** @type {string | null} */ (null));
  const [typed, type] = useState("");
  const known = useRef(/** @type {any} */ (parts)); // two codes may be read before the page is rendered
  /** @param {string} text */
  const read = async text => {
    const now = gathered(known.current, text);
    if (!text.includes(TAKE)) return tell(word("take_bad"));
    tell(null);
    known.current = now;
    keep(now);
    localStorage.setItem(KEPT, JSON.stringify(now));
    if (missing(now).missing.length) return;
    known.current = [];
    localStorage.removeItem(KEPT);
    const handover = await unpacked(now);
    keep([]);
    if (!handover) return tell(word("take_bad"));
    if (handover.table !== pageData.table) return tell(word("take_other", { number: handover.number }));
    return put(here => take(outbox, handover, here));
  };
  /** @param {(here: Parameters<typeof take>[2]) => Promise<number>} into */
  const put = async into => {
    await follow.poll(); // what is in the log already does not come again
    const count = await into({ logged: follow.logged, ahead: aheadOf(follow), seq: follow.seq });
    taken();
    follow.pollEverything(); // what was left at the service does not lie there any more
    return count ? close() : tell(word("take_none"));
  };
  const fromLink = () => {
    if (!location.hash.startsWith(TAKE)) return;
    const { hash } = location;
    history.replaceState(null, "", location.pathname + location.search);
    read(hash);
  };
  useEffect(() => {
    if (left) put(here => takeUp(outbox, left, here));
    else fromLink();
    addEventListener("hashchange", fromLink);
    return () => removeEventListener("hashchange", fromLink);
  }, []);
  if (left && !fault) return null; // it is in the list of what waits in a moment
  const { count, missing: lacking } = missing(parts);
  return html`<${Sheet} title=${word("take_title")} close=${close}>
    <p>${word("take_how")}</p>
    ${count > 0 && html`<p class="note" role="status" data-test="take-parts">${word("take_parts", { read: count - lacking.length, count, missing: lacking })}</p>`}
    ${fault && html`<p class="wrong" role="alert" data-test="take-fault">${fault}</p>`}
    <${Camera} read=${read} />
    <label>${word("take_text")}<textarea rows="3" value=${typed} onInput=${event => type(event.target.value)} data-test="take-text"></textarea></label>
    <div class="actions"><button disabled=${!typed.trim()} onClick=${() => read(typed)} data-test="take-read">${word("take_read")}</button></div>
    <label>${word("take_file")}<input type="file" accept="text/plain" onChange=${(/** @type {any} */ event) => event.target.files[0]?.text().then(read)} data-test="take-file" /></label>
  </${Sheet}>`;
}

/**
 * The camera, where the browser reads codes by itself; elsewhere the device's own camera opens the link.
 * @param {{ read: (text: string) => void }} props
 */
function Camera({ read }) {
  const [on, set] = useState(false);
  const [fault, tell] = useState(false);
  const video = useRef(null);
  useEffect(() => {
    if (!on) return;
    let over = false;
    /** @type {MediaStream | null} */
    let stream = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const look = async () => {
      const [found] = await detector.detect(video.current).catch(() => []);
      if (over) return;
      if (found) read(found.rawValue);
      timer = setTimeout(look, LOOK_EVERY);
    };
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).then(async found => {
      stream = found;
      if (over) return stop();
      video.current.srcObject = found;
      await video.current.play();
      look();
    }).catch(() => { tell(true); set(false); });
    const stop = () => stream?.getTracks().forEach(track => track.stop());
    return () => {
      over = true;
      clearTimeout(timer);
      stop();
    };
  }, [on]);
  if (!("BarcodeDetector" in globalThis) || !navigator.mediaDevices) return html`<p class="faint">${word("take_camera_none")}</p>`;
  return html`${on ? html`<video ref=${video} class="hand-code" muted playsinline data-test="camera-view"></video>` : html`<div class="actions"><button class="go" onClick=${() => set(true)} data-test="camera">${word("take_camera")}</button></div>`}
    ${fault && html`<p class="wrong" role="alert">${word("take_camera_refused")}</p>`}`;
}
