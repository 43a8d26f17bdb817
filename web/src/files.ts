// Out of the page and into it: programs as .py and .ipynb, pictures as SVG and PNG, tables as CSV, and print.
import { $, page, panelTitle, toast } from "./page";
import { printHandout } from "./handout";
import { type Notebook, NotANotebook, notebookOf, programOf, readNotebook } from "./notebook";
import { chooseLessons, dropLessons } from "./own_lessons";
import { pictureInPage, pngOf } from "./picture";
import { load } from "./run";
import { t, type TextId } from "./strings";
import { tablesOf, toggleTwin } from "./twin";

let notebook: Notebook | null = null;  // that the program was opened from
let programName = "program";
const kMostBytes = 8 << 20;

export function saveFile(name: string, content: Blob | string, type = "text/plain;charset=utf-8") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const savePy = () => saveFile(`${programName}.py`, page.editor.source);
export const saveIpynb = () => saveFile(`${programName}.ipynb`, JSON.stringify(notebookOf(page.editor.source, notebook), null, 1) + "\n", "application/x-ipynb+json");
// In the form that it was opened in.
export const saveProgram = () => (notebook ? saveIpynb() : savePy());

// Another program than the one from a file is in the editor now.
export function forgetFile() { notebook = null; programName = "program"; }

const isProgramFile = (name: string) => /\.(py|ipynb)$/i.test(name);
export async function openFile(file: File) {
  if (!isProgramFile(file.name) || file.size > kMostBytes) return toast(t(file.size > kMostBytes ? "fileTooLarge" : "notAProgram", file.name));
  const text = (await file.text()).replace(/^\uFEFF/, "");
  let opened: Notebook | null = null, source = text.replace(/\r\n?/g, "\n");
  if (/\.ipynb$/i.test(file.name)) {
    try { source = programOf(opened = readNotebook(text)); } catch (error) {
      if (!(error instanceof NotANotebook)) throw error;
      return toast(t("notANotebook", file.name));
    }
  }
  page.lessonView.close();
  load(source);
  [notebook, programName] = [opened, file.name.replace(/\.(py|ipynb)$/i, "")];
  toast(t("opened", file.name));
}
export const chooseFile = () => $("file").click();

export function saveSvg() {
  const svg = page.ui?.svg();
  if (svg) saveFile(`${page.ui!.state().panel}.svg`, svg, "image/svg+xml");
  else toast(t("noPicture", panelTitle(page.ui?.state().panel ?? "")));
}
// A panel whose picture is no scene is saved as it stands on the screen.
export async function savePng() {
  const svg = page.ui?.svg(), picture = await (svg ? pngOf(svg) : page.ui?.picture());
  if (picture) saveFile(`${page.ui!.state().panel}.png`, picture);
}
const csvCell = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const csvOf = (rows: string[][]) => rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";
export function saveCsv() {
  const tables = tablesOf(page.ui?.twin() ?? []);
  if (!tables.length) return toast(t("noTable"));
  // One after the other, with a line between them: a browser asks before it saves several files.
  const text = tables.map(({ title, rows }) => (tables.length > 1 ? csvOf([[title]]) : "") + csvOf(rows)).join("\r\n");
  saveFile(`${page.ui!.state().panel}.csv`, "\uFEFF" + text, "text/csv;charset=utf-8");
}

// Something of the page's own in place of what is on the screen.
let given: HTMLElement[] | undefined;
export function printSheet(sheet: HTMLElement[]) {
  $("paper").replaceChildren(...(given = sheet));
  window.print();
}
// The editor keeps only the lines in view, and the canvas is no text: for paper both are written out.
function prepareForPrint() {
  if (given) return $("paper").replaceChildren(...given);
  const sheet = $("paper"), program = document.createElement("pre"), twin = document.createElement("div");
  sheet.replaceChildren();
  program.textContent = page.editor?.source ?? "";
  sheet.append(program);
  const svg = page.ui?.svg();
  if (svg) sheet.append(pictureInPage(svg));
  for (const { title, rows } of tablesOf(page.ui?.twin() ?? [])) {
    const table = document.createElement("table");
    table.append(Object.assign(document.createElement("caption"), { textContent: title }));
    for (const row of rows) {
      const line = table.insertRow();
      for (const cell of row) line.insertCell().textContent = cell;
    }
    twin.append(table);
  }
  const { output, errors, traceback } = page.ui?.state() ?? { output: "", errors: "", traceback: "" };
  if (output + errors + traceback) sheet.append(Object.assign(document.createElement("pre"), { textContent: output + errors + traceback }));
  sheet.append(twin);
}

type FileAction = [TextId, string, () => void];
export const fileActions: FileAction[] = [
  ["openFile", "Ctrl+O", chooseFile], ["openLessons", "", chooseLessons], ["savePy", "Ctrl+S", savePy], ["saveIpynb", "", saveIpynb],
  ["saveSvg", "", saveSvg], ["savePng", "", () => void savePng()], ["saveCsv", "", saveCsv],
  ["print", "", () => window.print()], ["printHandout", "", printHandout], ["panelsAsText", "Alt+A", toggleTwin],
];
export function filesLanguage() {
  $("files-button").textContent = t("files");
  $("files").setAttribute("aria-label", t("files"));
  $("files").replaceChildren(...fileActions.map(([text, key, act]) => {
    const button = Object.assign(document.createElement("button"), { textContent: t(text), onclick: () => { $("files").hidePopover(); act(); } });
    if (key) button.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    return button;
  }));
}

export function setUpFiles() {
  const input = $<HTMLInputElement>("file"), menu = $("files"), button = $("files-button");
  input.onchange = () => { if (input.files?.[0]) void openFile(input.files[0]); input.value = ""; };
  menu.addEventListener("beforetoggle", () => {
    const box = button.getBoundingClientRect();
    menu.style.top = `${box.bottom + 4}px`;
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - 268))}px`;
  });
  const dropped = (event: DragEvent) => [...(event.dataTransfer?.items ?? [])].some((item) => item.kind === "file");
  window.addEventListener("dragover", (event) => { if (dropped(event)) event.preventDefault(); });
  window.addEventListener("drop", (event) => {
    const file = [...(event.dataTransfer?.files ?? [])].find((each) => isProgramFile(each.name));
    if (event.defaultPrevented || !dropped(event)) return;
    event.preventDefault();
    if (dropLessons(event.dataTransfer!)) return;
    if (file) void openFile(file);
  });
  window.addEventListener("beforeprint", prepareForPrint);
  window.addEventListener("afterprint", () => { given = undefined; $("paper").replaceChildren(); });
}
