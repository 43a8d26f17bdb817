// The source editor: CodeMirror 6 with markers for errors, graph breaks, recompiles and
// whatever the panels point at.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, drawSelection, gutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { StyleModule } from "style-mod";
import { editorTexts, t, texts } from "./strings";
import { wordCard, wordInProgram } from "./words";

export interface Marker { kind: "break" | "recompile"; line: number; id: string; title: string; explanation: string; was: string; is: string; hint: string; }
export interface Problem { line: number; column: number; end_line: number; end_column: number; message: string; }
// Lines first to last become `text`; last < first inserts before line `first`.
export interface LineEdit { first: number; last: number; text: string; }
interface Marks { hovered: number[]; pinned: number[]; markers: Marker[]; problem: Problem | null; chosen: number[]; right: number[]; }

const setMarks = StateEffect.define<Partial<Marks>>();
const marksField = StateField.define<Marks>({
  create: () => ({ hovered: [], pinned: [], markers: [], problem: null, chosen: [], right: [] }),
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) marks = { ...marks, ...effect.value };
    return marks;
  },
});

// Columns count UTF-8 bytes, as CPython's do.
function offsetInLine(text: string, bytes: number): number {
  let used = 0, offset = 0;
  for (const c of text) {
    if (used >= bytes) break;
    const code = c.codePointAt(0)!;
    used += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    offset += c.length;
  }
  return offset;
}

function decorate(state: EditorState): DecorationSet {
  const marks = state.field(marksField);
  const ranges: { from: number; to: number; value: Decoration }[] = [];
  const line = (n: number, name: string) => {
    if (n >= 1 && n <= state.doc.lines) { const at = state.doc.line(n).from; ranges.push({ from: at, to: at, value: Decoration.line({ class: name }) }); }
  };
  for (const n of marks.pinned) line(n, "vt-pin-line");
  for (const n of marks.hovered) if (!marks.pinned.includes(n)) line(n, "vt-hover-line");
  for (const n of marks.chosen) line(n, marks.right.length && !marks.right.includes(n) ? "vt-wrong-line" : "vt-chosen-line");
  for (const n of marks.right) line(n, "vt-right-line");
  const p = marks.problem;
  if (p && p.line >= 1 && p.line <= state.doc.lines) {
    line(p.line, "vt-error-line");
    const at = state.doc.line(p.line);
    const from = at.from + offsetInLine(at.text, p.column);
    const to = p.end_line === p.line ? at.from + offsetInLine(at.text, p.end_column) : at.to;
    if (to > from) ranges.push({ from, to, value: Decoration.mark({ class: "vt-error-span", attributes: { title: p.message } }) });
  }
  ranges.sort((a, b) => a.from - b.from || a.to - b.to);
  const builder = new RangeSetBuilder<Decoration>();
  for (const r of ranges) builder.add(r.from, r.to, r.value);
  return builder.finish();
}

class LineMarker extends GutterMarker {
  constructor(readonly marker: Marker) { super(); }
  override eq(other: LineMarker) { return other.marker.line === this.marker.line && other.marker.kind === this.marker.kind && other.marker.title === this.marker.title; }
  override toDOM() {
    const dom = document.createElement("span");
    dom.className = `vt-${this.marker.kind}`;
    dom.textContent = this.marker.kind === "break" ? "✂" : "↻";
    dom.title = describe(this.marker);
    dom.setAttribute("aria-label", dom.title);
    return dom;
  }
}

function describe(m: Marker): string {
  const head = m.kind === "break" ? `${t("graphBreak")}${m.id ? ` (${m.id})` : ""}: ${m.title}` : `${t("recompile")}: ${m.title}`;
  const change = m.was || m.is ? `\n${t("was")} ${m.was}, ${t("is")} ${m.is}` : "";
  return head + (m.explanation ? `\n${m.explanation}` : "") + change + (m.hint ? `\n→ ${m.hint}` : "");
}

const markerTooltip = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  const marks = view.state.field(marksField);
  const here = marks.markers.filter((m) => m.line === line.number).map(describe);
  if (marks.problem?.line === line.number) here.unshift(marks.problem.message);
  if (!here.length) return null;
  return { pos: line.from, above: true, create() {
    const dom = document.createElement("div");
    dom.className = "vt";
    dom.textContent = [...new Set(here)].join("\n\n");
    return { dom };
  } };
}, { hoverTime: 350 });

// What an operator or a term of the program means.
const wordTooltip = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  const found = wordInProgram(line.text, position - line.from);
  return found ? { pos: line.from + found.from, end: line.from + found.to, above: true, create: () => ({ dom: wordCard(found.word) }) } : null;
}, { hoverTime: 450 });

const look = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--bg)", fontSize: "calc(13.5px * var(--scale, 1))" },
  ".cm-content, .cm-gutters": { fontFamily: '"Vitrine Mono", monospace', lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--accent)", padding: "10px 0" },
  ".cm-gutters": { backgroundColor: "var(--bg)", color: "var(--faint)", border: "none" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)", borderColor: "var(--border) !important" },
  ".cm-textfield": { backgroundColor: "var(--bg)", color: "var(--text)", border: "1px solid var(--border)", borderRadius: "6px", fontSize: "13px", padding: "3px 8px" },
  ".cm-button": { background: "var(--raised)", color: "var(--text)", border: "1px solid transparent", borderRadius: "6px", fontSize: "13px", padding: "3px 9px" },
  ".cm-button:hover": { borderColor: "var(--faint)" },
  ".cm-panel.cm-search": { padding: "7px 26px 7px 8px" },
  ".cm-panel.cm-search label": { fontSize: "13px" },
  ".cm-panel.cm-search [name=close]": { color: "var(--dim)", fontSize: "18px" },
  ".cm-marks": { width: "18px", textAlign: "center" },
});
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--kw)" }, { tag: [tags.number, tags.bool, tags.null], color: "var(--num)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--str)" }, { tag: tags.comment, color: "var(--com)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className, tags.meta], color: "var(--def)" },
]);

// Of the panels that CodeMirror brings: "next" in its English to the same in the page's language.
const phrases = () => EditorState.phrases.of(Object.fromEntries(editorTexts.map((id) => [texts[id][0], t(id)])));

// CodeMirror writes its rules into a <style> element, which the page's policy forbids: they go into a sheet instead.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
StyleModule.mount = (_, modules) => sheet.replaceSync([modules].flat().map((each) => each.getRules()).join("\n"));

export class Editor {
  readonly view: EditorView;
  private phrases = new Compartment();
  private quiet = false;

  constructor(parent: HTMLElement, source: string, on: { change(): void; hover(line: number): void; pin(line: number): void; run(): void }, readonly = false) {
    let hovered = 0;
    const hover = (line: number) => { if (line !== hovered) on.hover(hovered = line); };
    const lineAt = (event: MouseEvent, view: EditorView) => {
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
      return position === null ? 0 : view.state.doc.lineAt(position).number;
    };
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: source,
        extensions: [
          this.phrases.of(phrases()), marksField, history(), drawSelection(), EditorView.lineWrapping, indentOnInput(), bracketMatching(), closeBrackets(), highlightSelectionMatches(), python(),
          indentUnit.of("    "), syntaxHighlighting(colours), look, markerTooltip, wordTooltip,
          gutter({ class: "cm-marks", markers: (view) => this.gutterMarks(view.state), initialSpacer: () => new LineMarker({ kind: "break", line: 0, id: "", title: "", explanation: "", was: "", is: "", hint: "" }) }),
          lineNumbers({ domEventHandlers: { mousedown: (view, block) => { on.pin(view.state.doc.lineAt(block.from).number); return true; } } }),
          EditorView.decorations.compute([marksField, "doc"], decorate),
          EditorView.updateListener.of((update) => { if (update.docChanged && !this.quiet) on.change(); }),
          EditorView.domEventHandlers({
            mousemove: (event, view) => hover(lineAt(event, view)), mouseleave: () => hover(0),
            // A click that selects nothing points at its line, as one on a panel's row does.
            click: (event, view) => { if (view.state.selection.main.empty && event.detail === 1) on.pin(lineAt(event, view)); },
          }),
          EditorState.readOnly.of(readonly),
          EditorView.contentAttributes.of(() => ({ ...(readonly ? { inputmode: "none", "aria-readonly": "true" } : {}), tabindex: "0", "aria-label": t("editor"), "aria-description": t("leaveEditor") })),
          keymap.of([{ key: "Mod-Enter", run: () => (on.run(), true) }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
        ],
      }),
    });
  }

  private gutterMarks(state: EditorState) {
    const builder = new RangeSetBuilder<GutterMarker>();
    const seen = new Set<number>();
    for (const marker of [...state.field(marksField).markers].sort((a, b) => a.line - b.line)) {
      if (marker.line < 1 || marker.line > state.doc.lines || seen.has(marker.line)) continue;
      seen.add(marker.line);
      const at = state.doc.line(marker.line).from;
      builder.add(at, at, new LineMarker(marker));
    }
    return builder.finish();
  }

  get source() { return this.view.state.doc.toString(); }
  setSource(source: string) {
    this.quiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: source } });
    this.quiet = false;
  }
  // One change of the document, so that one Undo takes it back.
  applyEdits(edits: LineEdit[]) {
    const doc = this.view.state.doc;
    const changes = edits.map(({ first, last, text }) => {
      if (first > doc.lines) return { from: doc.length, insert: `\n${text}` };
      const from = doc.line(first).from, to = last < first ? from : last < doc.lines ? doc.line(last + 1).from : doc.length;
      return { from, to, insert: text };
    });
    this.quiet = true;
    this.view.dispatch({ changes, userEvent: "input.fix", annotations: isolateHistory.of("full") });
    this.quiet = false;
  }
  applyLanguage() { this.view.dispatch({ effects: this.phrases.reconfigure(phrases()) }); }
  mark(marks: Partial<Marks>) { this.view.dispatch({ effects: setMarks.of(marks) }); }
  // The letters have another size: CodeMirror takes heights that it has seen before for the old ones, and has to begin anew.
  resized() {
    const first = this.view.lineBlockAtHeight(this.view.scrollDOM.scrollTop).from;
    this.view.setState(this.view.state);
    this.view.dispatch({ effects: EditorView.scrollIntoView(first, { y: "start" }) });
  }
  reveal(line: number) {
    if (line < 1 || line > this.view.state.doc.lines) return;
    this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: "nearest", yMargin: 40 }) });
  }
}
