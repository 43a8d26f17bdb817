// The code panel: what runs, and the same kernels in the languages of the other generators.
import { assert, command, fused, reuse, run, shots, until } from "./page.mjs";

const doubles = fused.replace("torch.ones(4)", "torch.ones(4, dtype=torch.float64)");
const said = (page) => page.evaluate(() => JSON.stringify(window.vitrine.twin()));

/** Presses the buttons of the languages until the panel shows one that has `wanted` in its text. */
async function chooseLanguage(page, wanted) {
  const box = await page.locator("#canvas").boundingBox();
  for (let y = 118; y < 190; y += 9)
    for (let x = 30; x < 300; x += 22) {
      await page.mouse.click(box.x + x, box.y + y);
      await page.waitForTimeout(60);
      if ((await said(page)).includes(wanted)) return;
    }
  assert(false, `no button leads to ${wanted}`);
}

export const generatedTests = {
  async "the code panel shows the kernels as WGSL too, with its words explained"() {
    const page = await reuse();
    await run(page, fused);
    await command(page, "panel: code");
    await until(
      page,
      () => JSON.stringify(window.vitrine.twin()).includes("(module"),
      "the code that runs is not shown first",
    );
    await chooseLanguage(page, "@compute @workgroup_size");
    const text = await said(page);
    for (const part of ["// module fused_relu_sigmoid_add_0", "var<storage, read>", "sigmoid_of", "max_of"])
      assert(text.includes(part), `${part} is not in ${text.slice(0, 2000)}`);
    const box = await page.locator("#canvas").boundingBox();
    let word = "";
    for (
      let y = 110;
      y < box.height * 0.6 && !/^(let|thread|block|vec4|array|storage|binding|group)/.test(word);
      y += 9
    )
      for (const x of [78, 120, 190]) {
        await page.mouse.move(box.x + x, box.y + y);
        await page.waitForTimeout(330);
        word = (await page.evaluate(() => window.vitrine.state().word)) || word;
      }
    assert(word, "no word of it is explained");
    if (shots) await page.screenshot({ path: `${shots}/code-wgsl.png` });
    return page;
  },
  async "what WGSL lacks is said in its place"() {
    const page = await reuse();
    await run(page, doubles);
    await command(page, "panel: code");
    await until(page, () => JSON.stringify(window.vitrine.twin()).includes("(module"), "no code is shown");
    await chooseLanguage(page, "WGSL has no float64");
    return page;
  },
};
