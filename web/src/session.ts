// What was open: in the browser's memory, and in links.
import { examples } from "./examples";
import { framedByOwnSite } from "./figure";
import { applyLanguage } from "./look";
import { figure, page, remember, remembered, toast } from "./page";
import { hold, runUnlessVeiled, show } from "./run";
import { BadLink, type SharedState, decodeState, encodeState } from "./share";
import { language, t } from "./strings";

// What this browser ran before, and what the page itself brings, is no stranger's.
export const isKnown = (source: string) => {
  const last = lastSession();
  return (last?.source === source && !last.held) || examples.some((e) => e.source === source) || Object.values(page.lessonView.lesson?.programs ?? {}).includes(source);
};
// Whether a program that came with a link waits for the reader's word.
export const isStranger = (source: string) => !isKnown(source) && !(figure && framedByOwnSite());
// What was open last is there again after a reload.
export function keepSession() {
  const last = JSON.stringify({ source: page.editor.source, held: page.held, lesson: page.lessonView.lesson?.manifest.id, step: page.lessonView.stepId });
  remember("last", last);
  if (!figure) try { sessionStorage.setItem("vitrine.last", last); } catch { /* private mode */ }
}
export function lastSession(): (Pick<SharedState, "source" | "lesson" | "step"> & { held?: boolean }) | null {
  if (figure) return null;
  try {
    const last = JSON.parse(sessionStorage.getItem("vitrine.last") ?? remembered("last") ?? "null");  // of this tab, else of any
    return typeof last?.source === "string" ? last : null;
  } catch { return null; }
}
export function currentState(): SharedState {
  const s = page.ui?.state();
  return { v: 1, source: page.editor.source, language: language(), lesson: page.lessonView.lesson?.manifest.id, step: page.lessonView.stepId,
    panel: s?.panel, second: s?.second, compile: s?.compile, graphView: s?.graph_view, graphPosition: s?.graph_position, half: s?.half || undefined, apart: s?.apart || undefined, skip: s?.skip.join(",") || undefined, left: s?.left || undefined, right: s?.right || undefined, pin: s?.pinned_line || undefined, film: s?.film || undefined, callsText: s?.calls_text || undefined, call: s?.chosen_call || undefined };
}
export async function share() {
  history.replaceState(null, "", `#${await encodeState(currentState())}`);
  try { await navigator.clipboard.writeText(location.href); toast(t("shared")); } catch { toast(t("sharedInBar")); }
}
export async function openLink(link = location.hash): Promise<SharedState | null> {
  if (link.length < 2) return null;
  try { return await decodeState(link); } catch (error) {
    toast(t(error instanceof BadLink && error.newer ? "newerLink" : "badLink"));
    history.replaceState(null, "", location.pathname + location.search);
    return null;
  }
}
// A link pasted into the address bar of the open page, or one in a lesson, which is the page's own.
export async function followLink(link?: string) {
  const state = await openLink(link);
  if (!state) return;
  if (state.language) applyLanguage(state.language);
  if (state.lesson && !figure) await page.lessonView.open(state.lesson, state.step, false, state.source);
  else page.lessonView.close();
  show(state.source);
  applyView(state);
  link || !isStranger(state.source) ? runUnlessVeiled() : hold();
}
export function applyView(state: SharedState) {
  if (!page.ui) return;
  const settings = { panel: state.panel, second: state.second, compile: state.compile, graph_view: state.graphView, graph_position: state.graphPosition, half: state.half, calls_text: state.callsText, calls_chosen: state.call, film: state.film };
  for (const [key, value] of Object.entries(settings)) if (value !== undefined && value !== "") page.ui.set(key, String(value));
  for (const key of ["apart", "skip", "left", "right"] as const) page.ui.set(key, String(state[key] ?? ""));  // a link without them means none
  if (state.pin) page.ui.pinLine(state.pin);
}
