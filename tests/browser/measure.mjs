// Measuring the program's own functions, the warm timeline, and the values of a graph's nodes.
import { assert, colours, command, finished, fused, open, run, until } from "./page.mjs";

const state = (page) => page.evaluate(() => window.vitrine.state());
const nan = "import torch\n\n@torch.compile\ndef f(x):\n    y = x - 1\n    z = torch.log(y)\n    return z * 2\n\nfor start in (3.0, 0.0, 5.0):\n    f(torch.full((4,), start))\nprint('done')\n";

export const measureTests = {
  async "the program's own function is measured warm, with a headline and bars of both sides"() {
    const page = await open();
    const before = await run(page, fused);
    await command(page, "Measure my functions, eager");
    await until(page, () => window.vitrine.state().measured.includes("f") && !window.vitrine.state().benching, "it is not measured", undefined, 60000);
    await until(page, () => window.vitrine.state().bars >= 4 && window.vitrine.state().headline !== "", "no bars or headline");
    const after = await state(page);
    assert(after.panel === "timeline", after.panel);
    assert(/times as fast|no difference beyond the spread/.test(after.headline) && after.headline.includes(" to "), `headline: ${after.headline}`);
    assert(after.output === before.output && after.run === before.run, "the run shown is another");
    assert((await colours(page)) > 15, "blank canvas");
    return page;
  },
  async "a curve over sizes is drawn, and measuring stops when asked"() {
    const page = await open();
    await run(page, fused);
    await command(page, "Measure my functions over sizes");
    await until(page, () => window.vitrine.state().curve_points >= 3, "no curve", undefined, 90000);
    assert((await state(page)).panel === "bench", "another panel");
    await until(page, () => !window.vitrine.state().benching, "it does not end", undefined, 60000);
    await command(page, "Measure my functions over sizes");
    await until(page, () => window.vitrine.state().benching, "it does not start");
    await page.keyboard.press("Control+.");
    await until(page, () => !window.vitrine.state().benching, "it does not stop");
    assert((await run(page, fused)).output.includes("tensor([1.7311"), "the next run fails");
    return page;
  },
  async "each node's values are shown, and the first NaN is named"() {
    const page = await open();
    await run(page, nan);
    await command(page, "Show the values of the graph");
    await finished(page);
    await until(page, () => window.vitrine.state().value_nodes >= 4, "no rows");
    const shown = await state(page);
    assert(shown.first_bad === "First NaN or infinity: z, line 6", shown.first_bad);
    assert(shown.output === "done\n", shown.output);
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.click(box.x + 60, box.y + 214);  // a row: its whole tensor
    await until(page, () => window.vitrine.state().value_nodes === 4, "no whole tensor");
    return page;
  },
  async "stepping goes through the lines of a compiled function"() {
    const page = await open();
    await run(page, fused);
    await page.keyboard.press("Alt+r");
    await until(page, () => window.vitrine.state().recorded_steps > 4, "no steps");
    assert((await state(page)).stages.includes("graph"), "no graph of a recorded run");
    return page;
  },
};
