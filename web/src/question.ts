// A question before a run: how it is asked, answered by choosing, typing or pointing, and judged. Knows no lesson; the
// lesson's step and the questions that come back both show one.
import { element, inlineCode as inline, plainText } from "./markdown";
import type { Asked, CheckResult, Kind, Prediction } from "./course";
import { language, t } from "./strings";

const words = (text: string) => text.split(/\s+/).filter(Boolean);
const sameSet = (a: string[], b: string[]) => a.length === b.length && a.every((each) => b.includes(each));

export interface QuestionHost {
  program: string;  // that stands in the editor
  // What a run of `program` lets one point at, and what it says to the question; null where no engine answers.
  ask(program: string): Promise<CheckResult | null>;
  changed(): void;  // draw it again
  committed(guess: string, right: boolean): void;
  showLine(line: number): void;  // chosen in the editor; 0: none
  picture(lines: string[]): void;  // beside the question, in place of the panels (playground/core/pointing_view.h)
}

export class Question {
  picked: string[] = [];
  private targets?: { value: string; text: string }[];
  private asking = false;
  private lost = false;
  readonly kind: Kind;

  // `answering`: the program whose run answers; the one in the editor unless the question is about another.
  constructor(private prediction: Prediction, readonly asked: Asked, private answering: string, private host: QuestionHost) {
    this.kind = prediction.kind ?? "choice";
    if (this.pointsAtRun) void this.lookAt();
  }
  private get pointsAtRun() { return this.kind === "nodes" || this.kind === "guard" || this.kind === "buffer"; }
  private async lookAt() {
    const found = await this.host.ask(this.answering);
    this.targets = found?.choices;
    this.lost = !found?.choices.length;
    this.showPicture();
    this.host.changed();
  }
  // Where no engine answered before, because it was not there yet.
  lookAgain() { if (this.lost) this.lost = false, this.host.changed(), void this.lookAt(); }
  showPicture() {
    if (!this.pointsAtRun || !this.targets?.length) return;
    this.host.picture([this.kind, this.asked.asked ?? "", plainText(this.asked.question[language()]), t("newPlace"), ...this.picked]);
  }
  // The guess and the answer, for the panels to mark; none where a picture has no place for them.
  judgedPlaces(guess: string): string[] {
    if (!this.pointsAtRun) return [];
    const answer = this.asked.answer, right = Array.isArray(answer) ? answer : this.kind === "guard" ? (this.targets ?? []).map(({ value }) => value).filter((value) => value.includes(answer)) : [answer];
    const guessed = guess === "" ? [] : this.kind === "nodes" ? words(guess) : [guess];
    return [this.kind, t("yourChoice"), t("rightAnswer"), ...guessed.map((name) => `?${name}`), ...right.map((name) => `!${name}`)];
  }
  get guess(): string { return this.kind === "nodes" ? this.targets!.filter((target) => this.picked.includes(target.value)).map((target) => target.value).join(" ") : this.picked[0] ?? ""; }
  private get ready() { return this.picked.length > 0 && !this.asking && (this.kind !== "number" || /^\s*-?\d+(\.\d+)?\s*$/.test(this.picked[0])); }

  // A click on a line of the program, or on something in a picture; false if it answers nothing here.
  point(kind: Kind, value: string): boolean {
    if (kind !== this.kind || this.asking || (this.pointsAtRun && !this.targets?.some((target) => target.value === value))) return false;
    if (kind === "nodes") this.picked = this.picked.includes(value) ? this.picked.filter((each) => each !== value) : [...this.picked, value];
    else this.picked = [value];
    if (kind === "line") this.host.showLine(Number(value));
    this.showPicture();
    this.host.changed();
    return true;
  }
  private pick(value: string) { this.picked = [value]; this.showPicture(); this.host.changed(); }

  async commit() {
    if (!this.ready) return;
    this.asking = true;
    this.host.changed();
    const found = this.kind === "line" ? await this.host.ask(this.answering) : null;
    this.asking = false;
    this.host.committed(this.guess, this.isRight(this.guess, found?.fact));
  }

  // By what the run says where it was asked; else by the manifest, whose answers the check holds against the run.
  private isRight(guess: string, fact = ""): boolean {
    const answer = this.asked.answer;
    switch (this.kind) {
      case "choice": return guess === answer;
      case "number": return Number(guess) === Number(answer);
      case "line": return fact ? words(fact).includes(guess) : this.rightLines().includes(Number(guess));
      case "nodes": return sameSet(words(guess), answer as string[]);
      case "guard": return guess.includes(answer as string);
      case "buffer": return guess === answer;
    }
  }
  rightLines(): number[] {
    const wanted = String(this.asked.answer).trim();
    return this.answering.split("\n").flatMap((line, i) => (line.trim() === wanted ? [i + 1] : []));
  }

  // --- drawing --------------------------------------------------------------------------
  // `given`: what was committed ("" asked to be shown), or undefined while it is open; without a guess, the question as it
  // stands now was never answered, but its step has passed.
  card(given: { guess?: string; right: boolean } | undefined, id = "prediction"): HTMLElement {
    const l = language();
    const card = element("div", { className: "card question", id }, element("h3", {}, t("question")), element("p", { className: "ask" }, inline(this.asked.question[l])));
    card.setAttribute("role", "group");
    card.setAttribute("aria-label", plainText(this.asked.question[l]));
    card.append(...(given ? this.judged(given) : [this.answers(), this.buttons()]));
    return card;
  }
  private buttons(): HTMLElement {
    const commit = element("button", { id: "commit", className: "primary", disabled: !this.ready, onclick: () => void this.commit() }, t("commit"));
    return element("div", { className: "row" }, commit, element("button", { id: "show-me", className: "quiet", onclick: () => this.host.committed("", false) }, t("showMe")));
  }
  private answers(): HTMLElement {
    switch (this.kind) {
      case "choice": return this.radios((this.asked.choices ?? []).map(({ value, text }) => ({ value, text: inline(text[language()]) })));
      case "number": return this.numberField();
      case "line": return this.lineField();
      case "nodes": case "guard": case "buffer": return this.pointList();
    }
  }
  private radios(choices: { value: string; text: HTMLElement }[], type = "radio"): HTMLElement {
    return element("div", { className: "choices" }, ...choices.map(({ value, text }, i) => {
      const input = element("input", { type, name: "prediction", id: `choice-${i + 1}`, value, checked: this.picked.includes(value), onchange: () => (type === "radio" ? this.pick(value) : this.point(this.kind, value)) });
      return element("label", { className: "choice" }, input, text);
    }));
  }
  private numberField(): HTMLElement {
    const field = element("input", { id: "guess-number", type: "text", inputMode: "numeric", autocomplete: "off", value: this.picked[0] ?? "", oninput: (event: Event) => {
      this.picked = [(event.target as HTMLInputElement).value];
      (document.getElementById("commit") as HTMLButtonElement).disabled = !this.ready;
    }, onkeydown: (event: KeyboardEvent) => { if (event.key === "Enter") void this.commit(); } });
    return element("label", { className: "answer-field" }, element("span", { className: "meta" }, t("number")), field);
  }
  private lineText(line: string) { return this.host.program.split("\n")[Number(line) - 1]?.trim() ?? ""; }
  private lineField(): HTMLElement {
    const chosen = this.picked[0];
    const shown = chosen ? [element("b", {}, t("pickedLine", chosen)), " ", element("code", {}, this.lineText(chosen))] : [element("span", { className: "meta" }, t("noLineYet"))];
    // The same without a mouse, and where the program is on a screen of its own.
    const list = element("select", { id: "line-list", onchange: (event: Event) => this.point("line", (event.target as HTMLSelectElement).value) }, new Option(t("orChooseLine"), ""),
      ...this.host.program.split("\n").flatMap((text, i) => (text.trim() && !text.trim().startsWith("#") ? [new Option(`${i + 1}  ${text.trim()}`, String(i + 1), false, chosen === String(i + 1))] : [])));
    list.setAttribute("aria-label", t("pointLine"));
    return element("div", { className: "pointing" }, element("p", { className: "meta" }, t("pointLine")), element("p", { className: "picked", id: "picked" }, ...shown), list);
  }
  private pointList(): HTMLElement {
    const box = element("div", { className: "pointing" });
    if (this.lost) return box.append(element("p", { className: "meta" }, t("noTargets"))), box;
    if (!this.targets) return box.append(element("p", { className: "meta" }, t("looking"))), box;
    const shown = this.kind === "buffer" ? this.targets.filter(({ value }) => value !== this.asked.asked) : this.targets;
    const text = ({ value, text: plain }: { value: string; text: string }) => (value === "new" && this.kind === "buffer" ? element("span", {}, t("newPlace")) : element("code", {}, plain));
    box.append(element("p", { className: "meta" }, t(this.kind === "nodes" ? "pointNodes" : this.kind === "guard" ? "pointGuard" : "pointBuffer")),
      this.radios(shown.map((target) => ({ value: target.value, text: text(target) })), this.kind === "nodes" ? "checkbox" : "radio"));
    return box;
  }

  private judged({ guess, right }: { guess?: string; right: boolean }): HTMLElement[] {
    const explained = element("p", { className: "explained" }, inline(this.prediction.explanation[language()]));
    if (guess === undefined) return [this.kind === "choice" ? this.judgedChoices("") : this.compared("", false), explained];
    const said = guess === "" ? t("shown") : t(right ? "yourGuess" : "notQuite");
    const verdict = element("p", { className: `verdict ${right ? "yes" : guess === "" ? "" : "no"}`, id: "judgement" }, said);
    const parts = this.kind === "choice" ? [this.judgedChoices(guess), verdict] : [this.compared(guess, right), verdict];
    return [...parts, explained];
  }
  private judgedChoices(guess: string): HTMLElement {
    return element("div", { className: "choices" }, ...(this.asked.choices ?? []).map(({ value, text }) => {
      const state = value === this.asked.answer ? "right" : value === guess ? "wrong" : "other";
      const label = element("div", { className: `choice ${state}` }, element("b", { className: "mark" }, state === "right" ? "✓" : state === "wrong" ? "✗" : ""), inline(text[language()]));
      if (guess === value) label.lastElementChild!.append(element("span", { className: "meta" }, ` (${t("yourChoice")})`));
      return label;
    }));
  }
  private compared(guess: string, right: boolean): HTMLElement {
    const row = (mark: string, name: string, value: HTMLElement, look: string) => element("div", { className: `choice ${look}` }, element("b", { className: "mark" }, mark), element("span", {}, `${name} `, value));
    const rows = guess === "" ? [] : [row(right ? "✓" : "✗", t("yourChoice"), this.shownAnswer(guess), right ? "right" : "wrong")];
    if (!right) rows.push(row("✓", t("rightAnswer"), this.shownRight(), "right"));
    return element("div", { className: "choices" }, ...rows);
  }
  private shownAnswer(guess: string): HTMLElement {
    if (this.kind === "line") return element("span", {}, `${t("pickedLine", guess)} `, element("code", {}, this.lineText(guess)));
    if (this.kind === "nodes") return element("span", {}, ...words(guess).flatMap((name) => [element("code", {}, name), " "]));
    if (this.kind === "buffer" && guess === "new") return element("span", {}, t("newPlace"));
    return this.kind === "number" ? element("b", {}, guess) : element("code", {}, guess);
  }
  private shownRight(): HTMLElement {
    const answer = this.asked.answer;
    if (this.kind === "line") return this.shownAnswer(String(this.rightLines()[0] ?? ""));
    return this.shownAnswer(Array.isArray(answer) ? answer.join(" ") : this.kind === "guard" ? this.targets?.find(({ value }) => value.includes(answer))?.value ?? answer : answer);
  }
}
