// A thread of the engine in the browser or in Node: it sleeps until the engine has a loop in pieces (engine/support/
// web_threads.cpp), and takes pieces until none is left. It has instances of its own, of the engine and of generated
// kernels, on the engine's memory; of the C++ in them it runs pieces of loops only. The globals of
// engine/runtime/wasm/globals.js must be there.

// The words of VtThreads.
const [kTicket, kDone, kWaiting, kLock, kThreads, kPieces, kRun, kContext, kKernel, kBytes, kSize, kPart,
  kBuffers, kBuffersStep, kSymbols, kEnd, kStep, kErf, kErfc, kLgamma, kFailed] = Array(21).keys();
const kMostKernels = 64;  // modules that are kept
const kAwakeMs = 0.1;     // after a loop, for the next one often comes soon

// The engine on its memory: nothing is initialised, for that the engine has done, and what leads outside throws. A piece
// that fails so is the engine's own to run.
function instanceOf(module, memory, words) {
  const outside = (name) => () => { throw new Error(`${name} is not for threads`); };
  const own = {
    memory,
    emscripten_memcpy_big: (to, from, size) => {
      const bytes = new Uint8Array(memory.buffer);
      // This thread may not have heard yet that memory has grown.
      if (Math.max(to >>> 0, from >>> 0) + (size >>> 0) > bytes.length) throw new Error("memory is larger");
      bytes.copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (size >>> 0));
    },
    // Only the engine's own thread makes memory larger, so that its views of it are never too short.
    emscripten_resize_heap: () => 0,
    vt_threads_lock: () => {
      if (Atomics.compareExchange(words, kLock, 0, 1) === 0) return;
      while (Atomics.exchange(words, kLock, 2) !== 0) Atomics.wait(words, kLock, 2);
    },
    vt_threads_unlock: () => { if (Atomics.exchange(words, kLock, 0) === 2) Atomics.notify(words, kLock, 1); },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = own[name] ?? outside(name);
  return new WebAssembly.Instance(module, imports).exports;
}

class Kernels {
  #instances = new Map();
  constructor(memory, table) { Object.assign(this, { memory, table }); }
  // The part `part` of a module, whose bytes lie in memory.
  part(words) {
    const id = words[kKernel];
    let parts = this.#instances.get(id);
    if (!parts) {
      const from = words[kBytes] >>> 0, bytes = new Uint8Array(this.memory.buffer, from, words[kSize]).slice();
      const imports = globalThis.vitrineKernelImports(this.memory, this.table, words[kErf], words[kErfc], words[kLgamma]);
      imports.share = () => { throw new Error("a part shares nothing"); };
      parts = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: imports }).exports;
      if (this.#instances.size >= kMostKernels) this.#instances.delete(this.#instances.keys().next().value);
      this.#instances.set(id, parts);
    }
    return parts[`part${words[kPart]}`];
  }
}

// Runs until the worker is ended. `number`: 1 and up.
export function serve({ module, memory, address, stacks, stackBytes }, number) {
  const words = new Int32Array(memory.buffer, address, kFailed), failed = new Uint8Array(memory.buffer, address + 4 * kFailed);
  const engine = instanceOf(module, memory, words);
  const table = Object.values(engine).find((each) => each instanceof WebAssembly.Table);
  const kernels = new Kernels(memory, table), stack = stacks + number * stackBytes;

  const runPiece = (piece) => {
    engine.stackRestore(stack);
    if (words[kKernel] === 0) return table.get(words[kRun])(words[kContext], piece);
    const part = kernels.part(words), end = words[kEnd], step = words[kStep], steps = Math.ceil(end / step), pieces = words[kPieces];
    const buffers = words[kBuffers] + number * words[kBuffersStep];
    for (let i = Math.floor(piece * steps / pieces), last = Math.floor((piece + 1) * steps / pieces); i < last; ++i)
      part(buffers, words[kSymbols], i * step, Math.min(end, (i + 1) * step));
  };
  // Takes pieces of the loop that `ticket` belongs to; what it returns is the ticket with none left.
  const work = () => {
    for (;;) {
      const ticket = Atomics.load(words, kTicket), piece = ticket & 255;
      const pieces = number < words[kThreads] ? words[kPieces] : 0;
      if (piece >= pieces) return ticket;
      if (Atomics.compareExchange(words, kTicket, ticket, ticket + 1) !== ticket) continue;
      try {
        runPiece(piece);
      } catch {
        failed[piece] = 1;
      }
      if (Atomics.add(words, kDone, 1) + 1 === pieces) Atomics.notify(words, kDone);
    }
  };
  const changed = (ticket) => Atomics.load(words, kTicket) !== ticket;
  for (;;) {
    const ticket = work();
    let awake = false;
    for (const end = performance.now() + kAwakeMs; !awake && performance.now() < end;)
      for (let i = 0; i < 64 && !awake; ++i) awake = changed(ticket);
    if (awake) continue;
    Atomics.add(words, kWaiting, 1);
    Atomics.wait(words, kTicket, ticket);
    Atomics.sub(words, kWaiting, 1);
  }
}
