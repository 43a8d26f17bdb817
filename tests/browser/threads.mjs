// Threads where the page is isolated, one thread where it is not or where the browser has no shared memory; the panels
// say which.
import { join } from "node:path";
import { host } from "./offline.mjs";
import { assert, browser, command, finished, linkTo, open, root, run, until } from "./page.mjs";

const said = async (page) => JSON.stringify(await page.evaluate(() => window.vitrine.twin()));
const threadsOf = (page) => page.workers().filter((worker) => /\/thread-/.test(worker.url())).length;
// Work for threads: a generated kernel, a product, a convolution; a late part of the engine; an exception in a shared
// loop.
const program = `import torch
torch.manual_seed(0)
@torch.compile
def f(x, w):
    return torch.relu(x @ w).softmax(-1)
x, w = torch.randn(300, 300), torch.randn(300, 300)
with torch.no_grad():
    image = torch.nn.Conv2d(8, 16, 3)(torch.randn(2, 8, 64, 64))
@torch.jit.script
def g(x):
    return x + 1
try:
    torch.randn(400, 400)[torch.arange(200000) // 400, torch.arange(200000) % 450]
except IndexError as error:
    print(error)
for result in (f(x, w), x @ w, image.contiguous()):
    print(result.view(torch.int32).sum().item())
print(torch.linalg.svdvals(torch.eye(3)), g(torch.ones(2)))
print("threads", torch.get_num_threads())
`;
const endless = `import torch
f = torch.compile(lambda x: torch.sin(x) * torch.exp(-x))
x = torch.randn(1 << 21)
while True:
    x = f(x)
`;
let expected; // what the program prints, but for the number of threads
async function runs(page, threads) {
  const { output, traceback } = await run(page, program, 60000);
  const [printed, number] = output.split("threads ");
  assert(number?.trim() === String(threads), `${threads} threads expected: ${output}${traceback}`);
  assert(printed === (expected ??= printed), `other results on ${threads} threads:\n${printed}\n${expected}`);
}

// A page whose browser refuses shared memory: in the page, and in each worker.
const refusal = `{
  const Plain = WebAssembly.Memory;
  WebAssembly.Memory = function (type) {
    if (type.shared) throw new TypeError("no");
    return new Plain(type);
  };
  WebAssembly.Memory.prototype = Plain.prototype;
}
`;
async function withoutSharedMemory(page) {
  await page.addInitScript(refusal);
  await page.route(/\/assets\/worker-.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: refusal + (await response.text()) });
  });
}

export const threadTests = {
  async "an isolated page runs loops on the machine's threads, and Stop ends them"() {
    const page = await open();
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    assert(threadsOf(page) === 0, "threads before there is work for them");
    await runs(page, Math.min(cores, 16));
    assert(threadsOf(page) === Math.min(cores, 16) - 1, `${threadsOf(page)} threads of ${Math.min(cores, 16)}`);
    await command(page, "panel: code");
    const says = cores > 1 ? `run on ${Math.min(cores, 16)} threads` : "this machine has one core";
    await until(
      page,
      (text) => JSON.stringify(window.vitrine.twin()).includes(text),
      "the code panel does not say so",
      says,
    );
    await page.evaluate((text) => window.vitrine.setSource(text), endless);
    await until(page, () => window.vitrine.state().running, "it does not start");
    await page.waitForTimeout(1500);
    await command(page, "Stop");
    await finished(page);
    for (let i = 0; threadsOf(page) > 0 && i < 50; ++i) await page.waitForTimeout(50);
    assert(threadsOf(page) === 0, "threads outlive their engine");
    await runs(page, Math.min(cores, 16));
    await runs(page, Math.min(cores, 16));
    return page;
  },
  async "a page that is not isolated runs on one thread, with the same results, and says why in both languages"() {
    const server = await host(join(root, "build/site"), "/course/", {});
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-US",
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    await page.goto(server.address);
    await until(page, () => window.vitrine, "the page does not start");
    await finished(page);
    assert(!(await page.evaluate(() => crossOriginIsolated)), "isolated");
    await runs(page, 1);
    assert(threadsOf(page) === 0, "threads that nobody can use");
    await command(page, "panel: code");
    await until(
      page,
      () => JSON.stringify(window.vitrine.twin()).includes("1 thread: the page's server does not isolate it"),
      "the code panel does not say why",
    );
    await page.click("#language");
    await until(
      page,
      () => JSON.stringify(window.vitrine.twin()).includes("1 个线程：服务器没有隔离此页面"),
      "nor in Chinese",
    );
    server.close();
    return page;
  },
  async "a browser without shared memory runs the same engine on one thread"() {
    const page = await open({
      prepare: withoutSharedMemory,
      hash: await linkTo({ panel: "bench", source: "print(1)\n" }),
    });
    await runs(page, 1);
    await command(page, "panel: bench");
    await until(
      page,
      () => JSON.stringify(window.vitrine.twin()).includes("this browser has no shared memory"),
      "the measuring panel does not say so",
    );
    assert((await said(page)).includes("1 thread"), "no line");
    return page;
  },
};
