// The classroom: presenter mode and its notes, figures in other pages, handouts, lessons from elsewhere, following the
// teacher.
import { assert, finished, fused, open, openFirstLesson, run, until } from "./page.mjs";

// The page in presenter mode; headless full screen is the window's size.
async function present(options = {}) {
  const page = await open({ width: 1024, height: 768, ...options });
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Alt+p");
  await until(page, () => document.body.classList.contains("presenter"), "presenter mode is not on");
  return page;
}
const press = async (page, key, times = 1) => { for (let i = 0; i < times; ++i) await page.keyboard.press(key); };
const textOf = (page, id) => page.textContent(`#${id}`);
const shown = (page) => page.evaluate(() => ["lesson", "editor-side", "canvas-side"].filter((id) => getComputedStyle(document.getElementById(id)).display !== "none").join(" "));
const openNotes = async (page) => {
  const [notes] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("n")]);
  notes.problems = [];
  notes.on("pageerror", (error) => notes.problems.push(error.message));
  notes.on("console", (message) => { if (/Content Security Policy/.test(message.text())) notes.problems.push(message.text()); });
  await notes.waitForSelector("#clock");
  return notes;
};

const presenterTests = {
  async "presenter mode magnifies program, lesson and panels together, and the mouse still hits what it points at"() {
    const page = await open({ width: 1440, height: 900 });
    await run(page, fused);
    // Where a tab lies, in the panels' own pixels.
    const box = async () => page.locator("#canvas").boundingBox();
    const clickAt = async (x, y) => { const { x: left, y: top } = await box(); await page.mouse.click(left + x, top + y); await page.waitForTimeout(120); return page.evaluate(() => window.vitrine.state().panel); };
    let tab = 0;
    for (let x = 40; x < 300 && !tab; x += 20) if ((await clickAt(x, 58)) === "passes") tab = x;
    assert(tab, "no tab is hit");
    const sizes = () => page.evaluate(() => ({
      line: document.querySelector(".cm-line").getBoundingClientRect().height, title: document.querySelector("#lesson h1").getBoundingClientRect().height / document.querySelector("#lesson h1").textContent.length,
      canvas: document.getElementById("canvas").width / document.getElementById("canvas").getBoundingClientRect().width,
    }));
    const before = await sizes();
    await page.evaluate(() => document.activeElement?.blur());
    await press(page, "Alt+p");
    await press(page, "+", 9);
    assert((await textOf(page, "stage-scale")) === "250 %", await textOf(page, "stage-scale"));
    await press(page, "-", 2);
    assert((await textOf(page, "stage-scale")) === "200 %", await textOf(page, "stage-scale"));
    await page.waitForTimeout(300);
    const after = await sizes();
    assert(Math.abs(after.line / before.line - 2) < 0.1, `a line is ${before.line}, then ${after.line}`);
    assert(Math.abs(after.canvas - 1) < 0.02, `${after.canvas} pixels to one of the screen: the panels are blurred`);
    await page.keyboard.press("3");
    await page.waitForTimeout(300);
    assert((await shown(page)) === "canvas-side", await shown(page));
    for (const [x, panel] of [[40, "graph"], [tab, "passes"]]) {
      await clickAt(2 * x, 2 * 58);
      await until(page, (panel) => window.vitrine.state().panel === panel, "the mouse misses a magnified tab", panel);
    }
    await page.keyboard.press("2");
    await page.click(".cm-line:nth-child(5)");
    await until(page, () => window.vitrine.state().pinned_line === 5, "a click in the magnified program misses its line");
    await page.keyboard.press("Alt+p");
    await until(page, () => !document.body.classList.contains("presenter"), "it does not end");
    await page.waitForTimeout(200);
    assert(Math.abs((await sizes()).line - before.line) < 0.5, "the size stays");
    assert(page.problems.length === 0, page.problems.join("; "));
    return page;
  },
  async "as many columns as find room; while a question is open it stands beside the program"() {
    const page = await present({ width: 1440, height: 900 });
    await press(page, "-", 9);
    assert((await shown(page)) === "lesson editor-side canvas-side", await shown(page));
    await press(page, "+", 3);
    assert((await shown(page)) === "editor-side canvas-side", await shown(page));
    await page.keyboard.press("1");
    assert((await shown(page)) === "lesson", await shown(page));
    await page.click("#go-on");
    await page.waitForSelector("#show-me");
    await page.keyboard.press("0");
    assert((await shown(page)) === "lesson editor-side", await shown(page));
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it is wider than the screen");
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("PageDown");
    await finished(page);
    assert((await shown(page)) === "editor-side canvas-side", "the panels stay away after the answer: " + (await shown(page)));
    return page;
  },
  async "keys go on and back, and are letters in the program"() {
    const page = await present();
    await press(page, "PageDown");
    await page.waitForSelector("#show-me", { state: "attached" });
    await press(page, "ArrowRight");
    await until(page, () => document.getElementById("check") && !document.body.classList.contains("veiled"), "next does not show the answer");
    await press(page, "ArrowRight");
    await until(page, () => document.querySelector("#step-2[aria-current]"), "next does not go to the next step");
    await page.click(".cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("s+1");
    assert((await page.evaluate(() => window.vitrine.source())).endsWith("s+1"), "the program does not get the keys");
    assert(await page.evaluate(() => document.getElementById("spotlight").hidden), "a letter in the program is a command");
    await press(page, "PageUp");
    await until(page, () => document.querySelector("#step-1[aria-current]"), "a remote control does not go back while the program has the focus");
    return page;
  },
  async "the spotlight follows the mouse and lets it through"() {
    const page = await present();
    await press(page, "s");
    await page.mouse.move(400, 300);
    await until(page, () => document.getElementById("spotlight").style.getPropertyValue("--x") === "400px", "it does not follow");
    assert(await page.evaluate(() => document.elementFromPoint(400, 300).id !== "spotlight"), "it keeps the mouse");
    await press(page, "s");
    assert(await page.evaluate(() => document.getElementById("spotlight").hidden), "it does not go out");
    return page;
  },
  async "the notes' window is in step, leads, and closes and opens again without loss"() {
    for (const locale of ["en-US", "zh-CN"]) {
      const page = await present({ locale });
      await press(page, "PageDown");
      await page.waitForSelector("#show-me", { state: "attached" });
      await page.evaluate(() => document.activeElement?.blur());
      let notes = await openNotes(page);
      await notes.waitForSelector("#go-2");
      const manifest = await page.evaluate(async () => (await (await fetch("./lessons/three-journeys.json")).json()).manifest), l = locale.startsWith("zh") ? "zh" : "en";
      const said = () => notes.textContent("#notes"), plain = (text) => text.replaceAll("`", "");
      assert((await said()).includes(plain(manifest.steps[0].notes[l]).slice(0, 12)), "no notes");
      assert((await notes.$("#unseen")) && (await notes.$("#answer")), "it does not say that the class has not seen the answer");
      await notes.click("#next");
      await notes.waitForSelector("#unseen", { state: "detached" });
      assert(!(await page.evaluate(() => document.body.classList.contains("veiled"))), "the presentation does not follow");
      await notes.click("#go-2");
      await until(page, () => document.querySelector("#step-2[aria-current]"), "a step of the list does nothing");
      await notes.click("#larger");
      await until(notes, () => document.getElementById("scale").textContent === "175 %", "the size is not in step");
      await notes.click("#spotlight");
      await until(page, () => !document.getElementById("spotlight").hidden, "no spotlight");
      const clock = await textOf(notes, "clock");
      assert(notes.problems.length === 0, notes.problems.join("; "));
      await notes.close();
      await page.waitForTimeout(1100);
      notes = await openNotes(page);
      await notes.waitForSelector("#go-2[aria-current=step]");
      assert((await textOf(notes, "clock")) > clock, "the clock starts anew");
      assert((await textOf(notes, "scale")) === "175 %" && (await notes.getAttribute("#spotlight", "aria-pressed")) === "true", "what was set is lost");
      // The presentation is loaded again: its notes stay in step.
      await page.reload();
      await until(page, () => window.vitrine, "the page does not start");
      await notes.keyboard.press("PageUp");
      await until(page, () => document.querySelector("#step-1[aria-current]"), "after a reload the notes lead nowhere");
      await page.context().close();
    }
  },
};

export const classTests = { ...presenterTests };
