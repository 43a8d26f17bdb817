// Programs in the built page with their tensors on WebGPU, the software device of headless Chromium where there is no
// other: the corpus's (tests/programs) with the default device moved there, which must print what they print on the CPU
// within rounding, and what is the device's own: how it is spelled, counted, missed and lost.
//
//   node tests/webgpu/programs.mjs [WORD]
//
// Prints `ok`, `not ok` and `skip` lines. WORD: only what has it in its name. VT_ALL=1: every program, not one in
// twenty-four by name.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

process.env.VT_CHROMIUM_ARGS = "--enable-unsafe-webgpu --use-webgpu-adapter=swiftshader --enable-features=Vulkan";
const { assert, close, closeAll, command, end, finished, open, root, until } =
  await import("../browser/page.mjs");
const { difference } = await import("./rounding.mjs");

const word = process.argv[2] ?? "", programs = join(root, "tests/programs");
const kProgramMs = 120_000, kOneIn = 24;

const stateOf = (page) => page.evaluate(() => window.vitrine.state());
async function run(page, source) {
  await page.evaluate((text) => window.vitrine.setSource(text), source);
  await finished(page, kProgramMs);
  return stateOf(page);
}
async function toWebgpu(page) {
  await command(page, "webgpu");
  const said = () => /on WebGPU now|no WebGPU here/.test(document.getElementById("toast").textContent);
  await until(page, said, "the palette says nothing");
  await finished(page, kProgramMs);
}
// Runs before the code of every worker of the device.
const inDevice = (text) => async (page) => {
  await page.route(/\/assets\/gpu-.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: text + (await response.text()) });
  });
};

const compiled = `import torch
torch.manual_seed(0)
f = torch.compile(lambda x, w: torch.softmax(torch.relu(x @ w) + x.sum(1, keepdim=True), -1))
x, w = torch.randn(33, 40), torch.randn(40, 50)
print(f(x, w).sum(1)[:3], f(x, w)[0, :4])
`;
let expected;
const tests = {
  async "a program spells the device as PyTorch spells a private one"() {
    const page = await open();
    const { output, traceback } = await run(page, `import torch
print(torch.webgpu.is_available(), torch.device("webgpu"), repr(torch.device("webgpu", 0)))
x = torch.arange(6.0).reshape(2, 3).to("webgpu")
print(x.device, x.device.type, x.is_cuda, (x + 1).device)
print(x)
y = torch.ones(3, device="webgpu", dtype=torch.float64)
print((y * 2).sum().item(), (x @ x.t()).cpu())
try:
    x + torch.ones(2, 3)
except RuntimeError as error:
    print(error)
model = torch.nn.Linear(3, 2).to("webgpu")
print(model.weight.device, model(x).shape)
model(x).sum().backward()
print(model.weight.grad)
`);
    const lines = output.split("\n");
    assert(lines[0] === "True webgpu device(type='webgpu', index=0)", output + traceback);
    assert(lines[1] === "webgpu:0 webgpu False webgpu:0", output);
    assert(output.includes("[3., 4., 5.]], device='webgpu:0')"), output);
    assert(output.includes("6.0 tensor([[ 5., 14.],\n        [14., 50.]])"), output);
    assert(output.includes("at least two devices, webgpu:0 and cpu!"), output);
    assert(output.includes("tensor([[3., 5., 7.],\n        [3., 5., 7.]], device='webgpu:0')"), output + traceback);
    return page;
  },
  async "a compiled function is one submission a call, and its values stay on the device until they are read"() {
    const page = await open();
    const { output, traceback } = await run(page, `import torch
f = torch.compile(lambda x, w: torch.softmax(torch.relu(x @ w) - x.sum(1, keepdim=True), -1))
x, w = torch.randn(64, 64, device="webgpu"), torch.randn(64, 64, device="webgpu")
x = f(x, w)
before = torch.webgpu._counters()
for _ in range(5):
    x = f(x, w)
torch.webgpu.synchronize()
after = torch.webgpu._counters()
print({k: after[k] - before[k] for k in after})
print(x.shape, torch.isfinite(x).all().item())
`);
    const pairs = [...output.matchAll(/'(\w+)': (\d+)/g)];
    const counted = Object.fromEntries(pairs.map(([, name, count]) => [name, Number(count)]));
    assert(counted.reads === 0 && counted.uploads === 0, output + traceback);
    assert(counted.submissions === 5 && counted.dispatches >= 5, output);
    assert(output.includes("torch.Size([64, 64]) True"), output);
    return page;
  },
  async "the palette moves the default device, and the code panel shows what runs"() {
    const page = await open();
    expected = (await run(page, compiled)).output;
    await toWebgpu(page);
    const { output, traceback } = await stateOf(page);
    assert(!difference(output, expected), `${difference(output, expected)}\n${output}${traceback}`);
    await command(page, "panel: code");
    const shown = () => JSON.stringify(window.vitrine.twin()).includes("@compute @workgroup_size");
    await until(page, shown, "the code panel does not show WGSL first");
    assert((await page.textContent("#state")).includes("WebGPU"), "the line of state does not say so");
    await command(page, "webgpu");
    await finished(page);
    assert((await stateOf(page)).output === expected, "back on the CPU it prints otherwise");
    return page;
  },
  async "a device that is lost, or refuses a submission, has the program run again on WebAssembly"() {
    for (const [what, failing] of [["lost", "this.device?.destroy()"], ["refused", "list = [{}]"]]) {
      const page = await open({ prepare: inDevice(`{
        const wait = GPUAdapter.prototype.requestDevice;
        GPUAdapter.prototype.requestDevice = async function (...given) {
          const made = await wait.apply(this, given);
          return made.queue.device = made;
        };
        const submit = GPUQueue.prototype.submit;
        let left = 3;
        GPUQueue.prototype.submit = function (list) {
          if (--left === 0) { ${failing}; }
          return submit.call(this, list);
        };
      }\n`) });
      expected ??= (await run(page, compiled)).output;
      await page.evaluate((text) => window.vitrine.setSource(text), compiled);
      await finished(page);
      await toWebgpu(page);
      const told = () => document.getElementById("toast").textContent.includes("graphics device failed");
      await until(page, told, `${what}: no word about it`);
      const again = () => window.vitrine.state().output.length > 0 && !window.vitrine.state().running;
      await until(page, again, `${what}: it does not run again`, undefined, kProgramMs);
      const { output, traceback } = await stateOf(page);
      assert(!difference(output, expected), `${what}: ${difference(output, expected)}\n${output}${traceback}`);
      const later = await run(page, "import torch\nx = torch.ones(2)\nprint(x.sum().item(), x.device)\n");
      assert(later.output === "2.0 webgpu:0\n", later.output + later.traceback);
      await close(page);
    }
  },
  async "without a device a program that names it is told why, and the palette stays with the CPU"() {
    const prepare = async (page) => {
      await page.addInitScript("delete Navigator.prototype.gpu");
      await inDevice("delete WorkerNavigator.prototype.gpu;\n")(page);
    };
    const page = await open({ prepare });
    const { output, traceback } = await run(page, `import torch
print(torch.webgpu.is_available())
try:
    torch.ones(2, device="webgpu")
except RuntimeError as error:
    print(error)
`);
    assert(output.startsWith("False\nthere is no WebGPU device: the browser has no WebGPU"), output + traceback);
    await toWebgpu(page);
    assert((await page.textContent("#toast")).includes("this browser does not know it"), "no word about it");
    assert((await run(page, "import torch\nprint(torch.ones(1).device)\n")).output === "cpu\n", "not on the CPU");
    return page;
  },
};

// Names and the reason why each does not print the same there.
const listed = (name) => Object.fromEntries(readFileSync(join(programs, name), "utf8").split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => [line.split(" ")[0], line.slice(line.indexOf(" ") + 1)]));
const reasons = { ...listed("pending.txt"), ...listed("cpu_only.txt"), ...listed("webgpu.txt") };
const expectedOf = (name) => join(programs, name.replace(/\.py$/, ".out"));
const every = ["eager", "capture"].flatMap((folder) => readdirSync(join(programs, folder)).sort()
  .map((file) => `${folder}/${file}`)).filter((name) => name.endsWith(".py") && existsSync(expectedOf(name)));
const wanted = (name, i) => (process.env.VT_ALL || word || i % kOneIn === 0) && name.includes(word);
const chosen = every.filter(wanted);

let failed = 0;
const tell = (name, problem) => {
  failed += Boolean(problem);
  console.log(problem ? `not ok ${name}: ${String(problem).replace(/\s+/g, " ").slice(0, 900)}` : `ok ${name}`);
};
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(word)) continue;
  let page, problem = "";
  try { page = await test(); } catch (error) { problem = error.message; }
  tell(name, problem);
  if (page && !problem) await close(page);
  else await closeAll();
}

let page;
for (const name of chosen) {
  if (reasons[name]) { console.log(`skip ${name}: ${reasons[name]}`); continue; }
  let problem = "";
  try {
    if (!page) await toWebgpu(page = await open());
    const { output, traceback } = await run(page, readFileSync(join(programs, name), "utf8"));
    problem = difference(output, readFileSync(expectedOf(name), "utf8"));
    if (problem && traceback) problem += ` ${traceback.slice(-400)}`;
  } catch (error) {
    problem = error.message;
    await closeAll().catch(() => {});
    page = undefined;
  }
  tell(name, problem);
}
await end();
process.exit(failed ? 1 : 0);
