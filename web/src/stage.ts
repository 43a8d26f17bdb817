// What the presentation and the window with its notes say to each other, over a channel of their own. Both are pages of
// this site; the presentation keeps the state, so the notes can be closed and opened again.
import type { Texts } from "./course";
import type { Language } from "./strings";

export const kParts = ["lesson", "editor", "canvas"] as const;
export type Part = (typeof kParts)[number];
export interface StageState {
  language: Language; theme: string; scale: number; focus: Part | ""; spotlight: boolean;
  since: number;  // when the clock was started, in milliseconds
  lesson?: {
    title: Texts; index: number; steps: { title: Texts; passed: boolean }[]; next?: Texts;
    asking: boolean; notes?: Texts; question?: Texts; answer?: Texts; explanation?: Texts;
  };
}
export type Wish = { act: "hello" | "next" | "back" | "spotlight" | "clock" } | { act: "go" | "scale"; value: number } | { act: "focus"; value: Part | "" };
export type StageMessage = { state: StageState } | { wish: Wish };

export const stageChannel = (id: string) => new BroadcastChannel(`vitrine-stage-${id}`);
