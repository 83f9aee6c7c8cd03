// Parts of the page that are seldom needed are loaded after it: it can be used sooner, and they are there without a network too.
import { html, useEffect, useState } from "./elements.js";

/** The modules that are loaded later, each with all that only it needs. */
export const LATER = {
  handing: () => import("./queue/handing.js"),
  final: () => import("./result/final.js"),
  board: () => import("./board.js"),
  building: () => import("./deeds/building.js"),
  mortgage: () => import("./deeds/mortgage.js"),
  calling: () => import("./calling.js"),
  player: () => import("./player.js"),
  history: () => import("./log/history.js"),
};

/** Load them all; what cannot be had now is loaded when it is opened. */
export const loadLater = () => Promise.allSettled(Object.values(LATER).map(load => load()));

/**
 * A component of such a module, with its props; nothing while it is loaded.
 * @param {{ of: keyof typeof LATER, name: string, [prop: string]: any }} props
 */
export function Later({ of, name, ...props }) {
  const [parts, set] = useState(/** @type {Record<string, any> | null} */ (null));
  useEffect(() => { LATER[of]().then(set, () => {}); }, [of]);
  return parts && html`<${parts[name]} ...${props} />`;
}
