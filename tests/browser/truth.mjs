// Nothing on the page says what is not so: while it loads, after an error, when it is stopped, about another program.
import { assert, browser, close, command, finished, fused, open, port, reuse, run, type, until } from "./page.mjs";

const said = (page) => page.evaluate(() => window.vitrine.state().said.join(" | "));
const visible = (page, text) =>
  page.evaluate(
    (text) =>
      window.vitrine
        .twin()
        .flatMap((panel) => panel.blocks.map((block) => JSON.stringify(block)))
        .join(" ")
        .includes(text),
    text,
  );

export const truthTests = {
  async "before the engine is there nothing claims that no graph was captured"() {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-US",
      serviceWorkers: "block",
    });
    const page = await context.newPage();
    page.problems = [];
    let release;
    await page.route(/engine-.*\.wasm/, async (route) => {
      await new Promise((go) => {
        release = go;
      });
      await route.continue();
    });
    await page.goto(`http://localhost:${port}/`);
    await until(page, () => window.vitrine, "the page does not start");
    await until(
      page,
      () => window.vitrine.state().said.some((text) => text.startsWith("Loading the engine")),
      "nobody says that it loads",
    );
    assert(!/No graph|captured yet|No loops/.test(await said(page)), await said(page));
    assert((await page.textContent("#state")) === "Loading the engine…", await page.textContent("#state"));
    release();
    await finished(page);
    await until(page, () => window.vitrine.state().said.length === 0, "it still says something");
    return page;
  },
  async "while the first run goes on, an empty panel says that it runs"() {
    const page = await open();
    await page.evaluate(() => window.vitrine.setSource("while True:\n    pass\n"));
    await until(
      page,
      () => window.vitrine.state().said.some((text) => text.startsWith("Running… Below is still the program before")),
      await said(page),
    );
    await page.keyboard.press("Control+.");
    await until(
      page,
      () => window.vitrine.state().said.some((text) => /was stopped before a graph/.test(text)),
      await said(page),
    );
    assert((await page.textContent("#state")) === "Stopped", await page.textContent("#state"));
    return page;
  },
  async "a stopped edit of a program keeps its last result, and says why"() {
    const page = await reuse();
    await run(page, fused);
    await page.evaluate((text) => window.vitrine.setSource(text), fused + "while True:\n    pass\n");
    await page.waitForTimeout(400);
    await page.keyboard.press("Control+.");
    await until(page, () => !window.vitrine.state().running, "it still runs");
    assert((await page.textContent("#state")) === "Stopped", await page.textContent("#state"));
    return page;
  },
  async "an error of a new program never shows another program's graph"() {
    const page = await reuse();
    await run(page, fused);
    await run(page, "import torch\ny = torch.arange(3)\nz = y.nothing\n");
    assert(!(await page.evaluate(() => window.vitrine.state().stale)), "the other program's result is shown");
    assert(/error on line 3 came before a graph/.test(await said(page)), await said(page));
    // An edit of the same program keeps its last good result, dimmed.
    await run(page, fused);
    await run(page, fused + "x = = 1\n");
    assert(
      (await page.evaluate(() => window.vitrine.state().stale)) && /from before the error/.test(await said(page)),
      await said(page),
    );
    return page;
  },
  async "an error while capturing shows the graph up to the operation that fails"() {
    const page = await reuse();
    await run(page, fused);
    const state = await run(
      page,
      `import torch

@torch.compile
def g(q):
    first = torch.tanh(q)
    second = torch.sigmoid(first)
    return second.nothing

g(torch.ones(2, 3))
`,
    );
    assert(!state.stale && state.traceback.includes("Error"), state.traceback);
    await until(
      page,
      () => {
        const text = JSON.stringify(window.vitrine.twin());
        return text.includes("tanh") && text.includes("sigmoid");
      },
      "the partial graph is not shown",
    );
    assert(await visible(page, "Captured up to line 7"), "it does not say where it ends");
    assert(!(await visible(page, "relu")), "the other program's graph is shown");
    return page;
  },
  async "advice is not what the program does already"() {
    const page = await reuse();
    await run(page, "import torch\n\n@torch.compile\ndef f(x):\n    return x + 1\n");
    assert(
      !/Put @torch.compile/.test(await said(page)) &&
        /no tensor operation ran in a compiled function/.test(await said(page)),
      await said(page),
    );
    await run(page, "import torch\nprint(torch.ones(2) + 1)\n");
    assert(/Put @torch.compile on a function/.test(await said(page)), await said(page));
    await run(page, "import torch\n\n@torch.compile\ndef f(x):\n    print('x')\n    return 1\n\nf(torch.ones(2))\n");
    assert(!/Put @torch.compile/.test(await said(page)), await said(page));
    await command(page, "panel: autotune");
    await run(
      page,
      'import torch\n\n@torch.compile(mode="max-autotune")\ndef f(x):\n    return x + 1\n\nf(torch.ones(2))\n',
    );
    await page.waitForTimeout(200);
    assert(!/With mode=/.test(await said(page)), await said(page));
    return page;
  },
  async "a program that does not parse has no bytecode, and the panel says so"() {
    const page = await reuse();
    await command(page, "panel: bytecode");
    await run(page, "y = = 2\n");
    await until(
      page,
      () => window.vitrine.state().said.some((text) => text.startsWith("No bytecode")),
      await said(page),
    );
    return page;
  },
  async "a click on a line pins it, Esc lets go, and typing does"() {
    const page = await reuse();
    await run(page, fused);
    await page.click(".cm-line >> nth=4");
    await until(page, () => window.vitrine.state().pinned_line === 5, "the line is not pinned");
    await page.keyboard.press("Escape");
    await until(page, () => window.vitrine.state().pinned_line === 0, "Esc does not let go");
    await page.click(".cm-line >> nth=5");
    await until(page, () => window.vitrine.state().pinned_line === 6, "the line is not pinned");
    await page.keyboard.type("#");
    await until(page, () => window.vitrine.state().pinned_line === 0, "typing does not let go");
    return page;
  },
  async "the line that is stepped to is in view"() {
    const page = await reuse();
    const lines = Array.from({ length: 120 }, (_, i) => `x${i} = ${i}`).join("\n");
    await page.evaluate((text) => window.vitrine.setSource(text), `${lines}\nbreakpoint()\nlast = 1\n`);
    await finished(page);
    await command(page, "Record a run");
    await until(page, () => window.vitrine.state().recorded_steps > 100, "nothing is recorded");
    await until(
      page,
      () => {
        const line = document.querySelector(".vt-pin-line")?.getBoundingClientRect(),
          editor = document.getElementById("editor").getBoundingClientRect();
        return line && line.top >= editor.top && line.bottom <= editor.bottom;
      },
      "the stepped line is out of view",
    );
    return page;
  },
  async "modifier keys do not stick after the palette"() {
    const page = await reuse();
    await run(page, fused);
    await page.click("#canvas", { position: { x: 300, y: 400 } });
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.keyboard.press("Escape");
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + 300, box.y + 300);
    const drawn = () => page.evaluate(() => window.vitrine.frames());
    for (let frames = -1; frames !== (await drawn()); await page.waitForTimeout(150)) frames = await drawn();
    const before = await page.evaluate(() => window.vitrine.state().zoom);
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(200);
    assert((await page.evaluate(() => window.vitrine.state().zoom)) === before, "the wheel zooms as if Ctrl were held");
    return page;
  },
  async "the wheel never shifts the page"() {
    for (const [width, height] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
    ]) {
      const page = await open({ width, height });
      const places = width > 760 ? ["#canvas", "#header", ".cm-content"] : ["#header", ".cm-content"];
      for (const place of places) {
        await page.hover(place);
        for (const [x, y] of [
          [0, 900],
          [500, 0],
          [0, -900],
        ])
          await page.mouse.wheel(x, y);
        await page.waitForTimeout(80);
        const shifted = await page.evaluate(() => [
          scrollX,
          scrollY,
          document.documentElement.scrollTop,
          document.body.scrollTop,
          document.body.scrollLeft,
          document.getElementById("main").scrollTop,
          document.getElementById("canvas-side").scrollTop,
        ]);
        assert(
          shifted.every((value) => value === 0),
          `${width}: ${place}: ${shifted}`,
        );
      }
      await close(page);
    }
  },
  async "columns never get narrower on wider screens"() {
    const page = await open();
    let before = {};
    for (const width of [1024, 1100, 1180, 1181, 1280, 1300, 1366, 1440, 1600, 1920, 2200, 2560, 3200, 3840]) {
      await page.setViewportSize({ width, height: 900 });
      const now = await page.evaluate(() =>
        Object.fromEntries(
          ["lesson", "editor-side", "canvas-side"].map((id) => [
            id,
            document.getElementById(id).getBoundingClientRect().width,
          ]),
        ),
      );
      for (const [id, pixels] of Object.entries(now))
        assert(pixels >= (before[id] ?? 0) - 0.5, `${id} is ${pixels} wide at ${width}, ${before[id]} before`);
      before = now;
    }
    return page;
  },
};
