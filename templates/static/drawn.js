// Boards on pages rendered by the service: drawn from the data in their elements, and again whenever these are replaced.
import { drawingData } from "./board/seen.js";
import { board } from "./board/whole.js";

/** Draw every board of the page that is not drawn yet. */
export function drawBoards() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-board]"))) {
    const { printed, position, seats } = JSON.parse(box.dataset.board ?? "");
    box.innerHTML = board(drawingData(printed, position, seats), box.dataset.label ?? "");
    delete box.dataset.board;
  }
}

drawBoards();
document.addEventListener("renewed", drawBoards);
