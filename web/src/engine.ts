// The engine's workers: one in use and a warm spare, so that Stop is the end of a worker
// and the next run starts at once.
import engineUrl from "../../build/web/page/engine.wasm?url";
import { canShare, threadsHere, unshared } from "./shared";
import type { ThreadSetup } from "../threads.mjs";

// `threads` come when the engine first has work for them, and end with it.
interface Slot { worker: Worker; threads: Worker[]; ready: boolean; }

export class EnginePool {
  onBytes: (messages: Uint8Array[]) => void = () => {};
  onTrap: (message: string) => void = () => {};
  onReady: () => void = () => {};
  private module?: WebAssembly.Module;
  private active?: Slot;
  private spare?: Slot;
  private lessons: string[] = [];
  private told = new Map<string, { text: string; name: string }>();
  private waiting: Uint8Array[] = [];  // to be sent at the end of this turn, or when the engine is ready

  async start(): Promise<void> {
    this.module = await WebAssembly.compileStreaming(canShare() ? fetch(engineUrl) : fetch(engineUrl).then(unshared));
    this.active = this.spawn();
  }

  private spawn(): Slot {
    const slot: Slot = { worker: new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }), threads: [], ready: false };
    slot.worker.onmessage = ({ data }) => this.message(slot, data);
    slot.worker.onerror = (event) => { event.preventDefault(); this.trap(slot, event.message); };
    slot.worker.postMessage({ start: this.module, lessons: this.lessons, threads: threadsHere().threads });
    return slot;
  }

  // The engine cannot do this itself: while a program runs its worker makes no others.
  private startThreads(slot: Slot, setup: Omit<ThreadSetup, "module"> & { count: number }) {
    for (let number = 1; number < setup.count; ++number) {
      const thread = new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
      thread.onerror = (event) => { event.preventDefault(); console.warn(`a thread has not started: ${event.message}`); };
      thread.postMessage({ setup: { ...setup, module: this.module }, number });
      slot.threads.push(thread);
    }
  }

  private end(slot: Slot | undefined) {
    for (const worker of slot ? [slot.worker, ...slot.threads] : []) worker.terminate();
  }

  private message(slot: Slot, data: { ready?: true; bytes?: Uint8Array[]; trap?: string; threads?: Omit<ThreadSetup, "module"> & { count: number } }) {
    if (data.threads) this.startThreads(slot, data.threads);
    else if (data.ready) {
      slot.ready = true;
      if (slot !== this.active) return;
      this.sendWaiting();
      this.onReady();
      // The spare is made once the first engine is up, so that it costs the first run nothing.
      setTimeout(() => { this.spare ??= this.spawn(); }, 400);
    } else if (data.trap !== undefined) {
      this.trap(slot, data.trap);
    } else if (data.bytes && slot === this.active) {
      this.onBytes(data.bytes);
    }
  }

  private trap(slot: Slot, message: string) {
    if (slot === this.spare) { this.end(slot); this.spare = undefined; return; }
    if (slot !== this.active) return;
    this.replace();
    this.onTrap(message);
  }

  // The manifest of a lesson that is open: engines check against it from here on. One that has changed since gets
  // another name there.
  know(manifest: { id: string }) {
    const text = JSON.stringify(manifest), before = this.told.get(manifest.id);
    if (before?.text === text) return;
    const name = before ? `${manifest.id}@${this.lessons.length}` : manifest.id, lesson = JSON.stringify({ ...manifest, id: name });
    this.told.set(manifest.id, { text, name });
    this.lessons.push(lesson);
    for (const slot of [this.active, this.spare]) slot?.worker.postMessage({ lesson });
  }

  nameOf(lesson: string) { return this.told.get(lesson)?.name ?? lesson; }

  send(bytes: Uint8Array) {
    if (this.waiting.push(bytes) === 1) queueMicrotask(() => this.sendWaiting());
  }
  private sendWaiting() {
    if (this.active?.ready && this.waiting.length) this.active.worker.postMessage({ bytes: this.waiting.splice(0) });
  }

  // Ends the engine, whatever it is doing, and puts the spare in its place.
  replace() {
    this.end(this.active);
    this.waiting = [];
    this.active = this.spare ?? this.spawn();
    this.spare = undefined;
    if (this.active.ready) this.spare = this.spawn();
  }
}
