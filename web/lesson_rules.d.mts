import type { LessonFile, LessonHead, Manifest } from "./src/course";
export interface LessonProblem { file: string; step: string; id: string; values: (string | number)[]; mild: boolean }
export const kLanguages: ("en" | "zh")[];
export function problemText(problem: LessonProblem, language?: string): string;
export function problemLine(problem: LessonProblem): string;
export function programsOf(step: unknown): string[];
export function checkLesson(files: Record<string, string>): { manifest?: Manifest; problems: LessonProblem[] };
export function packLesson(manifest: Manifest, files: Record<string, string>): LessonFile;
export function headOf(manifest: Manifest): LessonHead;
