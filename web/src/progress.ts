// How far the learner is, by step, in the browser's storage: an entry each, which knows no revision of the lesson but
// for the guess, so that a lesson that is rewritten keeps what was passed. Days are of the learner's own calendar.
import { type LessonHead, locate } from "./course";

// A question that was missed: it comes back on `day`; after `stage` right answers the next pause is kPauses[stage].
export interface Due { day: number; stage: number; variant: number }
export interface StepProgress {
  passed?: boolean; hints?: number; gaveUp?: boolean; program?: string;
  guess?: string; right?: boolean; revision?: number;  // of the lesson that the guess was of; "" asked to be shown
  why?: string; due?: Due;
}
const kPrefix = "vitrine.step.", kFormat = "vitrine-progress", kVersion = 2;
export const kPauses = [1, 3, 7, 21];

export const keyOf = (lesson: string, step: string) => `${kPrefix}${lesson}/${step}`;
export const isProgressKey = (key: string | null) => !!key?.startsWith(kPrefix);
export const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);

function clean(found: any): StepProgress {
  if (typeof found !== "object" || !found) return {};
  const made: StepProgress = {};
  const take = (type: string, ...keys: (keyof StepProgress)[]) => { for (const key of keys) if (typeof found[key] === type) (made as any)[key] = found[key]; };
  take("boolean", "passed", "gaveUp", "right");
  take("number", "hints", "revision");
  if (!(made.hints! >= 0)) delete made.hints;
  take("string", "program", "guess", "why");
  const due = found.due;
  const counts = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
  if (due && [due.day, due.stage, due.variant].every(counts) && due.stage < kPauses.length) made.due = { day: due.day, stage: due.stage, variant: due.variant };
  return made;
}
// What is kept of a step; a damaged entry is an empty one. A guess was of the question as it stood.
export function readStep(lesson: string, step: string, revision?: number): StepProgress {
  let kept: StepProgress = {};
  try { kept = clean(JSON.parse(localStorage.getItem(keyOf(lesson, step)) ?? "{}")); } catch { /* private mode, or damaged */ }
  if (revision !== undefined && kept.revision !== undefined && kept.revision !== revision) for (const key of ["guess", "right", "why", "revision"] as const) delete kept[key];
  return kept;
}
export function writeStep(lesson: string, step: string, progress: StepProgress) {
  try { localStorage.setItem(keyOf(lesson, step), JSON.stringify(progress)); } catch { /* private mode: progress lasts as long as the page */ }
}
export function forget(lesson: LessonHead) {
  for (const step of lesson.steps) try { localStorage.removeItem(keyOf(lesson.id, step.id)); } catch { /* private mode */ }
}
export const passedSteps = (lesson: LessonHead) => lesson.steps.filter((step) => readStep(lesson.id, step.id).passed).length;
export const isDone = (lesson: LessonHead) => passedSteps(lesson) === lesson.steps.length;

// --- questions that come back ---------------------------------------------------------
export interface DueQuestion { lesson: LessonHead; step: string; due: Due }
export function dueQuestions(lessons: LessonHead[]): DueQuestion[] {
  return lessons.flatMap((lesson) => lesson.steps.flatMap((step) => {
    const { due } = readStep(lesson.id, step.id);
    return due && due.day <= today() ? [{ lesson, step: step.id, due }] : [];
  }));
}
export const firstDue = (): Due => ({ day: today() + kPauses[0], stage: 0, variant: 0 });
// After an answer: the next time, or undefined once it was right after the longest pause.
export function nextDue(due: Due, right: boolean, variants: number): Due | undefined {
  const stage = right ? due.stage + 1 : 0;
  if (stage >= kPauses.length) return undefined;
  return { day: today() + kPauses[stage], stage, variant: (due.variant + 1) % Math.max(1, variants) };
}

// --- what an earlier version kept -----------------------------------------------------
// Before, a lesson had one entry per revision. What was passed there is passed under the name that the step has now.
export function takeOver(lessons: LessonHead[]) {
  const old: string[] = [];
  try { for (let i = 0; i < localStorage.length; ++i) if (localStorage.key(i)!.startsWith("vitrine.lesson.")) old.push(localStorage.key(i)!); } catch { return; }
  for (const key of old) {
    const id = key.slice("vitrine.lesson.".length).replace(/\.\d+$/, "");
    let passed: unknown;
    try { passed = JSON.parse(localStorage.getItem(key) ?? "{}").passed; } catch { /* damaged */ }
    let known = false;
    for (const step of Array.isArray(passed) ? passed : []) {
      const place = locate(lessons, id, String(step));
      if (!place?.step) continue;
      known = true;
      writeStep(place.lesson.id, place.step, { ...readStep(place.lesson.id, place.step), passed: true });
    }
    if (known || !Array.isArray(passed) || !passed.length) localStorage.removeItem(key);
  }
  // A step that moved into another lesson takes its entry along.
  for (const lesson of lessons)
    for (const alias of lesson.aliases ?? [])
      for (const [from, to] of Object.entries(alias.steps)) {
        if (lessons.some((l) => l.id === alias.lesson && l.steps.some((s) => s.id === from))) continue;
        const kept = readStep(alias.lesson, from);
        if (!kept.passed || readStep(lesson.id, to).passed) continue;
        writeStep(lesson.id, to, { ...readStep(lesson.id, to), passed: true });
      }
}

// --- as a file ------------------------------------------------------------------------
export function exported(): string {
  const steps: Record<string, StepProgress> = {};
  for (let i = 0; i < localStorage.length; ++i) {
    const key = localStorage.key(i)!;
    if (isProgressKey(key)) try { steps[key.slice(kPrefix.length)] = clean(JSON.parse(localStorage.getItem(key)!)); } catch { /* damaged */ }
  }
  return JSON.stringify({ format: kFormat, version: kVersion, steps }, null, 1);
}
// How many steps were taken over; null if the text is no progress. What is passed here stays passed.
export function imported(text: string, lessons: LessonHead[]): number | null {
  let file: any;
  try { file = JSON.parse(text); } catch { return null; }
  if (file?.format !== kFormat || typeof file.steps !== "object" || !file.steps) return null;
  let count = 0;
  for (const [name, found] of Object.entries(file.steps)) {
    const [id, step] = name.split("/"), place = step ? locate(lessons, id, step) : undefined;
    if (!place?.step) continue;
    const here = readStep(place.lesson.id, place.step), there = clean(found);
    writeStep(place.lesson.id, place.step, { ...there, ...here, passed: here.passed || there.passed || undefined });
    ++count;
  }
  return count;
}
