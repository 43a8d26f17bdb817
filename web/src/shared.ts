// Types of engine/runtime/wasm/globals.js, and what the page does with them: whether there are threads, and the
// engine's module for memory that cannot be shared.
// @ts-ignore a script that sets properties of the global object
import "../../engine/runtime/wasm/globals.js";

declare global {
  function vitrineSharedMemory(): WebAssembly.Memory | null;
  function vitrineMemoryFlags(bytes: Uint8Array): number | undefined;
  function vitrineUnshare(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  function vitrineFill(module: WebAssembly.Module, memory: WebAssembly.Memory): void;
}

const kMostThreads = 2;  // with sixteen a loop still writes where it must not (docs/adr/0028-threads-in-the-browser.md)

// How many threads kernels run on here, and if it is one, why: Threads in engine/support/threads.h.
export type WhyOne = "" | "cores" | "isolated" | "memory";
export function threadsHere(): { threads: number; why: WhyOne } {
  const cores = Math.min(navigator.hardwareConcurrency || 1, kMostThreads);
  if (!crossOriginIsolated) return { threads: 1, why: "isolated" };
  if (!canShare()) return { threads: 1, why: "memory" };
  return cores > 1 ? { threads: cores, why: "" } : { threads: 1, why: "cores" };
}

export function canShare() {
  try {
    return !!new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  } catch {
    return false;
  }
}

// The module as it arrives, with the mark that its memory is shared taken out of its head.
export function unshared(response: Response) {
  let head: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(0);
  const body = response.body!.pipeThrough(new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      if (!head) return out.enqueue(chunk);
      const longer = new Uint8Array(head.length + chunk.length);
      longer.set(head);
      longer.set(chunk, head.length);
      if (vitrineMemoryFlags(longer) === undefined) { head = longer; return; }
      head = undefined;
      out.enqueue(vitrineUnshare(longer));
    },
  }));
  return new Response(body, { headers: { "content-type": "application/wasm" } });
}
