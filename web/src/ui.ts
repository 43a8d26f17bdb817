// The canvas module: passes bytes and settings in, asks for frames only when there is
// something to draw.
// @ts-ignore the module is made by CMake
import createUi from "../../build/web/page/ui.mjs";
import uiUrl from "../../build/web/page/ui.wasm?url";

interface UiModule {
  _malloc(n: number): number; _free(p: number): void; HEAPU8: Uint8Array; UTF8ToString(p: number): string;
  _vt_start(w: number, h: number, density: number): number; _vt_frame(): number; _vt_update(): number; _vt_resize(w: number, h: number, density: number): void;
  _vt_restore_gl(): void; _vt_receive(p: number, n: number): void; _vt_font(kind: number, p: number, n: number): void;
  _vt_run(name: number, source: number): number; _vt_check(a: number, b: number, c: number, targets: number, e: number): void;
  _vt_abandon(kind: number, message: number, stopped: number): void; _vt_release_keys(): void; _vt_two_fingers(x: number, y: number, zoom: number, byX: number, byY: number): void; _vt_words(): number; _vt_modules(): number; _vt_twin(): number; _vt_picture(): number; _vt_pin_item(item: number): void; _vt_hover_line(line: number): void; _vt_pin_line(line: number): number;
  _vt_set(key: number, value: number): void; _vt_state(): number;
}

// A row of engine/tables/words.def or breaks.def: "opcode", "LOAD_FAST", its Chinese name, concept, English, Chinese, stack effect.
export type WordRow = [kind: string, term: string, chineseTerm: string, concept: string, english: string, chinese: string, effect: string];
// What the panels say (playground/core/twin.h).
export interface TwinNode { title: string; kind: string; facts: string[]; inputs: string[]; users: string[]; item: number; line: number; children: TwinNode[] }
export interface TwinLine { text: string; item: number; line: number }
export type TwinBlock = { kind: "text"; text: string } | { kind: "lines"; rows: TwinLine[] } | { kind: "scene"; nodes: TwinNode[] };
export interface TwinPanel { id: string; title: string; blocks: TwinBlock[] }
// A row of engine/tables/panels.def, in the language of the page.
export interface PanelRow { id: string; title: string; key: string; lesson: string }
export interface UiState {
  panel: string; second: string; compile: string; graph_position: number; graph_view: number; run: number; running: boolean; typing: boolean; stale: boolean; said: string[]; word: string;
  output: string; errors: string; traceback: string; stages: string[]; bodies: number; kin: number; kin_rows: number;
  film: string; calls_text: number; chosen_call: string;
  half: number; panels: PanelRow[]; bytecode_views: string[]; bytecode_view: number; benching: boolean; fixes: string[];
  apart: string; skip: string[]; left: string; right: string; sides: string[]; difference: number[];
  passes: { id: string; removed: number; added: number; rewritten: number; idle: boolean; off: boolean }[];
  pinned_line: number; hovered: number[]; pinned: number[]; compiles: string[];
}

const kFramesPerWake = 3;  // Dear ImGui settles within three frames of an input
// After an edit the old picture stays as it is until the new one is there, if that comes this soon: frames between would
// only delay it.
const kQuietMs = 120;

export class Ui {
  frames = 0;
  private scheduled = false;
  private left = 0;
  private lost = false;
  private quiet = 0;  // a timer
  private scale = 1;  // the page's pixels to one of the panels'
  private constructor(private module: UiModule, private canvas: HTMLCanvasElement) {}

  static async load(canvas: HTMLCanvasElement, fonts: Promise<ArrayBuffer>[], toEngine: (bytes: Uint8Array) => void,
                    report: (kind: string, data: any) => void, lostContext: (lost: boolean) => void): Promise<Ui | null> {
    // Tab leaves the canvas as it leaves everything else; heard before SDL, which would keep it.
    canvas.addEventListener("keydown", (event) => { if (event.key === "Tab") event.stopImmediatePropagation(); }, { capture: true });
    const module: UiModule = await createUi({
      canvas, locateFile: () => uiUrl, toEngine, report: (kind: string, json: string) => report(kind, JSON.parse(json)),
    });
    const ui = new Ui(module, canvas);
    const loaded = await Promise.all(fonts);
    loaded.forEach((bytes, kind) => ui.font(kind, bytes));
    const box = canvas.parentElement!.getBoundingClientRect();
    if (!module._vt_start(Math.max(1, box.width), Math.max(1, box.height), devicePixelRatio)) return null;
    ui.listen(lostContext);
    return ui;
  }

  private listen(lostContext: (lost: boolean) => void) {
    for (const type of ["pointermove", "pointerdown", "pointerup", "wheel", "keydown", "keyup", "focus", "blur", "touchmove", "mouseleave"])
      this.canvas.addEventListener(type, () => this.wake(), { passive: true });
    window.addEventListener("pointerup", () => this.wake());
    this.canvas.addEventListener("pointerdown", (event) => { if (event.ctrlKey || event.metaKey) this.set("open_lesson", "1"); });
    for (const [target, type] of [[this.canvas, "blur"], [window, "blur"]] as const)
      target.addEventListener(type, () => { this.module._vt_release_keys(); this.wake(); });
    this.listenToFingers();
    // The wheel is the panels': it neither scrolls nor zooms the page around them.
    // SDL knows modifiers from the keyboard that it hears alone: not before a click, and a pinch on a touchpad has none.
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (!event.ctrlKey) return;
      event.stopImmediatePropagation();
      const box = this.canvas.getBoundingClientRect(), pinch = event.deltaMode === 0 && Math.abs(event.deltaY) < 50;
      const notches = -event.deltaY / (event.deltaMode === 1 ? 3 : pinch ? 100 * Math.log(1.1) : 100);
      this.module._vt_two_fingers((event.clientX - box.x) / this.scale, (event.clientY - box.y) / this.scale, notches, 0, 0);
      this.wake();
    }, { capture: true, passive: false });
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement!);
    window.addEventListener("resize", () => this.resize());
    this.canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); this.lost = true; lostContext(true); });
    this.canvas.addEventListener("webglcontextrestored", () => { this.lost = false; this.module._vt_restore_gl(); lostContext(false); this.wake(); });
  }

  // Two fingers zoom and move what lies under them; SDL knows one finger as the mouse and is not told of the second.
  private listenToFingers() {
    let last: { x: number; y: number; apart: number } | null = null;
    const place = ([a, b]: TouchList | Touch[]) => {
      const box = this.canvas.getBoundingClientRect();
      return { x: ((a.clientX + b.clientX) / 2 - box.x) / this.scale, y: ((a.clientY + b.clientY) / 2 - box.y) / this.scale, apart: Math.max(8, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)) };
    };
    const heard = (event: TouchEvent) => {
      if (event.touches.length < 2) { last = null; return; }
      event.preventDefault();
      event.stopImmediatePropagation();
      const now = place(event.touches), before = last ?? now;
      last = now;
      const zoom = Math.log(now.apart / before.apart) / Math.log(1.1);  // in notches of the wheel
      this.module._vt_two_fingers(now.x, now.y, zoom, (now.x - before.x) / 40, (now.y - before.y) / 40);
      this.wake();
    };
    for (const type of ["touchstart", "touchmove"] as const) this.canvas.addEventListener(type, heard, { capture: true, passive: false });
    for (const type of ["touchend", "touchcancel"] as const) this.canvas.addEventListener(type, () => { last = null; });
  }

  private resize() {
    const box = this.canvas.parentElement!.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return;
    this.module._vt_resize(Math.round(box.width / this.scale), Math.round(box.height / this.scale), devicePixelRatio * this.scale);
    this.wake();
  }
  magnify(scale: number) {
    if (scale === this.scale) return;
    this.scale = scale;
    this.resize();
  }

  wake() {
    this.left = kFramesPerWake;
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.frame());
  }

  // Called when a burst of frames is over: what the panels say may have changed.
  readonly onSettled: (() => void)[] = [];
  private wantsShot?: (picture: Blob | null) => void;
  // The canvas as it is drawn next: its pixels are gone after the frame.
  picture(): Promise<Blob | null> {
    return new Promise((done) => { this.wantsShot = done; this.wake(); });
  }

  private frame() {
    this.scheduled = false;
    if (this.lost) return;
    if (++this.frames === 1) performance.mark("vitrine-frame");
    --this.left;
    const wanted = this.module._vt_frame();
    if (this.wantsShot) this.canvas.toBlob(this.wantsShot, "image/png"), this.wantsShot = undefined;
    if (wanted <= 0 && this.left <= 0) return this.onSettled.forEach((told) => told());
    this.scheduled = true;
    requestAnimationFrame(() => this.frame());
  }

  private withTexts<R>(texts: string[], use: (...pointers: number[]) => R): R {
    const result = this.passTexts(texts, use);
    this.wake();
    return result;
  }
  private passTexts<R>(texts: string[], use: (...pointers: number[]) => R): R {
    // A zero would end the text over there, and what follows it would be lost without a word.
    const pointers = texts.map((text) => this.copy(new TextEncoder().encode(text.replaceAll("\0", "\u0001"))));
    const result = use(...pointers);
    for (const pointer of pointers) this.module._free(pointer);
    return result;
  }
  private copy(bytes: Uint8Array): number {
    const pointer = this.module._malloc(bytes.length + 1);
    this.module.HEAPU8.set(bytes, pointer);
    this.module.HEAPU8[pointer + bytes.length] = 0;
    return pointer;
  }

  receive(messages: Uint8Array[]) {
    for (const bytes of messages) {
      const pointer = this.copy(bytes);
      this.module._vt_receive(pointer, bytes.length);
      this.module._free(pointer);
    }
    const onItsWay = this.module._vt_update();
    if (onItsWay && this.quiet) return;
    this.endQuiet();
    this.wake();
  }
  private beginQuiet() {
    this.endQuiet();
    this.quiet = window.setTimeout(() => { this.quiet = 0; this.wake(); }, kQuietMs);
  }
  private endQuiet() {
    clearTimeout(this.quiet);
    this.quiet = 0;
  }
  font(kind: number, bytes: ArrayBuffer) {
    const pointer = this.copy(new Uint8Array(bytes));
    this.module._vt_font(kind, pointer, bytes.byteLength);
    this.module._free(pointer);
  }
  run(name: string, source: string): number {
    this.beginQuiet();
    return this.passTexts([name, source], (n, s) => this.module._vt_run(n, s));
  }
  // `targets`: not whether it passes, but what the step's question lets one point at.
  check(lesson: string, step: string, source: string, targets: boolean, language: string) {
    this.withTexts([lesson, step, source, language], (a, b, c, d) => this.module._vt_check(a, b, c, targets ? 1 : 0, d));
  }
  abandon(kind: string, message: string, stopped: boolean) { this.withTexts([kind, message], (k, m) => this.module._vt_abandon(k, m, stopped ? 1 : 0)); }
  set(key: string, value: string) { this.withTexts([key, value], (k, v) => this.module._vt_set(k, v)); }
  hoverLine(line: number) { this.module._vt_hover_line(line); this.wake(); }
  pinLine(line: number) { if (this.module._vt_pin_line(line)) this.wake(); }
  twin(): TwinPanel[] { return JSON.parse(this.module.UTF8ToString(this.module._vt_twin())); }
  svg(): string { return this.module.UTF8ToString(this.module._vt_picture()); }
  pinItem(item: number) { this.module._vt_pin_item(item); this.wake(); }
  // Of the graph that is chosen: path and type.
  modules(): [path: string, type: string][] { return JSON.parse(this.module.UTF8ToString(this.module._vt_modules())); }
  words(): WordRow[] { return JSON.parse(this.module.UTF8ToString(this.module._vt_words())); }
  state(): UiState { return JSON.parse(this.module.UTF8ToString(this.module._vt_state())); }
}
