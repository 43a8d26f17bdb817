// The second window of a presentation: the lesson's steps, the notes for the teacher, the answer before the class sees it.
import "./notes.css";
import type { Texts } from "./course";
import { fontBytes } from "./fonts";
import { element, inlineCode as inline, markdown, plainText } from "./markdown";
import { type StageMessage, type StageState, type Wish, kParts, stageChannel } from "./stage";
import { language, setLanguage, t } from "./strings";

const kPatience = 1500;  // milliseconds until the presentation counts as gone
const channel = stageChannel(location.hash.slice(1)), root = document.getElementById("notes")!;
const wish = (wanted: Wish) => channel.postMessage({ wish: wanted } satisfies StageMessage);
let state: StageState | undefined;

const text = (texts: Texts) => texts[language()];
const button = (id: string, label: string, act: () => void, properties = {}) => element("button", { id, onclick: act, ...properties }, label);
const time = (since: number) => {
  const all = Math.max(0, Math.floor((Date.now() - since) / 1000)), two = (n: number) => String(n).padStart(2, "0");
  return `${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
};

function controls({ scale, focus, spotlight, since, lesson }: StageState): HTMLElement {
  const pressed = (made: HTMLElement, is: boolean) => { made.setAttribute("aria-pressed", String(is)); return made; };
  return element("header", {},
    button("back", "‹", () => wish({ act: "back" }), { title: t("stageBack"), ariaLabel: t("stageBack") }),
    button("next", lesson?.asking ? t("revealNext") : "›", () => wish({ act: "next" }), { title: t("stageNext"), ariaLabel: lesson?.asking ? t("revealNext") : t("stageNext"), className: "primary" }),
    ...kParts.map((part, i) => pressed(button(`focus-${part}`, t(part === "canvas" ? "panels" : part), () => wish({ act: "focus", value: part }), { title: t("stageFocusOn", t(part === "canvas" ? "panels" : part), i + 1) }), focus === part)),
    button("smaller", "−", () => wish({ act: "scale", value: -1 }), { ariaLabel: t("stageSmaller") }), element("output", { id: "scale" }, t("stageScale", Math.round(100 * scale))), button("larger", "+", () => wish({ act: "scale", value: 1 }), { ariaLabel: t("stageLarger") }),
    pressed(button("spotlight", t("spotlight"), () => wish({ act: "spotlight" })), spotlight),
    button("clock", time(since), () => wish({ act: "clock" }), { title: t("clock"), className: "quiet" }));
}
function question({ asking, question, answer, explanation }: NonNullable<StageState["lesson"]>): HTMLElement[] {
  if (!question) return [];
  const parts = [element("h2", {}, t("notesQuestion")), element("p", {}, inline(text(question)))];
  if (answer) parts.push(element("p", { id: "answer" }, inline(t("notesAnswer", text(answer)))));
  if (explanation) parts.push(element("p", { className: "dim" }, inline(text(explanation))));
  if (asking) parts.push(element("p", { className: "warn", id: "unseen" }, t("notesHidden")));
  return [element("section", { className: "card" }, ...parts)];
}
function draw() {
  if (!state) return root.replaceChildren(element("p", { className: "dim" }, t("notesWaiting")));
  setLanguage(state.language);
  document.documentElement.dataset.theme = state.theme;
  const { lesson } = state, kept = (document.activeElement as HTMLElement | null)?.id;
  document.title = t("notesTitle", lesson ? plainText(text(lesson.title)) : "Vitrine");
  root.replaceChildren(controls(state), ...(lesson ? [
    element("h1", {}, inline(text(lesson.title))),
    element("div", { className: "columns" },
      element("nav", {}, element("h2", {}, t("notesSteps")), element("ol", {}, ...lesson.steps.map(({ title, passed }, i) => {
        const made = button(`go-${i + 1}`, "", () => wish({ act: "go", value: i }), { className: "step" });
        made.append(inline(text(title)), passed ? " ✓" : "");
        if (i === lesson.index) made.setAttribute("aria-current", "step");
        return element("li", {}, made);
      })), ...(lesson.next ? [element("p", { className: "dim" }, t("notesUpNext", plainText(text(lesson.next))))] : [])),
      element("main", { id: "text" }, lesson.notes ? markdown(text(lesson.notes)) : element("p", { className: "dim" }, t("notesNone")), ...question(lesson)))]
    : [element("p", { className: "dim", id: "text" }, t("notesEmpty"))]));
  if (kept) document.getElementById(kept)?.focus();
}

channel.onmessage = ({ data }: MessageEvent<StageMessage>) => { if ("state" in data) { state = data.state; draw(); } };
window.addEventListener("keydown", (event) => {
  const act = ({ PageDown: "next", ArrowRight: "next", PageUp: "back", ArrowLeft: "back", s: "spotlight" } as const)[event.key];
  const by = { "+": 1, "=": 1, "-": -1 }[event.key], part = kParts[Number(event.key) - 1];
  if (event.ctrlKey || event.metaKey || event.altKey || !(act || by || part)) return;
  event.preventDefault();
  if (act) wish({ act });
  else if (by) wish({ act: "scale", value: by });
  else wish({ act: "focus", value: part });
});
setInterval(() => { const clock = document.getElementById("clock"); if (clock && state) clock.textContent = time(state.since); }, 1000);
setTimeout(() => { if (!state) root.replaceChildren(element("p", { className: "warn" }, t("notesAlone"))); }, kPatience);
for (const font of ["sans", "bold", "mono"] as const) void fontBytes(font).catch(() => { /* the system's will do */ });
setLanguage(navigator.language.startsWith("zh") ? "zh" : "en");
draw();
wish({ act: "hello" });
