// After the first visit the site works without a network, from any path, with and without isolation headers; a new
// version says so before it takes over.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { headers } from "../../web/policy.mjs";
import { assert, browser, finished, root, run, until } from "./page.mjs";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

// A host that knows nothing of the site: files under a path, and headers or none.
export async function host(folder, path, sent) {
  const state = { down: false, requests: 0 };
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname;
    ++state.requests;
    if (state.down) return request.socket.destroy();
    const file = join(folder, name.slice(path.length) || "index.html");
    if (!name.startsWith(path) || !existsSync(file)) {
      response.writeHead(404);
      return response.end();
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream", ...sent });
    response.end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { state, folder, address: `http://localhost:${server.address().port}${path}`, close: () => server.close() };
}

async function visit(context, address) {
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(address);
  await until(page, () => window.vitrine, "the page does not start");
  await finished(page);
  return page;
}
const kept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated") await new Promise((later) => setTimeout(later, 50));
  });
const fused = "import torch\n@torch.compile\ndef f(x):\n    return x.sin() + 1\nprint(f(torch.zeros(2)))\n";

// Lessons from the question to the passed check, as somebody on a train would.
async function walkLessons(page, ids) {
  for (const id of ids) {
    if (await page.$("#all-lessons")) await page.click("#all-lessons");
    await page.click(`#open-${id}`);
    await page.waitForSelector("#step-title");
    if (await page.$("#show-me")) await page.click("#show-me");
    await finished(page);
    while (await page.$("#hint")) await page.click("#hint");
    await page.click("#solution");
    await finished(page);
    await page.click("#check");
    await until(page, () => document.querySelector("#check-card .verdict.yes"), `${id}: its solution does not pass`);
  }
}

// Everything that is loaded late is there too: modules, functions of the engine, the Chinese font, lessons.
async function worksOffline(page, server, lessons = []) {
  server.state.down = true;
  await page.reload();
  await until(page, () => window.vitrine, "the page does not start without a network");
  await finished(page);
  assert((await run(page, fused)).output === "tensor([1., 1.])\n", "a compiled function does not run");
  const late = await run(
    page,
    `import statistics
import torch
@torch.jit.script
def f(x):
    return x + 1
print(statistics.mean([1, 2]), f(torch.ones(2)))
`,
  );
  assert(late.output === "1.5 tensor([2., 2.])\n", late.output + late.traceback);
  await page.click("#language");
  await until(
    page,
    () =>
      document.documentElement.lang === "zh-CN" &&
      performance.getEntriesByType("resource").some((r) => r.name.includes("chinese")),
    "no Chinese font",
  );
  assert((await page.textContent("#toast")) !== "面板的中文字体未能加载。", "the Chinese font is not kept");
  assert((await page.locator("#lesson button").count()) > 3, "no lessons");
  await page.click("#language");
  await walkLessons(page, lessons);
  server.state.down = false;
}

export const offlineTests = {
  async "after the first visit the site works without a network, from a sub-path, isolated or not"() {
    for (const [path, sent] of [
      ["/", headers],
      ["/courses/vitrine/", {}],
    ]) {
      const server = await host(join(root, "build/site"), path, sent),
        context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
      const page = await visit(context, server.address);
      assert((await page.evaluate(() => crossOriginIsolated)) === (path === "/"), "isolated or not as the headers say");
      assert((await run(page, fused)).output === "tensor([1., 1.])\n", "it does not run");
      await kept(page);
      await worksOffline(
        page,
        server,
        path === "/" ? ["no-if"] : ["three-journeys", "trace-lies", "where-it-cuts", "memory-plan", "your-own-pass"],
      );
      assert(page.problems.length === 0, page.problems.join("; "));
      await context.close();
      server.close();
    }
  },
  async "a new version says so before it takes over, and takes over whole"() {
    const folder = mkdtempSync(join(tmpdir(), "vitrine-site-"));
    cpSync(join(root, "build/site"), folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
    const server = await host(folder, "/v/", {}),
      context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
    const page = await visit(context, server.address);
    await kept(page);
    const edit = (name, from, to) =>
      writeFileSync(join(folder, name), readFileSync(join(folder, name), "utf8").replaceAll(from, to));
    edit("index.html", "<b>Vitrine</b>", "<b>Vitrine 2</b>");
    edit("offline.js", /const version = "[^"]*"/g, 'const version = "newer"');
    edit("offline.js", /"index\.html":"[^"]*"/g, '"index.html":"newer"');
    const before = server.state.requests,
      brand = () => page.textContent(".brand b");
    await page.reload();
    await until(
      page,
      () => window.vitrine && !document.getElementById("update").hidden,
      "the new version does not say so",
      undefined,
      60000,
    );
    assert((await brand()) === "Vitrine", "it took over unasked");
    assert(server.state.requests - before < 12, `${server.state.requests - before} requests for one changed file`);
    await page.reload();
    await until(page, () => window.vitrine && !document.getElementById("update").hidden, "it does not ask again");
    assert((await brand()) === "Vitrine", "a reload took it over");
    await Promise.all([page.waitForNavigation(), page.click("#update-now")]);
    await until(page, () => window.vitrine, "the new version does not start");
    assert((await brand()) === "Vitrine 2", "it is still the old one");
    await worksOffline(page, server);
    await context.close();
    server.close();
    rmSync(folder, { recursive: true });
  },
};
