// What the page's modules share: its elements, what the browser remembers, the state that all of them read, and the two
// places where it speaks. Imports no other module of the page but types and texts.
import type { Editor } from "./editor";
import { EnginePool } from "./engine";
import type { CheckResult, LessonHead } from "./course";
import type { LessonView } from "./lesson";
import { figureOf } from "./figure_options";
import { type TextId, t } from "./strings";
import type { Ui } from "./ui";

export const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
// The page is a figure in another one: a guest that remembers nothing.
export const figure = figureOf(location.search);
export const remembered = (key: string) => { if (figure) return null; try { return localStorage.getItem(`vitrine.${key}`); } catch { return null; } };
export const remember = (key: string, value: string) => { if (!figure) try { localStorage.setItem(`vitrine.${key}`, value); } catch { /* private mode */ } };

// One of each; `start` in main.ts sets them, the first three while the page loads.
export const page = {
  ui: null as Ui | null,
  editor: undefined as unknown as Editor,
  lessonView: undefined as unknown as LessonView,
  lessons: [] as LessonHead[],
  pool: new EnginePool(),
  ranSource: "",     // of the last run
  held: false,       // the program came with a link, and nobody has said yet that it may run
  veiled: false,     // a question stands before the run: nothing runs, and what ran is hidden
  pointing: "",      // the kind of a question that is answered in a picture, under the veil
  asks: [] as ((found: CheckResult | null) => void)[],  // questions to the engine that are on their way
  verdicts: [] as ((result: CheckResult | null) => void)[],  // checks that are on their way
  device: "",        // where programs make tensors unless they say it; "": the CPU
  running: false,
  checking: false,
  ready: false,      // the engine can take a run at once
};

let lastState: { id: TextId; values: (string | number)[]; look: string } = { id: "loadingEngine", values: [], look: "" };
export function say(id: TextId, look = "", ...values: (string | number)[]) {
  lastState = { id, values, look };
  $("state").textContent = $("state").title = t(id, ...values);
  $("state").className = look;
}
// In the language of the page, which has changed.
export const sayAgain = () => say(lastState.id, lastState.look, ...lastState.values);
export const announce = (text: string) => { $("announced").textContent = text; };
let toastTimer = 0;
export function toast(text: string) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => { $("toast").hidden = true; }, 5000);
}

// The table of panels is the canvas module's (engine/tables/panels.def); without a canvas there are none.
export const panels = () => page.ui?.state().panels ?? [];
export const panelTitle = (id: string) => panels().find((panel) => panel.id === id)?.title ?? id;
