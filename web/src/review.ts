// "Due today": questions that were missed come back, one after the other, about other programs.
import type { LessonFile, LessonHead, Step } from "./course";
import type { LessonHost } from "./lesson";
import { element, plainText } from "./markdown";
import { type DueQuestion, dueQuestions, nextDue, readStep, today, writeStep } from "./progress";
import { Question } from "./question";
import { language, t } from "./strings";

export class Review {
  question?: Question;
  private now?: DueQuestion;
  private step?: Step;
  private file?: LessonFile;
  private answer?: { guess: string; right: boolean };
  private told = "";  // when it comes back

  constructor(private lessons: LessonHead[], private host: LessonHost,
              private owner: { fetch(head: LessonHead): Promise<LessonFile | undefined>; draw(): void; end(): void }) {}

  async next(): Promise<void> {
    this.question = this.answer = undefined;
    this.now = dueQuestions(this.lessons)[0];
    if (!this.now) return this.owner.draw();
    const { lesson, step, due } = this.now;
    this.file = await this.owner.fetch(lesson);
    if (!this.file) return this.owner.end();
    this.step = this.file.manifest.steps.find((s) => s.id === step)!;
    const variants = this.step.prediction?.again ?? [];
    if (!variants.length) {  // the lesson has lost its variants: the question is let go
      this.keep(undefined);
      return this.next();
    }
    const asked = variants[due.variant % variants.length], program = this.file.programs[asked.program];
    this.host.veil(true);
    this.host.markLines([], []);
    this.host.judged([]);
    this.host.load(program);
    if (this.step.panels?.length) this.host.panel(this.step.panels.find((p) => p !== "console") ?? "console");
    this.question = new Question(this.step.prediction!, asked, program, {
      program, ask: (text) => this.host.ask(lesson.id, step, text), changed: () => this.owner.draw(),
      committed: (guess, right) => this.judge(guess, right, variants.length), showLine: (line) => this.host.markLines([line], []), picture: (lines) => { if (!this.answer) this.host.picture(lines); },
    });
    this.owner.draw();
  }
  private keep(due: ReturnType<typeof nextDue>) {
    const kept = readStep(this.now!.lesson.id, this.now!.step);
    writeStep(this.now!.lesson.id, this.now!.step, { ...kept, due });
  }
  private judge(guess: string, right: boolean, variants: number) {
    if (this.answer) return;
    this.answer = { guess, right };
    const due = nextDue(this.now!.due, right, variants);
    this.keep(due);
    this.told = !due ? t("learned") : right ? t("comesBackIn", due.day - today()) : t("comesBack");
    this.host.veil(false);
    if (this.question!.kind === "line") this.host.markLines(guess ? [Number(guess)] : [], right ? [Number(guess)] : this.question!.rightLines());
    this.host.judged(this.question!.judgedPlaces(guess));
    this.host.reveal(this.step!.panels?.find((p) => p !== "console"));
    this.owner.draw();
  }

  draw(): HTMLElement[] {
    const title = element("h1", {}, t("dueToday"));
    if (!this.now) return [title, element("p", { id: "due-none" }, t("dueNone"))];
    const l = language(), { lesson, step } = this.now;
    const from = element("p", { className: "meta" }, plainText(t("fromLesson", lesson.title[l], lesson.steps.find((s) => s.id === step)!.title[l])));
    if (!this.question) return [title, from];
    const parts = [title, from, this.host.explain(this.question.card(this.answer))];
    if (this.answer) parts.push(element("p", { className: "meta", id: "comes-back" }, this.told), element("div", { className: "row" }, element("button", { className: "primary", id: "next-due", onclick: () => void this.next() }, t("nextDue"))));
    return parts;
  }
}
