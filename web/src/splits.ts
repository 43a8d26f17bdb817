// The bars between the columns: dragged, or moved by the arrow keys.
import { $ } from "./page";

export function setUpSplits() {
  for (const split of document.querySelectorAll<HTMLElement>(".split")) {
    const left = $(split.dataset.left!);
    const resize = (width: number) => {
      left.style.width = `${Math.max(120, Math.min(innerWidth - 300, width))}px`;
      split.setAttribute("aria-valuenow", String(Math.round((100 * left.getBoundingClientRect().width) / innerWidth)));
    };
    resize(left.getBoundingClientRect().width);
    left.style.width = "";
    split.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowLeft" ? -24 : event.key === "ArrowRight" ? 24 : 0;
      if (by) event.preventDefault(), resize(left.getBoundingClientRect().width + by);
    });
    split.addEventListener("pointerdown", (event) => {
      split.setPointerCapture(event.pointerId);
      split.classList.add("held");
      const from = event.clientX, width = left.getBoundingClientRect().width;
      const move = (e: PointerEvent) => resize(width + e.clientX - from);
      split.addEventListener("pointermove", move);
      split.addEventListener("pointerup", () => { split.removeEventListener("pointermove", move); split.classList.remove("held"); }, { once: true });
    });
  }
}
