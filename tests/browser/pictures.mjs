// Pictures of what has none at first sight: captures that fail, quantised models, large graphs in the film, a lesson's
// timeline; by what they say and where it stands.
import { assert, command, finished, open, openFirstLesson, reuse, run, shots, until } from "./page.mjs";

const head = "import torch\nfrom torch import nn\n\n";
const fails =
  head +
  `@torch.compile
def g(q, w):
    a = torch.tanh(q)
    b = a * 2
    return b @ w

g(torch.ones(4, 3), torch.ones(5, 2))
`;
const caught =
  head +
  `@torch.compile
def g(q, w):
    a = torch.tanh(q)
    try:
        return a @ w
    except RuntimeError:
        return a + 1

print(g(torch.ones(4, 3), torch.ones(5, 2)).shape)
`;
const quantised =
  head +
  `from torch.ao.quantization import quantize_dynamic

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
        self.norm = nn.LayerNorm(4)
    def forward(self, x):
        return self.norm(self.body(x))

q = quantize_dynamic(Net(), {nn.Linear}, dtype=torch.qint8)
print(q(torch.ones(2, 8)).shape)
`;
const sequential =
  head +
  `net = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)))
print(net(torch.ones(3, 4)).shape)
`;
const nested =
  head +
  `class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x):
        return x + self.down(torch.relu(self.up(x)))

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(Block(), Block())

    def forward(self, x):
        return self.blocks(x)

net = torch.compile(Net())
print(net(torch.ones(2, 8)).shape)
`;
// Of 840 operations in an order that no two parts share, so that nothing folds.
const names = ["sin", "cos", "tanh", "sigmoid", "relu", "exp", "abs", "neg", "square", "atan", "erf"];
const large = (() => {
  let body = "",
    seed = 7;
  for (let i = 0; i < 840; ++i) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const op = (seed >> 12) % 13;
    if (i === 50) body += "    x = nn.functional.gelu(x)\n"; // decomposed into several: what the film is about
    body += op < 11 ? `    x = torch.${names[op]}(x)\n` : op === 11 ? "    x = x * 0.5\n" : "    x = x + 0.25\n";
  }
  return head + `@torch.compile\ndef f(x):\n${body}    return x\n\nprint(f(torch.ones(4)).shape)\n`;
})();

const state = (page) => page.evaluate(() => window.vitrine.state());
const told = (page) => page.evaluate(() => JSON.stringify(window.vitrine.twin()));
const tells = (page, text) =>
  until(page, (text) => JSON.stringify(window.vitrine.twin()).includes(text), `nothing says ${text}`, text);
async function shot(page, name) {
  await page.waitForTimeout(300);
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

export const pictureTests = {
  async "a shape rule that fails while capturing shows the graph up to it, and names it"() {
    const page = await reuse();
    const after = await run(page, fails);
    assert(after.traceback.includes("RuntimeError when making fake tensor call"), after.traceback);
    await tells(page, "Captured up to line 8: matmul");
    await tells(page, "fails here");
    const text = await told(page);
    assert(text.includes("tanh") && text.includes("mul") && !text.includes("sigmoid"), text.slice(0, 1500));
    await shot(page, "pictures-fails");
    await command(page, "panel: Guards");
    await until(
      page,
      () => window.vitrine.state().strip?.texts.some((t) => t.includes("matmul fails here")),
      "the strip does not say it",
    );
    await command(page, "panel: graph");
    // What the program handles itself is no error.
    const handled = await run(page, caught);
    assert(handled.traceback === "" && handled.output === "torch.Size([4, 3])\n", handled.traceback + handled.output);
    assert(!(await told(page)).includes("fails here"), "a handled error is drawn");
    return page;
  },
  async "a quantised model is drawn before and after, with what was replaced"() {
    const page = await reuse();
    const after = await run(page, quantised);
    assert(
      after.compiles.includes("quantised Net") && after.output === "torch.Size([2, 4])\n",
      after.compiles.join() + after.traceback,
    );
    await tells(page, "Linear 8 → 16");
    await tells(page, "float32[16, 8]");
    await shot(page, "pictures-quantised");
    await command(page, "panel: passes");
    await tells(page, "DynamicQuantizedLinear 8 → 16");
    await tells(page, "int8[16, 8]");
    await until(page, () => window.vitrine.state().difference[2] >= 2, "not both layers are rewritten");
    const changed = await told(page);
    assert(changed.includes("norm"), changed.slice(0, 1000));
    await shot(page, "pictures-quantised-difference");
    return page;
  },
  async "weights of a module that is compiled itself have the program's names"() {
    const page = await reuse();
    await run(page, sequential);
    await tells(page, "0.weight");
    assert(!/fn\.0|args\[0\]/.test(await told(page)), "a name of the wrapper");
    await tells(page, '"title":"input"');
    await command(page, "panel: memory");
    await tells(page, "0.weight");
    return page;
  },
  async "the palette finds a module of the graph and brings it into view"() {
    const page = await open();
    await run(page, nested);
    await command(page, "panel: code");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("blocks.1.up");
    const found = () => document.getElementById("command-list").textContent;
    await until(page, () => document.getElementById("command-list").textContent.includes("blocks.1.up"), "not found");
    assert((await page.evaluate(found)).includes("In the graph: blocks.1.up (Linear)"), await page.evaluate(found));
    await page.keyboard.press("Enter");
    await until(page, () => window.vitrine.state().panel === "graph", "the graph does not open");
    const lit = () => window.vitrine.state().kin > 0 && window.vitrine.state().graph_run > 0;
    await until(page, lit, "nothing lights up");
    assert((await state(page)).pinned.includes(10), "the line of the module is not marked");
    await shot(page, "pictures-module");
    return page;
  },
  async "an edit changes the picture at once, and no frame between shows the old one dimmed"() {
    const page = await reuse();
    await run(page, nested);
    await page.waitForTimeout(300); // the engine has been idle
    const source = await page.evaluate(() => window.vitrine.source());
    const before = await state(page);
    await page.evaluate((text) => window.vitrine.setSource(text), source.replace("relu", "tanh"));
    await until(page, (run) => window.vitrine.state().graph_run > run, "no new picture", before.run);
    await tells(page, "tanh");
    const after = await state(page);
    assert(after.output === before.output && !after.stale, after.output + after.traceback);
    return page;
  },
  async "the film puts its operation into the middle of a graph of 840 nodes"() {
    const page = await open();
    await run(page, large, 60000);
    const { scale } = await state(page);
    assert(scale >= 1, `what goes on below the panel is drawn at ${scale} of its size`);
    await command(page, "film");
    await until(page, () => window.vitrine.state().film_frames === 11, "not every stage has a frame", undefined, 60000);
    await page.focus("#canvas");
    for (const stage of ["bytecode", "node", "guard", "decomposition", "pass", "island"]) {
      await page.keyboard.press("ArrowRight");
      await until(page, (stage) => window.vitrine.state().film === stage, `no frame ${stage}`, stage);
      if (!["node", "decomposition", "island"].includes(stage)) continue;
      await until(
        page,
        () => window.vitrine.state().film_centred.every((part) => part > 0 && part < 1),
        `the operation is out of view: ${stage} ${JSON.stringify((await state(page)).film_centred)}`,
      );
      await shot(page, `pictures-film-${stage}`);
    }
    return page;
  },
  async "Ctrl and the wheel zoom a picture that nobody has clicked, and a pinch on a touchpad does"() {
    const page = await open();
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 280);
    const zoomed = async (deltaY, ctrlKey) => {
      const before = (await state(page)).zoom;
      await page.evaluate(
        ([x, y, deltaY, ctrlKey]) =>
          document
            .getElementById("canvas")
            .dispatchEvent(
              new WheelEvent("wheel", { clientX: x, clientY: y, deltaY, ctrlKey, bubbles: true, cancelable: true }),
            ),
        [box.x + box.width / 2, box.y + 280, deltaY, ctrlKey],
      );
      await page.waitForTimeout(300);
      return (await state(page)).zoom / before;
    };
    await zoomed(-100, true); // the pointer is known to be over the picture a frame later
    assert(Math.abs((await zoomed(-100, true)) - 1.1) < 0.01, "a notch does not zoom");
    assert((await zoomed(-20, true)) > 1.1, "a pinch does not zoom");
    assert((await zoomed(100, false)) === 1, "the wheel alone zooms");
    return page;
  },
  async "a lesson's timeline is measured after its run is revealed"() {
    const page = await open();
    await openFirstLesson(page);
    await finished(page);
    await until(
      page,
      () =>
        window.vitrine.state().panel === "timeline" &&
        window.vitrine.state().bars >= 1 &&
        !window.vitrine.state().benching,
      "no bars",
      undefined,
      60000,
    );
    await tells(page, "Where the time of an eager call goes");
    assert(!/\b1 pieces/.test(await told(page)), "1 pieces");
    await shot(page, "pictures-lesson-timeline");
    return page;
  },
};
