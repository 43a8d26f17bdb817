// The thread that the engine lives in. It gets the compiled module and encoded messages.
// @ts-ignore the module is made by CMake
import createEngine from "../../build/web/page/engine.mjs";
import libraryUrl from "../../build/web/page/library.json?url";

interface Engine { _malloc(n: number): number; _free(p: number): void; _vt_receive(p: number, n: number): void; _vt_add_lesson(p: number): void; _vt_warm_up(): void; HEAPU8: Uint8Array; }
const post = (message: unknown, transfer: Transferable[] = []) => (self as unknown as Worker).postMessage(message, transfer);
let engine: Engine;
let used = false;
// A spare that nobody needs at once warms up by itself.
const WARM_UP_AFTER_MS = 1500;

function withBytes(bytes: Uint8Array, use: (pointer: number) => void) {
  const pointer = engine._malloc(bytes.length + 1) >>> 0;  // above 2 GB addresses come as negative numbers
  engine.HEAPU8.set(bytes, pointer);
  engine.HEAPU8[pointer + bytes.length] = 0;
  use(pointer);
  engine._free(pointer);
}

// The part of the language's library that few programs import. An import cannot wait for a
// promise, so this one request blocks the worker.
function readLibrary(): string {
  const request = new XMLHttpRequest();
  request.open("GET", libraryUrl, false);
  request.send();
  if (request.status !== 200) throw new Error(`status ${request.status}`);
  return request.responseText;
}

async function start(module: WebAssembly.Module, lessons: string[]) {
  engine = await createEngine({
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    readLibrary,
    toPage: (bytes: Uint8Array) => post({ bytes }, [bytes.buffer]),
    printErr: (text: string) => console.warn(text),
  });
  for (const lesson of lessons) withBytes(new TextEncoder().encode(lesson), (p) => engine._vt_add_lesson(p));
  post({ ready: true });
  setTimeout(() => { if (!used) engine._vt_warm_up(); }, WARM_UP_AFTER_MS);
}

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start, data.lessons);
    else used = true, withBytes(data.bytes, (p) => engine._vt_receive(p, data.bytes.length));
  } catch (error) {
    post({ trap: error instanceof Error ? error.message : String(error) });
  }
};
