// Until everything that waits for a table is sent.

const PATIENCE = 10000; // ms without a report getting through, until the page says that some are left

/**
 * Send what waits; how many reports are left: 0, or as many as wait for a judge or for the network.
 * @param {import("./outbox.js").Outbox} outbox
 * @param {(count: number) => void} tell
 * @param {number} [patience]
 * @returns {Promise<number>}
 */
export function untilEmpty(outbox, tell, patience = PATIENCE) {
  return new Promise(resolve => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let before = -1;
    const look = () => {
      const left = outbox.waiting.length;
      if (left && !outbox.held) {
        if (left === before) return;
        before = left;
        tell(left);
        clearTimeout(timer);
        timer = setTimeout(end, patience);
      } else end();
    };
    const end = () => {
      clearTimeout(timer);
      outbox.removeEventListener("change", look);
      resolve(outbox.waiting.length);
    };
    outbox.addEventListener("change", look);
    look();
  });
}
