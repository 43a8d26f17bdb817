// Frames while editing: types into the editor of the built site in headless Chromium, so that
// every pause starts a run, and prints one JSON line: frames a second, the intervals between
// frames, the tasks that held the page's thread longest, and what they spent their time in.
// Without a GPU Chromium draws WebGL in software and copies the canvas back for every frame,
// waiting for it; with the cores busy otherwise that, not the page, is what loses frames.
//   node tests/bench/browser_frames.mjs [SECONDS] [FILE.py]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "../browser/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { chromium } = createRequire(`${root}web/package.json`)("playwright-core");
const seconds = Number(process.argv[2] ?? 10);
const port = 28000 + (process.pid % 10000);
const server = spawn(process.execPath, ["web/serve.mjs", "build/site", String(port)], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve) => server.stdout.once("data", resolve));
const browser = await chromium.launch({
  executablePath: chromiumPath,
  headless: true,
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`http://localhost:${port}/`);
await page.waitForFunction(() => window.vitrine?.engineReady() && !window.vitrine.state().running, undefined, {
  timeout: 60000,
});
if (process.argv[3])
  await page.evaluate((text) => window.vitrine.setSource(text), readFileSync(process.argv[3], "utf8"));
await page.waitForTimeout(2500);

const profiler = await page.context().newCDPSession(page);
await profiler.send("Profiler.enable");
await profiler.send("Profiler.setSamplingInterval", { interval: 500 });
await page.evaluate(() => {
  window.frameTimes = [];
  window.longTasks = [];
  const frame = (now) => {
    window.frameTimes.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({
    entryTypes: ["longtask"],
  });
});
await page.click(".cm-content");
await page.keyboard.press("Control+End");
const firstRun = await page.evaluate(() => window.vitrine.state().run);
await profiler.send("Profiler.start");
const start = Date.now();
for (let n = 0; Date.now() - start < seconds * 1000; ++n) {
  // Bursts of typing with pauses long enough for a run to start, in the middle of which typing goes on.
  for (const key of `\nvalue${n} = ${n}`) {
    await page.keyboard.type(key);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(280);
}
const { profile } = await profiler.send("Profiler.stop");
const { frames, tasks, runs } = await page.evaluate(() => ({
  frames: window.frameTimes,
  tasks: window.longTasks,
  runs: window.vitrine.state().run,
}));
const gaps = frames
  .slice(1)
  .map((t, i) => t - frames[i])
  .sort((a, b) => a - b);
const at = (part) => Math.round(gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * part))] * 10) / 10;
const self = new Map(),
  byId = new Map(profile.nodes.map((node) => [node.id, node]));
profile.samples.forEach((id, i) => {
  const { functionName, url } = byId.get(id).callFrame;
  const name = `${functionName || "(anonymous)"} ${url.split("/").pop()}`.trim();
  self.set(name, (self.get(name) ?? 0) + (profile.timeDeltas[i] ?? 0) / 1000);
});
const busiest = [...self]
  .filter(([name]) => !/^\((idle|program|root)\)/.test(name))
  .sort((a, b) => b[1] - a[1])
  .slice(0, 8)
  .map(([name, ms]) => `${name}: ${Math.round(ms)} ms`);
console.log(
  JSON.stringify(
    {
      fps: Math.round((gaps.length * 10000) / (frames.at(-1) - frames[0])) / 10,
      runs: runs - firstRun,
      gap_ms: { median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) },
      long_tasks: { count: tasks.length, longest_ms: Math.round(Math.max(0, ...tasks)) },
      busiest,
    },
    null,
    1,
  ),
);
await browser.close();
server.kill();
