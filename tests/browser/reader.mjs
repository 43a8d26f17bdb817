// For everyone: the panels as text, words on hover, what axe finds, contrast, fingers, narrow and zoomed screens.
import { readFileSync } from "node:fs";
import { assert, close, command, finished, fused, open, root, run, shots, until } from "./page.mjs";

const axeText = readFileSync(`${root}web/node_modules/axe-core/axe.min.js`, "utf8");
async function axe(page, where) {
  await page.evaluate(axeText);
  const found = await page.evaluate(async () =>
    (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.target.join(" ") + (n.any[0]?.message ? ` (${n.any[0].message})` : ""))
          .slice(0, 3)
          .join("; ")}`,
    ),
  );
  assert(found.length === 0, `${where}: ${found.join(" | ")}`);
}
const twin = (page) => page.evaluate(() => window.vitrine.twin());
const wordsOf = (panels) => JSON.stringify(panels);
const deep = (nodes) => nodes.flatMap((node) => [node, ...deep(node.children)]);

export const readerTests = {
  async "axe finds nothing, in both themes and languages, with lesson, palette, menu and text of the panels"() {
    for (const [locale, scheme] of [
      ["en-US", "dark"],
      ["zh-CN", "light"],
      ["en-US", "light"],
      ["zh-CN", "dark"],
    ]) {
      const page = await open({ locale, prepare: (page) => page.emulateMedia({ colorScheme: scheme }) });
      await run(page, fused);
      await axe(page, `${locale} ${scheme}`);
      await page.click('#lesson [id^="open-"]');
      await page.waitForSelector("#step-title");
      await finished(page);
      await axe(page, `${locale} ${scheme}, a lesson`);
      await page.evaluate(() => document.getElementById("twin-open").click());
      await axe(page, `${locale} ${scheme}, panels as text`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await axe(page, `${locale} ${scheme}, the palette`);
      await page.keyboard.press("Escape");
      await page.click("#files-button");
      await axe(page, `${locale} ${scheme}, the file menu`);
      await close(page);
    }
  },
  async "the panels' colours have contrast, in both themes"() {
    const luminance = (hex) =>
      [1, 3, 5]
        .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const page = await open();
    for (const dark of [true, false]) {
      await page.evaluate((dark) => {
        if ((document.documentElement.dataset.theme === "dark") !== dark) document.getElementById("theme").click();
      }, dark);
      const colours = await page.evaluate(() => window.vitrine.state().colours);
      for (const [name, hex] of Object.entries(colours)) {
        if (name === "background") continue;
        const [a, b] = [luminance(hex), luminance(colours.background)].sort((x, y) => y - x),
          ratio = (a + 0.05) / (b + 0.05);
        assert(ratio >= 4.5, `${dark ? "dark" : "light"} ${name} ${hex}: ${ratio.toFixed(2)}`);
      }
    }
    return page;
  },
  async "every panel has its text, made when it is asked for: nodes with inputs, users and line, tables as tables"() {
    const page = await open();
    await run(page, fused);
    assert(
      await page.evaluate(() => document.getElementById("twin-body").childElementCount === 0),
      "text that nobody asked for",
    );
    const graph = (await twin(page)).find((panel) => panel.id === "graph");
    const nodes = deep(graph.blocks.find((block) => block.kind === "scene").nodes),
      relu = nodes.find((node) => node.title.includes("relu"));
    assert(
      relu && relu.line === 5 && relu.inputs.length === 1 && relu.users.length === 1,
      JSON.stringify(nodes).slice(0, 600),
    );
    const panels = await page.evaluate(() => window.vitrine.state().panels.map((panel) => panel.id));
    for (const id of panels) {
      const title = await page.evaluate((id) => window.vitrine.state().panels.find((each) => each.id === id).title, id);
      await command(page, `panel: ${title}`);
      await page.waitForTimeout(120);
      const shown = (await twin(page)).find((panel) => panel.id === id);
      assert(shown && shown.blocks.length > 0, `${id} says nothing`);
    }
    await command(page, "panel: code");
    await page.waitForTimeout(200);
    assert(wordsOf(await twin(page)).includes("f32x4"), "the code is not in the text");
    return page;
  },
  async "the text of the panels is walked by keys, and pins what it names"() {
    const page = await open();
    await run(page, fused);
    await page.focus("#canvas");
    await page.keyboard.press("Shift+Tab");
    assert(
      (await page.evaluate(() => document.activeElement.id)) === "twin-open",
      "the way to the text is not before the canvas",
    );
    await page.keyboard.press("Enter");
    await page.focus("#twin-body [role=treeitem]");
    let text = "";
    for (let i = 0; i < 12 && !/^relu/.test(text); ++i) {
      await page.keyboard.press("ArrowDown");
      text = await page.evaluate(() => document.activeElement.textContent);
    }
    assert(/^relu/.test(text) && /line 5/.test(text), text);
    await page.keyboard.press("Enter");
    await until(page, () => window.vitrine.state().pinned.includes(5), "Enter does not pin");
    await until(page, () => document.activeElement.textContent.startsWith("relu"), "the place is lost");
    for (const language of ["zh", "en"]) {
      await page.evaluate(() => document.getElementById("language").click());
      await until(page, (name) => document.documentElement.lang.startsWith(name), "no other language", language);
      await until(page, () => document.activeElement.textContent.startsWith("relu"), `the place is lost: ${language}`);
    }
    if (shots) await page.screenshot({ path: `${shots}/panels-as-text.png` });
    await page.keyboard.press("Escape");
    assert(
      (await page.isHidden("#twin")) && (await page.evaluate(() => document.activeElement.id)) === "twin-open",
      "Esc does not lead back",
    );
    return page;
  },
  async "words are explained on hover (opcodes, operators, code, the program's own) and found by the palette"() {
    const page = await open();
    await run(page, fused);
    const over = async (panel, wanted) => {
      await command(page, `panel: ${panel}`);
      await page.waitForTimeout(250);
      const box = await page.locator("#canvas").boundingBox();
      for (let y = 70; y < box.height * 0.7; y += 11)
        for (const x of [70, 110, 160, 210, 260]) {
          await page.mouse.move(box.x + x, box.y + y);
          await page.waitForTimeout(330);
          const word = await page.evaluate(() => window.vitrine.state().word);
          if (wanted.test(word)) return word;
        }
      return "";
    };
    assert(await over("bytecode", /^[A-Z_]{4,}$/), "no opcode is explained");
    if (shots) await page.screenshot({ path: `${shots}/word-opcode.png` });
    assert(
      await over("code", /^(f32x4|v128|local|i32|func|param|module|memory|block|loop|import|export)/),
      "no word of the code is explained",
    );
    const relu = page.locator(".cm-line >> nth=4");
    const box = await relu.evaluate((line) => {
      const range = document.createRange(),
        walk = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node; (node = walk.nextNode());) {
        const at = node.data.indexOf("relu");
        if (at >= 0) {
          range.setStart(node, at);
          range.setEnd(node, at + 4);
          break;
        }
      }
      const r = range.getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
    });
    await page.mouse.move(box.x, box.y);
    await until(
      page,
      () => document.querySelector(".word-card")?.textContent.includes("Keeps positive elements"),
      "the program's word is not explained",
    );
    await page.mouse.move(5, 5);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("LOAD_FAST");
    await until(
      page,
      () => document.getElementById("command-list").textContent.includes("Push a local"),
      "the palette does not find the word",
    );
    await page.keyboard.press("Escape");
    await page.click("#language");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("图断裂");
    await until(
      page,
      () => document.getElementById("command-list").textContent.includes("无法捕获的地方"),
      "the palette does not find the Chinese word",
    );
    return page;
  },
  async "two fingers zoom the graph, and nothing else"() {
    const page = await open({ width: 390, height: 844 });
    await run(page, fused);
    await page.click("#views [data-view=canvas]");
    await page.waitForTimeout(200);
    const before = await page.evaluate(() => window.vitrine.state().zoom);
    const fingers = (type, apart) =>
      page.evaluate(
        ([type, apart]) => {
          const canvas = document.getElementById("canvas"),
            box = canvas.getBoundingClientRect(),
            x = box.x + 150,
            y = box.y + 250;
          const touches = [-1, 1].map(
            (side, i) => new Touch({ identifier: i, target: canvas, clientX: x + side * apart, clientY: y }),
          );
          canvas.dispatchEvent(
            new TouchEvent(type, {
              touches: type === "touchend" ? [] : touches,
              changedTouches: touches,
              bubbles: true,
              cancelable: true,
            }),
          );
        },
        [type, apart],
      );
    await fingers("touchstart", 40);
    for (const apart of [50, 60, 70, 80]) (await fingers("touchmove", apart), await page.waitForTimeout(60));
    await fingers("touchend", 80);
    await until(page, (before) => window.vitrine.state().zoom > before * 1.3, "it does not zoom", before);
    assert((await page.evaluate(() => visualViewport.scale)) === 1, "the page zooms too");
    return page;
  },
  async "a phone has one view, a portrait tablet two, and 200% zoom works"() {
    const seen = (page) =>
      page.evaluate(() =>
        ["lesson", "editor-side", "canvas-side"].filter(
          (id) => document.getElementById(id).getBoundingClientRect().width > 1,
        ),
      );
    const phone = await open({ width: 390, height: 844 });
    assert((await seen(phone)).length === 1, "a phone shows several");
    await close(phone);
    const tablet = await open({ width: 820, height: 1180 });
    assert((await seen(tablet)).join() === "editor-side,canvas-side", (await seen(tablet)).join());
    await tablet.click("#views [data-view=lesson]");
    assert((await seen(tablet)).join() === "lesson,canvas-side", (await seen(tablet)).join());
    if (shots) await tablet.screenshot({ path: `${shots}/tablet.png` });
    await close(tablet);
    // A browser that zooms a window of 1440 by 900 to 200% has half of it in CSS pixels.
    const zoomed = await open({ width: 720, height: 450, density: 2 });
    assert((await zoomed.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, "too wide");
    for (const view of ["lesson", "editor", "canvas"]) {
      await zoomed.click(`#views [data-view=${view}]`);
      const height = await zoomed.evaluate(
        (id) => document.getElementById(id).getBoundingClientRect().height,
        { lesson: "lesson", editor: "editor-side", canvas: "canvas-side" }[view],
      );
      assert(height > 220, `${view} has ${height} pixels`);
    }
    if (shots) await zoomed.screenshot({ path: `${shots}/zoomed-200.png` });
    return zoomed;
  },
};
