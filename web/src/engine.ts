// The engine's workers: one in use and a warm spare, so that Stop is the end of a worker
// and the next run starts at once.
import engineUrl from "../../build/web/page/engine.wasm?url";
import { canShare, threadsHere, unshared } from "./shared";
import type { ThreadSetup } from "../threads.mjs";

// `helpers`, its threads and its graphics device, come when the engine first has work for them, and end with it.
interface Slot { worker: Worker; helpers: Worker[]; ready: boolean; }
interface Gpu { port: MessagePort; shared: SharedArrayBuffer; }

export class EnginePool {
  onBytes: (messages: Uint8Array[]) => void = () => {};
  onTrap: (message: string) => void = () => {};
  onReady: () => void = () => {};
  // The graphics device has failed: later engines have the CPU stand in for it, and what ran must run again.
  gpuLost = "";  // why
  onGpuLost: (reason: string) => void = () => {};
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
    const slot: Slot = { worker: new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }), helpers: [], ready: false };
    slot.worker.onmessage = ({ data }) => this.message(slot, data);
    slot.worker.onerror = (event) => { event.preventDefault(); this.trap(slot, event.message); };
    slot.worker.postMessage({ start: this.module, lessons: this.lessons, threads: threadsHere().threads, gpuLost: this.gpuLost });
    return slot;
  }

  // The engine cannot do this itself: while a program runs its worker makes no others.
  private startThreads(slot: Slot, setup: Omit<ThreadSetup, "module"> & { count: number }) {
    for (let number = 1; number < setup.count; ++number) {
      const thread = new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
      thread.onerror = (event) => { event.preventDefault(); console.warn(`a thread has not started: ${event.message}`); };
      thread.postMessage({ setup: { ...setup, module: this.module }, number });
      slot.helpers.push(thread);
    }
  }
  private startGpu(slot: Slot, { port, shared }: Gpu) {
    const gpu = new Worker(new URL("./gpu.ts", import.meta.url), { type: "module" });
    gpu.onmessage = ({ data }) => this.loseGpu(slot, data.failed);
    gpu.onerror = (event) => { event.preventDefault(); this.loseGpu(slot, event.message); };
    gpu.postMessage({ port, shared }, [port]);
    slot.helpers.push(gpu);
  }
  private loseGpu(slot: Slot, reason: string) {
    if (slot !== this.active) return;
    this.gpuLost = reason || "its worker could not be read";
    this.end(this.spare);
    this.spare = undefined;
    this.replace();
    this.onGpuLost(this.gpuLost);
  }

  private end(slot: Slot | undefined) {
    for (const worker of slot ? [slot.worker, ...slot.helpers] : []) worker.terminate();
  }

  private message(slot: Slot, data: { ready?: true; bytes?: Uint8Array[]; trap?: string; threads?: Omit<ThreadSetup, "module"> & { count: number }; gpu?: Gpu }) {
    if (data.threads) this.startThreads(slot, data.threads);
    else if (data.gpu) this.startGpu(slot, data.gpu);
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
