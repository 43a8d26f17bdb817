// What others may send or write to do harm or to get in the way: links, lessons, names, back ends and hooks.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { withPolicy } from "../../web/policy.mjs";
import {
  assert,
  close,
  command,
  finished,
  fused,
  linkTo,
  open,
  port,
  reuse,
  root,
  run,
  shots,
  type,
  until,
} from "./page.mjs";

export const hostileTests = {
  async "a program from a link is shown, and runs when the reader says so"() {
    const source = "print('from', 'elsewhere')\n",
      hash = await linkTo({ source, lesson: "what-compile-does", step: "first-call" });
    for (const [locale, width, text] of [
      ["en-US", 1440, "This program came from a link"],
      ["zh-CN", 390, "此程序来自链接"],
    ]) {
      const page = await open({ hash, locale, width });
      const runs = () => page.evaluate(() => window.vitrine.state().run);
      const reload = async () => {
        await page.reload();
        await until(page, () => window.vitrine, "the page does not start");
        await finished(page);
      };
      assert(
        (await page.textContent("#linked")).includes(text) && (await page.isVisible("#linked-run")),
        "it does not ask",
      );
      assert(
        (await runs()) === 0 && (await page.evaluate(() => window.vitrine.source())) === source,
        "it ran, or is not shown",
      );
      if (shots) await page.screenshot({ path: `${shots}/linked-${width}-${locale}.png` });
      await page.evaluate(() => document.getElementById("check")?.click());
      await page.click("#linked-show");
      assert(await page.isHidden("#linked"), "the question stays");
      await type(page, `${source}# looked at\n`);
      await page.waitForTimeout(500);
      assert((await runs()) === 0, "it ran as it was edited, or checked");
      await reload();
      assert(
        (await page.evaluate(() => window.vitrine.source())).endsWith("looked at\n") &&
          (await page.isVisible("#linked")) &&
          (await runs()) === 0,
        "a reload runs it",
      );
      await page.evaluate((link) => {
        location.hash = link;
      }, hash);
      await until(page, (wanted) => window.vitrine.source() === wanted, "the link is not followed", source);
      assert((await page.isVisible("#linked")) && (await runs()) === 0, "a pasted link runs");
      await page.click("#linked-run");
      await until(page, () => window.vitrine.state().output === "from elsewhere\n", "it does not run when told to");
      assert(await page.isHidden("#linked"), "the question stays");
      await reload();
      await until(
        page,
        () => window.vitrine.state().output === "from elsewhere\n",
        "what ran here before is asked about again",
      );
      await close(page);
    }
    const own = await open({
      hash: await linkTo({ source: fused }),
      prepare: (page) =>
        page.addInitScript((source) => localStorage.setItem("vitrine.last", JSON.stringify({ source })), fused),
    });
    assert(
      (await own.isHidden("#linked")) && (await own.evaluate(() => window.vitrine.state().output)).includes("tensor("),
      "the reader's own program is asked about",
    );
    await own.evaluate(
      (link) => {
        location.hash = link;
      },
      await linkTo({ source, language: "<b>", lesson: {}, step: 5, pin: "x" }),
    );
    await until(
      own,
      () => !document.getElementById("linked").hidden && document.documentElement.lang === "en",
      "senseless values are not ignored",
    );
    await own.evaluate(
      (link) => {
        location.hash = link;
      },
      await linkTo({ source: " ".repeat(1 << 25) }),
    );
    await until(
      own,
      () => document.getElementById("toast").textContent.includes("damaged"),
      "a link that unpacks to much more is opened",
    );
    assert(
      (await own.evaluate(() => window.vitrine.source())) === source && own.problems.length === 0,
      own.problems.join("; "),
    );
    return own;
  },
  async "the page's policy stops what gets into it, and travels with every file"() {
    for (const inline of [
      "<script>1</script>",
      "<script type=module>1</script>",
      "<style>a{}</style>",
      "<p style='color:red'>",
      "<b onclick=go()>",
      "<a href='javascript:1'>",
      "<img src=data:,>",
    ]) {
      let refused = false;
      try {
        withPolicy(`<meta charset="utf-8">${inline}`);
      } catch {
        refused = true;
      }
      assert(refused, `the build lets ${inline} in`);
    }
    const page = await open();
    const first = await page.reload(),
      headers = first.headers();
    await until(page, () => window.vitrine, "the page does not start");
    assert(
      headers["x-content-type-options"] === "nosniff" && headers["referrer-policy"] === "no-referrer",
      JSON.stringify(headers),
    );
    const [meta, inline] = await page.evaluate(() => [
      document.querySelector("meta[http-equiv=Content-Security-Policy]").content,
      document.querySelectorAll("script:not([src]), style, [style*=':'][onclick]").length,
    ]);
    assert(
      meta === headers["content-security-policy"] && inline === 0 && !/unsafe-inline|'unsafe-eval'|data:|\*/.test(meta),
      `${inline} inline, ${meta}`,
    );
    const ran = await page.evaluate(async () => {
      const add = (tag, properties) => document.body.append(Object.assign(document.createElement(tag), properties));
      add("script", { textContent: "window.pwned = 'script'" });
      add("div", {
        innerHTML: "<img src=x onerror='window.pwned = 1'><a id=bad href='javascript:window.pwned = 2'>x</a>",
      });
      document.getElementById("bad").click();
      setTimeout("window.pwned = 3");
      const sent = await fetch("http://127.0.0.1:9/").then(
        () => "sent",
        (error) => error.message,
      );
      await new Promise((done) => setTimeout(done, 300));
      return [window.pwned, sent];
    });
    assert(ran[0] === undefined && page.problems.length >= 4, `${ran} ${page.problems.length}`);
    await close(page);
  },
  async "the server gives what is in its folder, to this machine, with its type"() {
    const place = mkdtempSync(`${tmpdir()}/vitrine-`),
      site = `${place}/site`;
    mkdirSync(`${site}/assets`, { recursive: true });
    for (const [file, text] of [
      ["index.html", "page"],
      ["assets/a.js", "1"],
      ["site", ""],
      ["assets/b.svg", "<svg/>"],
      ["x.unknown", "<script>"],
    ])
      writeFileSync(`${site}/${file}`, text);
    writeFileSync(`${place}/secret.txt`, "secret");
    symlinkSync(`${place}/secret.txt`, `${site}/link.txt`);
    symlinkSync(place, `${site}/up`);
    symlinkSync(`${place}/secret.txt`, `${site}/index.html.br`);
    symlinkSync(`${site}/assets/a.js`, `${site}/inside.js`);
    const own = port + 1,
      child = spawn(process.execPath, ["web/serve.mjs", site, String(own)], {
        cwd: root,
        stdio: ["ignore", "pipe", "inherit"],
      });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const ask = (path, method = "GET", host = "127.0.0.1") =>
      new Promise((resolve) => {
        const sent = request(
          { host, port: own, path, method, headers: { "accept-encoding": "br" }, timeout: 2000 },
          (response) => {
            let text = "";
            response
              .on("data", (part) => {
                text += part;
              })
              .on("end", () =>
                resolve({
                  status: response.statusCode,
                  type: response.headers["content-type"],
                  sniff: response.headers["x-content-type-options"],
                  text,
                }),
              );
          },
        );
        sent
          .on("error", (error) => resolve({ error: error.code }))
          .on("timeout", () => sent.destroy())
          .end();
      });
    try {
      for (const path of [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%5c..%5c..%5csecret.txt",
        "/link.txt",
        "/up/secret.txt",
        "/up/",
        "//etc/passwd",
        "/assets",
        "/nothing",
      ]) {
        const got = await ask(path);
        assert(
          got.status === 404 && !got.text.includes("secret") && got.sniff === "nosniff",
          `${path}: ${JSON.stringify(got)}`,
        );
      }
      for (const [path, status] of [
        ["/%", 400],
        ["/a%00b", 400],
      ])
        assert((await ask(path)).status === status, path);
      assert((await ask("/", "POST")).status === 405, "POST");
      for (const [path, type, text] of [
        ["/", "text/html", "page"],
        ["/assets/a.js", "text/javascript", "1"],
        ["/inside.js", "text/javascript", "1"],
        ["/assets/b.svg", "image/svg+xml", "<svg/>"],
        ["/x.unknown", "application/octet-stream", "<script>"],
      ]) {
        const got = await ask(path);
        assert(
          got.status === 200 && got.type.startsWith(type) && got.text === text && got.sniff === "nosniff",
          `${path}: ${JSON.stringify(got)}`,
        );
      }
      for (const { address, internal, family } of Object.values(networkInterfaces()).flat())
        if (!internal && family === "IPv4") assert((await ask("/", "GET", address)).error, `it answers at ${address}`);
    } finally {
      child.kill();
      rmSync(place, { recursive: true });
    }
  },
  async "markup in lessons stays text, and only harmless links lead on"() {
    const bad = "<img src=x onerror=window.pwned=1><script>window.pwned=2</script>",
      linked = "print('of the lesson')\n";
    const prose = [
      bad,
      `[a](javascript:window.pwned=3) [b](data:text/html,${encodeURIComponent(bad)}) [c](JaVaScRiPt:1) ` +
        `[d]( vbscript:1) [e](//example.org) [f](../x)`,
      "[web](https://example.org/?a=1&b=2) [mail](mailto:a@example.org) [r] <javascript:1> " +
        '![i](https://example.org/i.png "t")',
      `[here](${await linkTo({ source: linked })})`,
      "`<b>&amp;</b>` **bold** *Graph* &lt;i&gt;",
      "```html\n<b>code</b>\n```",
      "| a | b |\n|---|---|\n| `<u>` | <u>c</u> |",
      "1. one\n2. two\n   - inner",
      "<iframe src=//example.org></iframe>",
      "[r]: javascript:1",
    ].join("\n\n");
    const both = { en: bad + "n".repeat(5000), zh: bad };
    const spoil = async (route, change) => {
      const all = await (await route.fetch()).json();
      change(all);
      await route.fulfill({ json: all });
    };
    const page = await open({
      prepare: async (page) => {
        await page.route(/lessons\/index\.json/, (route) =>
          spoil(route, ([lesson]) => {
            Object.assign(lesson, { title: both, summary: both, minutes: bad, concepts: [bad], prerequisites: [bad] });
            for (const step of lesson.steps) step.title = both;
          }),
        );
        await page.route(/lessons\/(?!index)[^/]*\.json/, (route) =>
          spoil(route, ({ manifest, programs, prose: texts }) => {
            for (const step of manifest.steps) ((step.title = both), (step.hints = { en: [bad], zh: [bad] }));
            const [step] = manifest.steps;
            Object.assign(manifest, { title: both, summary: both, minutes: bad });
            step.prediction = { answer: bad, question: both, explanation: both, choices: [{ value: bad, text: both }] };
            programs[bad] = programs[step.start];
            step.start = bad;
            texts.en = `# ${bad}\n\n${prose}\n\n## ${bad} {#${step.id}}\n\n${">".repeat(5000)} ${bad}\n`;
          }),
        );
      },
    });
    if (shots) await page.screenshot({ path: `${shots}/hostile-list.png` });
    await page.click("#go-on");
    await page.click("#choice-1");
    await page.click("#commit");
    await finished(page);
    await page.click("#hint");
    await page.keyboard.press("Control+k");
    await page.waitForTimeout(200);
    await page.keyboard.press("Escape");
    if (shots) await page.screenshot({ path: `${shots}/hostile-lesson.png` });
    const made = await page.evaluate(() => ({
      pwned: window.pwned,
      links: [...document.querySelectorAll("#lesson a[href]:not(#all-lessons)")].map((a) =>
        a.getAttribute("href").slice(0, 30),
      ),
      strange: document.querySelectorAll(
        "#lesson :is(img, script, iframe, i, u), dialog :is(img, script), #examples :not(option, optgroup)",
      ).length,
      codes: [...document.querySelectorAll("#lesson code")].map((c) => c.textContent),
      text: document.getElementById("lesson").textContent,
      wide: document.getElementById("lesson").scrollWidth - document.getElementById("lesson").clientWidth,
      cells: document.querySelectorAll("#lesson td").length,
    }));
    assert(made.pwned === undefined && made.strange === 0, JSON.stringify([made.pwned, made.strange]));
    assert(
      [...new Set(made.links.map((link) => link.replace(/^#v1.*/, "#v1")))].join() ===
        "https://example.org/?a=1&b=2,mailto:a@example.org,#v1",
      made.links.join(),
    );
    assert(
      made.codes.includes("<b>&amp;</b>") &&
        made.codes.includes("<b>code</b>") &&
        made.codes.includes("<u>") &&
        made.text.includes("[a](javascript:") &&
        made.text.includes("<i>") &&
        made.cells > 0,
      "the texts are not as written",
    );
    assert(made.wide <= 0, `the lesson is ${made.wide} pixels too wide`);
    await page.click("#lesson a[href^='#v1']");
    await until(
      page,
      () => window.vitrine.state().output === "of the lesson\n",
      "a link of the lesson's own is asked about",
    );
    return page;
  },
  async "markup in names and texts of a program stays text in markers, messages and panels"() {
    const page = await reuse();
    const bad = "<img src=x onerror=window.pwned=1>",
      source = `import torch
bad = ${JSON.stringify(bad)}
Loud = type(bad, (torch.nn.Module,), {"forward": lambda self, x: torch.relu(x) + 1})
@torch.compile
def f(x, mode):
    print(mode)
    return Loud()(x) + len(mode)
for mode in (bad, bad * 2, "n" * 20000, "\\ud800"):
    f(torch.ones(2), mode[:1])
    f(torch.ones(2), mode)
wave = lambda x: x.sin() + 1
wave.__name__ = wave.__qualname__ = bad * 50
torch.compile(wave)(torch.ones(2))
Wrong = type(bad, (Exception,), {})
raise Wrong(bad * 100)
`;
    for (const failing of [true, false]) {
      await run(page, failing ? source : source.replace(/^raise.*$/m, ""));
      for (const { id } of (await page.evaluate(() => window.vitrine.state())).panels) {
        await page.evaluate((id) => document.activeElement.blur?.(id), id);
        await command(page, `panel: ${id}`);
        await page.waitForTimeout(60);
      }
      await page.hover(failing ? ".vt-error-line" : ".vt-break:visible");
      await page.waitForTimeout(500);
      if (shots) await page.screenshot({ path: `${shots}/hostile-program-${failing}.png` });
      const made = await page.evaluate(() => [
        window.pwned,
        document.querySelectorAll("img, script:not([src])").length,
        document.documentElement.scrollWidth - innerWidth,
      ]);
      assert(made[0] === undefined && made[1] === 0 && made[2] <= 0, made.join());
    }
    assert((await page.getAttribute(".vt-break", "title")).length > 0, "no marker");
    assert(page.problems.length === 0, page.problems.join("; "));
    return page;
  },
  async "back ends, passes, hooks and gradients that never end are stopped"() {
    const page = await open();
    await page.waitForTimeout(1500);
    const head = `import torch
def endless(*given):
    print('inside', flush=True)
    while True: pass
x = torch.ones(2, requires_grad=True)
layer = torch.nn.Linear(2, 2)
`;
    const cases = [
      "torch.compile(lambda x: x + 1, backend=endless)(x)",
      "torch.compile(lambda x: x + 1, backend=lambda gm, inputs: endless)(x)",
      "layer.register_forward_hook(endless)\nlayer(torch.ones(2))",
      "layer.register_full_backward_hook(endless)\nlayer(x[None] * 2).sum().backward()",
      "x.register_hook(endless)\n(x * 2).sum().backward()",
      "with torch.autograd.graph.saved_tensors_hooks(endless, endless):\n    x.exp()",
      `class F(torch.autograd.Function):
    forward = staticmethod(lambda context, x: x * 2)
    backward = staticmethod(lambda context, g: endless())
F.apply(x).sum().backward()`,
      `def grown(gm, inputs):
    for node in gm.graph.nodes:
        while True:
            node = node.next
            if node.op == 'output' and not print('inside', flush=True): endless()
torch.compile(lambda x: x + 1, backend=grown)(x)`,
    ];
    for (const text of cases) {
      await page.evaluate((program) => window.vitrine.setSource(program), `${head}${text}\n`);
      await until(page, () => window.vitrine.state().output.startsWith("inside"), `it does not get there: ${text}`);
      const start = Date.now();
      await page.keyboard.press("Control+.");
      await until(page, () => !window.vitrine.state().running, `it still runs: ${text}`);
      assert(Date.now() - start < 5000, `stopped after ${Date.now() - start} ms: ${text}`);
    }
    assert((await run(page, fused)).output.includes("tensor([1.7311"), "the next run fails");
    return page;
  },
};
