// Presenter mode: full screen, everything magnified together, one part in focus, a spotlight, and the notes for the
// teacher in a second window.
import { type Prediction, type Texts } from "./course";
import { $, announce, page, remember, remembered, toast } from "./page";
import { share } from "./session";
import { type Part, type StageMessage, type StageState, type Wish, kParts, stageChannel } from "./stage";
import { language, t } from "./strings";

const kScales = [1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 2.5], kUsual = 1.5;
// Columns in the page's own pixels, before they are magnified: with less room only two of them stand side by side, or one.
const kThreeColumns = 1000, kTwoColumns = 620;

let on = false, scale = kUsual, focus: Part | "" = "", spotlight = false, since = Date.now();
let channel: BroadcastChannel | undefined;

// On a screen of 4K pixels that are not magnified by the system, what suits one of half the width would be tiny.
const kWide = 2800, kOnWide = 1.35;
const scaled = () => (on ? scale : innerWidth >= kWide ? kOnWide : 1);
const nearest = (wanted: number) => kScales.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));

// --- the look -----------------------------------------------------------------------------
// The parts that stand on the screen: the one in focus, or as many as find room.
function shownParts(): Part[] {
  if (focus) return [focus];
  const room = innerWidth / scaled();
  if (room >= kThreeColumns) return [...kParts];
  // While a question is open the panels are veiled, unless it is answered in the picture of a graph.
  const asking = !!page.lessonView?.asking, inGraph = page.pointing === "nodes" || page.pointing === "buffer";
  if (room >= kTwoColumns) return asking ? ["lesson", inGraph ? "canvas" : "editor"] : ["editor", "canvas"];
  return [asking ? "lesson" : "canvas"];
}
function apply() {
  document.body.classList.toggle("presenter", on);
  document.body.classList.toggle("magnified", scaled() !== 1);
  const style = document.documentElement.style, resized = (style.getPropertyValue("--scale") || "1") !== String(scaled());
  style.setProperty("--scale", String(scaled()));
  const parts = shownParts();
  for (const part of kParts) document.body.classList.toggle(`without-${part}`, on && !parts.includes(part));
  document.body.classList.toggle("one-part", on && parts.length === 1);
  $("presenter").setAttribute("aria-pressed", String(on));
  $("stage").hidden = !on;
  $("spotlight").hidden = !on || !spotlight;
  $("stage-spotlight").setAttribute("aria-pressed", String(spotlight));
  for (const part of kParts) $(`stage-${part}`).setAttribute("aria-pressed", String(focus === part));
  $("stage-scale").textContent = t("stageScale", Math.round(100 * scale));
  $<HTMLButtonElement>("stage-smaller").disabled = scale === kScales[0];
  $<HTMLButtonElement>("stage-larger").disabled = scale === kScales.at(-1);
  page.ui?.magnify(scaled());
  if (resized) page.editor?.resized();
  tell();
}
export function presenterLanguage() {
  const names = { back: "stageBack", next: "stageNext", smaller: "stageSmaller", larger: "stageLarger", spotlight: "spotlight", notes: "notesWindow", full: "fullScreen" } as const;
  for (const [id, text] of Object.entries(names)) { $(`stage-${id}`).title = t(text); $(`stage-${id}`).setAttribute("aria-label", t(text)); }
  $("stage-parts").setAttribute("aria-label", t("stageFocus"));
  for (const [i, part] of kParts.entries()) {
    const name = t(part === "canvas" ? "panels" : part);
    $(`stage-${part}`).textContent = name;
    $(`stage-${part}`).title = t("stageFocusOn", name, i + 1);
  }
  apply();
}

// --- what one does ------------------------------------------------------------------------
export function togglePresenter() {
  on = !on;
  if (on && !document.fullscreenElement) void document.documentElement.requestFullscreen?.().catch(() => { /* a frame, a phone, no click before */ });
  if (!on && document.fullscreenElement) void document.exitFullscreen();
  apply();
}
function toggleFullScreen() {
  if (document.fullscreenElement) return void document.exitFullscreen();
  if (!document.documentElement.requestFullscreen) return toast(t("noFullScreen"));
  document.documentElement.requestFullscreen().catch(() => toast(t("noFullScreen")));
}
function setScale(wanted: number) {
  scale = nearest(wanted);
  remember("presenter.scale", String(scale));
  apply();
  announce(t("stageScale", Math.round(100 * scale)));
}
const larger = (by: number) => setScale(kScales[Math.max(0, Math.min(kScales.length - 1, kScales.indexOf(scale) + by))]);
function focusOn(part: Part | "") {
  focus = focus === part ? "" : part;
  apply();
}
function toggleSpotlight() { spotlight = !spotlight; apply(); }
const scrollLesson = (by: number) => $("lesson").scrollBy({ top: 80 * by * scaled() });
const next = () => { page.lessonView.forward(); apply(); };
const back = () => { page.lessonView.backward(); apply(); };

// --- the notes ----------------------------------------------------------------------------
// The same after a reload, so that a window with notes stays in step.
function stageId(): string {
  const made = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join("");
  try {
    const id = sessionStorage.getItem("vitrine.stage") ?? made();
    sessionStorage.setItem("vitrine.stage", id);
    return id;
  } catch { return made(); }
}
let id = "";
function listen() {
  if (channel) return;
  channel = stageChannel(id = stageId());
  channel.onmessage = ({ data }: MessageEvent<StageMessage>) => { if ("wish" in data) grant(data.wish); };
}
function openNotes() {
  listen();
  const opened = window.open(`./notes.html#${id}`, `vitrine-notes-${id}`, "popup,width=760,height=820");
  opened ? opened.focus() : toast(t("noWindow"));
}
function grant(wish: Wish) {
  switch (wish.act) {
    case "hello": return tell();
    case "next": return next();
    case "back": return back();
    case "spotlight": return toggleSpotlight();
    case "clock": since = Date.now(); return tell();
    case "go": page.lessonView.goTo(wish.value); return apply();
    case "scale": return larger(wish.value);
    case "focus": return focusOn(wish.value);
  }
}
function answerOf(prediction: Prediction): Texts {
  const chosen = (prediction.kind ?? "choice") === "choice" ? prediction.choices?.find(({ value }) => value === prediction.answer)?.text : undefined;
  const plain = `\`${[prediction.answer].flat().join(", ")}\``;
  return chosen ?? { en: plain, zh: plain };
}
function tell() {
  if (!channel) return;
  const view = page.lessonView, open = view?.lesson, step = open?.manifest.steps[view.index];
  const state: StageState = { language: language(), theme: document.documentElement.dataset.theme ?? "dark", scale, focus, spotlight, since };
  if (open && step)
    state.lesson = { title: open.manifest.title, index: view.index, steps: view.stepsPassed(), next: view.nextTitle(), asking: view.asking, notes: step.notes,
      question: step.prediction?.question, answer: step.prediction && answerOf(step.prediction), explanation: step.prediction?.explanation };
  channel.postMessage({ state } satisfies StageMessage);
}
// The lesson went on.
export const stageMoved = () => { if (on || channel) apply(); };

// --- keys ---------------------------------------------------------------------------------
const inPanels = () => document.activeElement === $("canvas");
const writes = (target: EventTarget | null) => (target instanceof Element && !!target.closest(".cm-editor, input, textarea, select, dialog")) || (inPanels() && !!page.ui?.state().typing);
// A remote control sends Page Up and Page Down, whatever has the focus.
const kAnywhere: Record<string, () => void> = { PageDown: next, PageUp: back };
const kPlain: Record<string, () => void> = {
  "+": () => larger(1), "=": () => larger(1), "-": () => larger(-1), "0": () => focusOn(""), "1": () => focusOn("lesson"), "2": () => focusOn("editor"), "3": () => focusOn("canvas"),
  ArrowDown: () => scrollLesson(1), ArrowUp: () => scrollLesson(-1), s: toggleSpotlight, n: openNotes, f: toggleFullScreen, l: () => void share(), ArrowRight: next, ArrowLeft: back,
};
function heard(event: KeyboardEvent) {
  if (!on || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const sizes = event.altKey && ["+", "=", "-"].includes(event.key);  // also while one types
  // In the panels the arrows step through a film.
  const film = event.key.startsWith("Arrow") && inPanels();
  const act = kAnywhere[event.key] ?? (sizes || (!event.altKey && !writes(event.target) && !film) ? kPlain[event.key] ?? kPlain[event.key.toLowerCase()] : undefined);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

export function setUpPresenter() {
  scale = nearest(Number(remembered("presenter.scale")) || kUsual);
  try { if (sessionStorage.getItem("vitrine.stage")) listen(); } catch { /* private mode */ }
  $("presenter").onclick = togglePresenter;
  const acts = { back, next, smaller: () => larger(-1), larger: () => larger(1), spotlight: toggleSpotlight, notes: openNotes, full: toggleFullScreen };
  for (const [name, act] of Object.entries(acts)) $(`stage-${name}`).onclick = act;
  for (const part of kParts) $(`stage-${part}`).onclick = () => focusOn(part);
  window.addEventListener("keydown", heard, { capture: true });
  window.addEventListener("resize", () => { if (on || document.body.classList.contains("magnified") !== (scaled() !== 1)) apply(); });
  window.addEventListener("pointermove", (event) => {
    if ($("spotlight").hidden) return;
    $("spotlight").style.setProperty("--x", `${event.clientX}px`);
    $("spotlight").style.setProperty("--y", `${event.clientY}px`);
  }, { passive: true });
}
export const presenterActions = (): [string, string, () => void][] => on
  ? [[t("stageNext"), "", next], [t("stageBack"), "", back], [t("stageLarger"), "", () => larger(1)], [t("stageSmaller"), "", () => larger(-1)], [t("spotlight"), "", toggleSpotlight], [t("notesWindow"), "", openNotes],
    [t("fullScreen"), "", toggleFullScreen], ...kParts.map((part, i): [string, string, () => void] => [t("stageFocusOn", t(part === "canvas" ? "panels" : part), i + 1), "", () => focusOn(part)]), [t("stageBeside"), "", () => focusOn("")]]
  : [[t("notesWindow"), "", openNotes]];
