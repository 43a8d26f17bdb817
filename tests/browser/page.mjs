// The built site (build/site), its server, a headless Chromium, and what every test does with a page.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "./chromium.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const shots = process.env.VT_SHOTS;
function skipAll(why) {
  console.log(`skip browser: ${why}`);
  process.exit(0);
}
if (!existsSync(`${root}build/site/index.html`)) skipAll("build/site is missing; './dev build web' makes it");
if (!chromiumPath || !existsSync(chromiumPath)) skipAll("no chromium; apt-get install chromium-headless-shell");
if (!existsSync(`${root}web/node_modules/playwright-core`)) skipAll("npm --prefix web ci");
const { chromium } = createRequire(`${root}web/package.json`)("playwright-core");
if (shots) mkdirSync(shots, { recursive: true });

export const port = 18000 + 10 * (process.pid % 1000), // tests start servers of their own on the next ones
  address = `http://localhost:${port}/`;
export const server = spawn(process.execPath, ["web/serve.mjs", "build/site", String(port)], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve) => server.stdout.once("data", resolve));
const more = (process.env.VT_CHROMIUM_ARGS ?? "").split(" ").filter(Boolean);
const launched = { executablePath: chromiumPath, headless: true, args: ["--no-sandbox", ...more] };
export const browser = await chromium.launch(launched);
// Most pages open in one profile, one after the other and with its storage cleared: there the engine is compiled once,
// and comes from the browser's cache of code afterwards.
const usual = { locale: "en-US", deviceScaleFactor: 1, serviceWorkers: "block" }; // offline.mjs tests the workers
const profile = mkdtempSync(join(tmpdir(), "vitrine-pages-"));
const shared = await chromium.launchPersistentContext(profile, { ...launched, ...usual });
const [kept] = shared.pages(); // a browser without pages would end
let taken = false; // a page of the profile is open, so the next one gets a context of its own

export function assert(truth, why) {
  if (!truth) throw new Error(why);
}
export async function until(page, test, why, argument, timeout = 20000) {
  try {
    await page.waitForFunction(test, argument, { timeout, polling: 30 });
  } catch {
    const state = await page.evaluate(() =>
      window.vitrine
        ? JSON.stringify(window.vitrine.state()).slice(0, 700)
        : document.getElementById("cover")?.textContent,
    );
    throw new Error(`${why}; state: ${state}`);
  }
}
export const finished = (page, timeout) =>
  until(
    page,
    () => window.vitrine?.engineReady() && !window.vitrine.state().running,
    "the run does not end",
    undefined,
    timeout,
  );
async function sharedPage(width, height) {
  const page = await shared.newPage(),
    session = await shared.newCDPSession(page);
  await page.setViewportSize({ width, height });
  await shared.clearPermissions();
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(address).origin,
    storageTypes: "local_storage,indexeddb,cache_storage,service_workers,file_systems",
  });
  return page;
}
export async function open({
  hash = "",
  width = 1440,
  height = 900,
  density = 1,
  locale = "en-US",
  prepare = undefined,
} = {}) {
  const fits = density === usual.deviceScaleFactor && locale === usual.locale && !taken;
  taken ||= fits;
  const page = fits
    ? await sharedPage(width, height)
    : await (
        await browser.newContext({ ...usual, viewport: { width, height }, deviceScaleFactor: density, locale })
      ).newPage();
  await prepare?.(page);
  return load(page, hash);
}
async function load(page, hash = "") {
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(address + hash);
  await until(page, () => window.vitrine, "the page does not start");
  await finished(page);
  return page;
}

// A page like that of `open`, for tests of what a running page does: the page of the last such test, which follows a
// link to the default program. Loading costs ten times that. A page that does not look as it did at first is not used
// again; a test that leaves a filter, a zoom or a lesson behind takes `open`.
let reused;
const uses = { again: 0, anew: 0 };
const kView = `panel second compile graph_position graph_view half apart skip left right panels bytecode_view matches
  zoom colours word said output recorded_steps bench_rows benching measured value_nodes headline calls_text chosen_call
  film_open fixes`;
const look = (view) => {
  const state = window.vitrine.state(),
    { lang, className, dataset } = document.documentElement;
  const shown = view.split(/\s+/).map((field) => [field, state[field]]);
  return JSON.stringify([shown, window.vitrine.source(), lang, className, dataset, document.body.className]);
};
export async function reuse() {
  if (reused && !reused.page.isClosed() && (await takeBack(reused).catch(() => false))) {
    ++uses.again;
    return reused.page;
  }
  ++uses.anew;
  await reused?.page.context().close();
  const context = await browser.newContext({ ...usual, viewport: { width: 1440, height: 900 } });
  reused = { page: await load(await context.newPage()) };
  reused.look = await reused.page.evaluate(look, kView);
  const [state, source] = await reused.page.evaluate(() => [window.vitrine.state(), window.vitrine.source()]);
  const { panel, second, graph_view: graphView, graph_position: graphPosition } = state;
  reused.link = await linkTo({ source, language: "en", panel, second, graphView, graphPosition, half: 0 });
  return reused.page;
}
async function takeBack({ page, look: first, link }) {
  const { run } = await page.evaluate(() => window.vitrine.state());
  await page.mouse.move(1, 1);
  await page.evaluate((link) => {
    document.activeElement?.blur();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, "", location.pathname);
    location.hash = link;
  }, link);
  await until(page, (run) => window.vitrine.state().run > run, "the link is not followed", run);
  await finished(page);
  await page.evaluate(() => history.replaceState(null, "", location.pathname));
  page.problems.length = 0;
  return (await page.evaluate(look, kView)) === first;
}
// Closes a page with the others of its test; pages of another context stay.
export async function close(page) {
  if (page === reused?.page) return;
  if (page.context() !== shared) return page.context().close();
  await Promise.all(
    shared
      .pages()
      .filter((each) => each !== kept)
      .map((each) => each.close()),
  );
  taken = false;
}
export async function closeAll() {
  await Promise.all([close(kept), ...browser.contexts().map((context) => context.close())]);
}
export async function end() {
  if (uses.anew) console.log(`# a page was used again ${uses.again} times, and loaded for that ${uses.anew} times`);
  await Promise.all([browser.close(), shared.close()]);
  server.kill();
  rmSync(profile, { recursive: true, force: true });
}
// The fragment of a link that somebody else made.
export async function linkTo(state) {
  const packed = await new Response(
    new Blob([JSON.stringify({ v: 1, ...state })]).stream().pipeThrough(new CompressionStream("deflate-raw")),
  ).arrayBuffer();
  return `#v1.${Buffer.from(packed).toString("base64url")}`;
}
export async function run(page, source, timeout) {
  await page.evaluate((text) => window.vitrine.setSource(text), source);
  await finished(page, timeout);
  return page.evaluate(() => window.vitrine.state());
}
export async function type(page, source) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete"); // text over a selection makes Chromium itself write inline styles
  await page.keyboard.insertText(source);
}
export async function command(page, text) {
  await page.keyboard.press("Control+k");
  await page.waitForSelector("#commands[open]");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}
// The first lesson of the course, its question answered: the exercise stands there.
export async function openFirstLesson(page) {
  await page.click("#go-on");
  await passQuestion(page);
}
export async function passQuestion(page) {
  await page.waitForSelector("#step-title");
  if (await page.$("#show-me")) await page.click("#show-me");
  await finished(page);
}
// How many colours a canvas shows: a blank one has a single one.
export async function colours(page) {
  const shot = await page.locator("#canvas").screenshot();
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height),
      draw = canvas.getContext("2d");
    draw.drawImage(image, 0, 0);
    const pixels = new Uint32Array(draw.getImageData(0, 0, image.width, image.height).data.buffer);
    return new Set(pixels).size;
  }, shot.toString("base64"));
}

export const fused = `import torch

@torch.compile
def f(x):
    a = torch.relu(x)
    return a + torch.sigmoid(x)

print(f(torch.ones(4)))
`;
