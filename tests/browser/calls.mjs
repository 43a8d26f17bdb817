// The strip of calls with the cards of the cache, and the film of a compile: clicked through by what they draw.
import { readFileSync } from "node:fs";
import { assert, close, command, finished, fused, linkTo, open, reuse, run, shots, until } from "./page.mjs";

const head = "import torch\n\n";
const breaks =
  head +
  `@torch.compile
def f(x):
    y = torch.relu(x)
    print('one')
    y = y + 1
    print('two')
    return y * 2

for n in range(3):
    f(torch.ones(4))
`;
const sizes =
  head + "@torch.compile\ndef f(x):\n    return torch.relu(x) + 1\n\nfor n in (4, 5, 6, 7):\n    f(torch.ones(n, 8))\n";
const types =
  head +
  `@torch.compile
def f(x, k):
    return x * k

f(torch.ones(3), 2)
f(torch.ones(3), 2.5)
f(torch.ones(3), torch.ones(3))
`;
const closure =
  head +
  `def make(k):
    @torch.compile
    def f(x):
        return x.sin() * k
    return f

for k in (1.5, 2.5):
    make(k)(torch.ones(3))
`;
const limit =
  head + "@torch.compile(dynamic=False)\ndef f(x):\n    return x + 1\n\nfor n in range(2, 14):\n    f(torch.ones(n))\n";
const inlined =
  head +
  `def g(x):
    y = x.cos()
    print('inside')
    return y + 1

@torch.compile
def f(x):
    return g(x.sin()) * 2

f(torch.ones(3))
f(torch.ones(3))
`;
const grad =
  head +
  "@torch.compile\ndef f(x):\n    return (x * x).sum()\n\nx = torch.ones(3)\nf(x)\nwith torch.no_grad():\n    f(x)\n";
const many =
  head +
  "@torch.compile\ndef f(x):\n    return torch.relu(x) + 1\n\nx = torch.ones(4)\nfor n in range(1000):\n    f(x)\n";

const state = (page) => page.evaluate(() => window.vitrine.state());
async function drawn(page, source) {
  const after = await run(page, source, 60000);
  assert(after.traceback === "", after.traceback);
  await command(page, "panel: Guards");
  await until(page, () => window.vitrine.state().strip?.texts.length > 0, "no strip is drawn");
  await page.waitForTimeout(250);
  return state(page);
}
async function click(page, part, key) {
  const place = (await state(page))[part].places.find((p) => p.key === key);
  assert(place, `${key} is not drawn: ${(await state(page))[part].places.map((p) => p.key)}`);
  const box = await page.locator("#canvas").boundingBox();
  await page.mouse.move(box.x + place.x - 1, box.y + place.y);
  await page.mouse.click(box.x + place.x, box.y + place.y);
  await until(page, (key) => window.vitrine.state().chosen_call === key, `${key} is not chosen`, key);
}
const cardsSay = (page, text) =>
  until(
    page,
    (text) => window.vitrine.state().cards?.texts.some((t) => t.includes(text)),
    `no card says ${text}`,
    text,
  );
const says = (part, text) => part?.texts.some((t) => t.includes(text));
async function shot(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

export const callsTests = {
  async "two breaks are three parts, and a click on a cut offers its fix"() {
    const page = await reuse();
    const s = await drawn(page, breaks);
    for (const text of ["print('one')", "print('two')", "resumes at line 6", "resumes at line 8", "3 calls"])
      assert(says(s.strip, text), `${text}: ${s.strip.texts}`);
    assert(s.cards === null, "cards where a cut is worth more");
    await click(page, "strip", "cut:0:1:0");
    await shot(page, "calls-breaks");
    await click(page, "strip", "call:0:1:0:0");
    await cardsSay(page, "answered this call");
    await cardsSay(page, "✓");
    return page;
  },
  async "a recompile shows the card that failed with the value that came"() {
    const page = await reuse();
    let s = await drawn(page, sizes);
    for (const text of ["✗ did not fit", "was 4", "came 5", "compiled by this call"])
      assert(says(s.cards, text), `${text}: ${s.cards?.texts}`);
    await click(page, "strip", "call:0:2:0:0");
    await cardsSay(page, "f32[6, 8]");
    await shot(page, "calls-sizes");
    s = await drawn(page, types);
    assert(says(s.cards, "did not fit") && says(s.strip, "✗ 0/0"), s.cards.texts.join("|"));
    await shot(page, "calls-types");
    s = await drawn(page, closure);
    assert(says(s.cards, "k (closure)") && says(s.cards, "came 2.5"), s.cards.texts.join("|"));
    await shot(page, "calls-closure");
    s = await drawn(page, grad);
    assert(says(s.cards, "grad_mode") && says(s.cards, "came False"), s.cards.texts.join("|"));
    await shot(page, "calls-grad");
    return page;
  },
  async "a link opens the call whose cards were shown, and its picture is a file with both"() {
    const page = await open({ hash: await linkTo({ source: sizes, panel: "guards", call: "call:0:0:0:0" }) });
    await page.click("#linked-run").catch(() => {});
    await until(
      page,
      () => window.vitrine.state().cards?.texts.some((t) => t.includes("compiled by this call")),
      "no cards",
    );
    const s = await state(page);
    assert(s.chosen_call === "call:0:0:0:0" && !says(s.cards, "did not fit"), s.cards.texts.join("|"));
    const download = page.waitForEvent("download"),
      box = await page.locator("#canvas").boundingBox();
    await page.mouse.click(box.x + box.width - 34, box.y + 92);
    const svg = readFileSync(await (await download).path(), "utf8");
    assert(svg.startsWith("<svg") && svg.includes("4 calls") && svg.includes("TENSOR_MATCH"), svg.slice(0, 300));
    await page.keyboard.press("Alt+a");
    await page.waitForSelector("#twin h1");
    const twin = await page.locator("#twin").innerText();
    assert(twin.includes("call 2: 0/1 compiled") && twin.includes("0/0: compiled by this call"), twin);
    return page;
  },
  async "calls beyond the recompile limit say which entries they tried"() {
    const page = await reuse();
    const s = await drawn(page, limit);
    assert(says(s.strip, "✗ ×8") && says(s.strip, "eagerly"), s.strip.texts.join("|"));
    assert(
      says(s.cards, "recompile limit") && s.cards.texts.filter((t) => t.includes("did not fit")).length === 8,
      s.cards.texts.join("|"),
    );
    await shot(page, "calls-limit");
    return page;
  },
  async "a break inside an inlined call stands in the gap with the function's own parts"() {
    const page = await reuse();
    const s = await drawn(page, inlined);
    assert(
      says(s.strip, "g") && s.strip.places.filter((p) => p.key.startsWith("part:0:")).length >= 4,
      s.strip.texts.join("|"),
    );
    await shot(page, "calls-inlined");
    return page;
  },
  async "a thousand calls are two rows, and PyTorch's tree is one click away"() {
    const page = await reuse();
    const s = await drawn(page, many);
    assert(says(s.strip, "calls 2–1,000") && s.strip.texts.length < 20, s.strip.texts.join("|"));
    const box = await page.locator("#canvas").boundingBox();
    for (let x = 60; x < 200 && !(await state(page)).calls_text; x += 12)
      (await page.mouse.click(box.x + x, box.y + 92), await page.waitForTimeout(60));
    assert((await state(page)).calls_text === 1 && (await state(page)).strip === null, "no text");
    await shot(page, "calls-text");
    return page;
  },
  async "the calls fit narrow and wide screens in both languages and themes"() {
    for (const [width, locale, dark] of [
      [390, "en-US", true],
      [820, "zh-CN", false],
      [1440, "zh-CN", true],
      [3840, "en-US", false],
    ]) {
      const page = await open({ width, height: width === 3840 ? 2160 : 900, locale });
      if (!dark) await page.keyboard.press("Alt+t");
      const after = await run(page, sizes + "#\n".repeat(60));
      assert(after.traceback === "", after.traceback);
      await page.keyboard.press("Alt+4");
      await until(page, () => window.vitrine.state().cards?.texts.length > 0, "no cards");
      await page.waitForTimeout(300);
      const { height } = await page.locator("#canvas").boundingBox();
      assert(height > 300, `a long program leaves ${height} pixels for the panels`);
      await shot(page, `calls-${width}-${locale}`);
      await close(page);
    }
  },
  async "the film shows each stage, steps by keys, and ends"() {
    const page = await reuse();
    const before = (await run(page, fused)).graph_view;
    await command(page, "film");
    await until(page, () => window.vitrine.state().film === "line", "the film does not begin");
    assert((await state(page)).film_playing, "it does not play");
    await until(page, () => window.vitrine.state().film_frames === 11, "not every stage has a frame");
    await page.focus("#canvas");
    const order = ["bytecode", "node", "guard", "decomposition", "pass", "island", "loops", "code", "memory", "call"];
    for (const stage of order) {
      await page.keyboard.press("ArrowRight");
      await until(page, (stage) => window.vitrine.state().film === stage, `no frame ${stage}`, stage);
      await page.waitForTimeout(200);
      const s = await state(page);
      assert(!s.film_playing && s.film_caption.length > 20 && !/%[sd]/.test(s.film_caption), s.film_caption);
      if (stage !== "memory" && stage !== "pass") assert(s.kin_rows > 0, `nothing is lit up in ${stage}`);
      await shot(page, `film-${stage}`);
    }
    await page.keyboard.press("Home");
    await until(page, () => window.vitrine.state().film === "line", "Home does not go to the first frame");
    await shot(page, "film-line");
    await page.keyboard.press("ArrowRight");
    await until(page, () => window.vitrine.state().film === "bytecode", "it does not step");
    await page.keyboard.press("ArrowLeft");
    await until(page, () => window.vitrine.state().film === "line", "it does not step back");
    await page.keyboard.press("Space");
    await until(page, () => window.vitrine.state().film_playing, "Space does not play");
    await page.keyboard.press("Space");
    await until(page, () => !window.vitrine.state().film_playing, "Space does not pause");
    const caption = (await state(page)).film_caption;
    await page.keyboard.press("Alt+a");
    await until(
      page,
      (caption) => document.getElementById("twin").innerText.includes(caption),
      "the list does not tell the caption",
      caption,
    );
    await page.keyboard.press("Alt+a");
    await page.focus("#canvas");
    await page.keyboard.press("Escape");
    await until(page, () => !window.vitrine.state().film_open, "it does not close");
    assert((await state(page)).graph_view === before, "the panels are not as before");
    return page;
  },
  async "a film plays to its end within 30 seconds and then rests"() {
    const page = await reuse();
    await run(page, fused);
    await command(page, "film");
    const start = Date.now();
    await until(page, () => window.vitrine.state().film_playing, "it does not play");
    await until(page, () => !window.vitrine.state().film_playing, "it does not end", undefined, 40000);
    assert(
      (await state(page)).film === "call" && Date.now() - start < 33000,
      `ended at ${(await state(page)).film} after ${Date.now() - start} ms`,
    );
    await page.waitForTimeout(500);
    const frames = await page.evaluate(() => window.vitrine.frames());
    await page.waitForTimeout(700);
    assert((await page.evaluate(() => window.vitrine.frames())) - frames < 3, "it still draws");
    return page;
  },
  async "a frame of a film opens from a link, and a program without a compile says so"() {
    const page = await open({ hash: await linkTo({ source: fused, film: "loops" }) });
    await page.click("#linked-run").catch(() => {});
    await until(page, () => window.vitrine.state().film === "loops", "the frame is not shown");
    assert(!(await state(page)).film_playing, "it plays");
    await run(page, "import torch\nprint(torch.ones(2))\n");
    await until(
      page,
      () => window.vitrine.state().film_open && window.vitrine.state().film === "",
      "frames of nothing",
    );
    await shot(page, "film-nothing");
    return page;
  },
  async "with reduced motion the film stands still"() {
    const page = await open({ prepare: (page) => page.emulateMedia({ reducedMotion: "reduce" }) });
    await run(page, fused);
    await command(page, "film");
    await until(page, () => window.vitrine.state().film === "line", "the film does not begin");
    assert(!(await state(page)).film_playing, "it plays");
    await finished(page);
    return page;
  },
  async "a break links its lesson"() {
    const page = await reuse();
    await drawn(page, inlined);
    const box = await page.locator("#canvas").boundingBox();
    for (let y = box.height * 0.72; y > box.height * 0.45 && !(await page.$("#step-title")); y -= 9)
      (await page.mouse.click(box.x + 90, box.y + y), await page.waitForTimeout(60));
    await until(
      page,
      () =>
        document.querySelector("#step-title") &&
        document.getElementById("lesson").textContent.includes("Where the break cuts"),
      "the lesson does not open",
    );
    return page;
  },
  async "Ctrl and a click on a word open the lesson on it"() {
    const page = await open();
    await run(page, fused);
    await command(page, "panel: bytecode");
    await page.waitForTimeout(400);
    const box = await page.locator("#canvas").boundingBox();
    for (let y = 130; y < box.height * 0.5; y += 11) {
      await page.mouse.move(box.x + 190, box.y + y);
      await page.waitForTimeout(500);
      if (/^[A-Z_]{4,}$/.test((await state(page)).word)) break;
    }
    await page.keyboard.down("Control");
    await page.mouse.down();
    await page.mouse.up();
    await page.keyboard.up("Control");
    await until(
      page,
      () =>
        document.querySelector("#step-title") &&
        document.getElementById("lesson").textContent.includes("The frame hook"),
      "the lesson does not open",
    );
    return page;
  },
};
