// Serves an engine's graphics device until the worker ends; gpu_client.ts is the other side.
export function serve(port: MessagePort, shared: SharedArrayBuffer, onFailed: (reason: string) => void): Promise<void>;
