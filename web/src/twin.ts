// The panels as text: what the canvas shows, as lists, trees and tables of the page, for screen readers, the keyboard,
// print and tables as files. Made when it is opened, kept up to date while it is open, and gone when it is closed.
import { $, page } from "./page";
import { t } from "./strings";
import type { TwinBlock, TwinLine, TwinNode, TwinPanel } from "./ui";

const make = <K extends keyof HTMLElementTagNameMap>(tag: K, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });

// "| a | b" is how Dear ImGui logs a row of a table.
export const isTableRow = (line: string) => line.trimStart().startsWith("|");
export const cellsOf = (line: string) => line.trim().replace(/^\|/, "").split("|").map((cell) => cell.trim());

export function tablesOf(panels: TwinPanel[]): { title: string; rows: string[][] }[] {
  const tables: { title: string; rows: string[][] }[] = [];
  for (const panel of panels)
    for (const block of panel.blocks) {
      if (block.kind === "scene") tables.push({ title: panel.title, rows: [[t("node"), t("facts"), t("inputs"), t("users"), t("within"), t("line")], ...sceneRows(block.nodes)] });
      if (block.kind !== "text") continue;
      let rows: string[][] = [];
      for (const line of [...block.text.split("\n"), ""]) {
        if (isTableRow(line)) rows.push(cellsOf(line));
        else if (rows.length) tables.push({ title: panel.title, rows }), rows = [];
      }
    }
  return tables;
}
function sceneRows(nodes: TwinNode[], within: string[] = []): string[][] {
  return nodes.flatMap((node) => [
    ...(node.kind === "node" || node.kind === "other" || node.kind === "pill" ? [[node.title, node.facts.join("; "), node.inputs.join(", "), node.users.join(", "), within.join(" / "), node.line ? String(node.line) : ""]] : []),
    ...sceneRows(node.children, [...within, node.title]),
  ]);
}

// A list whose places are reached by the arrow keys: one stop of Tab.
function rove(list: HTMLElement, places: HTMLElement[]) {
  places.forEach((place, i) => { place.tabIndex = i ? -1 : 0; });
  list.addEventListener("keydown", (event) => {
    const at = places.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = places[Math.max(0, Math.min(places.length - 1, to))];
    places[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

function textBlock(text: string): HTMLElement[] {
  const made: HTMLElement[] = [];
  let rows: string[][] = [];
  const endTable = () => {
    if (!rows.length) return;
    const table = make("table"), widest = Math.max(...rows.map((row) => row.length));
    for (const row of rows) {
      const line = make("tr");
      line.append(...Array.from({ length: widest }, (_, i) => make("td", row[i] ?? "")));
      table.append(line);
    }
    made.push(table);
    rows = [];
  };
  for (const line of text.split("\n")) {
    if (isTableRow(line)) { rows.push(cellsOf(line)); continue; }
    endTable();
    if (line.trim()) made.push(make("p", line.trim()));
  }
  endTable();
  return made;
}

function linesBlock(rows: TwinLine[]): HTMLElement {
  const list = make("ol", "", "twin-lines");
  const buttons: HTMLElement[] = [];
  list.append(...rows.map((row) => {
    const item = make("li"), { text } = row;
    if (!row.item) { item.textContent = text; return item; }
    const button = make("button", text);
    button.onclick = () => page.ui?.pinItem(row.item);
    buttons.push(button);
    item.append(button);
    return item;
  }));
  rove(list, buttons);
  return list;
}

function sceneBlock(nodes: TwinNode[], title: string): HTMLElement {
  const places: HTMLElement[] = [];
  const tree = make("ul", "", "twin-tree");
  const add = (parent: HTMLElement, list: TwinNode[], level: number) => {
    for (const node of list) {
      const item = make("li");
      item.setAttribute("role", "treeitem");
      item.setAttribute("aria-level", String(level));
      const said = [node.title, ...node.facts];
      if (node.inputs.length) said.push(`${t("inputs")}: ${node.inputs.join(", ")}`);
      if (node.users.length) said.push(`${t("users")}: ${node.users.join(", ")}`);
      const line = t("atLine", node.line);
      if (node.line && !said.includes(line)) said.push(line);
      const label = make("span", said.join(" · "));
      label.id = `twin-${places.length}`;
      item.setAttribute("aria-labelledby", label.id);
      item.append(label);
      const act = () => { if (node.item) page.ui?.pinItem(node.item); };
      item.addEventListener("click", (event) => { event.stopPropagation(); act(); });
      item.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target === item) { event.preventDefault(); act(); } });
      places.push(item);
      parent.append(item);
      if (!node.children.length) continue;
      item.setAttribute("aria-expanded", "true");
      const inner = make("ul");
      inner.setAttribute("role", "group");
      item.append(inner);
      add(inner, node.children, level + 1);
    }
  };
  tree.setAttribute("role", "tree");
  tree.setAttribute("aria-label", title);
  add(tree, nodes, 1);
  rove(tree, places);
  return tree;
}

function panelSection(panel: TwinPanel): HTMLElement {
  const section = make("section");
  section.append(make("h2", panel.title));
  const add = (block: TwinBlock) => {
    if (block.kind === "text") section.append(...textBlock(block.text));
    else if (block.kind === "lines") section.append(linesBlock(block.rows));
    else section.append(sceneBlock(block.nodes, panel.title));
  };
  panel.blocks.forEach(add);
  return section;
}

// What the arrow keys reach, in the order of the page, and what a reader calls it.
const placesIn = (body: HTMLElement) => [...body.querySelectorAll<HTMLElement>("[role='treeitem'], .twin-lines button")];
const titleOf = (place: Element) => (place.querySelector("span") ?? place).textContent!.split(" · ")[0];

let shown = "";
export const twinIsOpen = () => !$("twin").hidden;
// The same content is left alone, so that a reader keeps its place.
export function refreshTwin() {
  if (!twinIsOpen() || !page.ui) return;
  const panels = page.ui.twin(), now = JSON.stringify(panels) + document.documentElement.lang;
  if (now === shown) return;
  shown = now;
  const body = $("twin-body"), left = placesIn(body).indexOf(document.activeElement as HTMLElement), top = $("twin").scrollTop;
  const title = left < 0 ? "" : titleOf(document.activeElement!);
  body.replaceChildren(...panels.map(panelSection));
  $("twin").scrollTop = top;
  if (left < 0) return;
  // The nearest place of the same title; facts of it may have changed.
  const places = placesIn(body), away = (place: HTMLElement) => Math.abs(places.indexOf(place) - left);
  const same = places.filter((place) => titleOf(place) === title).sort((a, b) => away(a) - away(b))[0];
  const next = same ?? places[Math.min(left, places.length - 1)];
  if (!next) return;
  next.closest("[role='tree'], .twin-lines")?.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
  next.tabIndex = 0;
  next.focus({ preventScroll: true });
}
export function openTwin() {
  $("twin").hidden = false;
  shown = "";
  refreshTwin();
  $("twin-title").focus();
}
export function closeTwin() {
  if (!twinIsOpen()) return;
  $("twin").hidden = true;
  $("twin-body").replaceChildren();
  shown = "";
  $("twin-open").focus();
}
export const toggleTwin = () => (twinIsOpen() ? closeTwin() : openTwin());

export function setUpTwin() {
  $("twin-open").onclick = openTwin;
  $("twin-close").onclick = closeTwin;
  $("twin").addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); closeTwin(); } });
  let timer = 0;
  page.ui!.onSettled.push(() => {
    if (!twinIsOpen()) return;
    clearTimeout(timer);
    timer = window.setTimeout(refreshTwin, 120);
  });
}
export function twinLanguage() {
  $("twin-open").textContent = t("panelsAsText");
  $("twin-title").textContent = t("panelsAsText");
  $("twin-close").textContent = t("backToPicture");
  refreshTwin();
}
