// The list of passes, the switches, and two graphs beside each other.
import { assert, finished, linkTo, open, run, until } from "./page.mjs";

const algebra = `import torch

@torch.compile
def f(x):
    y = torch.softmax(x * 1, -1)
    return (y + 0).view(8).view(2, 4)

print(f(torch.ones(2, 4)).sum())
`;
const sizes = `import torch

@torch.compile
def f(x):
    return torch.relu(x) + 1

for n in (3, 5, 7):
    f(torch.ones(n))
`;
const state = (page) => page.evaluate(() => window.vitrine.state());
const shown = (page, test, why, argument) => until(page, test, why, argument);

export const passTests = {
  async "passes are listed with what they did, decomposition first"() {
    const page = await open({ hash: await linkTo({ source: algebra, panel: "passes" }) });
    await page.click("#linked-run");
    await finished(page);
    await shown(page, () => window.vitrine.state().passes.length > 3, "no passes are listed");
    const { passes } = await state(page);
    const list = passes.filter((pass) => pass.id !== "captured");
    assert(list[0].id === "inference/decompose", list[0].id);
    assert(list[0].removed > 0 && list[0].added > list[0].removed, JSON.stringify(list[0]));
    assert(
      list.some((pass) => pass.idle) && list.some((pass) => !pass.idle && pass.id.endsWith("simplify_algebra")),
      JSON.stringify(list),
    );
    return page;
  },
  async "arrow keys go past the passes that did nothing, and the sides tell what each changed"() {
    const page = await open({ hash: await linkTo({ source: algebra, panel: "passes" }) });
    await page.click("#linked-run");
    await finished(page);
    await shown(
      page,
      () => window.vitrine.state().sides[1] === "inference/decompose",
      "it does not open on decomposition",
    );
    await shown(page, () => window.vitrine.state().difference[1] > 0, "no node was added");
    assert((await state(page)).sides[0] === "captured", "decomposition does not begin with what was captured");
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.click(box.x + 120, box.y + 150);
    const met = [];
    for (let i = 0; i < 8; ++i) {
      await page.keyboard.press("ArrowDown");
      await page.waitForTimeout(120);
      const { sides, passes } = await state(page);
      met.push(sides[1]);
      assert(!passes.find((pass) => pass.id === sides[1]).idle, `${sides[1]} did nothing`);
    }
    assert(met.includes("inference/simplify_algebra"), met.join(" "));
    return page;
  },
  async "a pass that is switched off stays off in links, and one that there is not is ignored"() {
    const page = await open({
      hash: await linkTo({ source: algebra, panel: "passes", skip: "simplify_algebra,no_such_pass,<b>" }),
    });
    await page.click("#linked-run");
    await finished(page);
    await shown(page, () => window.vitrine.state().passes.length > 3, "no passes are listed");
    let now = await state(page);
    assert(now.passes.find((pass) => pass.id === "inference/simplify_algebra").off, "it ran");
    assert(now.output.includes("tensor(2"), now.output + now.traceback);
    assert(!now.skip.includes("<b>"), now.skip.join());
    await page.keyboard.press("Control+Shift+S");
    await page.waitForFunction(() => location.hash.length > 40);
    await page.reload();
    await until(page, () => window.vitrine, "the page does not start");
    await finished(page);
    now = await state(page);
    assert(now.skip.includes("simplify_algebra"), "the link forgot it");
    return page;
  },
  async "two compiles of one function stand beside each other, aligned by what they do"() {
    const page = await open({
      hash: await linkTo({ source: sizes, panel: "passes", left: "|0/0|captured", right: "|0/1|captured" }),
    });
    await page.click("#linked-run");
    await finished(page);
    await shown(page, () => window.vitrine.state().sides.join() === "captured,captured", "not the two graphs");
    await shown(page, () => window.vitrine.state().difference.join() !== "0,0,0,0", "nothing is different");
    const [removed, added, rewritten] = (await state(page)).difference;
    assert(removed === 0 && rewritten > 0, `${removed} removed, ${added} added, ${rewritten} rewritten`);
    return page;
  },
  async "forward and backward are cut out of the joint graph, which is where they begin"() {
    const program = `import torch

@torch.compile
def f(x):
    return (x.sigmoid() * x).sum()

x = torch.ones(4, requires_grad=True)
f(x).backward()
`;
    const page = await open({ hash: await linkTo({ source: program, panel: "passes", right: "||backward/input" }) });
    await page.click("#linked-run");
    await finished(page);
    await shown(
      page,
      () => window.vitrine.state().sides[0].startsWith("joint/"),
      "it does not begin with the joint graph",
    );
    await shown(page, () => window.vitrine.state().difference[0] > 0, "the forward nodes are not gone");
    await run(page, "print(1)\n");
    return page;
  },
  async "graphs that a program makes itself have pictures: fx before and after its pass, scripts, exports"() {
    const fx = `import torch
import torch.fx as fx
gm = fx.symbolic_trace(lambda x: torch.relu(x) + 1)
for node in gm.graph.nodes:
    if node.target is torch.relu:
        node.target = torch.sigmoid
gm.recompile()
`;
    const page = await open({ hash: await linkTo({ source: fx, panel: "passes" }) });
    await page.click("#linked-run");
    await finished(page);
    await shown(page, () => window.vitrine.state().sides[1].includes("recompiled"), "the program's pass is not shown");
    await shown(page, () => window.vitrine.state().difference[2] === 1, "not one node is rewritten");
    assert((await state(page)).compiles.join().startsWith("fx "), (await state(page)).compiles.join());
    let now = await run(
      page,
      "import torch\n@torch.jit.script\ndef f(x):\n    return x * 2 if bool(x.sum() > 1) else x\nf(torch.ones(3))\n",
    );
    assert(now.compiles.join() === "script f", now.compiles.join());
    now = await run(page, "import torch\ntorch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),))\n");
    assert(now.compiles.join() === "fx ExportedProgram", now.compiles.join());
    // What a back end of the program takes goes through none of ours.
    await run(page, "import torch\ntorch.compile(torch.relu, backend=lambda gm, inputs: gm)(torch.ones(2))\n");
    const says = () => window.vitrine.state().said.some((text) => text.startsWith("No pass ran"));
    await shown(page, says, "the panel does not say so");
    return page;
  },
};
