// A sound and a shake at each warning before the end, and at the end. The sound needs a tap somewhere before.
import { left, warned } from "./clock.js";

const BEEPS = { warning: [880], up: [880, 660, 880, 660] };
let audio = null;

export function watchTime(follow) {
  document.addEventListener("pointerdown", () => {
    audio ??= "AudioContext" in window ? new AudioContext() : null;
    if (audio?.state === "suspended") audio.resume();
  });
  let told = warned(follow.clock);
  let up = left(follow.clock)?.up ?? false;
  setInterval(() => {
    const now = warned(follow.clock);
    const over = left(follow.clock)?.up ?? false;
    if (over && !up) say("up");
    else if (now !== null && (told === null || now < told)) say("warning");
    told = now;
    up = over;
  }, 500);
}

function say(what) {
  navigator.vibrate?.(what === "up" ? [400, 150, 400, 150, 400] : [300]);
  if (!audio) return;
  BEEPS[what].forEach((pitch, number) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.value = 0.25;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + number * 0.25);
    tone.stop(audio.currentTime + number * 0.25 + 0.2);
  });
}
