// How the page looks: its language, its theme, and which of its parts a narrow screen shows.
import { drawClass } from "./classroom";
import { exampleGroups } from "./examples";
import { figureLanguage } from "./figure";
import { filesLanguage } from "./files";
import { plainText } from "./markdown";
import { bytesOf } from "./fonts";
import { $, figure, page, panelTitle, remember, sayAgain, toast } from "./page";
import { presenterLanguage } from "./presenter";
import { type Language, language, setLanguage, t } from "./strings";
import { twinLanguage } from "./twin";
import { tellLessons } from "./words";

let canChinese = false, hasChinese = false;
const chineseText = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
// Whatever the page speaks: a text has characters that its fonts lack.
export function needChinese(text: string) { if (chineseText.test(text)) void loadChinese(); }
async function loadChinese() {
  if (canChinese || !page.ui) return;
  canChinese = true;  // or will soon
  try {
    page.ui.font(3, await bytesOf("./fonts/chinese.otf"));
    hasChinese = true;
    applyLanguage(language());
  } catch {
    canChinese = false;  // the next switch tries again
    toast(t("noFont"));
  }
}

export function applyLanguage(value: Language) {
  setLanguage(value);
  page.ui?.set("language", value === "zh" && !hasChinese ? "en" : value);  // rather than boxes for want of a font
  remember("language", value);
  $("tagline").textContent = t("tagline");
  for (const id of ["run", "stop", "share"] as const) $(id).textContent = t(id);
  for (const [id, text] of [["linked-text", figure ? "fromPage" : "fromLink"], ["linked-run", "run"], ["linked-show", "onlyShow"]] as const) $(id).textContent = t(text);
  $("run").title = "Ctrl+Enter";
  $("language").textContent = t("language");
  for (const [id, text] of [["theme", "theme"], ["presenter", "presenter"], ["palette", "commands"]] as const) {
    $(id).title = t(text);
    $(id).setAttribute("aria-label", t(text));
  }
  $<HTMLInputElement>("command-filter").placeholder = t("commandFilter");
  $("command-filter").setAttribute("aria-label", t("commandFilter"));
  $("command-list").setAttribute("aria-label", t("commands"));
  $("views").setAttribute("aria-label", t("screen"));
  $("veil").replaceChildren(...(["veiled", "veiledText"] as const).map((id, i) => Object.assign(document.createElement(i ? "p" : "b"), { textContent: t(id) })));
  $("lesson").setAttribute("aria-label", t("lesson"));
  $("canvas").setAttribute("aria-label", t("canvasLabel", panelTitle(page.ui?.state().panel ?? "")));
  for (const split of document.querySelectorAll(".split")) split.setAttribute("aria-label", t("resize"));
  const select = $<HTMLSelectElement>("examples");
  select.setAttribute("aria-label", t("examples"));
  const group = (label: string, options: HTMLOptionElement[]) => { const made = Object.assign(document.createElement("optgroup"), { label }); made.append(...options); return made; };
  select.replaceChildren(new Option(t("examples"), ""), ...exampleGroups.map((g) => group(g[value], g.examples.map((e) => new Option(e[value], e.id)))), group(t("lessons"), page.lessons.map((l) => new Option(plainText(l.title[value]), `lesson:${l.id}`))));
  filesLanguage();
  twinLanguage();
  tellLessons();
  figureLanguage();
  drawClass();
  if (!figure) presenterLanguage();
  drawViews();
  sayAgain();
  page.editor?.applyLanguage();
  page.lessonView?.draw();
  page.lessonView?.lookAgain();
  if (value === "zh") void loadChinese();
}
export function applyTheme(value: string) {
  document.documentElement.dataset.theme = value;
  $("theme").textContent = value === "dark" ? "☀" : "☾";
  remember("theme", value);
  page.ui?.set("theme", value);
}
export const toggleTheme = () => applyTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
export const toggleLanguage = () => applyLanguage(language() === "en" ? "zh" : "en");

// A tablet shows the panels beside lesson or program: there they are no view to go to.
export function showView(view: string) {
  if (view === "canvas" && !matchMedia("(max-width: 760px)").matches) return;
  $("main").dataset.view = view;
  drawViews();
}
function drawViews() {
  const views = [["lesson", "lesson"], ["editor", "editor"], ["canvas", "panels"]] as const;
  const shown = $("main").dataset.view ?? "editor";
  $("main").dataset.view = shown;
  $("views").replaceChildren(...views.map(([view, text]) => {
    const button = Object.assign(document.createElement("button"), { textContent: t(text), onclick: () => showView(view) });
    button.setAttribute("role", "tab");
    button.dataset.view = view;
    button.setAttribute("aria-selected", String(view === shown));
    return button;
  }));
}


// On a narrow screen the panels are a view of their own.
export function showPanel(panel: string, view = "") {
  page.ui?.set("panel", panel);
  const index = panel === "bytecode" ? page.ui?.state().bytecode_views.indexOf(view) ?? -1 : -1;
  if (index >= 0) page.ui?.set("bytecode_view", String(index));
  showView("canvas");
}
