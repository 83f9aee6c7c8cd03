// Which page of which slide is on show, by the service's clock: screens with the same pages stay in step, and one that is
// reloaded continues where the others are.

/** @typedef {{ slide: string, page: number, seconds: number }} Sheet A page of a slide. */
/** @typedef {{ slide: string | null, page: number, at: number, held: boolean, blank: boolean }} Cue The last press of the remote. */

/** @type {Cue} */
export const NO_CUE = { slide: null, page: 0, at: 0, held: false, blank: false };

/**
 * The index of the sheet that a cue leads to: its page of its slide, or the last one if there are fewer; if the slide has
 * nothing to show, the next one in order that has.
 * @param {Sheet[]} sheets
 * @param {string[]} order
 * @param {Cue} cue
 */
function cuedSheet(sheets, order, cue) {
  const from = Math.max(0, order.indexOf(cue.slide ?? ""));
  for (const slide of [...order.slice(from), ...order.slice(0, from)]) {
    const first = sheets.findIndex(each => each.slide === slide);
    if (first < 0) continue;
    if (slide !== cue.slide) return first;
    const count = sheets.filter(each => each.slide === slide).length;
    return first + Math.min(cue.page, count - 1);
  }
  return 0;
}

/**
 * The index of the sheet on show at a moment (ms, by the service's clock).
 * @param {Sheet[]} sheets
 * @param {string[]} order the slides that are chosen, in order
 * @param {Cue} cue
 * @param {number} now
 */
export function sheetAt(sheets, order, cue, now) {
  let at = cuedSheet(sheets, order, cue);
  if (cue.held || sheets.length < 2) return at;
  const round = sheets.reduce((sum, each) => sum + each.seconds, 0) * 1000;
  let left = Math.max(0, now - cue.at) % round;
  while (left >= sheets[at].seconds * 1000) {
    left -= sheets[at].seconds * 1000;
    at = (at + 1) % sheets.length;
  }
  return at;
}
