// The inside of a figure: one panel and its program in a frame of another page (figure_element.ts is the outside).
import type { FigureOptions, LookMessage, SizeMessage } from "./figure_options";
import { applyLanguage, applyTheme } from "./look";
import { $, figure, page } from "./page";
import { currentState } from "./session";
import { encodeState } from "./share";
import { t } from "./strings";

// Height in the page's pixels of what can be scrolled or zoomed anyway.
const kProgram = { least: 60, most: 460 }, kPanel = { least: 240, most: 520, head: 150, plain: 320 }, kColumn = 640;
const within = (height: number, { least, most }: { least: number; most: number }) => Math.max(least, Math.min(most, height));

// The page around it is of this very site, so whoever wrote it could run the program in any case.
export function framedByOwnSite(): boolean {
  try { return parent !== window && parent.location.origin === location.origin; } catch { return false; }
}

function panelHeight(): number {
  const svg = page.ui?.svg(), height = Number(/<svg[^>]* height="([\d.]+)"/.exec(svg ?? "")?.[1]);
  return within(height ? height + kPanel.head : kPanel.plain, kPanel);
}
function tellSize() {
  if (parent === window) return;
  const beside = innerWidth >= kColumn, linked = $("linked").hidden ? 0 : $("linked").offsetHeight;
  const program = figure!.bare ? 0 : within(page.editor.view.contentHeight, kProgram) + linked, panel = panelHeight();
  const height = Math.ceil((beside ? Math.max(program, panel) : program + panel) + $("header").offsetHeight);
  parent.postMessage({ vitrine: "size", height } satisfies SizeMessage, "*");  // a number is no secret
}
async function refreshLink() {
  $<HTMLAnchorElement>("figure-open").href = `${location.pathname}#${await encodeState(currentState())}`;
}
// After a run, and when the frame gets another width.
export function figureChanged() {
  if (!figure || !page.ui) return;
  tellSize();
  void refreshLink();
}
export function figureLanguage() { if (figure) $("figure-open").textContent = `${t("openInVitrine")} ↗`; }

export function setUpFigure({ panel, readonly, bare }: FigureOptions) {
  page.ui?.set("alone", "1");
  page.ui?.set("panel", panel);
  document.body.classList.toggle("readonly", readonly);
  document.body.classList.toggle("bare", bare);
  $("figure-open").hidden = false;
  window.addEventListener("message", ({ source, data }: MessageEvent<LookMessage>) => {
    if (source !== parent || data?.vitrine !== "look") return;
    if (data.theme === "light" || data.theme === "dark") applyTheme(data.theme);
    if (data.language === "en" || data.language === "zh") applyLanguage(data.language);
  });
  let width = innerWidth;
  window.addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; tellSize(); } });
  figureChanged();
}
