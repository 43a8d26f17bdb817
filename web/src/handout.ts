// A lesson on paper: its text, programs and questions without answers, room to write, and the picture that is on screen.
import { type Asked, type Choice, type Kind, type LessonFile, type Step, chapterText, splitProse } from "./course";
import { printSheet } from "./files";
import { element, inlineCode as inline, markdown } from "./markdown";
import { page, panelTitle, toast } from "./page";
import { pictureInPage } from "./picture";
import { language, t } from "./strings";

const kLines = { answer: 2, change: 3 };  // ruled, to write on

const numbered = (source: string) => element("pre", {}, source.trimEnd().split("\n").map((line, i) => `${String(i + 1).padStart(2)}  ${line}`).join("\n"));
const ruled = (count: number) => element("div", { className: "ruled" }, ...Array.from({ length: count }, () => element("div")));
const boxes = (choices: Choice[]) => element("ul", { className: "boxes" }, ...choices.map(({ text }) => element("li", {}, inline(text[language()]))));

function room(kind: Kind, { choices }: Asked): HTMLElement {
  if (kind === "choice") return boxes(choices ?? []);
  if (kind === "line" || kind === "number") return element("p", { className: "blank" }, `${t(kind === "line" ? "line" : "number")} `, element("span"));
  return ruled(kLines.answer);
}
function question({ prediction }: Step): HTMLElement[] {
  if (!prediction) return [];
  return [element("section", { className: "asked" }, element("h3", {}, t("question")), element("p", {}, inline(prediction.question[language()])), room(prediction.kind ?? "choice", prediction))];
}
// What is checked stays out: it often tells what the question asks.
function change({ after }: Step): HTMLElement[] {
  const parts = [element("section", { className: "asked" }, element("h3", {}, t("change")), ruled(kLines.change))];
  if (after) parts.push(element("section", { className: "asked" }, element("h3", {}, t("whyQuestion")), element("p", {}, inline(after.why.question[language()])), boxes(after.why.choices)));
  return parts;
}
// What the panels show belongs to the step that is open; before the guess it is hidden there, and here.
function figure(): HTMLElement[] {
  const svg = page.veiled ? "" : page.ui?.svg();
  return svg ? [element("figure", {}, pictureInPage(svg), element("figcaption", {}, panelTitle(page.ui!.state().panel)))] : [];
}

export function handout({ manifest, prose, programs }: LessonFile, open: number): HTMLElement[] {
  const l = language(), { intro, steps } = splitProse(prose[l]);
  const name = element("p", { className: "blank name" }, `${t("yourName")} `, element("span"));
  return [element("div", { className: "handout" }, name, element("h1", {}, inline(manifest.title[l])), element("p", { className: "meta" }, `${t(chapterText(manifest.chapter))} · ${t("minutes", manifest.minutes)} · ${location.host}${location.pathname}`),
    ...(intro ? [markdown(intro)] : []),
    ...manifest.steps.map((step, i) => element("article", {}, element("h2", {}, `${i + 1}. `, inline(step.title[l])), markdown(steps[step.id] ?? ""), numbered(programs[step.start]),
      ...question(step), ...(i === open ? figure() : []), ...change(step))))];
}
export function printHandout() {
  const { lesson, index } = page.lessonView;
  lesson ? printSheet(handout(lesson, index)) : toast(t("handoutOf"));
}
