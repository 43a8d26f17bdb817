// The thread that the engine lives in. It gets the compiled module and encoded messages.
// @ts-ignore the module is made by CMake
import createEngine from "../../build/web/page/engine.mjs";
import libraryUrl from "../../build/web/page/library.json?url";
import lateUrl from "../../build/web/page/engine_late.wasm?url";
import { GpuClient } from "./gpu_client";
import "./shared";

interface Engine { _malloc(n: number): number; _free(p: number): void; _vt_receive(p: number, n: number): void; _vt_add_lesson(p: number): void; _vt_warm_up(): void; _vt_idle(): void; HEAPU8: Uint8Array; }
const post = (message: unknown, transfer: Transferable[] = []) => (self as unknown as Worker).postMessage(message, transfer);
let engine: Engine;
let shared = false, used = false, started: Promise<void> | undefined;
// A spare that nobody needs at once warms up by itself.
const WARM_UP_AFTER_MS = 1500;
// When nothing has been asked for this long, what the next run begins with is made ready.
const IDLE_AFTER_MS = 40;
// Messages travel together, those of a run in pieces: the page reads the first while the engine makes the next.
const TOGETHER_MS = 6;
let together: Uint8Array[] = [], since = 0, idle = 0;

function toPage(bytes: Uint8Array) {
  handOnWhenDue();
  if (together.push(bytes) === 1) since = performance.now();
}
function handOnWhenDue() {
  if (together.length && performance.now() - since > TOGETHER_MS) handOn();
}
function handOn() {
  if (together.length) post({ bytes: together }, together.map((bytes) => bytes.buffer as ArrayBuffer));
  together = [];
}

function trapped(error: unknown) {
  handOn();  // what came before
  post({ trap: error instanceof Error ? error.message : String(error) });
}
function guarded(act: () => void) {
  try { act(); } catch (error) { trapped(error); }
  handOn();
}

function withBytes(bytes: Uint8Array, use: (pointer: number) => void) {
  const pointer = engine._malloc(bytes.length + 1) >>> 0;  // above 2 GB addresses come as negative numbers
  engine.HEAPU8.set(bytes, pointer);
  engine.HEAPU8[pointer + bytes.length] = 0;
  use(pointer);
  engine._free(pointer);
}

// What few programs need is read at its first use. An import or a call cannot wait for a
// promise, so these requests block the worker.
function readNow(url: string, type: XMLHttpRequestResponseType) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = type;
  request.send();
  if (request.status !== 200) throw new Error(`status ${request.status}`);
  return request.response;
}

// The engine's module has imports in place of the functions that come late. They stand in the
// function table under their number, where the late module puts the real ones.
function lateFunctions(engineExports: () => WebAssembly.Exports) {
  const call = (place: number) => (...args: unknown[]) => {
    const exports = engineExports();
    new WebAssembly.Instance(lateModule(), { engine: exports });
    const table = Object.values(exports).find((each) => each instanceof WebAssembly.Table) as WebAssembly.Table;
    return table.get(place)(...args);
  };
  return new Proxy({}, { get: (_, place) => call(Number(place)) });
}

function lateModule() {
  try {
    const bytes = readNow(lateUrl, "arraybuffer");
    return new WebAssembly.Module(shared || bytes.byteLength <= 8 ? bytes : vitrineUnshare(new Uint8Array(bytes)));
  } catch (error) {
    throw new Error(`a part of the engine could not be read; check the connection and run again (${error})`);
  }
}

async function start(module: WebAssembly.Module, lessons: string[], threads: number, gpuLost: string) {
  const memory = vitrineSharedMemory();  // else Emscripten makes one
  shared = !!memory;
  engine = await createEngine({
    ...(memory ? { wasmMemory: memory } : {}),
    threads,
    startThreads: (setup: object) => post({ threads: setup }),
    gpu: new GpuClient((port, shared) => post({ gpu: { port, shared } }, [port]), gpuLost),
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
      let exports: WebAssembly.Exports;
      WebAssembly.instantiate(module, { ...imports, late: lateFunctions(() => exports) as WebAssembly.ModuleImports }).then((instance) => {
        exports = instance.exports;
        vitrineFill(module, imports.env.memory as WebAssembly.Memory);
        done(instance, module);
      });
      return {};
    },
    readLibrary: () => readNow(libraryUrl, "text"),
    toPage, handOnWhenDue,
    printErr: (text: string) => console.warn(text),
  });
  for (const lesson of lessons) withBytes(new TextEncoder().encode(lesson), (p) => engine._vt_add_lesson(p));
  post({ ready: true });
  setTimeout(() => { if (!used) guarded(() => engine._vt_warm_up()); }, WARM_UP_AFTER_MS);
}

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await (started = start(data.start, data.lessons, data.threads, data.gpuLost));
    else if (data.lesson) await started, withBytes(new TextEncoder().encode(data.lesson), (p) => engine._vt_add_lesson(p));
    else {
      used = true;
      clearTimeout(idle);
      for (const bytes of data.bytes as Uint8Array[]) withBytes(bytes, (p) => engine._vt_receive(p, bytes.length));
      handOn();
      idle = setTimeout(() => guarded(() => engine._vt_idle()), IDLE_AFTER_MS) as unknown as number;
    }
  } catch (error) {
    trapped(error);
  }
};
