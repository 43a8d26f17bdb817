// Following the teacher on one network (serve.mjs --class): the teacher's page says what it shows, the class's pages show
// the same. The class says nothing. A pupil who changes the program or goes elsewhere is on their own until they come back.
import { showView } from "./look";
import { $, page, toast } from "./page";
import { runUnlessVeiled, show } from "./run";
import { applyView, currentState } from "./session";
import type { SharedState } from "./share";
import { t } from "./strings";

interface Said extends SharedState { asking: boolean }
type Role = "" | "teacher" | "invited" | "follows" | "alone";
const kDelay = 200;  // milliseconds: a drag is many states
const kRole = "vitrine.class";

let role: Role = "", token = "", timer = 0, sent = "", followers = 0, addresses: string[] = [];
let source: EventSource | undefined, newest: Said | undefined, applied = "", applying = false, pending = false;
const kept = (value?: string) => { try { return value === undefined ? sessionStorage.getItem(kRole) ?? "" : (sessionStorage.setItem(kRole, value), value); } catch { return ""; } };

// Before the fragment is read as a link: "?teach#TOKEN", which the server printed, and "?follow".
export function takeRole() {
  const query = new URLSearchParams(location.search), before = kept();
  if (query.has("teach") && location.hash.length > 1) {
    kept(`teacher ${token = location.hash.slice(1)}`);
    history.replaceState(null, "", location.pathname);  // no token in the address that a projector shows
    role = "teacher";
  } else if (query.has("follow")) {
    role = before === "follows" ? "follows" : "invited";
  } else if (before.startsWith("teacher ")) {
    [role, token] = ["teacher", before.slice("teacher ".length)];
  }
}

// --- the teacher --------------------------------------------------------------------------
function changed() {
  if (role !== "teacher") return;
  clearTimeout(timer);
  timer = window.setTimeout(() => void say(), kDelay);
}
async function say() {
  const text = JSON.stringify({ ...currentState(), asking: page.lessonView.asking } satisfies Said);
  if (text === sent) return;
  sent = text;
  try {
    const response = await fetch("./class/state", { method: "POST", headers: { authorization: `Bearer ${token}` }, body: text });
    if (!response.ok) throw new Error(String(response.status));
    ({ followers, addresses } = await response.json());
  } catch {
    leave();
    toast(t("noClass"));
  }
  drawClass();
}

// --- the class ----------------------------------------------------------------------------
function follow() {
  role = kept("follows") as Role;
  source ??= new EventSource("./class/events");
  source.onmessage = ({ data }) => {
    try { newest = JSON.parse(data); } catch { return; }
    if (typeof newest?.source !== "string") newest = undefined;
    else if (role === "follows") void catchUp();
  };
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) leave(), toast(t("noClass")); };
  if (newest) void catchUp();
  drawClass();
}
function leave() {
  source?.close();
  [source, newest, role] = [undefined, undefined, ""];
  kept("");
  drawClass();
}
const place = () => `${page.lessonView.lesson?.manifest.id ?? ""}/${page.lessonView.stepId ?? ""}`;
// One after the other: what comes meanwhile is newer, and wins.
async function catchUp() {
  if (applying) { pending = true; return; }
  applying = true;
  do {
    pending = false;
    await apply(newest!).catch(() => { /* a lesson that is not here: the program is */ });
  } while (pending && role === "follows");
  applying = false;
  applied = place();
}
async function apply(said: Said) {
  const view = page.lessonView, wanted = `${said.lesson ?? ""}/${said.step ?? ""}`, moved = wanted !== place();
  if (moved && said.lesson) await view.open(said.lesson, said.step, false, said.source);
  else if (moved) view.close();
  const other = said.source !== page.editor.source;
  if (other) show(said.source);
  page.held = false;
  applyView(said);
  const lifted = !said.asking && view.asking;
  if (lifted) view.showAlong();  // who has not guessed is shown what the teacher shows
  else if (other || moved) runUnlessVeiled();
  if (page.veiled) showView("lesson");
  else if (lifted || moved) showView("canvas");
}
// The pupil typed, or went to another step.
function wentAlone() {
  if (role !== "follows" || applying) return;
  role = "alone";
  drawClass();
}
export const classEdited = () => { wentAlone(); changed(); };
export const classMoved = () => { if (role === "follows" && !applying && applied && place() !== applied) wentAlone(); changed(); };

// --- what both see ------------------------------------------------------------------------
export function drawClass() {
  const bar = $("class-bar"), button = (id: string, text: string, act: () => void, look = "quiet") => Object.assign(document.createElement("button"), { id, textContent: text, onclick: act, className: look });
  bar.hidden = !role;
  if (!role) return bar.replaceChildren();
  const said = { teacher: followers ? t("classFollowers", followers, addresses[0] ?? "") : t("classWaits", addresses[0] ?? t("classLocal")), invited: t("classInvited"), follows: t("classFollows"), alone: t("classAlone") }[role];
  const text = Object.assign(document.createElement("span"), { id: "class-text", textContent: said });
  const actions = {
    teacher: [button("class-leave", t("classEnd"), leave)], invited: [button("class-follow", t("classJoin"), follow, "primary"), button("class-leave", t("ownNo"), leave)],
    follows: [button("class-leave", t("classLeave"), leave)], alone: [button("class-follow", t("classBack"), follow, "primary"), button("class-leave", t("classLeave"), leave)],
  }[role];
  bar.replaceChildren(text, ...actions);
}
export function setUpClass() {
  if (!role) return;
  if (role === "follows") follow();
  if (role === "teacher") page.ui?.onSettled.push(changed), changed();
  drawClass();
}
