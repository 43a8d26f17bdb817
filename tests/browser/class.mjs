// The classroom: presenter mode and its notes, figures in other pages, handouts, lessons from elsewhere, following the
// teacher.
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { address, assert, browser, close, command, finished, fused, linkTo, open, root, run, until } from "./page.mjs";

// The page in presenter mode; headless full screen is the window's size.
async function present(options = {}) {
  const page = await open({ width: 1024, height: 768, ...options });
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Alt+p");
  await until(page, () => document.body.classList.contains("presenter"), "presenter mode is not on");
  return page;
}
const press = async (page, key, times = 1) => {
  for (let i = 0; i < times; ++i) await page.keyboard.press(key);
};
const textOf = (page, id) => page.textContent(`#${id}`);
const shown = (page) =>
  page.evaluate(() =>
    ["lesson", "editor-side", "canvas-side"]
      .filter((id) => getComputedStyle(document.getElementById(id)).display !== "none")
      .join(" "),
  );
const openNotes = async (page) => {
  const [notes] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("n")]);
  notes.problems = [];
  notes.on("pageerror", (error) => notes.problems.push(error.message));
  notes.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) notes.problems.push(message.text());
  });
  await notes.waitForSelector("#clock");
  return notes;
};

const presenterTests = {
  async "presenter mode magnifies program, lesson and panels together, and the mouse still hits what it points at"() {
    const page = await open({ width: 1440, height: 900 });
    await run(page, fused);
    // Where a tab lies, in the panels' own pixels.
    const box = async () => page.locator("#canvas").boundingBox();
    const clickAt = async (x, y) => {
      const { x: left, y: top } = await box();
      await page.mouse.click(left + x, top + y);
      await page.waitForTimeout(120);
      return page.evaluate(() => window.vitrine.state().panel);
    };
    let tab = 0;
    for (let x = 40; x < 300 && !tab; x += 20) if ((await clickAt(x, 58)) === "passes") tab = x;
    assert(tab, "no tab is hit");
    const sizes = () =>
      page.evaluate(() => ({
        line: document.querySelector(".cm-line").getBoundingClientRect().height,
        title:
          document.querySelector("#lesson h1").getBoundingClientRect().height /
          document.querySelector("#lesson h1").textContent.length,
        canvas:
          document.getElementById("canvas").width / document.getElementById("canvas").getBoundingClientRect().width,
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
    for (const [x, panel] of [
      [40, "graph"],
      [tab, "passes"],
    ]) {
      await clickAt(2 * x, 2 * 58);
      await until(page, (panel) => window.vitrine.state().panel === panel, "the mouse misses a magnified tab", panel);
    }
    await page.keyboard.press("2");
    await page.click(".cm-line:nth-child(5)");
    await until(
      page,
      () => window.vitrine.state().pinned_line === 5,
      "a click in the magnified program misses its line",
    );
    await press(page, "-", 9);
    await page.waitForTimeout(300);
    const apart = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll(".cm-line")].map((line, i) =>
          Math.abs(
            line.getBoundingClientRect().top -
              document.querySelectorAll(".cm-lineNumbers .cm-gutterElement")[i + 1].getBoundingClientRect().top,
          ),
        ),
      ),
    );
    assert(apart < 3, `line numbers stand ${apart} pixels from their lines`);
    await page.keyboard.press("Alt+p");
    await until(page, () => !document.body.classList.contains("presenter"), "it does not end");
    await page.waitForTimeout(200);
    assert(Math.abs((await sizes()).line - before.line) < 0.5, "the size stays");
    assert(page.problems.length === 0, page.problems.join("; "));
    return page;
  },
  async "presenter mode is full screen, F leaves it and comes back, and it ends with the mode"() {
    const page = await open({ width: 1024, height: 768 });
    const full = (wanted) =>
      until(
        page,
        (on) => !!document.fullscreenElement === on,
        wanted ? "it is not full screen" : "full screen stays",
        wanted,
      );
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("Alt+p");
    await full(true);
    assert(
      await page.evaluate(() => document.fullscreenElement === document.documentElement),
      "only a part is full screen",
    );
    await press(page, "f");
    await full(false);
    assert(
      await page.evaluate(() => document.body.classList.contains("presenter")),
      "leaving full screen ends the mode",
    );
    await press(page, "f");
    await full(true);
    await page.keyboard.press("Alt+p");
    await full(false);
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
    assert(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      "it is wider than the screen",
    );
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("PageDown");
    await finished(page);
    assert(
      (await shown(page)) === "editor-side canvas-side",
      "the panels stay away after the answer: " + (await shown(page)),
    );
    return page;
  },
  async "keys go on and back, and are letters in the program"() {
    const page = await present();
    await press(page, "PageDown");
    await page.waitForSelector("#show-me", { state: "attached" });
    await press(page, "ArrowRight");
    await until(
      page,
      () => document.getElementById("check") && !document.body.classList.contains("veiled"),
      "next does not show the answer",
    );
    await press(page, "ArrowRight");
    await until(page, () => document.querySelector("#step-2[aria-current]"), "next does not go to the next step");
    await page.click(".cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("s+1");
    assert((await page.evaluate(() => window.vitrine.source())).endsWith("s+1"), "the program does not get the keys");
    assert(
      await page.evaluate(() => document.getElementById("spotlight").hidden),
      "a letter in the program is a command",
    );
    await press(page, "PageUp");
    await until(
      page,
      () => document.querySelector("#step-1[aria-current]"),
      "a remote control does not go back while the program has the focus",
    );
    // A search in the panels gets its letters, too; otherwise the panels leave them.
    await run(page, fused);
    await command(page, "panel: Graph");
    const { x, y, width, height } = await page.locator("#canvas").boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await press(page, "s");
    assert(
      !(await page.evaluate(() => document.getElementById("spotlight").hidden)),
      "with the focus in the panels the keys do nothing",
    );
    await press(page, "s");
    await press(page, "/");
    await until(page, () => window.vitrine.state().typing, "no search");
    await press(page, "s");
    assert(await page.evaluate(() => document.getElementById("spotlight").hidden), "a letter of a search is a command");
    return page;
  },
  async "the spotlight follows the mouse and lets it through"() {
    const page = await present();
    await press(page, "s");
    await page.mouse.move(400, 300);
    await until(
      page,
      () => document.getElementById("spotlight").style.getPropertyValue("--x") === "400px",
      "it does not follow",
    );
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
      const manifest = await page.evaluate(
          async () => (await (await fetch("./lessons/three-journeys.json")).json()).manifest,
        ),
        l = locale.startsWith("zh") ? "zh" : "en";
      const said = () => notes.textContent("#notes"),
        plain = (text) => text.replaceAll("`", "");
      assert((await said()).includes(plain(manifest.steps[0].notes[l]).slice(0, 12)), "no notes");
      assert(
        (await notes.$("#unseen")) && (await notes.$("#answer")),
        "it does not say that the class has not seen the answer",
      );
      await notes.click("#next");
      await notes.waitForSelector("#unseen", { state: "detached" });
      assert(
        !(await page.evaluate(() => document.body.classList.contains("veiled"))),
        "the presentation does not follow",
      );
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
      assert(
        (await textOf(notes, "scale")) === "175 %" &&
          (await notes.getAttribute("#spotlight", "aria-pressed")) === "true",
        "what was set is lost",
      );
      // The presentation is loaded again: its notes stay in step.
      await page.reload();
      await until(page, () => window.vitrine, "the page does not start");
      await notes.keyboard.press("PageUp");
      await until(page, () => document.querySelector("#step-1[aria-current]"), "after a reload the notes lead nowhere");
      await close(page);
    }
  },
};

// --- figures ------------------------------------------------------------------------------
// A static host that sends no headers: the site under a path, and pages that belong to somebody.
async function host(pages = {}) {
  const path = "/courses/vitrine/";
  pages["/favicon.ico"] = "";
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname,
      file = join(root, "build/site", name.slice(path.length) || "index.html");
    const text =
      pages[name] ??
      (name.startsWith(path) && existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined);
    if (text === undefined) {
      response.writeHead(404);
      return response.end();
    }
    response.writeHead(200, {
      "content-type": types[extname(name in pages ? name : file)] ?? "application/octet-stream",
    });
    response.end(text);
  });
  await new Promise((ready) => server.listen(0, ready));
  const { port } = server.address();
  return {
    pages,
    site: `http://localhost:${port}${path}`,
    own: `http://localhost:${port}`,
    foreign: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
}
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".md": "text/markdown",
  ".py": "text/x-python",
};
const course = (site, body) =>
  `<!doctype html><meta charset="utf-8"><title>A course</title><script src="${site}vitrine-figure.js"></script>${body}`;
const figureHtml = (attributes, program = fused) =>
  `<vitrine-figure ${attributes}><pre>${program
    .split("\n")
    .map((line) => line && `    ${line}`)
    .join("\n")}</pre></vitrine-figure>`;
async function visit(address, { width = 1024, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en-US", ...options }),
    page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(message.text());
  });
  await page.goto(address);
  return page;
}
async function inside(page, n = 0) {
  await page.waitForFunction(
    (n) => document.querySelectorAll("vitrine-figure")[n]?.shadowRoot?.querySelector("iframe"),
    n,
  );
  const handle = await page.evaluateHandle(
    (n) => document.querySelectorAll("vitrine-figure")[n].shadowRoot.querySelector("iframe"),
    n,
  );
  const frame = await handle.asElement().contentFrame();
  await until(frame, () => window.vitrine?.engineReady(), "the figure does not start");
  return frame;
}
const height = (page, n = 0) =>
  page.evaluate(
    (n) =>
      document.querySelectorAll("vitrine-figure")[n].shadowRoot.querySelector("iframe").getBoundingClientRect().height,
    n,
  );

const figureTests = {
  async "a figure in a foreign page asks before it runs, shows one panel, sizes itself and cannot be changed"() {
    const server = await host();
    server.pages["/page.html"] = course(server.site, `<p>Text</p>${figureHtml('panel="graph" readonly')}`);
    for (const width of [1024, 390]) {
      const page = await visit(`${server.foreign}/page.html`, { width }),
        frame = await inside(page);
      assert(
        !(await frame.evaluate(() => window.vitrine.state().output)) && (await frame.isVisible("#linked-run")),
        "a foreign page's program runs unasked",
      );
      await frame.click("#linked-run");
      await until(frame, () => window.vitrine.state().output.includes("1.7311"), "it does not run after all");
      assert(
        (await frame.evaluate(() => window.vitrine.source())) === fused.trimEnd(),
        "the program is not what stands in the page",
      );
      await page.waitForFunction(
        () => document.querySelector("vitrine-figure").shadowRoot.querySelector("iframe").style.height !== "380px",
      );
      const panels = await frame.evaluate(() => window.vitrine.twin().map(({ id }) => id));
      assert(panels.join() === "graph", `panels: ${panels}`);
      for (const id of ["editor", "canvas", "figure-open"])
        assert(await frame.isVisible(`#${id}`), `${id} is not seen at ${width}`);
      for (const id of ["lesson", "examples", "share", "files-button"])
        assert(await frame.isHidden(`#${id}`), `${id} is seen`);
      assert(
        (await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
        "it is wider than its frame",
      );
      const open = await height(page);
      assert(width < 640 ? open > 500 : open > 280 && open < 620, `${open} pixels high at ${width}`);
      await frame.click(".cm-content");
      await page.keyboard.type("changed");
      assert((await frame.evaluate(() => window.vitrine.source())) === fused.trimEnd(), "readonly can be edited");
      const [opened] = await Promise.all([page.context().waitForEvent("page"), frame.click("#figure-open")]);
      await until(opened, () => window.vitrine, "Vitrine does not open");
      assert(
        (await opened.evaluate(() => window.vitrine.source())) === fused.trimEnd() &&
          (await opened.isVisible("#linked-run")),
        "the link opens something else, or runs it",
      );
      assert(page.problems.length === 0, page.problems.join("; "));
      await close(page);
    }
    server.close();
  },
  async "a figure in a page of the site's own host runs at once, and its program may be changed"() {
    const server = await host();
    server.pages["/page.html"] = course(
      server.site,
      figureHtml('panel="code"') + figureHtml('panel="graph" bare height="300"'),
    );
    const page = await visit(`${server.own}/page.html`),
      frame = await inside(page);
    await until(frame, () => window.vitrine.state().output.includes("1.7311"), "it does not run");
    await frame.click(".cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\nprint('more')");
    await until(frame, () => window.vitrine.state().output.includes("more"), "an edit does not run");
    assert(
      (await frame.evaluate(() => Object.keys(localStorage).length + Object.keys(sessionStorage).length)) === 0,
      "a figure leaves something behind",
    );
    const bare = await inside(page, 1);
    assert(
      (await bare.isHidden("#editor")) && (await bare.isVisible("#canvas")) && (await height(page, 1)) === 300,
      "bare, or its height, is ignored",
    );
    // The link carries on what was changed.
    await until(frame, () => document.getElementById("figure-open").href.length > 40, "no link");
    const [opened] = await Promise.all([page.context().waitForEvent("page"), frame.click("#figure-open")]);
    await until(opened, () => window.vitrine?.source().includes("more"), "the link is of the program before");
    await close(page);
    server.close();
  },
  async "figures load when they come into view, follow theme and language, and the bare address works as well"() {
    const server = await host();
    const link = await linkTo({ source: "print('by link')\n" });
    server.pages["/page.html"] =
      course(
        server.site,
        `${figureHtml('theme="dark" lang="zh" readonly')}<div id="long"></div><vitrine-figure src="/prog.py">` +
          `</vitrine-figure><iframe src="${server.site}?embed=console&readonly${link}"></iframe>`,
      ) + "<style>#long { height: 9000px; }</style>";
    server.pages["/prog.py"] = "print('from a file')\n";
    const page = await visit(`${server.own}/page.html`),
      frame = await inside(page);
    await until(
      frame,
      () => document.documentElement.lang === "zh-CN" && document.documentElement.dataset.theme === "dark",
      "theme or language is ignored",
    );
    assert((await frame.textContent("#figure-open")).includes("打开"), "not in Chinese");
    await page.evaluate(() => {
      const figure = document.querySelector("vitrine-figure");
      figure.setAttribute("theme", "light");
      figure.lang = "en";
    });
    await until(
      frame,
      () => document.documentElement.lang === "en" && document.documentElement.dataset.theme === "light",
      "it does not follow",
    );
    assert(
      page.frames().filter((each) => each.url().includes("embed=graph")).length === 1,
      "a figure out of sight loads",
    );
    await page.evaluate(() => document.querySelectorAll("vitrine-figure")[1].scrollIntoView());
    const second = await inside(page, 1);
    await until(second, () => window.vitrine.state().output === "from a file\n", "the program of a file does not run");
    const third = page.frames().find((each) => each.url().includes("embed=console"));
    await until(third, () => window.vitrine?.state().output === "by link\n", "the bare address does not run");
    await close(page);
    server.close();
  },
  async "the server's headers let other pages embed the site, isolated ones too"() {
    const answer = await fetch(address);
    assert(
      !answer.headers.get("x-frame-options") && !/frame-ancestors/.test(answer.headers.get("content-security-policy")),
      "frames are refused",
    );
    const isolated = createServer((request, response) => {
      response.writeHead(200, {
        "content-type": "text/html",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      });
      response.end(course(address, figureHtml("readonly")));
    });
    await new Promise((ready) => isolated.listen(0, ready));
    const page = await visit(`http://127.0.0.1:${isolated.address().port}/`);
    assert(await page.evaluate(() => crossOriginIsolated), "the page around it is not isolated");
    const frame = await inside(page);
    await frame.click("#linked-run");
    await until(frame, () => window.vitrine.state().output.includes("1.7311"), "it does not run");
    assert(page.problems.length === 0, page.problems.join("; "));
    await close(page);
    isolated.close();
  },
};

const handoutTests = {
  async "every lesson has a handout: text, programs and questions, no answers"() {
    for (const locale of ["en-US", "zh-CN"]) {
      const page = await open({ locale }),
        l = locale.startsWith("zh") ? "zh" : "en";
      await page.evaluate(() => {
        window.print = () => window.dispatchEvent(new Event("beforeprint"));
      });
      await command(page, l === "zh" ? "打印讲义" : "Print handout");
      await until(page, () => !document.getElementById("toast").hidden, "without a lesson nothing is said");
      const heads = await page.evaluate(async () => (await fetch("./lessons/index.json")).json());
      for (const { id } of heads) {
        await page.click(`#open-${id}`);
        await page.waitForSelector("#step-title");
        await page.evaluate(
          (text) => [...document.querySelectorAll("#files button")].find((each) => each.textContent === text).click(),
          l === "zh" ? "打印讲义" : "Print handout",
        );
        const { manifest, programs } = await page.evaluate(
          async (id) => (await fetch(`./lessons/${id}.json`)).json(),
          id,
        );
        const paper = (await page.textContent("#paper")).replace(/\s+/g, " "),
          plain = (text) => text.replaceAll("`", "").replace(/\s+/g, " ").trim();
        for (const step of manifest.steps) {
          assert(
            paper.includes(plain(step.title[l])) &&
              paper.includes(plain(programs[step.start].trimEnd().split("\n").at(-1))),
            `${id}/${step.id} is not on it`,
          );
          if (!step.prediction) continue;
          assert(paper.includes(plain(step.prediction.question[l])), `${id}/${step.id}: no question`);
          for (const said of [
            step.prediction.explanation[l],
            step.after?.explanation[l],
            step.after?.why.explanation[l],
            step.notes?.[l],
          ])
            assert(!said || said.length < 12 || !paper.includes(plain(said)), `${id}/${step.id} tells: ${said}`);
        }
        await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
        await page.click("#all-lessons");
      }
      await close(page);
    }
  },
  async "a handout has the picture that is on screen once its question is answered; a summary stays a summary"() {
    const page = await open();
    await page.evaluate(() => {
      window.print = () => window.dispatchEvent(new Event("beforeprint"));
    });
    await page.click("#print-summary");
    assert(
      (await page.textContent("#paper")).startsWith("Vitrine: "),
      "the browser's own event puts the program in place of the summary",
    );
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    const handout = () => command(page, "Print handout");
    await page.click("#open-nothing-yet");
    await page.waitForSelector("#show-me");
    await handout();
    assert((await page.locator("#paper svg").count()) === 0, "it shows a picture before the guess");
    await page.click("#show-me");
    await page.evaluate(() =>
      window.vitrine.setSource("import torch\nprint(torch.compile(lambda x: x.relu() + 1)(torch.ones(2)))\n"),
    );
    await finished(page);
    await command(page, "panel: Graph");
    await handout();
    assert(
      (await page.locator("#paper svg text").allTextContents()).some((text) => text.includes("relu")),
      "no picture",
    );
    await page.emulateMedia({ media: "print" });
    assert((await page.isVisible(".handout")) && (await page.isHidden("#main")), "the page is printed along");
    return page;
  },
};

// --- lessons from elsewhere ---------------------------------------------------------------
// A lesson of the course under another name, with what `change` does to its texts.
function lessonFolder(change = () => {}) {
  const at = join(root, "lessons/02-nothing-yet"),
    files = {};
  for (const name of readdirSync(at, { recursive: true }))
    if (statSync(join(at, name)).isFile()) files[name] = readFileSync(join(at, name), "utf8");
  const manifest = { ...JSON.parse(files["lesson.json"]), id: "mine", aliases: [], title: { en: "Mine", zh: "我的" } };
  change(manifest, files);
  files["lesson.json"] ??= "";
  if (files["lesson.json"] !== "{") files["lesson.json"] = JSON.stringify(manifest);
  const folder = mkdtempSync(join(tmpdir(), "vitrine-lesson-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "mine", name)), { recursive: true });
    writeFileSync(join(folder, "mine", name), text);
  }
  return { folder: join(folder, "mine"), files, manifest, remove: () => rmSync(folder, { recursive: true }) };
}
const reported = async (page, seconds = 60) => {
  await until(
    page,
    () => document.querySelector(".own-report") || document.querySelector('[id^="open-own:"]'),
    "neither a lesson nor what is wrong with it",
    undefined,
    seconds * 1000,
  );
  return page.evaluate(() => [...document.querySelectorAll(".own-report")].map((each) => each.textContent).join("\n"));
};

const ownTests = {
  async "a folder of one's own is checked and opened, has its progress apart, and outlives a reload"() {
    for (const locale of ["en-US", "zh-CN"]) {
      const page = await open({ locale }),
        mine = lessonFolder();
      await page.setInputFiles("#lesson-folder", mine.folder);
      assert((await reported(page)) === "", await reported(page));
      assert(
        (await page.textContent("#map h2")) === (locale === "en-US" ? "Lessons that you opened" : "你打开的课程"),
        "it does not stand above the course",
      );
      await page.reload();
      await until(
        page,
        () => window.vitrine && document.querySelector('[id="open-own:mine"]'),
        "it is gone after a reload",
      );
      await page.click('[id="open-own:mine"]');
      await page.waitForSelector("#show-me");
      assert(
        (await page.textContent("#lesson h1")) === mine.manifest.title[locale === "en-US" ? "en" : "zh"],
        "another lesson",
      );
      await page.click("#show-me");
      await finished(page);
      await page.evaluate((source) => window.vitrine.setSource(source), mine.files[mine.manifest.steps[0].solution]);
      await finished(page);
      await page.click("#check");
      await page.waitForSelector("#after");
      assert(
        await page.evaluate(
          () =>
            !localStorage.getItem("vitrine.step.nothing-yet/first-call") &&
            Object.keys(localStorage).some((key) => key.startsWith("vitrine.step.own:mine/")),
        ),
        "progress is mixed up with the course's",
      );
      mine.remove();
      await close(page);
    }
  },
  async "what is wrong with a lesson is said with file and step, and it is not shown"() {
    const cases = [
      [
        (manifest, files) => {
          files["lesson.json"] = "{";
        },
        ["lesson.json", "JSON"],
      ],
      [
        (manifest, files) => {
          delete files[manifest.steps[0].solution];
        },
        ["solution.py", manifestStep, "no such file"],
      ],
      [
        (manifest) => {
          manifest.steps[0].title = { en: "T" };
        },
        ["lesson.json", manifestStep, "'title' needs a text in zh"],
      ],
      [
        (manifest) => {
          manifest.steps[0].start = "../../secret.py";
        },
        ["leaves the lesson's folder"],
      ],
      [
        (manifest, files) => {
          files["zh.md"] = files["zh.md"].replace(/\{#[\w-]+\}/, "{#other}");
        },
        ["zh.md", "other"],
      ],
      [
        (manifest) => {
          manifest.steps[0].checks[0].fact = "nothing";
        },
        ["'nothing' is not a fact"],
      ],
      [
        (manifest, files) => {
          files[manifest.steps[0].solution] = "print('wrong')\n";
        },
        ["solution.py fails its check", manifestStep],
      ],
      [
        (manifest, files) => {
          files[manifest.steps[0].start] = files[manifest.steps[0].solution];
        },
        ["start.py passes already"],
      ],
    ];
    const page = await open();
    for (const [change, wanted] of cases) {
      const mine = lessonFolder(change);
      await page.evaluate(() => {
        for (const each of document.querySelectorAll(".own-report")) each.remove();
      });
      await page.setInputFiles("#lesson-folder", mine.folder);
      const said = await reported(page);
      for (const text of wanted)
        assert(said.includes(typeof text === "function" ? text(mine.manifest) : text), `${text} is not said: ${said}`);
      assert(!(await page.$('[id="open-own:mine"]')), `it is shown: ${said}`);
      mine.remove();
    }
    return page;
  },
  async "hostile markup in a lesson stays text, and one that never ends can be stopped"() {
    const page = await open(),
      evil = '<img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>';
    const mine = lessonFolder((manifest, files) => {
      manifest.title.en = evil;
      manifest.steps[0].notes = { en: evil, zh: evil };
      files["en.md"] = files["en.md"].replace(/^(## .*)$/m, `$1\n\n${evil}\n\n[x](javascript:window.hacked=1)`);
    });
    await page.setInputFiles("#lesson-folder", mine.folder);
    assert((await reported(page)) === "", await reported(page));
    await page.click('[id="open-own:mine"]');
    await page.waitForSelector("#show-me");
    assert((await page.textContent("#lesson")).includes("onerror"), "the text is gone");
    assert(
      await page.evaluate(
        () => !window.hacked && !document.querySelector("#lesson img, #lesson script, #lesson a[href^=javascript]"),
      ),
      "markup of a lesson became markup of the page",
    );
    mine.remove();
    const endless = lessonFolder((manifest, files) => {
      files[manifest.steps[0].solution] = "while True:\n    pass\n";
    });
    await page.setInputFiles("#lesson-folder", endless.folder);
    await page.waitForSelector("#own-checking");
    await page.waitForTimeout(300);
    await page.click("#stop");
    await until(
      page,
      () => document.querySelector(".own-report")?.textContent.includes("stopped"),
      "the check cannot be stopped",
    );
    endless.remove();
    return page;
  },
  async "a packed lesson is dropped; a link to lessons asks first"() {
    const page = await open(),
      mine = lessonFolder();
    const packed = JSON.stringify({
      manifest: mine.manifest,
      prose: { en: mine.files["en.md"], zh: mine.files["zh.md"] },
      programs: Object.fromEntries(Object.entries(mine.files).filter(([name]) => name.endsWith(".py"))),
    });
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "mine.json"));
      for (const type of ["dragover", "drop"])
        document
          .getElementById("lesson")
          .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, packed);
    assert((await reported(page)) === "", await reported(page));
    await close(page);
    const server = await host(
      Object.fromEntries(Object.entries(mine.files).map(([name, text]) => [`/courses/lessons/week-1/${name}`, text])),
    );
    server.pages["/courses/lessons/index.json"] = JSON.stringify(["week-1"]);
    for (const link of ["../lessons/", "../lessons/week-1"]) {
      const linked = await visit(`${server.site}?lessons=${encodeURIComponent(link)}`);
      await linked.waitForSelector("#own-asked");
      assert(
        (await linked.textContent("#own-asked")).includes("Mine") && !(await linked.$('[id="open-own:mine"]')),
        "it does not ask, or does not say what it is",
      );
      await linked.click("#own-yes");
      assert((await reported(linked)) === "", await reported(linked));
      await linked.reload();
      await until(
        linked,
        () => window.vitrine && document.querySelector('[id="open-own:mine"]') && !document.getElementById("own-asked"),
        "a reload asks again",
      );
      await close(linked);
    }
    const none = await visit(`${server.site}?lessons=../nothing/`);
    await until(
      none,
      () => document.getElementById("toast").textContent.includes("no lessons at"),
      "a link to nothing says nothing",
    );
    const elsewhere = await visit(`${server.site}?lessons=${encodeURIComponent("https://lessons.invalid/x/")}`);
    await until(
      elsewhere,
      () => document.getElementById("toast").textContent.includes("may not load"),
      "a link to another host says nothing",
    );
    for (const each of [none, elsewhere]) await close(each);
    server.close();
    mine.remove();
  },
};
const manifestStep = (manifest) => manifest.steps[0].id;

// --- following the teacher ----------------------------------------------------------------
async function classServer() {
  const port = 30000 + (process.pid % 10000),
    server = spawn(process.execPath, ["web/serve.mjs", "build/site", String(port), "--class"], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
  let said = "";
  await new Promise((ready) =>
    server.stdout.on("data", (text) => {
      said += text;
      if (said.includes("The class opens")) ready();
    }),
  );
  const site = `http://localhost:${port}/`;
  return {
    site,
    teach: /http:\S+\?teach#\S+/.exec(said)[0],
    post: (token, body = "{}") =>
      fetch(`${site}class/state`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body }),
    close: () => server.kill(),
  };
}
const here = (page) =>
  page.evaluate(() => ({
    step: document.querySelector(".steps [aria-current]")?.id,
    veiled: document.body.classList.contains("veiled"),
    source: window.vitrine.source(),
    panel: window.vitrine.state().panel,
  }));
const followTests = {
  async "a class follows its teacher in everything; who goes alone comes back when they like"() {
    const server = await classServer();
    for (const locale of ["en-US", "zh-CN"]) {
      const teacher = await visit(server.teach, { width: 1440 }),
        pupil = await visit(`${server.site}?follow`, { width: 1440, locale });
      for (const page of [teacher, pupil]) {
        await until(page, () => window.vitrine, "the page does not start");
        await finished(page);
      }
      assert(!teacher.url().includes("#") && !teacher.url().includes("teach"), "the token stays in the address");
      const before = await here(pupil);
      await teacher.click("#open-nothing-yet");
      await teacher.waitForSelector("#show-me");
      await pupil.waitForTimeout(700);
      assert(!(await here(pupil)).step && (await here(pupil)).source === before.source, "it follows unasked");
      await pupil.click("#class-follow");
      await until(
        pupil,
        () => document.querySelector("#step-1[aria-current]") && document.body.classList.contains("veiled"),
        "it does not come to the teacher's question",
      );
      await teacher.evaluate(() => document.activeElement?.blur());
      await teacher.keyboard.press("Alt+p");
      await teacher.keyboard.press("PageDown");
      await until(
        pupil,
        () => !document.body.classList.contains("veiled") && document.getElementById("check"),
        "the answer does not come along",
      );
      await finished(pupil);
      assert(
        await pupil.evaluate(
          () =>
            !localStorage.getItem("vitrine.step.nothing-yet/" + window.vitrine.state().panel) &&
            !Object.values(localStorage).some((text) => text.includes('"guess"')),
        ),
        "what the teacher showed counts as the pupil's guess",
      );
      await command(teacher, "panel: Memory");
      await until(pupil, () => window.vitrine.state().panel === "memory", "the panel does not come along");
      await run(teacher, "print('from the teacher')\n");
      await until(
        pupil,
        () => window.vitrine.state().output === "from the teacher\n",
        "the program does not come along",
      );
      // The pupil tries something.
      await pupil.click(".cm-content");
      await pupil.keyboard.press("Control+End");
      await pupil.keyboard.type("print('mine')");
      await until(
        pupil,
        () => window.vitrine.state().output.includes("mine") && document.getElementById("class-text"),
        "the pupil cannot try anything",
      );
      await run(teacher, "print('second')\n");
      await pupil.waitForTimeout(700);
      assert((await here(pupil)).source.includes("mine"), "what the pupil wrote is taken away");
      await pupil.click("#class-follow");
      await until(pupil, () => window.vitrine.state().output === "second\n", "the way back leads nowhere");
      await teacher.keyboard.press("Alt+p");
      await until(
        teacher,
        () => document.getElementById("class-text").textContent.startsWith("1 "),
        "the teacher does not see who follows",
      );
      for (const page of [teacher, pupil]) {
        assert(page.problems.length === 0, page.problems.join("; "));
        await close(page);
      }
    }
    server.close();
  },
  async "only the token speaks, and without --class nobody does"() {
    const server = await classServer(),
      token = server.teach.split("#")[1];
    assert(
      (await server.post("wrong")).status === 401 && (await server.post("")).status === 401,
      "a stranger can speak",
    );
    assert((await server.post(token)).status === 200, "the teacher cannot speak");
    assert((await server.post(token, "{")).status === 400, "anything is taken for a state");
    assert(
      (await server.post(token, JSON.stringify({ source: "x".repeat(2 << 20) })).catch(() => ({ status: 413 })))
        .status === 413,
      "a state may be of any size",
    );
    const without = await fetch(`${address}class/events`),
      said = await fetch(`${address}class/state`, { method: "POST", body: "{}" });
    assert(without.status === 404 && said.status === 405, `${without.status}, ${said.status} without --class`);
    const alone = await visit(`${address}?follow`);
    await until(alone, () => window.vitrine, "the page does not start");
    await alone.click("#class-follow");
    await until(
      alone,
      () =>
        document.getElementById("toast").textContent.includes("No class") &&
        document.getElementById("class-bar").hidden,
      "nothing is said where there is no class",
    );
    await close(alone);
    server.close();
  },
};

export const classTests = { ...followTests, ...ownTests, ...presenterTests, ...figureTests, ...handoutTests };
