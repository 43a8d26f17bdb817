// Every action of the page, with its key, and the palette that finds them.
import { exampleGroups, examples } from "./examples";
import { chooseFile, fileActions, saveProgram } from "./files";
import { type LessonHead, locate } from "./course";
import { showPanel, showView, toggleLanguage, toggleTheme } from "./look";
import { plainText } from "./markdown";
import { $, page, panels, toast } from "./page";
import { presenterActions, togglePresenter } from "./presenter";
import { load, measureSizes, measureTimes, playFilm, record, recordCapture, run, showModule, showValues, startBench, stop } from "./run";
import { share } from "./session";
import { language, t } from "./strings";
import { toggleTwin } from "./twin";
import { lessonOn, wordName, wordText, words } from "./words";

export function choose(value: string) {
  if (value.startsWith("lesson:")) return void page.lessonView.open(value.slice(7));
  const example = examples.find((e) => e.id === value);
  if (!example) return;
  page.lessonView.close();
  load(example.source);
}
const showKeyed = (digit: string) => { const panel = panels().find(({ key }) => key === digit); if (panel) showPanel(panel.id); };
// Its name, its key, what it does, and a word that finds it in every language.
type Action = [string, string, () => void, string?];
const actions = (): Action[] => [
  [t("run"), "Ctrl+Enter", run], [t("stop"), "Ctrl+.", stop], [t("share"), "Ctrl+Shift+S", () => void share()], [t("clear"), "Esc", clear],
  [t("record"), "Alt+R", record], [t("recordCapture"), "", recordCapture], [t("film"), "", playFilm, "film"], [t("measureTimes"), "", measureTimes], [t("measureSizes"), "", measureSizes], [t("showValues"), "", showValues], [t("startBench"), "", startBench], [t("theme"), "Alt+T", toggleTheme], [t("language"), "Alt+L", toggleLanguage], [t("presenter"), "Alt+P", togglePresenter], ...presenterActions(),
  ...panels().map(({ id, title, key }): Action => [t("openPanel", title), key && `Alt+${key}`, () => showPanel(id), id]),
  ...lessonActions(),
  ...fileActions.map(([text, key, act]): Action => [t(text), key, act]),
  ...exampleGroups.flatMap((g) => g.examples.map((e): Action => [`${t("examples")}: ${g[language()]}: ${e[language()]}`, "", () => choose(e.id), e.id])),
];
const kMostWords = 8, kMostModules = 12;
// What a word means, and where it is taught: those that begin with what was typed come first.
function explanations(filter: string): Action[] {
  if (filter.length < 2) return [];
  const found = words().filter(({ term, chineseTerm }) => term.toLowerCase().includes(filter) || chineseTerm.includes(filter));
  const begins = (term: string) => Number(!term.toLowerCase().startsWith(filter));
  found.sort((a, b) => begins(a.term) - begins(b.term) || a.term.length - b.term.length);
  return found.slice(0, kMostWords).map((word): Action => {
    const lesson = lessonOn(word.concept), text = `${wordName(word)}${word.effect ? ` (${word.effect})` : ""}: ${wordText(word)}`;
    return [text, lesson ? plainText(lesson.title[language()]) : "", lesson ? () => openLesson(lesson) : () => toast(text)];
  });
}
// A module of the graph that is chosen: the graph's picture goes there.
function places(filter: string): Action[] {
  if (filter.length < 2) return [];
  const found = (page.ui?.modules() ?? []).filter(([path, type]) => `${path} ${type}`.toLowerCase().includes(filter));
  return found.slice(0, kMostModules).map(([path, type]): Action => [t("toModule", type ? `${path} (${type})` : path), "", () => showModule(path)]);
}
const openLesson = (lesson: LessonHead) => { showView("lesson"); void page.lessonView.open(lesson.id); };
// What the lesson beside the editor can do now, and the lessons to open.
const lessonActions = (): Action[] => [
  ...(["commit", "show-me", "check", "hint", "previous", "next", "next-lesson", "all-lessons"] as const).flatMap((id): Action[] => {
    const button = document.getElementById(id);
    return button ? [[`${t("lesson")}: ${button.textContent}`, id === "check" ? "Alt+C" : "", () => button.click()]] : [];
  }),
  ...page.lessons.map((l): Action => [`${t("openLesson")}: ${plainText(l.title[language()])}`, "", () => openLesson(l)]),
  ...panels().flatMap(({ title, lesson }): Action[] => {
    const about = locate(page.lessons, lesson)?.lesson;
    return about ? [[t("panelLesson", title, plainText(about.title[language()])), "", () => openLesson(about)]] : [];
  }),
];
function clear() { page.ui?.pinLine(0); page.editor.mark({ hovered: [], pinned: [] }); }

export function setUpPalette() {
  const dialog = $<HTMLDialogElement>("commands"), filter = $<HTMLInputElement>("command-filter"), list = $("command-list");
  let chosen = 0, matches: Action[] = [];
  const draw = () => {
    const wanted = filter.value.trim().toLowerCase();
    matches = [...actions().filter(([name, , , id]) => name.toLowerCase().includes(wanted) || id?.includes(wanted)), ...places(wanted), ...explanations(wanted)];
    chosen = Math.max(0, Math.min(chosen, matches.length - 1));
    list.replaceChildren(...matches.map(([name, key], i) => {
      const item = Object.assign(document.createElement("li"), { id: `command-${i}`, textContent: name, onclick: () => { dialog.close(); matches[i][2](); } });
      item.setAttribute("role", "option");
      item.append(Object.assign(document.createElement("kbd"), { textContent: key }));
      item.setAttribute("aria-selected", String(i === chosen));
      return item;
    }));
    if (!matches.length) list.append(Object.assign(document.createElement("li"), { className: "none", textContent: t("noCommand") }));
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
    filter.setAttribute("aria-activedescendant", matches.length ? `command-${chosen}` : "");
  };
  const open = () => { filter.value = ""; chosen = 0; dialog.showModal(); draw(); };
  filter.addEventListener("input", () => { chosen = 0; draw(); });
  filter.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") ++chosen;
    else if (event.key === "ArrowUp") --chosen;
    else if (event.key !== "Enter") return;
    event.preventDefault();  // closing gives the focus back, and the key must not press what gets it
    if (event.key !== "Enter") return draw();
    dialog.close();
    matches[chosen]?.[2]();
  });
  $("palette").onclick = open;
  window.addEventListener("keydown", (event) => {
    const mod = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
    const digit = /^Digit([0-9])$/.exec(event.code);
    if (mod && key === "k") open();
    else if (mod && key === "enter") run();
    else if (mod && key === ".") stop();
    else if (mod && event.shiftKey && key === "s") void share();
    else if (mod && !event.shiftKey && key === "s") saveProgram();
    else if (mod && key === "o") chooseFile();
    else if (event.altKey && event.code === "KeyA") toggleTwin();
    else if (event.altKey && digit) showKeyed(digit[1]);
    else if (event.altKey && event.code === "KeyR") record();
    else if (event.altKey && event.code === "KeyT") toggleTheme();
    else if (event.altKey && event.code === "KeyL") toggleLanguage();
    else if (event.altKey && event.code === "KeyP") togglePresenter();
    else if (event.altKey && event.code === "KeyC") document.getElementById("check")?.click();
    else if (key === "escape" && !dialog.open) { clear(); return; }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
}
