// The table's clock: what it shows, the warnings before the end, and the form that changes it.
import { html, useState } from "./elements.js";
import { pageData, request, word } from "./page.js";

/**
 * The server's time, in ms. Not by Date.now(): a device's clock may be set, by hand or by the network, while a round runs.
 * @param {Pick<Clock, "offset">} clock
 */
export const serverTime = clock => performance.now() + clock.offset;

/**
 * What a clock shows at this moment, by the server's time.
 * @param {Clock | null} clock
 */
export function readClock(clock) {
  if (!clock) return null;
  const now = serverTime(clock);
  if (clock.remaining === null) return { ms: clock.elapsed + (clock.running ? now - clock.now : 0), up: false, limit: false };
  const ms = clock.running && clock.deadline_at !== null ? Math.max(0, clock.deadline_at - now) : clock.remaining;
  return { ms, up: ms <= 0 && clock.allowed !== null, limit: true };
}

/**
 * A duration in ms as minutes and seconds; time left is rounded up, time elapsed down.
 * @param {{ ms: number, limit: boolean }} value
 */
export function formatMinutes({ ms, limit }) {
  const seconds = limit ? Math.ceil(ms / 1000) : Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The last warning that has passed, in seconds before the end; null before the first.
 * @param {Clock | null} clock
 */
export function lastWarning(clock) {
  const time = readClock(clock);
  if (!clock || !time?.limit) return null;
  const { ms } = time;
  const passed = clock.warnings.map(each => each.seconds).filter(seconds => ms <= seconds * 1000 && seconds * 1000 < clock.allowed);
  return passed.length ? Math.min(...passed) : null;
}

// -- A sound and a vibration at each warning before the end, at the end, and at a refusal. Sound is allowed after a tap only.

const BEEPS = { warning: [880], up: [880, 660, 880, 660], refused: [220, 220] };
const VIBRATIONS = { warning: [300], up: [400, 150, 400, 150, 400], refused: [80, 60, 80] };
/** @type {AudioContext | null} */
let audio = null;

/**
 * Beep and vibrate at each warning before the end, and at the end.
 * @param {Follow} follow
 */
export function watchTime(follow) {
  document.addEventListener("pointerdown", () => {
    audio ??= "AudioContext" in window ? new AudioContext() : null;
    if (audio?.state === "suspended") audio.resume();
  });
  let last = lastWarning(follow.clock);
  let up = readClock(follow.clock)?.up ?? false;
  setInterval(() => {
    const now = lastWarning(follow.clock);
    const over = readClock(follow.clock)?.up ?? false;
    if (over && !up) playAlert("up");
    else if (now !== null && (last === null || now < last)) playAlert("warning");
    last = now;
    up = over;
  }, 500);
}

/**
 * Beep and vibrate for something that must not be missed.
 * @param {"warning" | "up" | "refused"} what
 */
export function playAlert(what) {
  navigator.vibrate?.(VIBRATIONS[what]);
  if (!audio) return;
  const sound = audio;
  BEEPS[what].forEach((pitch, number) => {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.value = 0.25;
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + number * 0.25);
    tone.stop(sound.currentTime + number * 0.25 + 0.2);
  });
}

/**
 * Pause, resume or extend the table's own time, with a reason.
 * @param {Tools} props
 */
export function TableClock({ follow }) {
  const [reason, setReason] = useState("");
  const [minutes, setMinutes] = useState("5");
  const [fault, setFault] = useState(null);
  /** @param {object} body */
  const change = async body => {
    try {
      const answer = await request("POST", `/tables/${pageData.table}/clock`, { body: { ...body, ...(reason ? { reason } : {}) } });
      setFault(answer.status === 200 ? null : answer.body.detail ?? answer.body.title);
      await follow.pollEverything();
    } catch {
      setFault(word("no_answer"));
    }
  };
  const running = follow.clock?.running;
  const limited = readClock(follow.clock)?.limit;
  return html`<fieldset><legend>${word("table_clock")}</legend>
    <label>${word("reason")}<input maxlength="500" value=${reason} onInput=${event => setReason(event.target.value)} /></label>
    <div class="actions">
      ${running ? html`<button disabled=${!reason.trim()} onClick=${() => change({ kind: "pause" })}>${word("clock_pause")}</button>`
        : html`<button onClick=${() => change({ kind: "start" })}>${word("clock_start")}</button>`}
      ${limited && html`<label class="inline">${word("minutes")}<input type="number" min="-30" max="60" value=${minutes} onInput=${event => setMinutes(event.target.value)} /></label>
        <button disabled=${!reason.trim() || !Number(minutes)} onClick=${() => change({ kind: "extend", seconds: Math.round(Number(minutes) * 60) })}>${word("clock_extend")}</button>`}
    </div>
    ${fault && html`<p class="wrong" role="alert">${fault}</p>`}
  </fieldset>`;
}
