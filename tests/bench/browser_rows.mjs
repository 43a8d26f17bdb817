// Runs browser_rows.py in the built site in headless Chromium, one thread, and prints a JSON
// line per row. The page is loaded afresh for every round: node tests/bench/browser_rows.mjs [ROUNDS]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "../browser/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { chromium } = createRequire(`${root}web/package.json`)("playwright-core");
const source = readFileSync(`${root}tests/bench/browser_rows.py`, "utf8");
const port = 28000 + (process.pid % 10000);
const server = spawn(process.execPath, ["web/serve.mjs", "build/site", String(port)], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
await new Promise((resolve) => server.stdout.once("data", resolve));
const samples = new Map();
for (let round = 0; round < Number(process.argv[2] ?? 3); round++) {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    headless: true,
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage();
  await page.goto(`http://localhost:${port}/`);
  await page.waitForFunction(() => window.vitrine?.engineReady() && !window.vitrine.state().running, undefined, {
    timeout: 60000,
  });
  await page.waitForTimeout(1000);
  await page.evaluate((text) => window.vitrine.setSource(text), source);
  await page.waitForFunction(
    () => !window.vitrine.state().running && /matmul_512 [\d.]+ \d+/.test(window.vitrine.state().output),
    undefined,
    { timeout: 120000 },
  );
  const output = await page.evaluate(() => window.vitrine.state().output);
  for (const [, name, us, cold] of output.matchAll(/row (\w+) ([\d.]+) (\d+)/g)) {
    if (!samples.has(name)) samples.set(name, []);
    samples.get(name).push({ us: Number(us), cold: Number(cold) });
  }
  await browser.close();
}
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
for (const [row, values] of samples)
  console.log(
    JSON.stringify({
      row,
      us: median(values.map((v) => v.us)),
      cold_ms: median(values.map((v) => v.cold)) / 1000,
      rounds: values.length,
    }),
  );
server.kill();
