// Wait until all reports for a table are sent.

const TIMEOUT = 10000; // ms without progress after which we give up

/**
 * Wait until an outbox is empty or cannot go on. Returns how many reports are left, waiting for a judge or for the network.
 * @param {import("./outbox.js").Outbox} outbox
 * @param {(count: number) => void} tell
 * @param {number} [patience]
 * @returns {Promise<number>}
 */
export function untilEmpty(outbox, tell, patience = TIMEOUT) {
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
