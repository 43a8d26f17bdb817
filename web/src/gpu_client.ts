// The engine's side of its graphics device (gpu.ts). The engine's worker waits for answers in shared memory, for while
// a program runs it hears no messages.
const kState = 0, kAnswered = 1, kLength = 2, kHandled = 3, kReady = 1;  // ../gpu.mjs has the same
const kLimitsAt = 16, kTextAt = 64, kSharedBytes = 4096;
const kPatienceMs = 20_000;  // of a browser that starts its graphics process
const kMostAhead = 256;      // messages that the device has not taken

export class GpuClient {
  #port?: MessagePort;
  // Shared once there is a device: pages that are not isolated have no such memory.
  #words: Int32Array<ArrayBufferLike> = new Int32Array(0);
  #shared?: SharedArrayBuffer;
  #answer = new ArrayBuffer(0) as ArrayBuffer | SharedArrayBuffer;
  #sent = 0;
  // `ask` has the page make the device's worker. `lost`: why an earlier engine of this page lost its device, or "".
  constructor(private ask: (port: MessagePort, shared: SharedArrayBuffer) => void, private lost: string) {}

  start(): { limits?: number[]; lost?: true; reason?: string } {
    if (this.lost) return { lost: true, reason: this.lost };
    if (!self.crossOriginIsolated)
      return { reason: "the page's server does not isolate it (no COOP and COEP headers)" };
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#shared = new SharedArrayBuffer(kSharedBytes);
    this.#words = new Int32Array(this.#shared, 0, kHandled + 1);
    this.ask(port2, this.#shared);
    if (Atomics.wait(this.#words, kState, 0, kPatienceMs) === "timed-out")
      return { reason: "the browser does not answer" };
    if (this.#words[kState] !== kReady) return { reason: this.#text() };
    return { limits: [...new Float64Array(this.#shared, kLimitsAt, 3)] };
  }
  send(message: object, transfer: Transferable[] = []) {
    const handled = () => Atomics.load(this.#words, kHandled);
    for (let done = handled(); this.#sent - done > kMostAhead; done = handled())
      Atomics.wait(this.#words, kHandled, done);
    this.#port!.postMessage(message, transfer);
    ++this.#sent;
  }
  read(id: number, offset: number, bytes: number) {
    if (this.#answer.byteLength < bytes)
      this.#answer = new SharedArrayBuffer(2 ** Math.ceil(Math.log2(Math.max(bytes, 4096))));
    this.#wait({ read: id, offset, bytes, to: this.#answer });
    return new Uint8Array(this.#answer, 0, bytes);
  }
  problem(finished: boolean) {
    this.#wait({ problem: true, finished });
    return this.#text();
  }
  // Where the device has failed there is no answer: the page ends this worker and runs the program again.
  #wait(question: object) {
    Atomics.store(this.#words, kAnswered, 0);
    this.send(question);
    Atomics.wait(this.#words, kAnswered, 0);
  }
  #text() {
    return new TextDecoder().decode(new Uint8Array(this.#shared!, kTextAt, this.#words[kLength]).slice());
  }
}
