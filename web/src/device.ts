// On which device programs compute unless they say it: the CPU, or the browser's graphics device. Of this page until it
// is closed, as --device is of a run of the command line.
import { page, toast } from "./page";
import { cancelCheck, run } from "./run";
import { t } from "./strings";

export const onWebgpu = () => page.device === "webgpu";

export async function toggleDevice() {
  const why = onWebgpu() ? "" : await missing();
  if (why) return toast(t("noWebgpu", why));
  page.device = onWebgpu() ? "" : "webgpu";
  page.ui?.set("device", page.device);
  toast(t(onWebgpu() ? "nowWebgpu" : "nowCpu"));
  run();
}
async function missing() {
  if (!crossOriginIsolated) return t("gpuNotIsolated");
  const gpu = (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu;
  if (!gpu) return t("gpuUnknown");
  return (await gpu.requestAdapter().catch(() => null)) ? "" : t("gpuNone");
}

// The device has failed, and the engine with it. The next one has the CPU stand in for the device, so that the program
// prints what it would have printed.
export function gpuLost(reason: string) {
  const again = page.running;
  page.ui?.abandon("Stopped", "", true);
  cancelCheck();
  toast(t("gpuLost", reason));
  if (again) run();
}
