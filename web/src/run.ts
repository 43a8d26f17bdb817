// Running: from the program in the editor to the engine, and from what it reports to what the page says.
import { classEdited } from "./classroom";
import type { LineEdit, Problem } from "./editor";
import { type CheckResult, locate } from "./course";
import { figureChanged } from "./figure";
import { forgetFile, saveFile } from "./files";
import { needChinese, showPanel, showView } from "./look";
import { $, announce, figure, page, panelTitle, say, toast } from "./page";
import { keepSession } from "./session";
import { language, t } from "./strings";
import { lessonOn } from "./words";

const kDebounce = 200;
let timer = 0, pinned: number | undefined;

// Whoever calls this speaks for the reader: a held program runs from here on.
export function run() {
  clearTimeout(timer);
  if (!page.ui) return;
  letGo();
  if (page.veiled) return guessFirst();
  if (page.running) {  // what still runs is of the old text
    page.pool.replace();
    page.ui.abandon("Stopped", "", true);
    cancelCheck();
  }
  page.running = true;
  if (benching()) page.pool.replace();
  if (benching()) page.ui.abandon("Stopped", "", true);
  $<HTMLButtonElement>("stop").disabled = false;
  say(page.ready ? "running" : "loadingEngine");
  page.ranSource = page.editor.source;
  keepSession();
  page.ui.run("program.py", page.ranSource);
}
// The program is there, but the question before it is still open.
function guessFirst() {
  keepSession();
  toast(t("guessFirst"));
  showView("lesson");
  document.querySelector<HTMLElement>("#prediction input, #show-me")?.focus();
}
export function runUnlessVeiled() {
  if (!page.veiled) return run();
  letGo();
  keepSession();
}
// Before a question is answered nothing of a run is to be seen or heard.
export function veil(on: boolean) {
  if (on && page.running) { page.pool.replace(); page.ui?.abandon("Stopped", "", true); }
  if (on) clearTimeout(timer), dropAsks();
  page.veiled = on;
  document.body.classList.toggle("veiled", on);
  showPicture([]);
  if (!on) return;
  page.running = false;
  page.editor.mark({ problem: null, markers: [], hovered: [], pinned: [] });
  $("problem").hidden = true;
  $("printed").textContent = $("announced").textContent = "";
  $<HTMLButtonElement>("stop").disabled = true;
  say("veiled");
}
// Under the veil a question may be answered in a picture, which then stands in place of the panels.
export function showPicture(lines: string[]) {
  const open = page.veiled && lines.length > 0;
  page.pointing = open ? lines[0] : "";
  document.body.classList.toggle("in-picture", open);
  $("veil").hidden = !page.veiled || open;
  page.ui?.set("point", open ? lines.join("\n") : "");
}
export const showJudged = (lines: string[]) => page.ui?.set("judged", lines.join("\n"));
// The run after a question, with what its panel shows only when it is asked to.
let measuresAfter = false;  // the run: the timeline is of the functions that it compiled
let stepsAfter = false;     // the run: to the end of its recording, where the values are that the question was about
export function reveal(panel = "") {
  const recorded = panel === "steps" || panel === "tensors";
  if (recorded) page.ui?.set("record", "1");
  run();
  measuresAfter = panel === "timeline";
  stepsAfter = recorded;
}
// Whether `program` passes a step's check, or (`targets`) what its run answers to the step's question; without a word of
// it in the panels. Null if it was stopped.
export function judge(lesson: string, step: string, program: string, targets = false): Promise<CheckResult | null> {
  if (!page.ui) return Promise.resolve(null);
  return new Promise((resolve) => {
    (targets ? page.asks : page.verdicts).push(resolve);
    page.ui!.check(page.pool.nameOf(lesson), step, program, targets, language());
  });
}
export const ask = (lesson: string, step: string, program: string) => judge(lesson, step, program, true);
function dropAsks() { for (const resolve of page.asks.splice(0)) resolve(null); }
// The program in the editor, for the lesson beside it.
export async function check(lesson: string, step: string) {
  if (page.held) return page.lessonView.cancelCheck(), askToRun();
  page.checking = true;
  $<HTMLButtonElement>("stop").disabled = false;
  const result = await judge(lesson, step, page.editor.source);
  if (!result) return;
  page.checking = false;
  $<HTMLButtonElement>("stop").disabled = !page.running;
  page.lessonView.showResult(result);
}

export function hold() {
  stop();
  clearTimeout(timer);
  page.held = true;
  showView("editor");
  askToRun();
}
export function askToRun() {
  $("linked").hidden = false;
  say("notRun");
  $("linked-text").textContent = t(figure ? "fromPage" : "fromLink");
  announce(t(figure ? "fromPage" : "fromLink"));
  figureChanged();
}
function letGo() {
  page.held = false;
  $("linked").hidden = true;
}
export const benching = () => !!page.ui?.state().benching;
// A fix that a panel proposes is of the program that ran; the editor may be further by now.
export function applyFix(edits: LineEdit[]) {
  if (figure?.readonly) return;
  if (page.editor.source !== page.ranSource) { toast(t("fixOutdated")); return; }
  page.editor.applyEdits(edits);
  page.lessonView.keepProgram(page.editor.source);
  toast(t("fixApplied"));
  run();
}
export function stop() {
  if (!page.running && !page.checking && !benching()) return;
  page.pool.replace();
  page.ui?.abandon("KeyboardInterrupt", t("stoppedByYou"), true);
  cancelCheck();
  say("stopped");
}
export function cancelCheck() {
  dropAsks();
  for (const resolve of page.verdicts.splice(0)) resolve(null);
  if (page.checking) page.lessonView.cancelCheck();
  page.checking = false;
}
export function edited() {
  clearTimeout(timer);
  classEdited();
  // The address is of another program now: a reload must not bring that one back.
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  page.ui?.pinLine(0);  // what it lit up was of the text before
  if (page.held) return keepSession();
  if (page.veiled) return keepSession();
  page.lessonView.keepProgram(page.editor.source);
  timer = window.setTimeout(run, kDebounce);
}

function finished(data: any) {
  page.running = false;
  if (page.veiled) return;
  $<HTMLButtonElement>("stop").disabled = true;
  if (measuresAfter && data.ok && page.ui?.state().panel === "timeline") page.ui.set("measure", "own");
  if (stepsAfter) page.ui?.set("step", "last");
  measuresAfter = stepsAfter = false;
  const limit = data.kind === "RunStopped";  // not by the user
  const message = limit ? t("limitReached", data.message) : `${data.kind}: ${data.message}`;
  const problem: Problem | null = !data.ok && data.kind && (limit || !data.stopped) ? { ...data, message } : null;
  page.editor.mark({ markers: data.stale ? [] : data.markers, problem });
  $("problem").hidden = !problem;
  if (problem) {
    $("problem").textContent = problem.message;
    if (data.hint) $("problem").append(Object.assign(document.createElement("div"), { className: "hint", textContent: data.hint }));
  }
  describeOutput();
  if (data.stopped) say(page.held ? "notRun" : "stopped");
  else if (problem) data.line ? say("failed", "bad", data.kind, data.line) : say("failedPlain", "bad", data.kind);
  else say(page.device && !page.pool.gpuLost ? "ranInWebgpu" : "ranIn", "good", Math.max(1, Math.round(data.duration_us / 1000)));
  figureChanged();
}

// The canvas has no text of its own for a screen reader: its name and what was printed stand beside it.
function describeOutput() {
  const { output, errors, traceback } = page.ui!.state();
  needChinese(page.editor.source + output + errors + traceback);
  $("printed").textContent = (output + errors + traceback).slice(-4000);
  $("canvas").setAttribute("aria-label", t("canvasLabel", panelTitle(page.ui!.state().panel)));
}

// By its id, or by a concept that it teaches.
function openLesson(name: string) {
  const lesson = lessonOn(name) ?? locate(page.lessons, name)?.lesson;
  if (lesson) showView("lesson"), void page.lessonView.open(lesson.id);
}

export function report(kind: string, data: any) {
  if (kind === "finished") finished(data);
  else if (kind === "run") run();
  else if (kind === "stop") stop();
  else if (kind === "edit") applyFix(data as LineEdit[]);
  else if (kind === "markers") page.veiled || page.editor?.mark({ markers: data.markers });
  else if (kind === "picture") {
    saveFile(`${page.ui!.state().panel}.svg`, data as string, "image/svg+xml");
  } else if (kind === "copy") void navigator.clipboard.writeText(data as string).then(() => toast(t("copied")), () => toast(t("notCopied")));
  else if (kind === "point") page.lessonView.pointInPicture(data as string);
  else if (kind === "lesson") openLesson(data as string);
  else if (kind === "check" && data.targets) page.asks.shift()?.(data as CheckResult);
  else if (kind === "check") page.verdicts.shift()?.(data as CheckResult);
  else if (kind === "lines") {
    page.editor.mark({ hovered: data.hovered, pinned: data.pinned });
    if (data.from_panel && data.hovered.length) page.editor.reveal(data.hovered[0]);
    else if (data.pinned[0] !== pinned && data.pinned.length) page.editor.reveal(data.pinned[0]);  // a step, say
    pinned = data.pinned[0];
  }
}


export function record() {
  showPanel("steps");
  page.ui?.set("record", "1");
  run();
}
export function recordCapture() {
  showPanel("bytecode");
  for (const [key, value] of [["bytecode_view", "2"], ["record_capture", "1"]]) page.ui?.set(key, value);
  run();
}
// The program's own compiled functions: where their time goes, or a curve over sizes.
export function measureTimes() {
  showPanel("timeline");
  page.ui?.set("measure", "own");
}
export function measureSizes() {
  showPanel("bench");
  page.ui?.set("measure", "sizes");
}
// What every node of the compiled graphs was.
export function showValues() {
  showPanel("tensors");
  for (const [key, value] of [["tensors_view", "1"], ["values", "1"]]) page.ui?.set(key, value);
  run();
}
// The film plays in place of the panels, which a narrow screen then shows.
export function playFilm() {
  showView("canvas");
  page.ui?.set("film", "1");
}
// The graph's picture, with that module in its middle.
export function showModule(path: string) {
  showPanel("graph");
  page.ui?.set("module", path);
}
export function startBench() {
  showPanel("bench");
  page.ui?.set("bench", "1");
}
export function show(source: string) {
  forgetFile();
  page.editor.setSource(source);
  page.editor.mark({ problem: null, markers: [] });
  $("problem").hidden = true;
  page.ui?.pinLine(0);
}
// `panel`: the one to look at, which may show something only when it is asked to.
export function load(source: string, panel = "") {
  show(source);
  page.veiled ? runUnlessVeiled() : reveal(panel);
}
