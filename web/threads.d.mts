// How a thread reaches the engine: its compiled module and where in the shared memory the engine waits for it.
export interface ThreadSetup { module: WebAssembly.Module; memory: WebAssembly.Memory; address: number; stacks: number; stackBytes: number }
export function serve(setup: ThreadSetup, number: number): never;
