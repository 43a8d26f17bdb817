// The page: connects editor, lesson, engine workers and the canvas.
import "./style.css";
import { classMoved, setUpClass, takeRole } from "./classroom";
import { Editor } from "./editor";
import { examples } from "./examples";
import type { LessonHead } from "./course";
import { gpuLost } from "./device";
import { LessonView } from "./lesson";
import { setUpFigure } from "./figure";
import { printSheet, setUpFiles } from "./files";
import { conceptName, explain } from "./glossary";
import { fontBytes, pageFonts } from "./fonts";
import { applyLanguage, applyTheme, showPanel, toggleLanguage, toggleTheme } from "./look";
import { $, announce, figure, page, panels, remembered, say, toast } from "./page";
import { ownLessonsReport, restoreOwnLessons, setUpOwnLessons } from "./own_lessons";
import { choose, setUpPalette } from "./palette";
import { setUpPresenter, stageMoved } from "./presenter";
import { ask, cancelCheck, check, edited, hold, load, report, reveal, run, runUnlessVeiled, showJudged, showPicture, stop, veil } from "./run";
import { applyView, followLink, isStranger, lastSession, openLink, share } from "./session";
import { setUpOffline } from "./offline";
import { setUpSplits } from "./splits";
import { language, t } from "./strings";
import { setUpTwin } from "./twin";
import { threadsHere } from "./shared";
import { Ui } from "./ui";

function connect() {
  page.pool.onBytes = (messages) => page.ui?.receive(messages);
  page.pool.onReady = () => { page.ready = true; page.ui?.set("engine", "ready"); if (page.running) say("running"); };
  page.pool.onTrap = (message) => {
    page.ui?.abandon("EngineError", t("trapped", message), false);
    toast(t("trapped", message));
    cancelCheck();
  };
  page.pool.onGpuLost = gpuLost;
  window.addEventListener("storage", (event) => page.lessonView?.followStorage(event.key));
  window.addEventListener("hashchange", () => void followLink());
  $("run").onclick = $("linked-run").onclick = run;
  $("linked-show").onclick = () => { $("linked").hidden = true; };
  $("stop").onclick = stop;
  $("share").onclick = () => void share();
  $("theme").onclick = toggleTheme;
  $("language").onclick = toggleLanguage;
  $<HTMLSelectElement>("examples").onchange = (event) => { const select = event.target as HTMLSelectElement; choose(select.value); select.value = ""; };
}

async function start() {
  document.body.classList.toggle("embed", !!figure);
  const lessonsLoaded = figure ? [] : fetch("./lessons/index.json").then((r) => (r.ok ? r.json() : [])).catch(() => []) as Promise<LessonHead[]>;
  const engineStarted = page.pool.start();
  const canvas = $<HTMLCanvasElement>("canvas");
  const uiLoading = Ui.load(canvas, pageFonts.map(fontBytes), (bytes) => page.pool.send(bytes), report, (lost) => {
    $("cover").hidden = !lost;
    $("cover").textContent = t("lostWebgl");
  });
  if (!figure) takeRole();
  const shared = await openLink(), last = lastSession(), opened = shared ?? last;
  page.lessons = await lessonsLoaded;
  if (!figure) restoreOwnLessons();
  connect();
  if (!figure) setUpPalette(), setUpPresenter(), setUpFiles();
  setUpSplits();
  // While a question asks for a line, a click on one answers it.
  const pin = (line: number) => page.lessonView.pointAt("line", String(line)) || page.ui?.pinLine(line);
  page.editor = new Editor($("editor"), opened?.source ?? examples[0].source, { change: edited, hover: (line) => page.ui?.hoverLine(line), pin, run }, figure?.readonly);
  page.lessonView = new LessonView($("lesson"), page.lessons, {
    panels, showPanel, load, veil, run, reveal, ask, toast, announce, print: printSheet, changed: () => { stageMoved(); classMoved(); }, follow: (link) => void followLink(link), source: () => page.editor.source, panel: (id, view = "0") => { for (const [key, value] of [["panel", id], ["graph_position", view]]) page.ui?.set(key, value); },
    know: (manifest) => page.pool.know(manifest), explain, concept: conceptName, markLines: (chosen, right) => page.editor.mark({ chosen, right }), picture: showPicture, judged: (lines) => showJudged(lines),
    check: (lesson, step) => void check(lesson, step), above: ownLessonsReport,
  });
  const wanted = figure?.language ?? shared?.language ?? remembered("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  applyTheme(figure?.theme ?? remembered("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
  applyLanguage(wanted === "zh" ? "zh" : "en");
  $("cover").textContent = t("loadingPanels");
  if (opened?.lesson && !figure) await page.lessonView.open(opened.lesson, opened.step, false, shared?.source);
  else page.lessonView.close();
  page.ui = await uiLoading;
  if (!page.ui) { $("cover").textContent = t("noWebgl"); return; }
  $("cover").hidden = true;
  setUpTwin();
  page.ui.set("engine", page.ready ? "ready" : "loading");
  const { threads, why } = threadsHere();
  page.ui.set("threads", `${threads} ${why}`);
  applyTheme(document.documentElement.dataset.theme!);
  applyLanguage(language());
  const motion = matchMedia("(prefers-reduced-motion: reduce)"), still = () => page.ui?.set("still", motion.matches ? "1" : "0");
  motion.onchange = still;
  still();
  if (shared) applyView(shared);
  if (figure) setUpFigure(figure);
  const stranger = shared ? isStranger(shared.source) : last?.held;
  stranger ? hold() : runUnlessVeiled();
  page.lessonView.lookAgain();
  Object.assign(window, { vitrine: { state: () => page.ui!.state(), twin: () => page.ui!.twin(), svg: () => page.ui!.svg(), frames: () => page.ui!.frames, engineReady: () => page.ready, hoverLine: (n: number) => page.ui!.hoverLine(n), source: () => page.editor.source, setSource: (source: string) => load(source), edit: (from: string, to: string) => { page.editor.view.dispatch({ changes: { from: page.editor.source.indexOf(from), to: page.editor.source.indexOf(from) + from.length, insert: to } }); } } });
  if (!figure) setUpOwnLessons(), setUpClass();
  await engineStarted;
  if (!figure) setUpOffline();
}

start().catch((error) => {
  $("cover").hidden = false;
  $("cover").textContent = t("loadFailed", error instanceof Error ? error.message : String(error));
});
