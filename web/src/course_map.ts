// The map of the course: lessons by chapter or by concept, what each builds on, how far one is, what is due, a search,
// and the progress on paper or in a file.
import { type LessonHead, chapterText, chapters } from "./course";
import { element, inlineCode as inline, plainText } from "./markdown";
import { dueQuestions, exported, imported, isDone, passedSteps, readStep } from "./progress";
import { language, t } from "./strings";

interface MapHost { open(lesson: string, step?: string): void; review(): void; draw(): void; toast(text: string): void; print(sheet: HTMLElement[]): void; panels(): { id: string; title: string }[]; concept(id: string): string }

export class CourseMap {
  private sought = "";
  private byConcept = false;

  constructor(private lessons: LessonHead[], private host: MapHost) {}

  draw(): HTMLElement[] {
    return [element("h1", {}, t("courseTitle")), element("p", {}, t("courseIntro")), ...this.dueCard(), this.wayOn(), this.tools(), this.found(), this.keeping()];
  }

  private dueCard(): HTMLElement[] {
    const due = dueQuestions(this.lessons);
    if (!due.length) return [];
    return [element("div", { className: "card due", id: "due" }, element("h3", {}, t("dueToday")), element("p", {}, due.length === 1 ? t("dueTextOne") : t("dueText", due.length)),
      element("div", { className: "row" }, element("button", { className: "primary", id: "review", onclick: () => this.host.review() }, t("review"))))];
  }
  // Where one goes on: the first lesson that is begun, else the first that is not done.
  private wayOn(): HTMLElement {
    const all = this.lessons.reduce((sum, lesson) => sum + lesson.steps.length, 0), done = this.lessons.reduce((sum, lesson) => sum + passedSteps(lesson), 0);
    const open = this.lessons.filter((lesson) => !isDone(lesson)), next = open.find((lesson) => passedSteps(lesson) > 0) ?? open[0];
    const bar = element("progress", { max: all, value: done, id: "course-progress" });
    bar.setAttribute("aria-label", t("courseDone", done, all));
    const row = element("div", { className: "way" }, element("div", { className: "bar" }, bar, element("span", { className: "meta" }, t("courseDone", done, all))));
    if (next) row.append(element("button", { className: "primary wide", id: "go-on", onclick: () => this.host.open(next.id) }, t(done ? "goOn" : "begin", plainText(next.title[language()]))));
    return row;
  }
  private tools(): HTMLElement {
    const field = element("input", { id: "find-lesson", type: "search", value: this.sought, placeholder: t("findLesson"), oninput: (event: Event) => { this.sought = (event.target as HTMLInputElement).value; this.host.draw(); } });
    field.setAttribute("aria-label", t("findLesson"));
    const tab = (id: string, on: boolean, text: string) => {
      const button = element("button", { id, className: on ? "on" : "quiet", onclick: () => { this.byConcept = id === "by-concept"; this.host.draw(); } }, text);
      button.setAttribute("aria-pressed", String(on));
      return button;
    };
    return element("div", { className: "map-tools" }, field, element("div", { className: "row" }, tab("by-chapter", !this.byConcept, t("byChapter")), tab("by-concept", this.byConcept, t("byConcept"))));
  }
  private matches(lesson: LessonHead): boolean {
    const panels = this.host.panels().filter(({ id }) => lesson.panels.includes(id)).map(({ title }) => title);
    const text = [lesson.id, ...Object.values(lesson.title), ...Object.values(lesson.summary), ...panels, ...lesson.panels, ...lesson.steps.flatMap((step) => Object.values(step.title)),
      ...(lesson.concepts ?? []).flatMap((id) => [id, this.conceptName(id)])].join("\n").toLowerCase();
    return this.sought.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }
  private conceptName(id: string): string { return this.host.concept(id); }

  private found(): HTMLElement {
    const lessons = this.lessons.filter((lesson) => this.matches(lesson)), box = element("div", { id: "map" });
    if (!lessons.length) box.append(element("p", { className: "meta", id: "nothing-found" }, t("nothingFound")));
    else if (this.byConcept) box.append(...this.concepts(lessons));
    else for (const [chapter, inside] of chapters(lessons)) box.append(element("h2", {}, t(chapterText(chapter))), ...inside.map((lesson) => this.card(lesson)));
    return box;
  }
  private card(lesson: LessonHead): HTMLElement {
    const l = language(), done = passedSteps(lesson), all = lesson.steps.length, place = this.lessons.filter((each) => each.own === lesson.own).indexOf(lesson) + 1;
    const dots = element("span", { className: "dots" }, ...lesson.steps.map((step) => element("i", { className: readStep(lesson.id, step.id).passed ? "passed" : "" })));
    dots.setAttribute("role", "img");
    dots.setAttribute("aria-label", t("stepsOf", plainText(lesson.title[l]), done, all));
    const open = element("button", { className: "lesson-row", id: `open-${lesson.id}`, onclick: () => this.host.open(lesson.id) },
      element("span", { className: done === all ? "number done" : "number" }, done === all ? "✓" : String(place)), element("span", { className: "name" }, element("b", {}, inline(lesson.title[l])), element("span", { className: "meta" }, inline(lesson.summary[l]))),
      element("span", { className: "side" }, element("span", { className: "meta" }, t("minutes", lesson.minutes)), dots));
    const needed = lesson.prerequisites.map((id) => this.lessons.find((each) => each.id === id)).filter((each) => each !== undefined);
    if (!needed.length || done === all) return element("div", { className: "lesson-card" }, open);
    return element("div", { className: "lesson-card" }, open, element("p", { className: "meta needs" }, `${t("needs")} `, ...needed.flatMap((each, i) => [i ? ", " : "", this.linkTo(each), isDone(each) ? " ✓" : ""])));
  }
  private linkTo(lesson: LessonHead): HTMLElement {
    return element("button", { className: "panel-link", title: isDone(lesson) ? "" : t("unmet"), onclick: () => this.host.open(lesson.id) }, inline(lesson.title[language()]));
  }
  private concepts(lessons: LessonHead[]): HTMLElement[] {
    const about = new Map<string, LessonHead[]>();
    for (const lesson of lessons) for (const id of lesson.concepts ?? []) about.set(id, [...(about.get(id) ?? []), lesson]);
    const names = [...about].map(([id, taught]): [string, LessonHead[]] => [this.conceptName(id), taught]).sort(([a], [b]) => a.localeCompare(b, language() === "zh" ? "zh-CN" : "en"));
    return [element("dl", { className: "concepts" }, ...names.flatMap(([name, taught]) =>
      [element("dt", {}, name), element("dd", {}, ...taught.flatMap((lesson, i) => [i ? ", " : "", this.linkTo(lesson)]))]))];
  }

  // --- paper and file -------------------------------------------------------------------
  private keeping(): HTMLElement {
    const file = element("input", { type: "file", id: "progress-file", accept: "application/json,.json", hidden: true, title: t("importProgress"), onchange: (event: Event) => void this.take(event.target as HTMLInputElement) });
    return element("div", { className: "keeping" }, element("h2", {}, t("progress")), element("div", { className: "row" },
      element("button", { className: "quiet", id: "print-summary", onclick: () => this.host.print(this.summary()) }, t("printSummary")),
      element("button", { className: "quiet", id: "export-progress", onclick: () => this.give() }, t("exportProgress")),
      element("button", { className: "quiet", id: "import-progress", onclick: () => file.click() }, t("importProgress")), file));
  }
  private give() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
    link.download = "vitrine-progress.json";
    link.click();
    URL.revokeObjectURL(link.href);
  }
  private async take(input: HTMLInputElement) {
    const text = await input.files?.[0]?.text();
    const count = text === undefined ? null : imported(text, this.lessons);
    this.host.toast(count === null ? t("notImported") : t("imported", count));
    this.host.draw();
  }
  summary(): HTMLElement[] {
    const l = language(), date = new Date().toLocaleDateString(l === "zh" ? "zh-CN" : "en");
    const row = (lesson: LessonHead) => {
      const kept = lesson.steps.map((step) => ({ step, progress: readStep(lesson.id, step.id) }));
      const asked = kept.filter(({ step, progress }) => step.asks && progress.guess), right = asked.filter(({ progress }) => progress.right).length;
      return element("tr", {}, element("td", {}, `${isDone(lesson) ? "✓ " : ""}${plainText(lesson.title[l])}`), element("td", {}, `${passedSteps(lesson)}/${lesson.steps.length}`),
        element("td", {}, asked.length ? `${right}/${asked.length}` : ""), element("td", {}, (lesson.concepts ?? []).map((id) => this.conceptName(id)).join(", ")));
    };
    const head = element("tr", {}, ...[t("lesson"), t("progress"), t("guesses"), t("concepts")].map((text) => element("th", {}, text)));
    return [element("h1", {}, `Vitrine: ${t("summaryOf")}`), element("p", {}, t("summaryDate", date)), ...chapters(this.lessons).flatMap(([chapter, inside]) =>
      [element("h2", {}, t(chapterText(chapter))), element("table", {}, element("thead", {}, head.cloneNode(true)), element("tbody", {}, ...inside.map(row)))])];
  }
}
