// Boards on pages that are rendered by the service: drawn from what stands at them, and again whenever that is renewed.
import { seen } from "./board/seen.js";
import { board } from "./board/whole.js";

/** Draw every board of the page that is not drawn yet. */
export function drawBoards() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-board]"))) {
    const { printed, position, seats } = JSON.parse(box.dataset.board ?? "");
    box.innerHTML = board(seen(printed, position, seats), box.dataset.label ?? "");
    delete box.dataset.board;
  }
}

drawBoards();
document.addEventListener("renewed", drawBoards);
