// Measuring the program's own functions, the warm timeline, and the values of a graph's nodes.
import { readFileSync } from "node:fs";
import { assert, colours, command, finished, fused, reuse, run, until } from "./page.mjs";

const state = (page) => page.evaluate(() => window.vitrine.state());
const said = async (page) => JSON.stringify(await page.evaluate(() => window.vitrine.twin()));
async function saved(page, action) {
  const [download] = await Promise.all([page.waitForEvent("download"), command(page, action)]);
  return readFileSync(await download.path(), "utf8");
}
const net = `import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(4, 3), nn.Tanh())

@torch.compile
def f(x):
    return net(x).sum()

f(torch.ones(2, 4)).backward()
print('done')
`;
const nan = `import torch

@torch.compile
def f(x):
    y = x - 1
    z = torch.log(y)
    return z * 2

for start in (3.0, 0.0, 5.0):
    f(torch.full((4,), start))
print('done')
`;

export const measureTests = {
  async "the program's own function is measured warm, with a headline and bars of both sides"() {
    const page = await reuse();
    const before = await run(page, fused);
    await command(page, "Measure my functions, eager");
    await until(
      page,
      () => window.vitrine.state().measured.includes("f") && !window.vitrine.state().benching,
      "it is not measured",
      undefined,
      60000,
    );
    await until(
      page,
      () => window.vitrine.state().bars >= 4 && window.vitrine.state().headline !== "",
      "no bars or headline",
    );
    const after = await state(page);
    assert(after.panel === "timeline", after.panel);
    assert(
      /times as fast|no difference beyond the spread/.test(after.headline) && after.headline.includes(" to "),
      `headline: ${after.headline}`,
    );
    assert(after.output === before.output && after.run === before.run, "the run shown is another");
    assert((await colours(page)) > 15, "blank canvas");
    const svg = await saved(page, "Picture as SVG"),
      csv = await saved(page, "Tables as CSV");
    assert(svg.startsWith("<svg") && svg.includes("fused_") && svg.includes(">relu<"), svg.slice(0, 300));
    assert(csv.includes("Share,Time,Count,Work") && csv.includes("aten::relu"), csv.slice(0, 600));
    return page;
  },
  async "what nobody looks at is not measured on"() {
    const page = await reuse();
    await run(page, fused);
    await command(page, "Measure my functions over sizes");
    await until(page, () => window.vitrine.state().benching, "it does not start");
    await command(page, "panel: graph");
    await until(page, () => !window.vitrine.state().benching, "it goes on", undefined, 5000);
    await page.waitForTimeout(500);
    assert(!(await state(page)).benching, "it begins again");
    return page;
  },
  async "a curve over sizes is drawn, and measuring stops when asked"() {
    const page = await reuse();
    await run(page, fused);
    await command(page, "Measure my functions over sizes");
    await until(page, () => window.vitrine.state().curve_points >= 3, "no curve", undefined, 90000);
    assert((await state(page)).panel === "bench", "another panel");
    const svg = await saved(page, "Picture as SVG"),
      csv = await saved(page, "Tables as CSV");
    assert(svg.startsWith("<svg") && svg.includes("<path"), svg.slice(0, 300));
    assert(csv.includes("Size,eager,compiled,Ratio"), csv);
    await until(page, () => !window.vitrine.state().benching, "it does not end", undefined, 60000);
    await command(page, "Measure my functions over sizes");
    await until(page, () => window.vitrine.state().benching, "it does not start");
    await page.keyboard.press("Control+.");
    await until(page, () => !window.vitrine.state().benching, "it does not stop");
    assert((await run(page, fused)).output.includes("tensor([1.7311"), "the next run fails");
    return page;
  },
  async "each node's values are shown, and the first NaN is named"() {
    const page = await reuse();
    await run(page, nan);
    await command(page, "Show the values of the graph");
    await finished(page);
    await until(page, () => window.vitrine.state().value_nodes >= 4, "no rows");
    const shown = await state(page);
    assert(shown.first_bad === "First NaN: z, line 6", shown.first_bad);
    assert(shown.output === "done\n", shown.output);
    const list = await said(page);
    assert(/\| z *\|/.test(list) && list.includes("NaN / ∞"), list.slice(0, 1500));
    const svg = async () => (await command(page, "panel: graph"), saved(page, "Picture as SVG"));
    assert((await svg()).includes('fill-opacity="0.85"'), "no histogram in the nodes"); // value_glyphs.cpp
    await command(page, "panel: tensors");
    const box = await page.locator("#canvas").boundingBox();
    for (let y = 190; y < 400 && !(await said(page)).includes("← All nodes"); y += 14) {
      await page.mouse.click(box.x + 60, box.y + y); // a row: its whole tensor
      await page.waitForTimeout(150);
    }
    await until(
      page,
      () => /\| (-?\d+|nan) \| (-?\d+|nan) \|/.test(JSON.stringify(window.vitrine.twin())),
      "the tensor has no text",
    );
    return page;
  },
  async "weights have the program's names, and the backward its values"() {
    const page = await reuse();
    await run(page, net);
    await command(page, "Show the values of the graph");
    await finished(page);
    await until(page, () => window.vitrine.state().value_nodes >= 8, "no rows");
    const list = await said(page);
    for (const name of ["0.weight", "0.bias", "backward"])
      assert(list.includes(name), `${name} is not in ${list.slice(0, 1500)}`);
    assert((await state(page)).first_bad === "", "a NaN that there is not");
    return page;
  },
  async "stepping goes through the lines of a compiled function"() {
    const page = await reuse();
    await run(page, fused);
    await page.keyboard.press("Alt+r");
    await until(page, () => window.vitrine.state().recorded_steps > 4, "no steps");
    assert((await state(page)).stages.includes("graph"), "no graph of a recorded run");
    return page;
  },
};
