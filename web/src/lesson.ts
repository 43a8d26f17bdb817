// The lesson beside the editor: prose, prediction, check, hints, solution, progress.
import { element, markdown } from "./markdown";
import { language, t } from "./strings";

type Texts = { en: string; zh: string };
interface Prediction { answer: string; question: Texts; explanation: Texts; choices: { value: string; text: Texts }[]; }
interface Step { id: string; title: Texts; start: string; solution: string; panels?: string[]; prediction?: Prediction; hints?: { en: string[]; zh: string[] }; }
interface Manifest { id: string; title: Texts; summary: Texts; revision: number; minutes: number; steps: Step[]; }
export interface LessonFile { manifest_text: string; manifest: Manifest; prose: Texts; programs: Record<string, string>; }
export interface CheckResult { run: number; passed: boolean; error: string; lines: { passed: boolean; text: string }[]; }
interface Progress { passed: string[]; guesses: Record<string, string>; hints: Record<string, number>; shown: string[]; programs: Record<string, string>; }
const noProgress = (): Progress => ({ passed: [], guesses: {}, hints: {}, shown: [], programs: {} });

interface Host { panels(): { id: string; title: string }[]; showPanel(id: string, view?: string): void; load(source: string): void; follow(link: string): void; source(): string; check(lesson: string, step: string, prediction: string): void; panel(id: string): void; announce(text: string): void; }

// Code between backticks in a question, an answer, a hint.
function inline(text: string): HTMLElement {
  return element("span", {}, ...text.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part)));
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
  private progress = noProgress();
  private result: CheckResult | null = null;
  private checks: string[] = [];  // steps whose result is on its way
  private checking = false;
  private choice?: string;        // chosen, but not yet the guess
  private resetting = false;      // asked for once: the button asks back
  private focus = "";             // id of what had the focus before it was drawn anew
  private typed = new Set<string>();  // steps whose program was changed in this tab

  constructor(private root: HTMLElement, private lessons: LessonFile[], private host: Host) {}

  get stepId() { return this.lesson?.manifest.steps[this.index]?.id; }
  private get step() { return this.lesson!.manifest.steps[this.index]; }
  private keyOf(manifest: Manifest) { return `vitrine.lesson.${manifest.id}.${manifest.revision}`; }
  private progressOf(manifest: Manifest): Progress {
    try { return Object.assign(noProgress(), JSON.parse(localStorage.getItem(this.keyOf(manifest)) ?? "{}")); } catch { return noProgress(); }  // a damaged entry is an empty one
  }

  open(id: string, step?: string, loadProgram = true) {
    this.lesson = this.lessons.find((l) => l.manifest.id === id) ?? this.lessons[0];
    if (!this.lesson) return this.draw();
    this.progress = this.progressOf(this.lesson.manifest);
    const steps = this.lesson.manifest.steps;
    const found = steps.findIndex((s) => (step ? s.id === step : !this.progress.passed.includes(s.id)));
    this.go(found >= 0 ? found : 0, loadProgram);
  }
  close() { this.lesson = undefined; this.draw(); }

  private go(index: number, loadProgram = true) {
    this.index = index;
    this.result = null;
    this.checking = this.resetting = false;
    this.choice = undefined;
    if (loadProgram) this.host.load(this.progress.programs[this.step.id] ?? this.lesson!.programs[this.step.start]);
    if (loadProgram && this.step.panels?.length) this.host.panel(this.step.panels.find((p) => p !== "console") ?? "console");
    const inside = this.root.contains(document.activeElement);
    this.draw();
    this.root.scrollTop = 0;
    if (inside) document.getElementById("step-title")?.focus();
  }
  private store() {
    try { localStorage.setItem(this.keyOf(this.lesson!.manifest), JSON.stringify(this.progress)); } catch { /* private mode: progress lasts as long as the page */ }
  }
  private save() { this.store(); this.draw(); }
  // What was typed in a step is there again when one comes back to it.
  keepProgram(source: string) {
    if (!this.lesson) return;
    this.progress.programs[this.step.id] = source;
    this.typed.add(this.stepKey);
    this.store();
  }
  showResult(result: CheckResult) {
    const step = this.checks.shift();
    if (!this.lesson || !this.checking || step !== this.stepKey) return;  // somebody went on meanwhile
    this.checking = false;
    this.result = result;
    if (result.passed && !this.progress.passed.includes(this.step.id)) this.progress.passed.push(this.step.id);
    this.save();
    document.getElementById("check-card")?.lastElementChild?.scrollIntoView({ block: "nearest" });  // the way on, if it passed
    this.host.announce([t(result.passed ? "passed" : "notPassed"), result.error, ...result.lines.map((line) => `${line.passed ? "✓" : "✗"} ${line.text}`)].join("\n"));
  }
  // Another tab went on in the same lesson: what passed there has passed here.
  followStorage(key: string | null) {
    if (!this.lesson) { if (key?.startsWith("vitrine.lesson.")) this.draw(); return; }
    if (key !== this.keyOf(this.lesson.manifest)) return;
    // What was typed here stays here.
    const mine = this.progress.programs, id = this.lesson.manifest.id;
    this.progress = this.progressOf(this.lesson.manifest);
    for (const step of this.lesson.manifest.steps) {
      if (!this.typed.has(`${id}/${step.id}`)) continue;
      if (step.id in mine) this.progress.programs[step.id] = mine[step.id];
      else delete this.progress.programs[step.id];
    }
    this.draw();
  }
  cancelCheck() { this.checks = []; this.checking = false; this.draw(); }
  private get stepKey() { return `${this.lesson!.manifest.id}/${this.step.id}`; }

  // Everything is made anew, so what had the keyboard's focus gets it back.
  draw() {
    if (this.root.contains(document.activeElement)) this.focus = document.activeElement!.id;
    this.drawAll();
    const again = this.focus && document.activeElement === document.body ? document.getElementById(this.focus) ?? document.getElementById("solution") : null;
    if (!again || (again as HTMLButtonElement).disabled) return;
    again.focus({ preventScroll: true });
    this.focus = "";
  }
  private drawAll() {
    this.root.replaceChildren();
    if (!this.lessons.length) { this.root.append(element("p", { className: "meta" }, t("noLessons"))); return; }
    if (!this.lesson) { this.drawList(); return; }
    const { manifest } = this.lesson, l = language(), prose = splitProse(this.lesson.prose[l]);
    this.root.append(element("a", { className: "meta", id: "all-lessons", href: "#", onclick: (event: Event) => { event.preventDefault(); this.close(); } }, `← ${t("backToLessons")}`));
    this.root.append(element("div", { className: "meta" }, `${t("minutes", manifest.minutes)} · ${t("step", this.index + 1, manifest.steps.length)}`), element("h1", {}, manifest.title[l]), this.stepButtons());
    if (this.index === 0) this.root.append(this.linked(markdown(prose.intro)));
    this.root.append(element("h2", { id: "step-title", tabIndex: -1 }, this.step.title[l]), this.linked(markdown(prose.steps[this.step.id] ?? "")));
    if (this.step.prediction) this.root.append(this.predictionCard(this.step.prediction));
    this.root.append(this.checkCard(), this.resetButton());
  }
  private drawList() {
    const l = language();
    this.root.append(element("h1", {}, t("welcome")), element("p", {}, t("welcomeText")), element("p", {}, t("welcomePoint")), element("h2", {}, t("lessons")));
    for (const { manifest } of this.lessons) {
      const done = manifest.steps.filter((step) => this.progressOf(manifest).passed.includes(step.id)).length, all = manifest.steps.length;
      const row = element("div", { className: "row" }, element("button", { className: done === all ? "quiet" : "primary", id: `open-${manifest.id}`, onclick: () => this.open(manifest.id) }, t(done === all ? "againLesson" : done ? "continueLesson" : "startLesson")));
      if (done) row.append(element("span", { className: done === all ? "progress done" : "progress" }, done === all ? `✓ ${t("lessonDone")}` : t("stepsDone", done, all)));
      this.root.append(element("div", { className: "card" }, element("b", {}, manifest.title[l]), element("p", { className: "meta" }, `${t("minutes", manifest.minutes)} · ${manifest.summary[l]}`), row));
    }
  }
  // A panel that the prose names ("*Bytecode*", "*Bytecode → Capture*") is shown by a click on its name.
  private linked(prose: HTMLElement) {
    const panels = this.host.panels();
    for (const [i, name] of [...prose.querySelectorAll("em")].entries()) {
      const [wanted, view] = name.textContent!.split(" → "), panel = panels.find(({ title }) => title === wanted);
      if (panel) name.replaceWith(element("button", { id: `named-${this.index}-${i}`, className: "panel-link", title: t("openPanel", panel.title), onclick: () => this.host.showPanel(panel.id, view) }, name.textContent!));
    }
    for (const link of prose.querySelectorAll<HTMLAnchorElement>("a[href^='#']"))
      link.onclick = (event) => { event.preventDefault(); this.host.follow(link.hash); };
    return prose;
  }
  private stepButtons() {
    return element("div", { className: "steps" }, ...this.lesson!.manifest.steps.map((step, i) => {
      const button = element("button", { id: `step-${i + 1}`, title: step.title[language()], onclick: () => this.go(i), className: this.progress.passed.includes(step.id) ? "passed" : "" }, String(i + 1));
      if (i === this.index) button.setAttribute("aria-current", "step");
      button.setAttribute("aria-label", `${i + 1}. ${step.title[language()]}${button.className ? ` ✓` : ""}`);
      return button;
    }));
  }
  private predictionCard(prediction: Prediction) {
    const l = language(), guess = this.progress.guesses[this.step.id];
    const card = element("div", { className: "card", id: "prediction" }, element("h3", {}, t("predict")), element("div", {}, inline(prediction.question[l])));
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", prediction.question[l].replaceAll("`", ""));
    // Arrow keys move a choice, so it counts only when it is given.
    const give = element("button", { id: "guess", disabled: this.choice === undefined, onclick: () => { this.giveGuess(); this.save(); } }, t("giveGuess")) as HTMLButtonElement;
    for (const [i, choice] of prediction.choices.entries()) {
      const input = element("input", { type: "radio", name: "prediction", id: `choice-${i + 1}`, checked: (guess ?? this.choice) === choice.value, disabled: guess !== undefined, onchange: () => { this.choice = choice.value; give.disabled = false; } });
      const verdict = guess === undefined ? "" : choice.value === prediction.answer ? "right" : choice.value === guess ? "wrong" : "";
      const text = inline(choice.text[l]);
      if (verdict) text.prepend(element("b", {}, verdict === "right" ? "✓ " : "✗ "));
      if (guess === choice.value) text.append(element("span", { className: "meta" }, ` (${t("yourChoice")})`));
      card.append(element("label", { className: `choice ${verdict}` }, input, text));
    }
    if (guess === undefined) card.append(element("div", { className: "row" }, give));
    if (guess !== undefined) card.append(element("p", { className: "meta" }, `${t(guess === prediction.answer ? "yourGuess" : "notQuite")} `, inline(prediction.explanation[l])));
    return card;
  }
  private giveGuess() {
    if (this.choice === undefined || this.progress.guesses[this.step.id] !== undefined) return;
    this.progress.guesses[this.step.id] = this.choice;
    this.store();
  }
  private check() {
    const { id } = this.step;
    this.giveGuess();
    this.checking = true;
    this.result = null;
    this.checks.push(this.stepKey);
    this.draw();
    this.host.check(this.lesson!.manifest.id, id, this.progress.guesses[id] ?? "");
  }
  private resetButton() {
    return element("button", { className: "quiet", id: "reset", onclick: () => {
      if (!this.resetting) { this.resetting = true; return this.draw(); }
      this.progress = noProgress();
      this.store();
      this.go(0);
    } }, t(this.resetting ? "resetSure" : "resetLesson"));
  }
  private checkCard() {
    const id = this.step.id, l = language(), hints = this.step.hints?.[l] ?? [], given = this.progress.hints[id] ?? 0;
    const passed = this.progress.passed.includes(id), last = this.index + 1 === this.lesson!.manifest.steps.length;
    const check = element("button", { className: "primary", id: "check", disabled: this.checking, onclick: () => this.check() }, this.checking ? t("checking") : t("check"));
    const row = element("div", { className: "row" }, check);
    if (given < hints.length) row.append(element("button", { id: "hint", onclick: () => { this.progress.hints[id] = given + 1; this.save(); } }, `${t("hint")} ${given + 1}/${hints.length}`));
    if (passed || given >= hints.length) row.append(element("button", { id: "solution", onclick: () => { if (!passed) this.progress.shown.push(id); this.host.load(this.lesson!.programs[this.step.solution]); this.save(); } }, t(passed ? "solution" : "giveUp")));
    row.append(element("button", { className: "quiet", id: "restart", onclick: () => { delete this.progress.programs[id]; this.store(); this.go(this.index); } }, t("restart")));
    const card = element("div", { className: "card", id: "check-card" }, row);
    if (given) card.append(element("ol", {}, ...hints.slice(0, given).map((hint) => element("li", {}, inline(hint)))));
    if (this.result) {
      card.append(element("p", { className: this.result.passed ? "verdict yes" : "verdict no" }, t(this.result.passed ? "passed" : "notPassed")));
      if (this.result.error) card.append(element("p", { className: "choice wrong" }, this.result.error));
      card.append(element("ul", { className: "result" }, ...this.result.lines.map((line) => element("li", { className: line.passed ? "yes" : "no" }, line.text))));
    }
    if (passed && !last) card.append(element("div", { className: "row" }, element("button", { className: "primary", id: "next", onclick: () => this.go(this.index + 1) }, t("next"))));
    const after = this.lessons[this.lessons.indexOf(this.lesson!) + 1];
    if (passed && last && after) card.append(element("div", { className: "row" }, element("button", { className: "primary", id: "next-lesson", onclick: () => this.open(after.manifest.id) }, t("nextLesson", after.manifest.title[l]))));
    return card;
  }
}
