// Lessons that are not the site's: a folder that is dropped or chosen, a packed lesson, or a link (?lessons=ADDRESS).
// They are checked as the build checks its own (lesson_rules.mjs), then by the engine, before they are shown.
import { type LessonProblem, checkLesson, headOf, packLesson, problemText, programsOf } from "../lesson_rules.mjs";
import { type LessonFile, type LessonHead, type Manifest, type Step, ownLessons } from "./course";
import { applyLanguage, showView } from "./look";
import { element, inlineCode as inline, plainText } from "./markdown";
import { $, page, toast } from "./page";
import { judge } from "./run";
import { language, t } from "./strings";

type Files = Record<string, string>;
interface Found { name: string; files: Files }
interface Report { name: string; title: string; problems: LessonProblem[]; engine: { step: string; text: string }[]; shown: boolean }

const kMostFiles = 2000, kMostBytes = 16 << 20, kKept = "vitrine.ownLessons";
let reports: Report[] = [], checking = "", asked: { link: string; address: string; lessons: Found[] } | undefined;

// --- reading ------------------------------------------------------------------------------
const isTextFile = (path: string) => /\.(json|md|py)$/i.test(path);
// Every folder with a lesson.json is a lesson; files below it are its own.
function lessonsIn(files: Files): Found[] {
  return Object.keys(files).filter((path) => /(^|\/)lesson\.json$/.test(path)).sort().map((path) => {
    const folder = path.slice(0, -"lesson.json".length), inside: Files = Object.create(null);
    for (const [name, text] of Object.entries(files)) if (name.startsWith(folder)) inside[name.slice(folder.length)] = text;
    return { name: folder.replace(/\/$/, "").split("/").pop() || "lesson", files: inside };
  });
}
// A lesson in one file, as the build writes it: taken apart, so that it is checked like a folder.
function unpack(name: string, text: string): Found | undefined {
  let packed: Partial<LessonFile> | null;
  try { packed = JSON.parse(text); } catch { return undefined; }
  if (!packed?.manifest || typeof packed.prose !== "object" || typeof packed.programs !== "object") return undefined;
  const files: Files = Object.assign(Object.create(null), packed.programs, { "lesson.json": JSON.stringify(packed.manifest, null, 2) });
  for (const [language, prose] of Object.entries(packed.prose)) files[`${language}.md`] = String(prose);
  return { name, files };
}
async function readEntries(entries: FileSystemEntry[]): Promise<Files> {
  const found: Files = {}, open = entries.map((entry) => ({ entry, path: entry.name }));
  let count = 0, bytes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { entry, path } = next;
    if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (let more = true; more;) {
        const part = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
        more = part.length > 0;
        for (const each of part) if (!each.name.startsWith(".")) open.push({ entry: each, path: `${path}/${each.name}` });
      }
    } else if (isTextFile(path) && ++count <= kMostFiles) {
      const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
      if ((bytes += file.size) <= kMostBytes) found[path] = await file.text();
    }
  }
  return found;
}
async function readList(list: FileList): Promise<Files> {
  const found: Files = {};
  let bytes = 0;
  for (const file of [...list].filter((each) => isTextFile(each.name)).slice(0, kMostFiles))
    if ((bytes += file.size) <= kMostBytes) found[file.webkitRelativePath || file.name] = await file.text();
  return found;
}
const packedIn = (files: Files): Found[] => Object.entries(files).filter(([path]) => /\.json$/i.test(path) && !/(^|\/)lesson\.json$/.test(path))
  .flatMap(([path, text]) => unpack(path.split("/").pop()!, text) ?? []);

// A lesson's folder, a folder of lessons with a list of their names (index.json), or one file.
async function readAddress(address: string): Promise<Found[]> {
  const text = async (url: URL) => { const response = await fetch(url); return response.ok ? response.text() : undefined; };
  const base = new URL(address, location.href);
  if (/\.json$/i.test(base.pathname) && !base.pathname.endsWith("/index.json")) {
    const packed = unpack(base.pathname.split("/").pop()!, (await text(base)) ?? "");
    if (packed) return [packed];
  }
  const folder = new URL(base);
  folder.pathname = folder.pathname.replace(/(lesson|index)\.json$/, "").replace(/\/?$/, "/");
  const one = await readFolder(folder, text);
  if (one) return [one];
  let listed: unknown;
  try { listed = JSON.parse((await text(new URL("index.json", folder))) ?? ""); } catch { return []; }
  const names = (Array.isArray(listed) ? listed : []).flatMap((row) => (typeof row === "string" ? [row] : typeof row?.id === "string" ? [`${row.id}.json`] : [])).filter((name) => /^[\w.-]+$/.test(name)).slice(0, 200);
  const found = await Promise.all(names.map(async (name) => (name.endsWith(".json") ? unpack(name, (await text(new URL(name, folder))) ?? "") : readFolder(new URL(`${name}/`, folder), text))));
  return found.filter((each) => each !== undefined);
}
async function readFolder(folder: URL, text: (url: URL) => Promise<string | undefined>): Promise<Found | undefined> {
  const manifest = await text(new URL("lesson.json", folder));
  if (manifest === undefined) return undefined;
  const files: Files = Object.assign(Object.create(null), { "lesson.json": manifest });
  let steps: unknown = [];
  try { steps = JSON.parse(manifest)?.steps; } catch { /* the check says so */ }
  const named = (Array.isArray(steps) ? steps : []).flatMap(programsOf).filter((name) => typeof name === "string" && /^[\w-][\w./-]*$/.test(name) && !name.includes(".."));
  await Promise.all(["en.md", "zh.md", ...named].map(async (name) => { const found = await text(new URL(name, folder)); if (found !== undefined) files[name] = found; }));
  return { name: folder.pathname.split("/").filter(Boolean).pop() ?? "lesson", files };
}

// --- checking -----------------------------------------------------------------------------
const words = (text: string) => text.split(/\s+/).filter(Boolean);
// What only a run shows: starts fail, solutions pass, guesses are right.
async function checkByEngine(manifest: Manifest, programs: Files, say: (step: string, text: string) => void) {
  // Of a manifest that the engine does not take, every program fails, the empty one too.
  const taken = await judge(manifest.id, manifest.steps[0].id, "");
  if (!taken) return say("", t("ownStopped"));
  if (taken.error && !taken.lines.length) return say("", taken.error);
  for (const step of manifest.steps) {
    const verdict = (file: string) => judge(manifest.id, step.id, programs[file]);
    for (const file of [step.solution, ...(step.after?.solutions ?? []).map((other) => other.file)]) {
      const result = await verdict(file);
      if (!result) return say(step.id, t("ownStopped"));
      if (!result.passed) say(step.id, [t("ownFails", file), result.error, ...result.lines.filter((line) => !line.passed).map((line) => line.text)].filter(Boolean).join(" · "));
    }
    const start = await verdict(step.start);
    if (!start) return say(step.id, t("ownStopped"));
    if (start.passed) say(step.id, t("ownPasses", step.start));
    const wrong = await wrongAnswer(manifest.id, step, programs);
    if (wrong) say(step.id, wrong);
    if (wrong === t("ownStopped")) return;
  }
}
async function wrongAnswer(lesson: string, step: Step, programs: Files): Promise<string | undefined> {
  const { prediction } = step, program = programs[prediction?.program === "solution" ? step.solution : step.start];
  if (!prediction?.fact && prediction?.kind !== "line") return undefined;
  const found = await judge(lesson, step.id, program, true);
  if (!found) return t("ownStopped");
  const fact = found.fact ?? "";
  if (prediction.kind === "line") {
    const at = program.split("\n").findIndex((line) => line.trim() === String(prediction.answer).trim()) + 1;
    return words(fact).includes(String(at)) ? undefined : t("ownGuess", String(prediction.answer), fact || "–");
  }
  const isNumber = prediction.kind === "number" || prediction.kind === undefined || prediction.kind === "choice";
  return !isNumber || fact === prediction.answer || (prediction.kind === "number" && Number(fact) === Number(prediction.answer)) ? undefined : t("ownGuess", String(prediction.answer), fact);
}

const kPrefix = "own:";
function add(file: LessonFile) {
  const { manifest } = file, head: LessonHead = { ...headOf(manifest), own: true };
  ownLessons.set(manifest.id, file);
  const at = page.lessons.findIndex((lesson) => lesson.id === manifest.id);
  at >= 0 ? page.lessons.splice(at, 1, head) : page.lessons.push(head);
}
async function take({ name, files }: Found) {
  const { manifest, problems } = checkLesson(files), serious = problems.some(({ mild }) => !mild);
  const report: Report = { name, title: /^TODO/.test(manifest?.title?.[language()] ?? "TODO") ? name : manifest!.title[language()], problems, engine: [], shown: false };
  reports.push(report);
  if (!manifest || serious) return;
  checking = report.title;
  page.lessonView.draw();
  // Under a name of its own: a lesson of the course with the same id keeps its progress.
  const file = packLesson({ ...manifest, id: kPrefix + manifest.id, aliases: [], prerequisites: manifest.prerequisites.map((id) => (page.lessons.some((l) => l.id === id) ? id : kPrefix + id)) }, files);
  page.pool.know(file.manifest);
  page.checking = true;
  $<HTMLButtonElement>("stop").disabled = false;
  await checkByEngine(file.manifest, file.programs, (step, text) => report.engine.push({ step, text }));
  page.checking = false;
  $<HTMLButtonElement>("stop").disabled = !page.running;
  checking = "";
  if (report.engine.length) return;
  report.shown = true;
  add(file);
}
async function takeAll(lessons: Found[]) {
  if (!page.ui) return;
  if (!lessons.length) return toast(t("ownNone"));
  page.lessonView.close();
  showView("lesson");
  reports = [];
  for (const lesson of lessons) await take(lesson);
  keep();
  const opened = reports.filter(({ shown }) => shown).length;
  if (opened) toast(t("ownAdded", opened));
  applyLanguage(language());  // the lists of lessons
}
// For a reload of this tab; they were checked.
let from = "";  // the address that they are of
function keep() { try { sessionStorage.setItem(kKept, JSON.stringify({ from, lessons: [...ownLessons.values()] })); } catch { /* too large, or a private window: they are gone after a reload */ } }
export function restoreOwnLessons() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(kKept) ?? "{}") as { from: string; lessons: LessonFile[] };
    for (const file of kept.lessons) add(file);
    from = kept.from;
  } catch { /* nothing, or damaged */ }
}

// --- asking and showing -------------------------------------------------------------------
// What the map of lessons has above it: a question about a link, what is being checked, what is wrong.
export function ownLessonsReport(): HTMLElement[] {
  if (asked) return [linkCard(asked)];
  if (checking) return [element("div", { className: "card", id: "own-checking" }, element("p", { className: "meta" }, t("ownChecking", plainText(checking))))];
  const wrong = reports.filter(({ problems, engine }) => problems.length || engine.length);
  return wrong.map((report, i) => element("div", { className: "card own-report", id: `own-report-${i + 1}` }, element("h3", {}, inline(t(report.shown ? "ownUnfinished" : "ownWrong", plainText(report.title)))),
    element("ul", {}, ...report.problems.map((problem) => row(problem.file, problem.step, problemText(problem, language()))), ...report.engine.map(({ step, text }) => row(step ? report.name : "lesson.json", step, text)))));
}
const row = (file: string, step: string, text: string) => element("li", {}, element("code", {}, file), step ? ` ${t("ownStep", step)}` : "", `: ${text}`);
function linkCard({ link, address, lessons }: NonNullable<typeof asked>): HTMLElement {
  const titles = lessons.map(({ name, files }) => checkLesson(files).manifest?.title?.[language()] ?? name);
  const answer = (yes: boolean) => { asked = undefined; from = yes ? link : from; yes ? void takeAll(lessons) : page.lessonView.draw(); };
  return element("div", { className: "card due", id: "own-asked" }, element("h3", {}, t("ownLink")), element("p", { className: "meta" }, element("code", {}, address)), element("ul", {}, ...titles.map((title) => element("li", {}, inline(String(title))))),
    element("p", { className: "meta" }, t("ownLinkText")), element("div", { className: "row" }, element("button", { className: "primary", id: "own-yes", onclick: () => answer(true) }, t("ownYes")), element("button", { className: "quiet", id: "own-no", onclick: () => answer(false) }, t("ownNo"))));
}

// --- where they come from -----------------------------------------------------------------
const takeFiles = (files: Files) => takeAll([...lessonsIn(files), ...packedIn(files)]);
export const chooseLessons = () => $("lesson-folder").click();
// Whether something dropped is lessons; then they are taken. Entries must be asked for before the event is over.
export function dropLessons(data: DataTransfer): boolean {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry);
  const folder = entries.some((entry) => entry.isDirectory);
  if (!folder && ![...data.files].some(({ name }) => /\.json$/i.test(name))) return false;
  void (folder ? readEntries(entries) : readList(data.files)).then(takeFiles);
  return true;
}
async function askAboutLink(address: string) {
  const url = new URL(address, location.href);
  try {
    const lessons = await readAddress(address);
    if (!lessons.length) return toast(t("ownNothingAt", url.href));
    asked = { link: address, address: url.href, lessons };
    page.lessonView.close();
    showView("lesson");
  } catch {
    toast(t(url.origin === location.origin ? "ownNothingAt" : "ownElsewhere", url.href));
  }
}
export function setUpOwnLessons() {
  const input = $<HTMLInputElement>("lesson-folder");
  input.onchange = () => {
    if (input.files?.length) void readList(input.files).then(takeFiles);
    input.value = "";
  };
  const address = new URLSearchParams(location.search).get("lessons");
  if (address && address !== from) void askAboutLink(address);  // after a reload they are there already
}
