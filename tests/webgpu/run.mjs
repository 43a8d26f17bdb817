// WGSL on a WebGPU device: each kernel of the unit test [.wgsl-kernels] runs there and is held against the loop
// interpreter, and the WGSL of programs is compiled. The device is that of headless Chromium, in software where there
// is no GPU; or with VITRINE_DAWN=FOLDER that of the npm package `webgpu` there.
//
//   node tests/webgpu/run.mjs VITRINE [WORD]
//
// Prints `ok`, `not ok` and `skip` lines, as tests/run.py reads them. WORD: only kernels and programs with it in their
// names.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromiumPath } from "../browser/chromium.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../.."),
  vitrine = resolve(process.argv[2]),
  word = process.argv[3] ?? "";
const unitTest = join(dirname(vitrine), "tests/test_runtime");
const call = async (command, args, options) =>
  (
    await promisify(execFile)(command, args, { maxBuffer: 1 << 30, timeout: 300_000, ...options }).catch(
      (error) => error,
    )
  ).stdout ?? "";

async function dawn() {
  const { create, globals } = createRequire(join(resolve(process.env.VITRINE_DAWN), "x.js"))("webgpu");
  Object.assign(globalThis, globals);
  const { openDevice, runKernel, compileErrors } = await import("./device.mjs");
  const gpu = create([]),
    device = await openDevice(gpu);
  return (
    device && {
      run: (kernel) => runKernel(device, kernel),
      compile: (code) => compileErrors(device, code),
      close() {
        device.destroy();
      },
    }
  );
}

async function chromium() {
  const { chromium } = createRequire(join(root, "web/x.js"))("playwright-core");
  if (!chromiumPath) return null;
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan"],
  });
  const page = await browser.newPage();
  await page.route("https://vitrine.test/**", (route) =>
    route.fulfill(
      route.request().url().endsWith(".mjs")
        ? { contentType: "text/javascript", body: readFileSync(join(root, "tests/webgpu/device.mjs"), "utf8") }
        : { contentType: "text/html", body: "" },
    ),
  );
  await page.goto("https://vitrine.test/");
  const opened = await page.evaluate(async () => {
    const code = await import("/device.mjs");
    const device = await code.openDevice(navigator.gpu);
    window.on = device && {
      run: (kernel) => code.runKernel(device, kernel),
      compile: (text) => code.compileErrors(device, text),
    };
    return Boolean(device);
  });
  if (!opened) return void (await browser.close());
  return {
    run: (kernel) => page.evaluate((k) => window.on.run(k), kernel),
    compile: (text) => page.evaluate((t) => window.on.compile(t), text),
    close: () => browser.close(),
  };
}

const device = await (process.env.VITRINE_DAWN ? dawn() : chromium()).catch(() => null);
const missing = !device ? "there is no WebGPU device" : !existsSync(unitTest) ? "test_runtime is not built" : "";
if (missing) {
  console.log(`skip kernels and programs: ${missing}`);
  await device?.close();
  process.exit(0);
}

let failed = 0;
const tell = (name, problem) => {
  failed += Boolean(problem);
  console.log(problem ? `not ok ${name}: ${problem.replace(/\s+/g, " ").slice(0, 600)}` : `ok ${name}`);
};

// Kernels of one name count as one; a kernel that differs names itself.
const kernels = (await call(unitTest, ["[.wgsl-kernels]"]))
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => JSON.parse(line));
const names = [...new Set(kernels.map(({ name }) => name))].filter((name) => name.includes(word));
if (!kernels.length) tell("kernels", "test_runtime prints none");
for (const name of names) {
  const own = kernels.filter((kernel) => kernel.name === name && !kernel.refusal);
  let problem = "";
  for (const kernel of own) problem ||= await device.run(kernel);
  if (own.length) tell(name, problem);
}

const prelude =
  (await call(unitTest, ["[.wgsl-prelude]"]))
    .split(/^== wgsl \[prelude\].*\n/m)[1]
    ?.replace(/^(=====|~~~~~)[^]*/m, "") ?? "";
const folders = ["tests/golden"];
const programs = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(root, folder, String(file))),
  )
  .filter((file) => file.endsWith(".py") && existsSync(file.replace(/\.py$/, ".out")) && file.includes(word))
  .sort();
for (const file of programs) {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-wgsl-"));
  await call(vitrine, ["run", "--backend=interpret", "--dump=wgsl", `--dump-to=${folder}`, basename(file)], {
    cwd: dirname(file),
  });
  const text = existsSync(join(folder, "wgsl.txt")) ? readFileSync(join(folder, "wgsl.txt"), "utf8") : "";
  rmSync(folder, { recursive: true });
  const modules = text
    .replace(/^(== wgsl|# \w+: |\/\/ \S+: WGSL has no ).*$/gm, "// module none")
    .split(/^\/\/ module .*$/m)
    .filter((module) => module.includes("@compute"));
  let problem = "";
  for (const module of new Set(modules)) problem ||= await device.compile(prelude + module);
  if (modules.length) tell(file.slice(root.length + 1), problem);
}
await device.close();
process.exit(failed ? 1 : 0);
