// What the page takes, in figures: node tests/browser/figures.mjs, on a quiet machine, after ./dev build web. It prints
// medians and never fails on a time; headless Chromium draws in software, so frames here are slower than with a GPU.
import { address, browser, close, command, end, finished, open, run, until } from "./page.mjs";

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
function say(name, list, unit = "ms") {
  const range = `${Math.min(...list).toFixed(1)} to ${Math.max(...list).toFixed(1)}`;
  console.log(`${name}: ${median(list).toFixed(1)} ${unit} (${range}, ${list.length} times)`);
}

async function firstFrame() {
  const context = await browser.newContext(),
    first = [],
    shown = [];
  for (let i = 0; i < 6; ++i) {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: "commit" });
    await until(page, () => window.vitrine?.frames() > 0, "no first frame");
    // By the page's own clock: when the browser painted the editor, and when the panels drew their first frame.
    const painted = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      performance.getEntriesByName("vitrine-frame")[0]?.startTime ?? NaN,
    ]);
    await finished(page);
    if (i) (first.push(painted[1]), shown.push(painted[0])); // the first time fills the cache
    await page.close();
  }
  await context.close();
  say("first paint of the page, from the cache", shown);
  say("first frame of the panels, from the cache", first);
}

// Notes when the page sends to the engine and when it hears of it.
const noteMessages = (page) => page.addInitScript(() => {
  window.messages = [];
  const note = (kind) => window.messages.push([kind, performance.now()]);
  window.Worker = class extends Worker {
    constructor(...of) {
      super(...of);
      this.addEventListener("message", ({ data }) => data.bytes && note("heard"));
    }
    postMessage(data, ...more) {
      if (data.bytes) note("sent");
      super.postMessage(data, ...more);
    }
  };
});

// From the moment that the run is sent (the debounce is over) to the end of the frame that shows its graph, and where
// that time goes.
async function editToPicture() {
  const page = await open({ prepare: noteMessages });
  const parts = ["an edit to its new picture, the default program", "  until the engine has it", "  the engine's run",
    "  until the last of it is heard", "  to the frame that shows it"].map((name) => [name, []]);
  for (let i = 0; i < 22; ++i) {
    await page.waitForTimeout(400);  // as somebody who types: the engine has been idle since the last run
    const times = await page.evaluate(async (n) => {
      const before = window.vitrine.state().run, source = window.vitrine.source().replace(/\n# \d+$/, "");
      window.messages = [];
      const start = performance.now();
      window.vitrine.setSource(`${source}\n# ${n}`);
      for (;;) {
        await new Promise(requestAnimationFrame);
        const state = window.vitrine.state();
        if (state.graph_run <= before) continue;
        const end = performance.now(), run = state.run_us / 1000;
        const of = (wanted) => window.messages.filter(([kind]) => kind === wanted).map(([, at]) => at);
        const sent = of("sent")[0], heard = of("heard").at(-1);
        return [end - start, sent - start, run, heard - sent - run, end - heard];
      }
    }, i);
    if (i > 1) parts.forEach(([, list], k) => list.push(times[k]));
  }
  await close(page);
  for (const [name, list] of parts) say(name, list);
}

// In an order that no two parts share, so that nothing folds.
const names = ["sin", "cos", "tanh", "sigmoid", "relu", "exp", "abs", "neg", "square", "atan", "erf"];
function large(n) {
  let body = "",
    seed = 7;
  for (let i = 0; i < n; ++i) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    body += `    x = torch.${names[(seed >> 12) % names.length]}(x) + y\n`;
  }
  return `import torch

@torch.compile(backend="eager")
def f(x, y):
${body}    return x

print(f(torch.ones(4), torch.ones(4)).shape)
`;
}

async function largeGraph() {
  const page = await open();
  await run(page, large(1000), 120000);
  await page.waitForTimeout(1500);
  const box = await page.locator("#canvas").boundingBox(),
    x = box.x + box.width / 2,
    y = box.y + 300;
  const moving = async (move) => {
    await page.evaluate(() => {
      window.stamps = [];
      const note = (t) => {
        window.stamps.push(t);
        window.noting && requestAnimationFrame(note);
      };
      window.noting = true;
      window.began = window.vitrine.frames();
      window.drawing = 0;
      requestAnimationFrame(note);
    });
    await move();
    return page.evaluate(() => {
      window.noting = false;
      const s = window.stamps;
      return { seconds: (s.at(-1) - s[0]) / 1000, drawn: window.vitrine.frames() - window.began };
    });
  };
  await page.mouse.move(x, y);
  const frame = await page.evaluate(async () => {
    const times = [];
    for (let i = 0; i < 30; ++i) {
      const start = performance.now();
      window.vitrine.svg();
      times.push(performance.now() - start);
    }
    return times;
  });
  say("one frame of 2,000 nodes and its SVG", frame);
  const drag = await moving(async () => {
    await page.mouse.down();
    for (let i = 0; i < 120; ++i) await page.mouse.move(x + 60 * Math.sin(i / 9), y - i);
    await page.mouse.up();
  });
  console.log(`moving 2,000 nodes: ${(drag.drawn / drag.seconds).toFixed(0)} frames a second`);
  // Another language is another layout: its words are of other widths.
  await page.click("#language");
  await page.waitForTimeout(3000);
  const layout = await page.evaluate(() => {
    const times = [];
    for (let i = 0; i < 8; ++i) {
      document.getElementById("language").click();
      const start = performance.now();
      window.vitrine.svg();
      times.push(performance.now() - start);
    }
    return times;
  });
  say("the same, laid out anew", layout);
  await close(page);
}

// The time that the browser's process of the page was busy over ten idle seconds.
async function idle() {
  for (const [name, prepare] of [
    ["default", async () => {}],
    ["graph of 2,000 nodes", (page) => run(page, large(1000), 120000)],
    [
      "values",
      async (page) => {
        await command(page, "Show the values of the graph");
        await finished(page);
      },
    ],
    [
      "film at its end",
      async (page) => {
        await command(page, "film");
        await until(page, () => window.vitrine.state().film_playing, "no film");
        await until(page, () => !window.vitrine.state().film_playing, "it does not end", undefined, 60000);
      },
    ],
  ]) {
    const page = await open();
    await prepare(page);
    await page.waitForTimeout(2500);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const busy = async () =>
      Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map((m) => [m.name, m.value]));
    const before = await busy(),
      frames = await page.evaluate(() => window.vitrine.frames());
    await page.waitForTimeout(10000);
    const after = await busy(),
      drawn = (await page.evaluate(() => window.vitrine.frames())) - frames;
    const worked = (after.TaskDuration - before.TaskDuration) * 1000;
    console.log(`idle, ${name}: ${worked.toFixed(1)} ms of work in 10 s, ${drawn} frames`);
    await close(page);
  }
}

const parts = { firstFrame, editToPicture, largeGraph, idle };
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)) await parts[name]();
await end();
