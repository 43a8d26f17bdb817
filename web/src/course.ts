// What a lesson is to the page, and where lessons lie: a light index at first, a lesson's texts when it is opened.
import type { classTexts } from "./class_strings";
import type { courseTexts } from "./course_strings";

export type Texts = { en: string; zh: string };
export interface Choice { value: string; text: Texts }
export type Kind = "choice" | "number" | "line" | "nodes" | "guard" | "buffer";
// A question, or a variant of one: what changes when it comes back with other numbers.
export interface Asked { question: Texts; answer: string | string[]; asked?: string; choices?: Choice[]; program?: string }
export interface Prediction extends Asked { kind?: Kind; fact?: string; explanation: Texts; again?: (Asked & { program: string })[] }
export interface After { explanation: Texts; solutions: { title: Texts; file: string }[]; why: { question: Texts; choices: Choice[]; answer: string; explanation: Texts } }
export interface Step {
  id: string; title: Texts; start: string; solution: string; panels?: string[]; view?: "joint"; prediction?: Prediction;
  hints?: { en: string[]; zh: string[] }; after?: After; notes?: Texts;
}
interface Head { id: string; title: Texts; summary: Texts; revision: number; minutes: number; chapter?: string; concepts?: string[]; prerequisites: string[]; panels: string[]; aliases?: { lesson: string; steps: Record<string, string> }[] }
export interface Manifest extends Head { steps: Step[] }
// A row of lessons/index.json.
export interface LessonHead extends Head { own?: boolean; steps: { id: string; title: Texts; asks: boolean }[] }
// lessons/ID.json.
export interface LessonFile { manifest: Manifest; prose: Texts; programs: Record<string, string> }
export interface CheckResult {
  run: number; targets: boolean; passed: boolean; error: string; fact: string;
  lines: { passed: boolean; text: string }[]; choices: { value: string; text: string }[];
}

const kChapters = ["two-worlds", "capture", "fast", "train-and-shrink", "own-it", "capstones"];
export type CourseText = keyof typeof courseTexts | keyof typeof classTexts;
export const chapterText = (chapter?: string): CourseText => chapter === "own" ? "chapter_own" : `chapter_${kChapters.includes(chapter ?? "") ? chapter!.replaceAll("-", "_") : "other"}` as CourseText;
// The lessons by chapter, in the order of the course; those without one come last.
export function chapters(lessons: LessonHead[]): [string, LessonHead[]][] {
  const found = [...kChapters, "other"].map((chapter): [string, LessonHead[]] =>
    [chapter, lessons.filter((l) => !l.own && chapterText(l.chapter) === chapterText(chapter))]);
  return [["own", lessons.filter((l) => l.own)] as [string, LessonHead[]], ...found].filter(([, inside]) => inside.length);
}

// Where a lesson's step is found now, under whatever name a link or kept progress has for it.
export function locate(lessons: LessonHead[], id: string, step?: string): { lesson: LessonHead; step?: string } | undefined {
  const lesson = lessons.find((l) => l.id === id);
  if (lesson && (!step || lesson.steps.some((s) => s.id === step))) return { lesson, step };
  const named = lessons.flatMap((l) => (l.aliases ?? []).filter((alias) => alias.lesson === id).map((alias) => ({ lesson: l, steps: alias.steps })));
  const exact = named.find(({ steps }) => step !== undefined && step in steps);
  if (exact) return { lesson: exact.lesson, step: exact.steps[step!] };
  if (lesson) return { lesson };
  return named.length ? { lesson: named[0].lesson, step: Object.values(named[0].steps)[0] } : undefined;
}

// Opened by the reader, by id (own_lessons.ts).
export const ownLessons = new Map<string, LessonFile>();
export async function fetchLesson(id: string): Promise<LessonFile> {
  const own = ownLessons.get(id);
  if (own) return own;
  const response = await fetch(`./lessons/${encodeURIComponent(id)}.json`);
  if (!response.ok) throw new Error(`${id}: ${response.status}`);
  return response.json();
}

// "## Title {#id}" splits the prose into an introduction and the steps.
export function splitProse(text: string): { intro: string; steps: Record<string, string> } {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
  const steps: Record<string, string> = {};
  const parts = body.split(/^## .*\{#([\w-]+)\}\s*$/m);
  for (let i = 1; i + 1 < parts.length; i += 2) steps[parts[i]] = parts[i + 1].trim();
  return { intro: parts[0].replace(/^# .*$/m, "").trim(), steps };
}
