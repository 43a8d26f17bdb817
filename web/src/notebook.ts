// Programs as files: .py as it is, and Jupyter notebooks, whose cells become parts of one program and go back into
// the cells that they came from.
export interface Notebook { cells: Cell[]; metadata: Record<string, unknown>; nbformat: number; nbformat_minor: number }
interface Cell { cell_type: string; id?: string; metadata: Record<string, unknown>; source: string | string[]; outputs?: unknown[]; execution_count?: number | null; attachments?: unknown }
export class NotANotebook extends Error {}

const kMark = "# %%";
const textOf = (source: string | string[]) => (Array.isArray(source) ? source.join("") : source);
const linesOf = (text: string) => text.split(/(?<=\n)/);

// Lines that only IPython reads: magics, shell commands, help. They stay as comments and come back as they were.
const kMagic = "#! ";
const isMagic = (line: string) => /^\s*(?:%%?[A-Za-z]|!)/.test(line) || /^[\w.]+\?\??\s*$/.test(line) || /^\?\??[\w.]+\s*$/.test(line) || /^\s*[\w, ]+=\s*(?:!|%[A-Za-z])/.test(line);
function withoutMagics(code: string): string {
  const lines = code.replace(/\r\n?/g, "\n").split("\n");
  // A cell magic such as %%bash makes the whole cell something else; %%time and its kin leave Python.
  const first = lines.find((line) => line.trim());
  if (first && /^%%(?!time\b|timeit\b|capture\b|prun\b)/.test(first.trim())) return lines.map((line) => (line ? kMagic + line : line)).join("\n");
  let within = "";  // a string of three quotes goes on: a "%" in it is text
  return lines.map((line) => {
    const magic = !within && isMagic(line);
    if (!magic) within = quoteAfter(line, within);
    return magic ? line.replace(/^(\s*)/, `$1${kMagic}`) : line;
  }).join("\n");
}
function quoteAfter(line: string, within: string): string {
  for (let at = 0; at < line.length; ++at) {
    if (within) {
      if (line[at] === "\\") ++at;
      else if (line.startsWith(within, at)) at += 2, within = "";
    } else if (line[at] === "#") return "";
    else if (line.startsWith('"""', at) || line.startsWith("'''", at)) within = line.slice(at, at + 3), at += 2;
    else if (line[at] === '"' || line[at] === "'") {
      const quote = line[at];
      for (++at; at < line.length && line[at] !== quote; ++at) if (line[at] === "\\") ++at;
    }
  }
  return within;
}
const withMagics = (code: string) => code.split("\n").map((line) => line.replace(/^(\s*)#! /, "$1")).join("\n");

export function readNotebook(text: string): Notebook {
  let notebook: Notebook;
  try { notebook = JSON.parse(text); } catch { throw new NotANotebook(); }
  if (!Array.isArray(notebook?.cells) || !notebook.cells.every((cell) => typeof cell?.cell_type === "string" && (typeof cell.source === "string" || Array.isArray(cell.source)))) throw new NotANotebook();
  return notebook;
}

// One program out of all code cells; markdown stands as comments, outputs are left out (the program makes them again).
export function programOf(notebook: Notebook): string {
  const parts = notebook.cells.map((cell, i) => {
    const source = textOf(cell.source).replace(/\r\n?/g, "\n").replace(/\n+$/, "");
    if (cell.cell_type === "code") return `${kMark} [${i + 1}]\n${withoutMagics(source)}`;
    return `${kMark} [${i + 1}] ${cell.cell_type}\n${source.split("\n").map((line) => (line ? `# ${line}` : "#")).join("\n")}`;
  });
  return parts.join("\n\n") + "\n";
}

interface Part { at: number | null; type: string; source: string }
function partsOf(program: string): Part[] {
  const parts: Part[] = [];
  let part: { at: number | null; type: string; lines: string[] } = { at: null, type: "code", lines: [] };
  const end = () => {
    const source = part.lines.join("\n").replace(/^\n+|\n+$/g, "");
    if (source || part.at !== null) parts.push({ at: part.at, type: part.type, source });
  };
  for (const line of program.split("\n")) {
    const mark = /^# %%(?: \[(\d+)\])?(?: \[?(markdown|raw)\]?)?\s*$/.exec(line);
    if (!mark) { part.lines.push(line); continue; }
    end();
    part = { at: mark[1] ? Number(mark[1]) - 1 : null, type: mark[2] ?? "code", lines: [] };
  }
  end();
  return parts;
}

// The program as a notebook again: parts go into the cells that they came from, with their ids and metadata; what a
// changed cell once printed is dropped, for it is no longer true.
export function notebookOf(program: string, opened?: Notebook | null): Notebook {
  const taken = new Set<number>();
  const cells = partsOf(program).map(({ at, type, source }): Cell => {
    const old = at !== null && !taken.has(at) && opened?.cells[at]?.cell_type === type ? opened.cells[at] : undefined;
    if (old && at !== null) taken.add(at);
    const text = type === "code" ? withMagics(source) : source.split("\n").map((line) => line.replace(/^# ?/, "")).join("\n");
    const same = old && textOf(old.source).replace(/\r\n?/g, "\n").replace(/\n+$/, "") === text;
    if (same) return old;
    const id = old?.id ?? (opened && opened.nbformat_minor >= 5 ? crypto.randomUUID().slice(0, 8) : undefined);  // newer notebooks want one
    const cell: Cell = { cell_type: type, ...(id ? { id } : {}), metadata: old?.metadata ?? {}, source: linesOf(text) };
    if (old?.attachments) cell.attachments = old.attachments;
    return type === "code" ? { ...cell, execution_count: null, outputs: [] } : cell;
  });
  if (opened) return { ...opened, cells };
  return { cells, metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" }, language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 4 };
}
