// The lesson beside the editor: prose, prediction, check, hints, solution, progress.
import { marked } from "marked";
import { language, t } from "./strings";

type Texts = { en: string; zh: string };
interface Prediction { answer: string; question: Texts; explanation: Texts; choices: { value: string; text: Texts }[]; }
interface Step { id: string; title: Texts; start: string; solution: string; panels?: string[]; prediction?: Prediction; hints?: { en: string[]; zh: string[] }; }
interface Manifest { id: string; title: Texts; summary: Texts; revision: number; minutes: number; steps: Step[]; }
export interface LessonFile { manifest_text: string; manifest: Manifest; prose: Texts; programs: Record<string, string>; }
export interface CheckResult { run: number; passed: boolean; error: string; lines: { passed: boolean; text: string }[]; }
interface Progress { passed: string[]; guesses: Record<string, string>; hints: Record<string, number>; shown: string[]; }

interface Host { load(source: string): void; source(): string; check(lesson: string, step: string, prediction: string): void; panel(id: string): void; }

function element(tag: string, properties: Record<string, any> = {}, ...children: (Node | string)[]): HTMLElement {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
function markdown(text: string): HTMLElement {
  // Lessons are ours, built with the page: their Markdown is trusted.
  return element("div", { innerHTML: marked.parse(text, { async: false }) as string });
}

// "## Title {#id}" splits the prose into an introduction and the steps.
export function splitProse(text: string): { intro: string; steps: Record<string, string> } {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  const steps: Record<string, string> = {};
  const parts = body.split(/^## .*\{#([\w-]+)\}\s*$/m);
  for (let i = 1; i + 1 < parts.length; i += 2) steps[parts[i]] = parts[i + 1].trim();
  return { intro: parts[0].replace(/^# .*$/m, "").trim(), steps };
}

export class LessonView {
  lesson?: LessonFile;
  index = 0;
  private progress: Progress = { passed: [], guesses: {}, hints: {}, shown: [] };
  private result: CheckResult | null = null;
  private checking = false;

  constructor(private root: HTMLElement, private lessons: LessonFile[], private host: Host) {}

  get stepId() { return this.lesson?.manifest.steps[this.index]?.id; }
  private get step() { return this.lesson!.manifest.steps[this.index]; }
  private get key() { return `vitrine.lesson.${this.lesson!.manifest.id}.${this.lesson!.manifest.revision}`; }

  open(id: string, step?: string, loadProgram = true) {
    this.lesson = this.lessons.find((l) => l.manifest.id === id) ?? this.lessons[0];
    if (!this.lesson) return this.draw();
    this.progress = { passed: [], guesses: {}, hints: {}, shown: [] };
    try { Object.assign(this.progress, JSON.parse(localStorage.getItem(this.key) ?? "{}")); } catch { /* a damaged entry is an empty one */ }
    const found = this.lesson.manifest.steps.findIndex((s) => s.id === step);
    this.go(found >= 0 ? found : 0, loadProgram);
  }
  close() { this.lesson = undefined; this.draw(); }

  private go(index: number, loadProgram = true) {
    this.index = index;
    this.result = null;
    this.checking = false;
    if (loadProgram) this.host.load(this.lesson!.programs[this.step.start]);
    if (loadProgram && this.step.panels?.length) this.host.panel(this.step.panels.find((p) => p !== "source" && p !== "console") ?? "console");
    this.draw();
    this.root.scrollTop = 0;
  }
  private save() {
    try { localStorage.setItem(this.key, JSON.stringify(this.progress)); } catch { /* private mode: progress lasts as long as the page */ }
    this.draw();
  }
  showResult(result: CheckResult) {
    if (!this.lesson) return;
    this.checking = false;
    this.result = result;
    if (result.passed && !this.progress.passed.includes(this.step.id)) this.progress.passed.push(this.step.id);
    this.save();
  }
  cancelCheck() { this.checking = false; this.draw(); }

  draw() {
    this.root.replaceChildren();
    if (!this.lessons.length) { this.root.append(element("p", { className: "meta" }, t("noLessons"))); return; }
    if (!this.lesson) { this.drawList(); return; }
    const { manifest } = this.lesson, l = language(), prose = splitProse(this.lesson.prose[l]);
    this.root.append(element("a", { className: "meta", href: "#", onclick: (event: Event) => { event.preventDefault(); this.close(); } }, `← ${t("backToLessons")}`));
    this.root.append(element("div", { className: "meta" }, `${t("minutes", manifest.minutes)} · ${t("step", this.index + 1, manifest.steps.length)}`), element("h1", {}, manifest.title[l]), this.stepButtons());
    if (this.index === 0) this.root.append(markdown(prose.intro));
    this.root.append(element("h2", {}, this.step.title[l]), markdown(prose.steps[this.step.id] ?? ""));
    if (this.step.prediction) this.root.append(this.predictionCard(this.step.prediction));
    this.root.append(this.checkCard());
  }
  private drawList() {
    const l = language();
    this.root.append(element("h1", {}, t("welcome")), element("p", {}, t("welcomeText")), element("p", {}, t("welcomePoint")), element("h2", {}, t("lessons")));
    for (const { manifest } of this.lessons)
      this.root.append(element("div", { className: "card" }, element("b", {}, manifest.title[l]), element("p", { className: "meta" }, `${t("minutes", manifest.minutes)} · ${manifest.summary[l]}`),
        element("button", { className: "primary", onclick: () => this.open(manifest.id) }, t("startLesson"))));
  }
  private stepButtons() {
    return element("div", { className: "steps" }, ...this.lesson!.manifest.steps.map((step, i) => {
      const button = element("button", { title: step.title[language()], onclick: () => this.go(i), className: this.progress.passed.includes(step.id) ? "passed" : "" }, String(i + 1));
      if (i === this.index) button.setAttribute("aria-current", "step");
      return button;
    }));
  }
  private predictionCard(prediction: Prediction) {
    const l = language(), guess = this.progress.guesses[this.step.id];
    const card = element("div", { className: "card", id: "prediction" }, element("h3", {}, t("predict")), element("div", {}, prediction.question[l]));
    for (const choice of prediction.choices) {
      const input = element("input", { type: "radio", name: "prediction", checked: guess === choice.value, disabled: guess !== undefined, onchange: () => { this.progress.guesses[this.step.id] = choice.value; this.save(); } });
      const verdict = guess === undefined ? "" : choice.value === prediction.answer ? " right" : choice.value === guess ? " wrong" : "";
      card.append(element("label", { className: `choice${verdict}` }, input, element("span", {}, choice.text[l])));
    }
    if (guess !== undefined) card.append(element("p", { className: "meta" }, `${t(guess === prediction.answer ? "yourGuess" : "notQuite")} ${prediction.explanation[l]}`));
    return card;
  }
  private checkCard() {
    const id = this.step.id, l = language(), hints = this.step.hints?.[l] ?? [], given = this.progress.hints[id] ?? 0;
    const passed = this.progress.passed.includes(id), last = this.index + 1 === this.lesson!.manifest.steps.length;
    const check = element("button", { className: "primary", id: "check", disabled: this.checking, onclick: () => { this.checking = true; this.result = null; this.draw(); this.host.check(this.lesson!.manifest.id, id, this.progress.guesses[id] ?? ""); } }, this.checking ? t("checking") : t("check"));
    const row = element("div", { className: "row" }, check);
    if (given < hints.length) row.append(element("button", { id: "hint", onclick: () => { this.progress.hints[id] = given + 1; this.save(); } }, `${t("hint")} ${given + 1}/${hints.length}`));
    if (passed || given >= hints.length) row.append(element("button", { id: "solution", onclick: () => { if (!passed) this.progress.shown.push(id); this.host.load(this.lesson!.programs[this.step.solution]); this.save(); } }, t(passed ? "solution" : "giveUp")));
    row.append(element("button", { className: "quiet", onclick: () => this.go(this.index) }, t("restart")));
    const card = element("div", { className: "card", id: "check-card" }, row);
    if (given) card.append(element("ol", {}, ...hints.slice(0, given).map((hint) => element("li", {}, hint))));
    if (this.result) {
      card.append(element("p", { className: "meta" }, t(this.result.passed ? "passed" : "notPassed")));
      if (this.result.error) card.append(element("p", { className: "choice wrong" }, this.result.error));
      card.append(element("ul", { className: "result" }, ...this.result.lines.map((line) => element("li", { className: line.passed ? "yes" : "no" }, line.text))));
    }
    if (passed && !last) card.append(element("div", { className: "row" }, element("button", { className: "primary", id: "next", onclick: () => this.go(this.index + 1) }, t("next"))));
    card.append(element("div", { className: "row" }, element("button", { className: "quiet", onclick: () => { this.progress = { passed: [], guesses: {}, hints: {}, shown: [] }; this.save(); this.go(0); } }, t("resetLesson"))));
    return card;
  }
}
