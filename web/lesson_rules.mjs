// What a lesson must be before it is shown: the same for the site's build (lessons.mjs) and for lessons that somebody
// opens in the page (src/own_lessons.ts). What a run shows is the engine's to check; `vitrine lessons check` does both.

export const kLanguages = ["en", "zh"];
const kKinds = ["choice", "number", "line", "nodes", "guard", "buffer"];
const kMostBytes = 256 << 10;  // of one text: nobody reads more

// English, Chinese; what stands in braces is put in.
const texts = {
  missing: ["there is no such file", "没有这个文件"],
  large: ["is larger than 256 KB", "超过 256 KB"],
  notJson: ["is not JSON: {0}", "不是 JSON：{0}"],
  notObject: ["is not an object with the fields of a lesson", "不是包含课程字段的对象"],
  id: ["'{0}' is no id: lower-case letters, digits and dashes", "“{0}”不能作为 id：只能用小写字母、数字和连字符"],
  twice: ["the id '{0}' stands there twice", "id“{0}”出现了两次"],
  noField: ["the field '{0}' is missing", "缺少字段“{0}”"],
  noText: ["the field '{0}' needs a text in {1}", "字段“{0}”缺少 {1} 文本"],
  noNumber: ["the field '{0}' is a number", "字段“{0}”应为数字"],
  noList: ["the field '{0}' is a list", "字段“{0}”应为列表"],
  noSteps: ["there are no steps", "没有步骤"],
  outside: ["'{0}' leaves the lesson's folder", "“{0}”超出了课程文件夹"],
  kind: ["'{0}' is no kind of question: {1}", "没有“{0}”这种问题：{1}"],
  choices: ["a question has two choices at least", "问题至少要有两个选项"],
  answer: ["the answer '{0}' is none of the choices", "答案“{0}”不在选项中"],
  number: ["the answer '{0}' is no number", "答案“{0}”不是数字"],
  line: ["the answer '{0}' stands {1} times in {2}; once is expected", "答案“{0}”在 {2} 中出现 {1} 次，应为一次"],
  nodes: ["the answer is a list of names", "答案应为名称列表"],
  hints: ["the languages have different numbers of hints", "两种语言的提示数量不同"],
  anchors: ["the sections are {0}; the manifest has the steps {1}", "小节为 {0}，而清单中的步骤为 {1}"],
  revision: ["revision {0}, and the manifest has {1}", "修订号为 {0}，而清单中为 {1}"],
  todo: ["line {0}: a text is still to be written", "第 {0} 行：还有文本没有写"],
};
// { file, step, id, values, mild }: `mild` ones are to be done, but keep nobody from looking at the lesson.
export const problemText = ({ id, values }, language = "en") => texts[id][language === "zh" ? 1 : 0].replace(/\{(\d)\}/g, (_, i) => String(values[i]));
export const problemLine = (problem) => `${problem.file}${problem.step ? `, ${problem.step}` : ""}: ${problemText(problem)}`;

// Every program that a step names: its own, those of its question's variants, other solutions.
export const programsOf = (step) => [step?.start, step?.solution, ...listOf(step?.prediction?.again).map((variant) => variant?.program), ...listOf(step?.after?.solutions).map((other) => other?.file)].filter((file) => file !== undefined);
const listOf = (value) => (Array.isArray(value) ? value : []);
const isText = (value) => typeof value === "string" && value.length > 0;
const isInside = (file) => !file.startsWith("/") && !file.split(/[/\\]/).includes("..") && !/^[a-z]+:/i.test(file);

class Check {
  problems = [];
  file = "lesson.json";
  step = "";
  constructor(files) { this.files = files; }
  say(id, ...values) { this.problems.push({ file: this.file, step: this.step, id, values, mild: id === "todo" }); }
  text(at, name) { if (!isText(at?.[name])) this.say("noField", name); }
  texts(at, name) {
    if (at?.[name] === undefined) return this.say("noField", name);
    for (const language of kLanguages) if (!isText(at[name]?.[language])) this.say("noText", name, language);
  }
  number(at, name) { if (typeof at?.[name] !== "number") this.say("noNumber", name); }
  list(at, name, needed = true) { if ((needed || at?.[name] !== undefined) && !Array.isArray(at?.[name])) this.say("noList", name); return listOf(at?.[name]); }

  manifest(manifest) {
    if (typeof manifest !== "object" || !manifest || Array.isArray(manifest)) return this.say("notObject");
    if (!isText(manifest.id) || !/^[a-z0-9-]+$/.test(manifest.id)) this.say("id", manifest.id);
    for (const name of ["title", "summary"]) this.texts(manifest, name);
    for (const name of ["revision", "minutes"]) this.number(manifest, name);
    for (const name of ["prerequisites", "panels"]) this.list(manifest, name);
    const steps = this.list(manifest, "steps"), ids = new Set();
    if (Array.isArray(manifest.steps) && !steps.length) this.say("noSteps");
    for (const step of steps) this.oneStep(step, ids);
    this.step = "";
    for (const language of kLanguages) this.prose(manifest, steps, language);
  }
  oneStep(step, ids) {
    this.step = isText(step?.id) ? step.id : "";
    if (!isText(step?.id) || !/^[\w-]+$/.test(step.id)) this.say("id", step?.id);
    if (ids.has(step?.id)) this.say("twice", step.id);
    ids.add(step?.id);
    this.texts(step, "title");
    for (const name of ["start", "solution"]) this.text(step, name);
    for (const file of programsOf(step)) this.program(file);
    this.list(step, "panels", false);
    for (const check of this.list(step, "checks")) this.texts(check, "text");
    if (step?.hints) this.hints(step.hints);
    if (step?.prediction) this.question(step);
    if (step?.after) this.after(step.after);
    if (step?.notes !== undefined) this.texts(step, "notes");
  }
  program(file) {
    if (typeof file !== "string") return this.say("noField", "program");
    if (!isInside(file)) return this.say("outside", file);
    this.read(file);
  }
  read(file) {
    const text = this.files[file], before = this.file;
    this.file = file;
    if (typeof text !== "string") this.say("missing");
    else if (text.length > kMostBytes) this.say("large");
    this.file = before;
    return text;
  }
  hints(hints) {
    const counts = kLanguages.map((language) => this.list(hints, language).length);
    if (new Set(counts).size > 1) this.say("hints");
  }
  choices(at) {
    const choices = this.list(at, "choices");
    if (choices.length < 2) this.say("choices");
    for (const choice of choices) { this.text(choice, "value"); this.texts(choice, "text"); }
    if (!choices.some((choice) => choice?.value === at?.answer)) this.say("answer", at?.answer);
  }
  question({ prediction, start, solution }) {
    const kind = prediction.kind ?? "choice";
    if (!kKinds.includes(kind)) return this.say("kind", kind, kKinds.join(", "));
    this.texts(prediction, "explanation");
    this.asked(kind, prediction, prediction.program === "solution" ? solution : start);
    for (const variant of this.list(prediction, "again", false)) this.asked(kind, variant, variant?.program);
  }
  asked(kind, asked, program) {
    this.texts(asked, "question");
    if (kind === "choice") return this.choices(asked);
    if (kind === "nodes") return void (listOf(asked?.answer).length && asked.answer.every(isText) || this.say("nodes"));
    if (kind === "number" && !(isText(asked?.answer) && /^-?\d+(\.\d+)?$/.test(asked.answer))) return this.say("number", asked?.answer);
    if (kind !== "number") this.text(asked, "answer");
    if (kind !== "line" || typeof this.files[program] !== "string") return;
    const count = this.files[program].split("\n").filter((line) => line.trim() === String(asked?.answer).trim()).length;
    if (count !== 1) this.say("line", asked?.answer, count, program);
  }
  after(after) {
    this.texts(after, "explanation");
    for (const other of this.list(after, "solutions")) { this.texts(other, "title"); this.text(other, "file"); }
    if (!after.why) return this.say("noField", "why");
    for (const name of ["question", "explanation"]) this.texts(after.why, name);
    this.choices(after.why);
  }
  prose(manifest, steps, language) {
    const text = this.read(`${language}.md`);
    if (typeof text !== "string") return;
    this.file = `${language}.md`;
    const found = [...text.matchAll(/^## .*\{#([\w-]+)\}\s*$/gm)].map(([, id]) => id), wanted = steps.map((step) => step?.id);
    if (found.join() !== wanted.join()) this.say("anchors", found.join(", ") || "–", wanted.join(", "));
    const revision = /^---\n[\s\S]*?^revision:\s*(\S+)[\s\S]*?^---$/m.exec(text)?.[1];
    if (revision !== String(manifest.revision)) this.say("revision", revision ?? "–", manifest.revision);
    this.unwritten();
    this.file = "lesson.json";
  }
  // The first text that `vitrine lessons new` left to be written.
  unwritten() {
    const at = this.files[this.file].split("\n").findIndex((line) => /^(#+ )?TODO|"TODO/.test(line));
    if (at >= 0) this.say("todo", at + 1);
  }
}

// `files`: the folder's texts by path. The manifest is undefined where nothing of it can be read.
export function checkLesson(files) {
  const check = new Check(files), text = check.read("lesson.json");
  let manifest;
  try { manifest = text === undefined ? undefined : JSON.parse(text); } catch (error) { check.say("notJson", error.message); }
  if (manifest !== undefined) check.manifest(manifest), check.unwritten();
  return { manifest, problems: check.problems };
}
// What the page reads of a lesson that has no problems: lessons/ID.json.
export const packLesson = (manifest, files) => ({
  manifest, prose: Object.fromEntries(kLanguages.map((language) => [language, files[`${language}.md`]])),
  programs: Object.fromEntries(manifest.steps.flatMap(programsOf).map((file) => [file, files[file]])),
});
// Its row in lessons/index.json.
export const headOf = ({ id, title, summary, revision, minutes, chapter, concepts, prerequisites, panels, aliases, steps }) => ({
  id, title, summary, revision, minutes, chapter, concepts, prerequisites, panels, aliases, steps: steps.map((step) => ({ id: step.id, title: step.title, asks: !!step.prediction })),
});
