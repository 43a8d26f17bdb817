// The lesson beside the editor: prose, a question before anything runs, the exercise and its check, and what follows it.
import { type CheckResult, type Kind, type LessonFile, type LessonHead, type Manifest, type Step, chapterText, fetchLesson, locate, splitProse } from "./course";
import { CourseMap } from "./course_map";
import { element, inlineCode as inline, markdown, plainText } from "./markdown";
import { type StepProgress, firstDue, forget, isProgressKey, keyOf, readStep, takeOver, writeStep } from "./progress";
import { Question } from "./question";
import { Review } from "./review";
import { language, t } from "./strings";

// What the page does for the lesson.
export interface LessonHost {
  panels(): { id: string; title: string }[];
  showPanel(id: string, view?: string): void;
  panel(id: string, view?: string): void;
  load(source: string, panel?: string): void;  // into the editor; it runs, for this panel, unless the panels are veiled
  veil(on: boolean): void;          // hides what a run would tell
  run(): void;
  reveal(panel?: string): void;     // runs, and has the panel show what it shows only when it is asked
  follow(link: string): void;
  source(): string;
  know(manifest: Manifest): void;   // the engine checks this lesson from here on
  check(lesson: string, step: string): void;
  ask(lesson: string, step: string, program: string): Promise<CheckResult | null>;
  markLines(chosen: number[], right: number[]): void;  // in the editor
  picture(lines: string[]): void;   // that a question is answered in, in place of the panels; empty: none
  judged(lines: string[]): void;    // guess and answer, over what the panels show; empty: none
  announce(text: string): void;
  changed(): void;                  // what is open, or how far it is
  toast(text: string): void;
  print(sheet: HTMLElement[]): void;
  above(): HTMLElement[];           // the map of lessons
  concept(id: string): string;      // its name in the glossary
  explain(root: HTMLElement): HTMLElement;  // words of the glossary get their explanation
}

export class LessonView {
  lesson?: LessonFile;
  index = 0;
  private progress: StepProgress = {};
  private question?: Question;
  private review?: Review;
  private map: CourseMap;
  private result: CheckResult | null = null;
  private checks: string[] = [];  // steps whose result is on its way
  private checking = false;
  private resetting = false;      // asked for once: the button asks back
  private loading = "";           // the lesson that is being fetched
  private typed = new Map<string, string>();  // what was typed in this tab, by step: another tab keeps its own
  private focus = "";             // id of what had the focus before it was drawn anew

  constructor(private root: HTMLElement, readonly lessons: LessonHead[], private host: LessonHost) {
    takeOver(lessons);
    this.map = new CourseMap(lessons, { open: (id, step) => void this.open(id, step), review: () => void this.startReview(), draw: () => this.draw(), toast: (text) => host.toast(text), print: (sheet) => host.print(sheet), panels: () => host.panels(), concept: (id) => host.concept(id) });
  }

  get stepId() { return this.lesson?.manifest.steps[this.index]?.id; }
  private get step(): Step { return this.lesson!.manifest.steps[this.index]; }
  private get head(): LessonHead { return this.lessons.find((l) => l.id === this.lesson!.manifest.id)!; }
  private get panel() { return this.step.panels?.find((p) => p !== "console") ?? this.step.panels?.[0]; }
  private get stepKey() { return `${this.lesson!.manifest.id}/${this.step.id}`; }
  // A question stands before the run, and nobody has answered it yet.
  get asking() { return !!this.lesson && !!this.step.prediction && this.progress.guess === undefined && !this.progress.passed; }

  // Under the name that a link, kept progress or a panel has for it. `linked`: the program that a link brings along; one
  // of its own leaves the panels to be seen.
  async open(id: string, step?: string, loadProgram = true, linked?: string): Promise<void> {
    const place = locate(this.lessons, id, step);
    if (!place) return this.close();
    const file = await this.fetch(place.lesson);
    if (!file) return;
    this.review = undefined;
    this.lesson = file;
    const steps = file.manifest.steps, passed = (s: Step) => readStep(file.manifest.id, s.id).passed;
    const found = steps.findIndex((s) => (place.step ? s.id === place.step : !passed(s)));
    this.go(Math.max(0, found), loadProgram, linked);
  }
  close() {
    this.lesson = undefined;
    this.review = undefined;
    this.question = undefined;
    this.host.veil(false);
    this.unmark();
    this.draw();
  }
  private unmark() { this.host.markLines([], []); this.host.judged([]); }
  private async fetch(head: LessonHead): Promise<LessonFile | undefined> {
    if (this.lesson?.manifest.id === head.id) return this.lesson;
    this.loading = head.id;
    this.draw();
    const file = await fetchLesson(head.id).catch(() => undefined);
    const wanted = this.loading === head.id;
    if (wanted) this.loading = "";
    if (!file) this.host.toast(t("lessonLost"));
    else this.host.know(file.manifest);
    if (!wanted || !file) { this.draw(); return undefined; }
    return file;
  }

  private go(index: number, loadProgram = true, linked?: string) {
    const { manifest, programs } = this.lesson!;
    this.index = index;
    this.result = null;
    this.checking = this.resetting = false;
    this.progress = readStep(manifest.id, this.step.id, manifest.revision);
    this.unmark();
    this.host.veil(this.asking && (linked === undefined || linked === programs[this.step.start]));
    if (loadProgram) this.host.load(this.typed.get(this.stepKey) ?? this.progress.program ?? programs[this.step.start], this.panel);
    if (this.panel && loadProgram) this.host.panel(this.panel, this.step.view);
    this.question = undefined;
    if (this.step.prediction) this.question = this.makeQuestion(this.step);
    const inside = this.root.contains(document.activeElement);
    this.draw();
    this.root.scrollTop = 0;
    if (inside) document.getElementById("step-title")?.focus();
  }
  // --- for a presentation ---------------------------------------------------------------
  // On, whether anything was answered or passed: the answer, the next step, the next lesson.
  forward() {
    if (this.review) return;
    if (!this.lesson) return void (this.lessons[0] && this.open(this.lessons[0].id));
    if (this.asking) return this.commit("", false);
    if (this.index + 1 < this.lesson.manifest.steps.length) return this.go(this.index + 1);
    const after = this.lessons[this.lessons.indexOf(this.head) + 1];
    if (after) void this.open(after.id, after.steps[0].id);
  }
  // The veil goes though nobody here answered: the class sees what its teacher shows. Not kept.
  showAlong() {
    if (!this.asking) return;
    Object.assign(this.progress, { guess: "", right: false, revision: this.lesson!.manifest.revision });
    this.host.veil(false);
    this.markAnswer();
    this.host.reveal(this.panel);
    this.draw();
  }
  backward() { if (this.lesson && this.index > 0) this.go(this.index - 1); }
  goTo(index: number) { if (this.lesson?.manifest.steps[index]) this.go(index); }
  stepsPassed() {
    const { manifest } = this.lesson!;
    return manifest.steps.map((step, i) => ({ title: step.title, passed: !!(i === this.index ? this.progress : readStep(manifest.id, step.id)).passed }));
  }
  nextTitle() {
    const { steps } = this.lesson!.manifest;
    return steps[this.index + 1]?.title ?? this.lessons[this.lessons.indexOf(this.head) + 1]?.title;
  }

  private makeQuestion(step: Step): Question {
    const { manifest, programs } = this.lesson!, prediction = step.prediction!;
    const key = `${manifest.id}/${step.id}`, start = programs[step.start];
    const answering = prediction.program === "solution" ? programs[step.solution] : start;
    const open = this.asking;
    return new Question(prediction, prediction, answering, {
      program: start,
      ask: (program) => (open ? this.host.ask(manifest.id, step.id, program) : Promise.resolve(null)),
      changed: () => { if (this.lesson && this.stepKey === key) this.draw(); },
      committed: (guess, right) => { if (this.lesson && this.stepKey === key && this.asking) this.commit(guess, right); },
      showLine: (line) => this.host.markLines([line], []),
      picture: (lines) => { if (this.lesson && this.stepKey === key && this.asking) this.host.picture(lines); },
    });
  }
  private commit(guess: string, right: boolean) {
    const { revision } = this.lesson!.manifest, prediction = this.step.prediction!;
    Object.assign(this.progress, { guess, right, revision });
    if (!right && guess !== "" && prediction.again?.length) this.progress.due = firstDue();
    this.store();
    this.host.veil(false);
    this.showAnswerLines();
    this.markAnswer();
    this.host.reveal(this.panel);
    this.draw();
    for (const part of ["#prediction", "#prediction .explained"]) document.querySelector(part)?.scrollIntoView({ block: "nearest" });
    this.host.announce(`${guess === "" ? t("shown") : t(right ? "yourGuess" : "notQuite")} ${plainText(prediction.explanation[language()])}`);
  }
  private showAnswerLines() {
    if (this.question?.kind !== "line" || this.host.source() !== this.lesson!.programs[this.step.start]) return;
    const guess = Number(this.progress.guess), right = this.question.rightLines();
    this.host.markLines(this.progress.guess ? [guess] : [], this.progress.right ? [guess] : right);
  }
  // Guess and answer over the panels, while these show the run that was asked about: `there` says that they do, else the
  // program's text tells.
  private markAnswer(there?: boolean) {
    const { prediction, start, solution } = this.step, guess = this.progress.guess;
    const asked = this.lesson!.programs[prediction?.program === "solution" ? solution : start];
    there ??= this.host.source() === asked;
    this.host.judged(there && this.question && guess !== undefined ? this.question.judgedPlaces(guess) : []);
  }
  // A click on a line of the program, while a question asks for one.
  pointAt(kind: Kind, value: string): boolean { return this.openQuestion?.point(kind, value) ?? false; }
  // A click in the picture that is shown for the open question.
  pointInPicture(value: string) { const open = this.openQuestion; open?.point(open.kind, value); }
  private get openQuestion() { return this.review ? this.review.question : this.asking ? this.question : undefined; }
  // The engine and the panels are there now, or the language is another.
  lookAgain() { this.openQuestion?.lookAgain(); this.openQuestion?.showPicture(); }

  // --- questions that come back ---------------------------------------------------------
  private async startReview() {
    this.lesson = undefined;
    const review = this.review = new Review(this.lessons, this.host, {
      fetch: (head) => this.fetch(head), draw: () => this.draw(), end: () => this.close(),
    });
    await review.next();
  }

  // --- what is kept ---------------------------------------------------------------------
  private store() { writeStep(this.lesson!.manifest.id, this.step.id, this.progress); }
  private save() { this.store(); this.draw(); }
  // What was typed in a step is there again when one comes back to it.
  keepProgram(source: string) {
    if (!this.lesson) return;
    this.progress.program = source;
    this.typed.set(this.stepKey, source);
    this.store();
    this.unmark();
  }
  showResult(result: CheckResult) {
    const step = this.checks.shift();
    if (!this.lesson || !this.checking || step !== this.stepKey) return;  // somebody went on meanwhile
    this.checking = false;
    this.result = result;
    if (result.passed) this.progress.passed = true;
    if (result.passed && this.step.prediction?.program === "solution") this.markAnswer(true);
    this.save();
    document.getElementById("check-card")?.lastElementChild?.scrollIntoView({ block: "nearest" });  // the way on, if it passed
    this.host.announce([t(result.passed ? "passed" : "notPassed"), result.error, ...result.lines.map((line) => `${line.passed ? "✓" : "✗"} ${line.text}`)].join("\n"));
  }
  // Another tab went on: what passed there has passed here; what was typed here stays here.
  followStorage(key: string | null) {
    if (!isProgressKey(key)) return;
    if (this.lesson && key === keyOf(this.lesson.manifest.id, this.step.id)) {
      const mine = this.progress.program, asked = this.asking;
      this.progress = readStep(this.lesson.manifest.id, this.step.id, this.lesson.manifest.revision);
      if (mine !== undefined) this.progress.program = mine;
      if (asked && !this.asking) { this.host.veil(false); this.host.run(); }
    }
    this.draw();
  }
  cancelCheck() { this.checks = []; this.checking = false; this.draw(); }

  // --- drawing --------------------------------------------------------------------------
  // Everything is made anew, so what had the keyboard's focus gets it back.
  draw() {
    const field = document.activeElement as HTMLInputElement | null, place = field?.selectionStart ?? null;
    if (this.root.contains(field)) this.focus = field!.id;
    this.drawAll();
    this.host.changed();
    const again = this.focus && document.activeElement === document.body ? document.getElementById(this.focus) ?? document.getElementById("solution") : null;
    if (!again || (again as HTMLButtonElement).disabled) return;
    again.focus({ preventScroll: true });
    if (place !== null && again instanceof HTMLInputElement && again.type !== "radio" && again.type !== "checkbox") again.setSelectionRange(place, place);
    this.focus = "";
  }
  private drawAll() {
    this.root.replaceChildren();
    if (this.loading) this.root.append(element("p", { className: "meta", id: "loading" }, t("loadingLesson")));
    else if (this.review) this.root.append(this.wayBack(), ...this.review.draw());
    else if (!this.lessons.length) this.root.append(element("p", { className: "meta" }, t("noLessons")));
    else if (!this.lesson) this.root.append(...this.host.above(), ...this.map.draw());
    else this.drawStep();
  }
  private wayBack() { return element("a", { className: "meta", id: "all-lessons", href: "#", onclick: (event: Event) => { event.preventDefault(); this.close(); } }, `← ${t("backToLessons")}`); }
  private drawStep() {
    const { manifest, prose } = this.lesson!, l = language(), text = splitProse(prose[l]);
    this.root.append(this.wayBack(),
      element("div", { className: "meta" }, `${t(chapterText(this.head.own ? "own" : manifest.chapter))} · ${t("minutes", manifest.minutes)} · ${t("step", this.index + 1, manifest.steps.length)}`),
      element("h1", {}, inline(manifest.title[l])), this.stepButtons());
    if (this.index === 0 && text.intro) this.root.append(this.linked(markdown(text.intro)));
    this.root.append(element("h2", { id: "step-title", tabIndex: -1 }, inline(this.step.title[l])), this.linked(markdown(text.steps[this.step.id] ?? "")));
    const { guess, right } = this.progress;
    if (this.question) this.root.append(this.linked(this.question.card(this.asking ? undefined : { guess, right: right ?? false }), "asked"));
    if (!this.asking) this.root.append(this.checkCard(), ...this.afterCard(), this.wayOn());
    this.root.append(this.resetButton());
  }
  // A panel that the prose names ("*Bytecode*", "*Bytecode → Capture*") is shown by a click on its name.
  private linked(prose: HTMLElement, part = "named") {
    const panels = this.host.panels();
    for (const [i, name] of [...prose.querySelectorAll("em")].entries()) {
      const [wanted, view] = name.textContent!.split(" → "), panel = panels.find(({ title }) => title === wanted);
      if (panel) name.replaceWith(element("button", { id: `${part}-${this.index}-${i}`, className: "panel-link", title: t("openPanel", panel.title), onclick: () => this.host.showPanel(panel.id, view) }, name.textContent!));
    }
    for (const link of prose.querySelectorAll<HTMLAnchorElement>("a[href^='#']"))
      link.onclick = (event) => { event.preventDefault(); this.host.follow(link.hash); };
    return this.host.explain(prose);
  }
  private stepButtons() {
    const { manifest } = this.lesson!;
    return element("div", { className: "steps" }, ...manifest.steps.map((step, i) => {
      const passed = i === this.index ? this.progress.passed : readStep(manifest.id, step.id).passed;
      const button = element("button", { id: `step-${i + 1}`, title: plainText(step.title[language()]), onclick: () => this.go(i), className: passed ? "passed" : "" }, String(i + 1));
      if (i === this.index) button.setAttribute("aria-current", "step");
      button.setAttribute("aria-label", `${i + 1}. ${plainText(step.title[language()])}${passed ? ` ✓` : ""}`);
      return button;
    }));
  }
  private check() {
    this.checking = true;
    this.result = null;
    this.checks.push(this.stepKey);
    this.draw();
    this.host.check(this.lesson!.manifest.id, this.step.id);
  }
  private resetButton() {
    return element("button", { className: "quiet", id: "reset", onclick: () => {
      if (!this.resetting) { this.resetting = true; return this.draw(); }
      forget(this.head);
      for (const step of this.lesson!.manifest.steps) this.typed.delete(`${this.lesson!.manifest.id}/${step.id}`);
      this.go(0);
    } }, t(this.resetting ? "resetSure" : "resetLesson"));
  }
  private checkCard() {
    const hints = this.step.hints?.[language()] ?? [], given = this.progress.hints ?? 0, { passed } = this.progress;
    const check = element("button", { className: "primary", id: "check", disabled: this.checking, onclick: () => this.check() }, this.checking ? t("checking") : t("check"));
    const row = element("div", { className: "row" }, check);
    if (given < hints.length) row.append(element("button", { id: "hint", onclick: () => { this.progress.hints = given + 1; this.save(); } }, `${t("hint")} ${given + 1}/${hints.length}`));
    if (passed || given >= hints.length) row.append(element("button", { id: "solution", onclick: () => { if (!passed) this.progress.gaveUp = true; this.showProgram(this.step.solution); } }, t(passed ? "solution" : "giveUp")));
    row.append(element("button", { className: "quiet", id: "restart", onclick: () => { delete this.progress.program; this.typed.delete(this.stepKey); this.store(); this.host.load(this.lesson!.programs[this.step.start], this.panel); this.markAnswer(); this.draw(); } }, t("restart")));
    const card = element("div", { className: "card", id: "check-card" }, element("h3", {}, t("change")), row);
    if (given) card.append(element("ol", {}, ...hints.slice(0, given).map((hint) => element("li", {}, inline(hint)))));
    if (!this.result) return card;
    card.append(element("p", { className: this.result.passed ? "verdict yes" : "verdict no" }, t(this.result.passed ? "passed" : "notPassed")));
    if (this.result.error) card.append(element("p", { className: "choice wrong" }, this.result.error));
    card.append(element("ul", { className: "result" }, ...this.result.lines.map((line) => element("li", { className: line.passed ? "yes" : "no" }, line.text))));
    return card;
  }
  private showProgram(file: string) {
    this.save();
    this.host.load(this.lesson!.programs[file], this.panel);
    this.markAnswer();
  }

  // --- after the check ------------------------------------------------------------------
  private afterCard(): HTMLElement[] {
    const { after } = this.step, l = language();
    if (!this.progress.passed || !after) return [];
    const card = element("div", { className: "card", id: "after" }, element("h3", {}, t("why")), markdown(after.explanation[l]));
    if (after.solutions.length)
      card.append(element("h3", {}, t("others")), element("div", { className: "row" }, ...after.solutions.map(({ title, file }, i) =>
        element("button", { id: `other-${i + 1}`, className: "quiet wide", onclick: () => this.showProgram(file) }, inline(title[l])))));
    card.append(element("h3", {}, t("whyQuestion")), element("p", { className: "ask" }, inline(after.why.question[l])), this.whyChoices());
    if (this.progress.why !== undefined)
      card.append(element("p", { className: "explained" }, element("b", {}, `${t(this.progress.why === after.why.answer ? "yourGuess" : "notQuite")} `), inline(after.why.explanation[l])));
    return [this.linked(card, "after")];
  }
  private whyChoices() {
    const { why } = this.step.after!, given = this.progress.why;
    return element("div", { className: "choices" }, ...why.choices.map(({ value, text }, i) => {
      if (given === undefined)
        return element("button", { id: `why-${i + 1}`, className: "quiet wide", onclick: () => { this.progress.why = value; this.save(); } }, inline(text[language()]));
      const state = value === why.answer ? "right" : value === given ? "wrong" : "other";
      return element("div", { className: `choice ${state}` }, element("b", { className: "mark" }, state === "right" ? "✓" : state === "wrong" ? "✗" : ""), inline(text[language()]));
    }));
  }
  private wayOn(): HTMLElement {
    const row = element("div", { className: "row", id: "way-on" });
    const last = this.index + 1 === this.lesson!.manifest.steps.length, place = this.lessons.indexOf(this.head), after = this.lessons[place + 1];
    if (this.index > 0) row.append(element("button", { className: "quiet", id: "previous", onclick: () => this.go(this.index - 1) }, t("previous")));
    if (!this.progress.passed) return row;
    if (!last) row.append(element("button", { className: "primary", id: "next", onclick: () => this.go(this.index + 1) }, t("next")));
    else if (after) row.append(element("button", { className: "primary wide", id: "next-lesson", onclick: () => void this.open(after.id) }, t("nextLesson", plainText(after.title[language()]))));
    else row.append(element("p", { className: "verdict yes" }, t("allDone")));
    return row;
  }
}
