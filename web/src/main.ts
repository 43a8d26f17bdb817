// The page: connects editor, lesson, engine workers and the canvas.
import "./style.css";
import { EnginePool } from "./engine";
import { Editor, type LineEdit, type Problem } from "./editor";
import { examples } from "./examples";
import { type CheckResult, type LessonFile, LessonView } from "./lesson";
import { BadLink, type SharedState, decodeState, encodeState } from "./share";
import { type Language, type TextId, language, setLanguage, t } from "./strings";
import { Ui } from "./ui";

const kDebounce = 200;
const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const bytesOf = (path: string) => fetch(path).then((r) => { if (!r.ok) throw new Error(`${path}: ${r.status}`); return r.arrayBuffer(); });
// The canvas and the page draw with the same fonts: fetched once.
const pageFonts = [["sans", "Vitrine Sans", "400"], ["bold", "Vitrine Sans", "600 700"], ["mono", "Vitrine Mono", "400"]];
async function fontBytes([file, family, weight]: string[]) {
  const bytes = await bytesOf(`./fonts/${file}.ttf`);
  document.fonts.add(new FontFace(family, bytes, { weight }));
  return bytes;
}
const remembered = (key: string) => { try { return localStorage.getItem(`vitrine.${key}`); } catch { return null; } };
const remember = (key: string, value: string) => { try { localStorage.setItem(`vitrine.${key}`, value); } catch { /* private mode */ } };

let ui: Ui | null = null;
let editor: Editor;
let lessonView: LessonView;
let ranSource = "";
let held = false;  // the program came with a link, and nobody has said yet that it may run
let timer = 0, running = false, checking = false, ready = false, canChinese = false, hasChinese = false;
let lastState: { id: TextId; values: (string | number)[]; look: string } = { id: "loadingEngine", values: [], look: "" };
const pool = new EnginePool();

function say(id: TextId, look = "", ...values: (string | number)[]) {
  lastState = { id, values, look };
  $("state").textContent = t(id, ...values);
  $("state").className = look;
}
let toastTimer = 0;
function toast(text: string) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { $("toast").hidden = true; }, 5000);
}

// Whoever calls this speaks for the reader: a held program runs from here on.
function run() {
  clearTimeout(timer);
  if (!ui) return;
  letGo();
  if (running) {  // what still runs is of the old text
    pool.replace();
    ui.abandon("Stopped", "", true);
    cancelCheck();
  }
  running = true;
  if (benching()) pool.replace();
  if (benching()) ui.abandon("Stopped", "", true);
  $<HTMLButtonElement>("stop").disabled = false;
  say(ready ? "running" : "loadingEngine");
  ranSource = editor.source;
  keepSession();
  ui.run("program.py", ranSource);
}
function hold() {
  stop();
  clearTimeout(timer);
  held = true;
  showView("editor");
  askToRun();
}
function askToRun() {
  $("linked").hidden = false;
  say("notRun");
  $("announced").textContent = t("fromLink");
}
function letGo() {
  held = false;
  $("linked").hidden = true;
}
// What this browser ran before, and what the page itself brings, is no stranger's.
const isKnown = (source: string) => {
  const last = lastSession();
  return (last?.source === source && !last.held) || examples.some((e) => e.source === source) || lessons.some((l) => Object.values(l.programs).includes(source));
};
// What was open last is there again after a reload.
function keepSession() {
  const last = JSON.stringify({ source: editor.source, held, lesson: lessonView.lesson?.manifest.id, step: lessonView.stepId });
  remember("last", last);
  try { sessionStorage.setItem("vitrine.last", last); } catch { /* private mode */ }
}
function lastSession(): (Pick<SharedState, "source" | "lesson" | "step"> & { held?: boolean }) | null {
  try {
    const last = JSON.parse(sessionStorage.getItem("vitrine.last") ?? remembered("last") ?? "null");  // of this tab, else of any
    return typeof last?.source === "string" ? last : null;
  } catch { return null; }
}
const benching = () => !!ui?.state().benching;
// A fix that a panel proposes is of the program that ran; the editor may be further by now.
function applyFix(edits: LineEdit[]) {
  if (editor.source !== ranSource) { toast(t("fixOutdated")); return; }
  editor.applyEdits(edits);
  lessonView.keepProgram(editor.source);
  toast(t("fixApplied"));
  run();
}
// On a narrow screen the panels are a view of their own.
function showPanel(panel: string, view = "") {
  ui?.set("panel", panel);
  const index = panel === "bytecode" ? ui?.state().bytecode_views.indexOf(view) ?? -1 : -1;
  if (index >= 0) ui?.set("bytecode_view", String(index));
  showView("canvas");
}
function record() {
  showPanel("steps");
  ui?.set("record", "1");
  run();
}
function recordCapture() {
  showPanel("bytecode");
  for (const [key, value] of [["bytecode_view", "2"], ["record_capture", "1"]]) ui?.set(key, value);
  run();
}
function measureTimes() {
  showPanel("timeline");
  ui?.set("timeline", "1");
  run();
}
function startBench() {
  showPanel("bench");
  ui?.set("bench", "1");
}
function stop() {
  if (!running && !checking && !benching()) return;
  pool.replace();
  ui?.abandon("KeyboardInterrupt", t("stoppedByYou"), true);
  cancelCheck();
}
function cancelCheck() {
  if (checking) lessonView.cancelCheck();
  checking = false;
}
function edited() {
  clearTimeout(timer);
  // The address is of another program now: a reload must not bring that one back.
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  if (held) return keepSession();
  lessonView.keepProgram(editor.source);
  timer = window.setTimeout(run, kDebounce);
}

function finished(data: any) {
  running = false;
  $<HTMLButtonElement>("stop").disabled = true;
  const limit = data.kind === "RunStopped";  // not by the user
  const message = limit ? t("limitReached", data.message) : `${data.kind}: ${data.message}`;
  const problem: Problem | null = !data.ok && data.kind && (limit || !data.stopped) ? { ...data, message } : null;
  editor.mark({ markers: data.stale ? [] : data.markers, problem });
  $("problem").hidden = !problem;
  if (problem) {
    $("problem").textContent = problem.message;
    if (data.hint) $("problem").append(Object.assign(document.createElement("div"), { className: "hint", textContent: data.hint }));
  }
  describeOutput();
  if (data.stopped) say(held ? "notRun" : "stopped");
  else if (problem) data.line ? say("failed", "bad", data.kind, data.line) : say("failedPlain", "bad", data.kind);
  else say("ranIn", "good", Math.max(1, Math.round(data.duration_us / 1000)));
}

// The canvas has no text of its own for a screen reader: its name and what was printed stand beside it.
function describeOutput() {
  const { output, errors, traceback } = ui!.state();
  if (chineseText.test(editor.source + output + errors + traceback)) void loadChinese();  // whatever the page speaks
  $("printed").textContent = (output + errors + traceback).slice(-4000);
  $("canvas").setAttribute("aria-label", t("canvasLabel", panelTitle(ui!.state().panel)));
}

function report(kind: string, data: any) {
  if (kind === "finished") finished(data);
  else if (kind === "run") run();
  else if (kind === "stop") stop();
  else if (kind === "edit") applyFix(data as LineEdit[]);
  else if (kind === "markers") editor?.mark({ markers: data.markers });
  else if (kind === "picture") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data as string], { type: "image/svg+xml" }));
    link.download = "graph.svg";
    link.click();
    URL.revokeObjectURL(link.href);
  } else if (kind === "copy") void navigator.clipboard.writeText(data as string).then(() => toast(t("copied")), () => toast(t("notCopied")));
  else if (kind === "check") { checking = false; $<HTMLButtonElement>("stop").disabled = !running; lessonView.showResult(data as CheckResult); }
  else if (kind === "lines") {
    editor.mark({ hovered: data.hovered, pinned: data.pinned });
    if (data.from_panel && data.hovered.length) editor.reveal(data.hovered[0]);
  }
}

const chineseText = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
async function loadChinese() {
  if (canChinese || !ui) return;
  canChinese = true;  // or will soon
  try {
    ui.font(3, await bytesOf("./fonts/chinese.otf"));
    hasChinese = true;
    applyLanguage(language());
  } catch {
    canChinese = false;  // the next switch tries again
    toast(t("noFont"));
  }
}

function applyLanguage(value: Language) {
  setLanguage(value);
  ui?.set("language", value === "zh" && !hasChinese ? "en" : value);  // rather than boxes for want of a font
  remember("language", value);
  $("tagline").textContent = t("tagline");
  for (const id of ["run", "stop", "share"] as const) $(id).textContent = t(id);
  for (const [id, text] of [["linked-text", "fromLink"], ["linked-run", "run"], ["linked-show", "onlyShow"]] as const) $(id).textContent = t(text);
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
  $("lesson").setAttribute("aria-label", t("lesson"));
  $("canvas").setAttribute("aria-label", t("canvasLabel", panelTitle(ui?.state().panel ?? "")));
  for (const split of document.querySelectorAll(".split")) split.setAttribute("aria-label", t("resize"));
  const select = $<HTMLSelectElement>("examples");
  select.setAttribute("aria-label", t("examples"));
  const group = (label: string, options: HTMLOptionElement[]) => { const made = Object.assign(document.createElement("optgroup"), { label }); made.append(...options); return made; };
  select.replaceChildren(new Option(t("examples"), ""), group(t("examples"), examples.map((e) => new Option(e[value], e.id))), group(t("lessons"), lessons.map((l) => new Option(l.manifest.title[value], `lesson:${l.manifest.id}`))));
  drawViews();
  say(lastState.id, lastState.look, ...lastState.values);
  editor?.applyLanguage();
  lessonView?.draw();
  if (value === "zh") void loadChinese();
}
function applyTheme(value: string) {
  document.documentElement.dataset.theme = value;
  $("theme").textContent = value === "dark" ? "☀" : "☾";
  remember("theme", value);
  ui?.set("theme", value);
}
const toggleTheme = () => applyTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
const toggleLanguage = () => applyLanguage(language() === "en" ? "zh" : "en");
const togglePresenter = () => { $("presenter").setAttribute("aria-pressed", String(document.body.classList.toggle("presenter"))); };

function showView(view: string) { $("main").dataset.view = view; drawViews(); }
function drawViews() {
  const views = [["lesson", "lesson"], ["editor", "editor"], ["canvas", "panels"]] as const;
  const shown = $("main").dataset.view ?? "editor";
  $("main").dataset.view = shown;
  $("views").replaceChildren(...views.map(([view, text]) => {
    const button = Object.assign(document.createElement("button"), { textContent: t(text), onclick: () => showView(view) });
    button.setAttribute("role", "tab");
    button.setAttribute("aria-selected", String(view === shown));
    return button;
  }));
}

function choose(value: string) {
  if (value.startsWith("lesson:")) return lessonView.open(value.slice(7));
  const example = examples.find((e) => e.id === value);
  if (!example) return;
  lessonView.close();
  load(example.source);
}
function show(source: string) {
  editor.setSource(source);
  editor.mark({ problem: null, markers: [] });
  $("problem").hidden = true;
  ui?.pinLine(0);
}
function load(source: string) {
  show(source);
  run();
}

async function share() {
  const s = ui?.state();
  const state: SharedState = { v: 1, source: editor.source, language: language(), lesson: lessonView.lesson?.manifest.id, step: lessonView.stepId,
    panel: s?.panel, second: s?.second, compile: s?.compile, graphView: s?.graph_view, graphPosition: s?.graph_position, half: s?.half || undefined, pin: s?.pinned_line || undefined };
  history.replaceState(null, "", `#${await encodeState(state)}`);
  try { await navigator.clipboard.writeText(location.href); toast(t("shared")); } catch { toast(t("sharedInBar")); }
}
async function openLink(link = location.hash): Promise<SharedState | null> {
  if (link.length < 2) return null;
  try { return await decodeState(link); } catch (error) {
    toast(t(error instanceof BadLink && error.newer ? "newerLink" : "badLink"));
    history.replaceState(null, "", location.pathname + location.search);
    return null;
  }
}
// A link pasted into the address bar of the open page, or one in a lesson, which is the page's own.
async function followLink(link?: string) {
  const state = await openLink(link);
  if (!state) return;
  if (state.language) applyLanguage(state.language);
  if (state.lesson) lessonView.open(state.lesson, state.step, false);
  else lessonView.close();
  show(state.source);
  applyView(state);
  link || isKnown(state.source) ? run() : hold();
}
function applyView(state: SharedState) {
  if (!ui) return;
  const settings = { panel: state.panel, second: state.second, compile: state.compile, graph_view: state.graphView, graph_position: state.graphPosition, half: state.half };
  for (const [key, value] of Object.entries(settings)) if (value !== undefined && value !== "") ui.set(key, String(value));
  if (state.pin) ui.pinLine(state.pin);
}

// --- every action, with its key, for the palette -----------------------------------
// The table of panels is the canvas module's (engine/tables/panels.def); without a canvas there are none.
const panels = () => ui?.state().panels ?? [];
const panelTitle = (id: string) => panels().find((panel) => panel.id === id)?.title ?? id;
const showKeyed = (digit: string) => { const panel = panels().find(({ key }) => key === digit); if (panel) showPanel(panel.id); };
// Its name, its key, what it does, and a word that finds it in every language.
type Action = [string, string, () => void, string?];
const actions = (): Action[] => [
  [t("run"), "Ctrl+Enter", run], [t("stop"), "Ctrl+.", stop], [t("share"), "Ctrl+Shift+S", () => void share()], [t("clear"), "Esc", clear],
  [t("record"), "Alt+R", record], [t("recordCapture"), "", recordCapture], [t("measureTimes"), "", measureTimes], [t("startBench"), "", startBench], [t("theme"), "Alt+T", toggleTheme], [texts("language"), "Alt+L", toggleLanguage], [t("presenter"), "Alt+P", togglePresenter],
  ...panels().map(({ id, title, key }): Action => [t("openPanel", title), key && `Alt+${key}`, () => showPanel(id), id]),
  ...lessonActions(),
  ...examples.map((e): Action => [`${t("examples")}: ${e[language()]}`, "", () => choose(e.id)]),
];
const texts = (id: TextId) => t(id);
const openLesson = (lesson: LessonFile) => { showView("lesson"); lessonView.open(lesson.manifest.id); };
// What the lesson beside the editor can do now, and the lessons to open.
const lessonActions = (): Action[] => [
  ...(["check", "hint", "next", "next-lesson", "all-lessons"] as const).flatMap((id): Action[] => {
    const button = document.getElementById(id);
    return button ? [[`${t("lesson")}: ${button.textContent}`, id === "check" ? "Alt+C" : "", () => button.click()]] : [];
  }),
  ...lessons.map((l): Action => [`${t("openLesson")}: ${l.manifest.title[language()]}`, "", () => openLesson(l)]),
  ...panels().flatMap(({ title, lesson }): Action[] => {
    const about = lessons.find((l) => l.manifest.id === lesson);
    return about ? [[t("panelLesson", title, about.manifest.title[language()]), "", () => openLesson(about)]] : [];
  }),
];
function clear() { ui?.pinLine(0); editor.mark({ hovered: [], pinned: [] }); }

function setUpPalette() {
  const dialog = $<HTMLDialogElement>("commands"), filter = $<HTMLInputElement>("command-filter"), list = $("command-list");
  let chosen = 0, matches: Action[] = [];
  const draw = () => {
    const words = filter.value.toLowerCase();
    matches = actions().filter(([name, , , id]) => name.toLowerCase().includes(words) || id?.includes(words));
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

function setUpSplits() {
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

function connect() {
  pool.onBytes = (bytes) => ui?.receive(bytes);
  pool.onReady = () => { ready = true; if (running) say("running"); };
  pool.onTrap = (message) => {
    ui?.abandon("EngineError", t("trapped", message), false);
    toast(t("trapped", message));
    cancelCheck();
  };
  window.addEventListener("storage", (event) => lessonView?.followStorage(event.key));
  window.addEventListener("hashchange", () => void followLink());
  $("run").onclick = $("linked-run").onclick = run;
  $("linked-show").onclick = () => { $("linked").hidden = true; };
  $("stop").onclick = stop;
  $("share").onclick = () => void share();
  $("theme").onclick = toggleTheme;
  $("presenter").onclick = togglePresenter;
  $("language").onclick = toggleLanguage;
  $<HTMLSelectElement>("examples").onchange = (event) => { const select = event.target as HTMLSelectElement; choose(select.value); select.value = ""; };
}

let lessons: LessonFile[] = [];

async function start() {
  const lessonsLoaded = fetch("./lessons/index.json").then((r) => (r.ok ? r.json() : [])).catch(() => []) as Promise<LessonFile[]>;
  const engineStarted = pool.start(lessonsLoaded.then((all) => all.map((l) => l.manifest_text)));
  const canvas = $<HTMLCanvasElement>("canvas");
  const uiLoading = Ui.load(canvas, pageFonts.map(fontBytes), (bytes) => pool.send(bytes), report, (lost) => {
    $("cover").hidden = !lost;
    $("cover").textContent = t("lostWebgl");
  });
  const shared = await openLink(), last = lastSession(), opened = shared ?? last;
  lessons = await lessonsLoaded;
  connect();
  setUpPalette();
  setUpSplits();
  editor = new Editor($("editor"), opened?.source ?? examples[0].source, { change: edited, hover: (line) => ui?.hoverLine(line), pin: (line) => ui?.pinLine(line), run });
  lessonView = new LessonView($("lesson"), lessons, {
    panels, showPanel, load, follow: (link) => void followLink(link), source: () => editor.source, announce: (text) => { $("announced").textContent = text; }, panel: (id) => ui?.set("panel", id),
    check: (lesson, step, prediction) => {
      if (held) return lessonView.cancelCheck(), askToRun();
      checking = true; $<HTMLButtonElement>("stop").disabled = false; ui?.check(lesson, step, editor.source, prediction, language());
    },
  });
  const wanted = shared?.language ?? remembered("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  applyTheme(remembered("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"));
  applyLanguage(wanted === "zh" ? "zh" : "en");
  if (opened?.lesson) lessonView.open(opened.lesson, opened.step, false);
  else lessonView.close();
  ui = await uiLoading;
  if (!ui) { $("cover").textContent = t("noWebgl"); return; }
  $("cover").hidden = true;
  applyTheme(document.documentElement.dataset.theme!);
  applyLanguage(language());
  if (shared) applyView(shared);
  const stranger = shared ? !isKnown(shared.source) : last?.held;
  stranger ? hold() : run();
  Object.assign(window, { vitrine: { state: () => ui!.state(), frames: () => ui!.frames, engineReady: () => ready, hoverLine: (n: number) => ui!.hoverLine(n), source: () => editor.source, setSource: load } });
  await engineStarted;
}

start().catch((error) => {
  $("cover").hidden = false;
  $("cover").textContent = t("loadFailed", error instanceof Error ? error.message : String(error));
});
