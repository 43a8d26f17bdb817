// End-to-end tests of the built site in headless Chromium. Each prints `ok NAME`, `not ok NAME: why` or
// `skip NAME: why`; VT_SHOTS=FOLDER also saves screenshots. A word: only tests with it in their name. VT_PART=1/3:
// every third test from the second on, so that several processes share them.
import { callsTests } from "./calls.mjs";
import { classTests } from "./class.mjs";
import { courseTests } from "./course.mjs";
import { filesTests } from "./files.mjs";
import { generatedTests } from "./generated.mjs";
import { hostileTests } from "./hostile.mjs";
import { measureTests } from "./measure.mjs";
import { offlineTests } from "./offline.mjs";
import { passTests } from "./passes.mjs";
import { pictureTests } from "./pictures.mjs";
import { pointingTests } from "./pointing.mjs";
import {
  address,
  assert,
  browser,
  close,
  closeAll,
  colours,
  command,
  end,
  finished,
  fused,
  linkTo,
  open,
  openFirstLesson,
  passQuestion,
  reuse,
  run,
  server,
  shots,
  type,
  until,
} from "./page.mjs";
import { readerTests } from "./reader.mjs";
import { threadTests } from "./threads.mjs";
import { truthTests } from "./truth.mjs";

const only = process.argv[2],
  [part, parts] = (process.env.VT_PART ?? "0/1").split("/").map(Number),
  kLongTestMs = 10_000;
const tests = {
  async "first load is small and the first frame comes soon"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength;
    });
    const start = Date.now();
    await page.goto(address);
    await until(page, () => window.vitrine?.frames() > 0, "no first frame");
    const first = Date.now() - start;
    await finished(page);
    console.log(`# first frame after ${first} ms, ${(bytes / 1e6).toFixed(2)} MB transferred`);
    assert(bytes < 3e6, `${bytes} bytes`);
    assert(first < 8000, `first frame after ${first} ms`);
    await context.close();
  },
  async "the default program runs and prints"() {
    const page = await open();
    const state = await page.evaluate(() => window.vitrine.state());
    assert(state.output.includes("tensor("), state.output + state.traceback);
    assert((await colours(page)) > 20, "the canvas is blank");
    assert(page.problems.length === 0, page.problems.join("; "));
    return page;
  },
  async "editing runs again within 300 ms of the last key"() {
    const page = await reuse();
    const before = (await page.evaluate(() => window.vitrine.state())).run;
    await type(page, "print('edited')\n");
    const start = Date.now();
    await until(page, (n) => window.vitrine.state().run > n, "no new run", before);
    const delay = Date.now() - start;
    await finished(page);
    assert((await page.evaluate(() => window.vitrine.state())).output.includes("edited"), "wrong output");
    assert(delay < 600, `${delay} ms`);
    return page;
  },
  async "a syntax error marks its line and keeps the last result dimmed"() {
    const page = await reuse();
    await run(page, fused);
    await type(page, fused + "x = = 1\n");
    await until(page, () => document.querySelector(".vt-error-line"), "no line is marked");
    const state = await page.evaluate(() => window.vitrine.state());
    assert(state.stale, "the last result is gone");
    assert((await page.textContent("#problem")).includes("SyntaxError"), "no message");
    assert((await page.textContent(".vt-error-line")).includes("x = = 1"), "the wrong line");
    return page;
  },
  async "above the steps of a failed run stand no compiles of the last good one"() {
    const page = await reuse();
    const shown = async () => (await page.evaluate(() => window.vitrine.state())).compiles_shown;
    await run(page, fused);
    assert(await shown(), "no compiles of a good run");
    await command(page, "panel: Steps");
    await run(page, "import torch\nprint(torch.ones(2))\nraise ValueError('no')\n");
    await until(page, () => !window.vitrine.state().compiles_shown, "compiles of another run");
    await run(page, fused);
    await until(page, () => window.vitrine.state().compiles_shown, "no compiles again");
    return page;
  },
  async "stop ends an endless loop and the next run starts at once"() {
    const page = await reuse();
    await page.waitForTimeout(1500);
    await page.evaluate(() => window.vitrine.setSource("while True: pass\n"));
    await page.waitForTimeout(300);
    const start = Date.now();
    await page.click("#stop");
    await until(page, () => !window.vitrine.state().running, "it still runs");
    const stopped = Date.now() - start;
    const state = await run(page, "print('after')\n");
    assert(state.output.includes("after"), state.output);
    assert(
      stopped < 5000 && Date.now() - start < 10000,
      `stopped in ${stopped} ms, next after ${Date.now() - start} ms`,
    );
    return page;
  },
  async "what an endless program prints is shown while it runs, and kept when it is stopped"() {
    const page = await reuse();
    await page.evaluate(() => window.vitrine.setSource("print('begin')\nwhile True: pass\n"));
    await until(page, () => window.vitrine.state().output === "begin\n", "nothing is shown while it runs");
    assert((await page.evaluate(() => window.vitrine.state())).running, "it has ended");
    await page.keyboard.press("Control+.");
    await until(page, () => !window.vitrine.state().running, "it still runs");
    assert((await page.evaluate(() => window.vitrine.state())).output === "begin\n", "what was printed is gone");
    return page;
  },
  async "Chinese in a program is drawn under an English page, which does not load its font before"() {
    let fonts = 0;
    const page = await open({ prepare: (page) => page.route(/chinese\.otf/, (route) => (++fonts, route.continue())) });
    await run(page, fused);
    assert(fonts === 0, "the font is loaded for nothing");
    await run(page, "def 计算(x):\n    return x\nprint('结果', 计算(1))\n");
    await until(
      page,
      () => performance.getEntriesByType("resource").some((r) => r.name.includes("chinese")),
      "the font is not loaded",
    );
    assert(fonts === 1 && (await page.textContent("#run")) === "Run", "the page changed its language");
    return page;
  },
  async "panels begin with a function of which something was captured"() {
    const page = await reuse();
    const program =
      "import torch\n\n@torch.compile\ndef f(x):\n    print('first')\n    return x.sin() + 1\n\nf(torch.ones(3))\n";
    const state = await run(page, program);
    assert(state.compiles.length === 2 && state.compile === "1/0", state.compile + " of " + state.compiles);
    return page;
  },
  async "a trap in a kernel ends that run with a message, and nothing else"() {
    // Kernels whose name says cos become one that executes `unreachable`.
    const trap = "0,97,115,109,1,0,0,0,1,6,1,96,2,127,127,0,3,2,1,0,7,5,1,1,102,0,0,10,5,1,3,0,0,11";
    const injected = `{ const Real = WebAssembly.Instance;
      const trap = new Real(new WebAssembly.Module(new Uint8Array([${trap}]))).exports.f;
      WebAssembly.Instance = function (module, imports) {
        const names = WebAssembly.Module.exports(module).map((e) => e.name);
        if (!names.some((n) => n.includes("cos"))) return new Real(module, imports);
        return { exports: Object.fromEntries(names.map((n) => [n, trap])) };
      }; }`;
    const page = await open({
      prepare: (page) =>
        page.route(/worker-.*\.js/, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: injected + (await response.text()) });
        }),
    });
    await run(page, fused);
    await page.evaluate(
      (text) => window.vitrine.setSource(text),
      "import torch\nprint('before')\nprint(torch.compile(lambda x: x.cos() + 1)(torch.ones(4)))\n",
    );
    await until(page, () => !document.getElementById("problem").hidden, "no message");
    const message = await page.textContent("#problem");
    assert(/unreachable/.test(message), message);
    assert((await page.evaluate(() => window.vitrine.state())).output.includes("before"), "what was printed is gone");
    assert((await page.textContent(".cm-content")).includes("x.cos()"), "the program is gone");
    const state = await run(page, fused);
    assert(state.output.includes("tensor([1.7311") && !state.traceback, state.output + state.traceback);
    return page;
  },
  async "running out of memory ends that run with a message, and nothing else"() {
    const page = await open();
    const state = await run(page, "import torch\nkept = []\nwhile True:\n    kept.append(torch.ones(1 << 22))\n");
    assert(/Error/.test(state.traceback) && /memory/.test(state.traceback), state.traceback);
    assert((await page.textContent("#problem")).includes("memory"), "no message");
    const lists = await run(page, "kept = []\nwhile True:\n    kept = [kept, [0] * (1 << 23)]\n", 90000);
    assert(
      lists.traceback.includes("MemoryError") || (await page.textContent("#problem")).length > 0,
      "no message: " + lists.traceback,
    );
    assert((await run(page, fused)).output.includes("tensor([1.7311"), "the next run fails");
    return page;
  },
  async "modules that few programs import are read at their first import"() {
    let requests = 0,
      broken = true;
    const page = await open({
      prepare: (page) =>
        page.route(/library-.*\.json/, (route) => (++requests, broken ? route.abort() : route.continue())),
    });
    assert(requests === 0, "the first load reads them");
    const program =
      "import statistics\nimport torch.distributions as D\nprint(statistics.mean([1, 2]), D.Normal(0.0, 1.0))\n";
    const failed = await run(page, program);
    assert(
      /ImportError: .*'statistics' could not be read; check the connection/.test(failed.traceback),
      failed.traceback,
    );
    broken = false;
    const state = await run(page, program);
    assert(state.output === "1.5 Normal(loc: 0.0, scale: 1.0)\n", state.output + state.traceback);
    assert(requests === 2, `${requests} requests`);
    return page;
  },
  async "functions of the engine that few programs call are read at their first call"() {
    let requests = 0,
      broken = true;
    const page = await open({
      prepare: (page) =>
        page.route(/engine_late-.*\.wasm/, (route) => (++requests, broken ? route.abort() : route.continue())),
    });
    assert(requests === 0, "the first load reads them");
    // A wrong call raises through both parts of the engine; its traceback is the program's.
    const program =
      "import torch\n@torch.jit.script\ndef f(x):\n    return x + 1\nprint(f(torch.ones(2)))\n" +
      "try:\n    f()\nexcept RuntimeError as error:\n    print('missing' in str(error))\n";
    await run(page, program);
    await until(page, () => !document.getElementById("problem").hidden, "no message");
    assert(
      /could not be read; check the connection/.test(await page.textContent("#problem")),
      await page.textContent("#problem"),
    );
    broken = false;
    const state = await run(page, program);
    assert(state.output === "tensor([2., 2.])\nTrue\n" && !state.traceback, state.output + state.traceback);
    assert(requests === 2, `${requests} requests`);
    await run(page, program);
    assert(requests === 2, "they are read again");
    return page;
  },
  async "the engine explains itself in the language of the page"() {
    const page = await open({ locale: "zh-CN" });
    const state = await run(
      page,
      `import torch

@torch.compile
def f(x):
    y = torch.relu(x)
    print('x')
    return y + 1

f(torch.ones(3))
`,
    );
    assert(state.stages.includes("breaks"), "no break");
    await until(page, () => document.querySelector(".vt-break[title*=内建函数]"), "the marker is not in Chinese");
    await page.keyboard.press("Alt+l");
    await until(
      page,
      () => document.querySelector(".vt-break[title*=builtin]"),
      "the marker does not follow the language",
    );
    return page;
  },
  async "a bad program ends with a message on its line, and the next one runs"() {
    const page = await open();
    const backend = (body) =>
      `import torch
def mine(gm, inputs):
${body}
@torch.compile(backend=mine)
def f(x):
    return x + 1
f(torch.ones(2))
`;
    const hooked = (register) =>
      `import torch
def no(*given):
    raise ValueError('no')
layer = torch.nn.Linear(2, 2)
layer.${register}(no)
layer(torch.ones(1, 2, requires_grad=True) * 2).sum().backward()
`;
    const cases = [
      ["def f(x:\n    return x\n", 1, "SyntaxError: '(' was never closed"],
      ["x = 1\n\0y = 2\n", 2, "SyntaxError: invalid non-printable character U+0001"],
      ["def f(n):\n    return f(n + 1)\nf(0)\n", 2, "RecursionError: maximum recursion depth exceeded"],
      ["def k(x):\n    return sorted([1, 2], key=k)\nk(1)\n", 2, "RecursionError: maximum recursion depth exceeded"],
      [
        "class A:\n    def __eq__(self, o):\n        return self == o\nA() == A()\n",
        3,
        "RecursionError: maximum recursion depth exceeded",
      ],
      ["import torch\nx = torch.zeros(10**12)\n", 2, "you tried to allocate 4000000000000 bytes"],
      [backend("    raise ValueError('no')"), 0, "backend='mine' raised:\nValueError: no"],
      [backend("    return None"), 0, "compiler_fn did not return callable"],
      [
        backend("    add = list(gm.graph.nodes)[1]\n    add.args = (add, 1)\n    gm.graph.lint()\n    return gm"),
        0,
        "was used before it has been defined",
      ],
      ...[
        "register_forward_pre_hook",
        "register_forward_hook",
        "register_full_backward_hook",
        "register_full_backward_pre_hook",
      ].map((register) => [hooked(register), 3, "ValueError: no"]),
      [
        `import torch
def no(*given):
    raise ValueError('no')
x = torch.ones(2, requires_grad=True)
x.register_hook(no)
(x * 2).sum().backward()
`,
        3,
        "ValueError: no",
      ],
      [
        `import torch
def no(*given):
    raise ValueError('no')
x = torch.ones(2, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(no, no):
    x.exp()
`,
        3,
        "ValueError: no",
      ],
      [
        "import torch\n@torch.compile\ndef f(a, i):\n    return a[i] * 2\nf(torch.ones(4), torch.tensor([9]))\n",
        4,
        "index 9 is out of bounds",
      ],
      ["while True:\n    print('x' * 10000)\n", null, "output limit of"],
    ];
    for (const [source, line, message] of cases) {
      await run(page, source, 60000);
      const shown = await page.textContent("#problem");
      assert(shown.includes(message), `${JSON.stringify(source)} says ${JSON.stringify(shown)}`);
      if (line === null) continue;
      await until(
        page,
        () => document.querySelector(".vt-error-line"),
        `no line is marked for ${JSON.stringify(source)}`,
      );
      const marked = await page.evaluate(
        () => [...document.querySelectorAll(".cm-line")].findIndex((l) => l.classList.contains("vt-error-line")) + 1,
      );
      assert(line === 0 || marked === line, `line ${marked} is marked for ${JSON.stringify(source)}`);
    }
    assert((await run(page, fused)).output.includes("tensor([1.7311"), "the next run fails");
    assert(await page.isHidden("#problem"), "the message stays");
    return page;
  },
  async "kernels use relaxed SIMD where the browser has it"() {
    const page = await reuse();
    const state = await run(
      page,
      `import torch, torch._logging
torch._logging.set_logs(output_code=True)
f = torch.compile(lambda x: torch.exp(x))
print(f(torch.zeros(64)).sum())
`,
    );
    assert(
      state.output.includes("tensor(64.)") && /relaxed_madd/.test(state.errors),
      state.output + state.errors.slice(0, 2000) + state.traceback,
    );
    return page;
  },
  async "a graph break shows on its line with reason and hint"() {
    const page = await reuse();
    const state = await run(
      page,
      `import torch

@torch.compile
def f(x):
    y = torch.relu(x)
    print('x')
    return y + 1

f(torch.ones(3))
`,
    );
    assert(state.stages.includes("breaks"), "no break event: " + state.stages + state.traceback);
    await until(page, () => document.querySelector(".vt-break[aria-label*=break]"), "no marker");
    const text = await page.getAttribute(".vt-break[aria-label*=GB]", "title");
    assert(/GB\d+/.test(text) && text.includes("→"), text);
    return page;
  },
  async "pointing at a source line lights up its kin"() {
    const page = await reuse();
    await run(page, fused);
    await page.evaluate(() => window.vitrine.hoverLine(5));
    await until(page, () => window.vitrine.state().kin > 1, "no kin");
    await until(page, () => window.vitrine.state().kin_rows > 0, "no highlighted row in the panel");
    return page;
  },
  async "pointing into a panel marks source lines"() {
    const page = await reuse();
    await run(page, fused);
    await page.keyboard.press("Alt+5");
    const box = await page.locator("#canvas").boundingBox();
    await page.waitForTimeout(300);
    for (let y = 130; y < 420; y += 14) {
      await page.mouse.move(box.x + 160, box.y + y);
      await page.waitForTimeout(60);
      if ((await page.evaluate(() => window.vitrine.state())).hovered.length) return page;
    }
    throw new Error("nothing in the panel points at a line");
  },
  async "graphs under one number, or under none, are told apart"() {
    const page = await reuse();
    const three = `import torch
from torch._inductor.compile_fx import compile_fx
def f(x): return torch.relu(x) + 1
def g(x): return torch.sin(x) * 2
`;
    let state = await run(
      page,
      three + "for h in (f, g):\n    torch.compile(h)(torch.ones(4))\n    torch._dynamo.reset()\n",
    );
    assert(state.compiles.join() === "0/0,0/0 #2", state.compiles.join());
    state = await run(
      page,
      three + "for h in (f, g):\n    compile_fx(torch.fx.symbolic_trace(h), [torch.ones(4)])(torch.ones(4))\n",
    );
    // The graphs that the program traced itself have pictures of their own.
    assert(state.compiles.join() === "fx f,fx g,-", state.compiles.join() + state.traceback);
    state = await run(
      page,
      "import torch\n@torch.compile\ndef f(x):\n" +
        "    x = x + 1\n    print(1)\n".repeat(11) +
        "    return x\nf(torch.ones(2))\n",
    );
    assert(state.compiles.slice(0, 3).join() === "0/0,1/0,2/0", state.compiles.join());
    return page;
  },
  async "generated code is searched and copied"() {
    const page = await open();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await run(page, fused);
    await page.keyboard.press("Alt+2");
    const box = await page.locator("#canvas").boundingBox();
    await page.waitForTimeout(300);
    // The field stands at the right of the line that chooses the language; above that a line tells of threads, if any.
    const y =
      box.y + ((await page.evaluate(() => JSON.stringify(window.vitrine.twin()).includes(" threads"))) ? 137 : 114);
    await page.mouse.click(box.x + box.width - 150, y);
    await page.waitForTimeout(150);
    await page.keyboard.type("v128.LOAD", { delay: 25 });
    await until(page, () => window.vitrine.state().matches >= 1, "nothing is found");
    await page.mouse.click(box.x + box.width - 32, y);
    await until(page, () => !document.getElementById("toast").hidden, "nothing is copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert(copied.startsWith("(module") && copied.includes("v128.load"), copied.slice(0, 200));
    await command(page, "panel: Console");
    await page.waitForTimeout(200);
    await page.mouse.click(box.x + box.width - 28, box.y + 90);
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("tensor([1.7311"), null, {
      timeout: 5000,
    });
    return page;
  },
  async "Enter in the palette does what is chosen and presses nothing else"() {
    const page = await open();
    await openFirstLesson(page);
    for (let i = 0; i < 6 && (await page.$("#hint")); ++i) await page.click("#hint");
    await page.focus("#solution");
    const before = await page.evaluate(() => window.vitrine.source());
    await command(page, "panel: memory");
    await until(page, () => window.vitrine.state().panel === "memory", "the panel is not shown");
    await page.waitForTimeout(600);
    assert((await page.evaluate(() => window.vitrine.source())) === before, "the button behind was pressed");
    const [, second] = await page.evaluate(() => fetch("./lessons/index.json").then((r) => r.json()));
    await command(page, `Open lesson: ${second.title.en}`);
    await until(
      page,
      (title) => document.querySelector("#lesson h1")?.textContent === title,
      "the lesson does not open",
      second.title.en,
    );
    return page;
  },
  async "what passes in one tab has passed in another"() {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(address);
    await until(other, () => window.vitrine, "the second tab does not start");
    await openFirstLesson(page);
    for (let i = 0; i < 6 && (await page.$("#hint")); ++i) await page.click("#hint");
    await page.click("#solution");
    await finished(page);
    await page.click("#check");
    await until(page, () => document.querySelector("#next"), "the solution does not pass");
    await until(other, () => document.querySelector("#course-progress")?.value === 1, "the other tab does not know");
    return page;
  },
  async "every panel draws"() {
    const page = await reuse();
    await run(page, fused);
    const panels = (await page.evaluate(() => window.vitrine.state())).panels;
    assert(panels.length === 14, `${panels.length} panels`);
    for (const { id: panel, title } of panels) {
      await command(page, `panel: ${title}`);
      await until(page, (id) => window.vitrine.state().panel === id, `${panel} is not shown`, panel);
      await page.waitForTimeout(150);
      assert((await colours(page)) > 15, `${panel} is blank`);
      if (shots) await page.screenshot({ path: `${shots}/panel-${panel}.png` });
    }
    assert(page.problems.length === 0, page.problems.join("; "));
    return page;
  },
  async "a recorded run is stepped forwards and backwards"() {
    const page = await reuse();
    await run(page, "total = 0\nfor i in range(3):\n    total += i\n    breakpoint()\nprint(total)\n");
    await page.keyboard.press("Alt+r");
    await finished(page);
    await until(page, () => window.vitrine.state().recorded_steps > 5, "nothing was recorded");
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + 60, box.y + box.height * 0.4);
    await until(page, () => window.vitrine.state().step > 0, "it does not start at the breakpoint");
    const start = await page.evaluate(() => window.vitrine.state());
    await page.mouse.click(box.x + 60, box.y + box.height * 0.5);
    await page.keyboard.press("ArrowRight");
    await until(page, (n) => window.vitrine.state().step === n, "it does not step forwards", start.step + 1);
    const line = await page.evaluate(() => window.vitrine.state().pinned_line);
    for (let n = 0; n < 3; ++n) (await page.keyboard.press("ArrowLeft"), await page.waitForTimeout(80));
    await until(page, (n) => window.vitrine.state().step < n, "it does not step backwards", start.step);
    assert(line > 0 && (await page.evaluate(() => window.vitrine.state().pinned_line)) > 0, "the line is not marked");
    return page;
  },
  async "the tensors of a recorded step are shown, also those that share memory"() {
    const page = await reuse();
    await run(page, "import torch\na = torch.arange(6.0).reshape(2, 3)\nb = a.t()\na[0, 1] = float('nan')\nprint(b)\n");
    await page.keyboard.press("Alt+r");
    await finished(page);
    await until(page, () => window.vitrine.state().recorded_steps > 3, "nothing was recorded");
    await command(page, "panel: tensors");
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.click(box.x + 60, box.y + box.height * 0.6);
    for (let n = 0; n < 4; ++n) (await page.keyboard.press("ArrowRight"), await page.waitForTimeout(80));
    await until(page, () => window.vitrine.state().tensor_cells === 6, "the six elements are not drawn");
    if (shots) await page.screenshot({ path: `${shots}/tensors.png` });
    return page;
  },
  async "the tensors of a module are shown, and the keyboard alone steps"() {
    const page = await reuse();
    await run(page, "import torch\nnet = torch.nn.Linear(2, 3)\nnet(torch.ones(1, 2)).sum().backward()\nprint(1)\n");
    await page.keyboard.press("Alt+r");
    await finished(page);
    await until(page, () => window.vitrine.state().recorded_steps > 3, "nothing was recorded");
    await command(page, "panel: tensors");
    await page.focus("#canvas");
    for (let n = 1; n < 4; ++n) {
      await page.keyboard.press("ArrowRight");
      await until(page, (n) => window.vitrine.state().step === n, `no step ${n} without the mouse`, n);
    }
    await until(page, () => window.vitrine.state().tensor_cells > 0, "no tensor of the module is drawn");
    if (shots) await page.screenshot({ path: `${shots}/module-tensors.png` });
    return page;
  },
  async "on a narrow screen a command that is about panels shows them"() {
    const page = await open({ width: 390, height: 844 });
    const view = () => page.evaluate(() => document.getElementById("main").dataset.view);
    assert((await view()) !== "canvas", "the panels are shown at first");
    await command(page, "panel: Guards");
    assert((await view()) === "canvas", "the panels are not shown");
    return page;
  },
  async "two tabs on the same lesson keep what was typed in each"() {
    const page = await open();
    await openFirstLesson(page);
    const other = await page.context().newPage();
    await other.goto(address);
    await finished(other);
    for (const [tab, text] of [
      [page, "# one\n"],
      [other, "# two\n"],
    ]) {
      await tab.bringToFront();
      await type(tab, text);
      await until(tab, (wanted) => window.vitrine.source() === wanted, "it is not typed", text);
      await tab.waitForTimeout(300);
    }
    for (const [tab, text] of [
      [page, "# one\n"],
      [other, "# two\n"],
    ]) {
      await tab.bringToFront();
      const id = await tab.evaluate(() => JSON.parse(sessionStorage.getItem("vitrine.last")).lesson);
      await tab.click("#all-lessons");
      await tab.click(`#open-${id}`);
      await tab.waitForSelector("#step-title");
      assert((await tab.evaluate(() => window.vitrine.source())) === text, `${text} is lost`);
      await finished(tab);
    }
    return page;
  },
  async "a break that fullgraph makes an error is shown with its fix, and fusion decisions are filtered"() {
    const page = await open();
    const refused = await run(
      page,
      `import torch

@torch.compile(fullgraph=True)
def f(x):
    y = torch.relu(x)
    print('halfway')
    return y * 2

print(f(torch.ones(3)))
`,
    );
    assert(refused.traceback.includes("Unsupported") && refused.fixes.length === 1, refused.traceback + refused.fixes);
    await run(
      page,
      `import torch

@torch.compile
def f(x):
    return torch.softmax(torch.tanh(x @ x) * 2, -1).sum()

print(f(torch.ones(4, 4)))
`,
    );
    await command(page, "panel: Loops");
    await until(page, () => window.vitrine.state().fusion_lines > 3, "no decisions");
    const all = (await page.evaluate(() => window.vitrine.state())).fusion_lines;
    const box = await page.locator("#canvas").boundingBox();
    // The choice of those fused stands above the list, wherever the loops end.
    for (let y = 200; y < box.height * 0.8; y += 8) {
      if ((await page.evaluate(() => window.vitrine.state())).fusion_lines !== all) break;
      const frames = await page.evaluate(() => window.vitrine.frames());
      await page.mouse.click(box.x + 30, box.y + y);
      // A second click on it would undo the choice.
      await until(page, (n) => window.vitrine.frames() > n + 1, "no frames after a click", frames);
    }
    await until(page, (n) => window.vitrine.state().fusion_lines < n, "nothing is left out", all);
    return page;
  },
  async "a fix of a graph break is applied, can be undone, and the break is gone"() {
    const page = await reuse();
    const source = `import torch

@torch.compile
def f(x):
    if x.sum() > 0:
        return x * 2
    return x - 1

print(f(torch.ones(3)))
`;
    const before = await run(page, source);
    assert(
      before.fixes.some((fix) => fix.includes("torch.where")),
      "no fix: " + before.fixes + before.traceback,
    );
    await page.keyboard.press("Alt+4");
    const box = await page.locator("#canvas").boundingBox();
    const changed = () => page.evaluate((text) => window.vitrine.source() !== text, source);
    // The button stands above the difference, wherever the texts above it end.
    for (let y = 150; y < box.height * 0.7 && !(await changed()); y += 9)
      (await page.mouse.click(box.x + 28, box.y + y), await page.waitForTimeout(40));
    assert(await changed(), "nothing was applied");
    await finished(page);
    const after = await page.evaluate(() => window.vitrine.state());
    assert(after.output === before.output && after.fixes.length === 0, after.output + after.traceback + after.fixes);
    assert(
      (await page.evaluate(() => window.vitrine.source())).includes("torch.where(x.sum() > 0, x * 2, x - 1)"),
      "another program",
    );
    await page.click(".cm-content");
    await page.keyboard.press("Control+z");
    assert(!(await changed()), "undo does not bring the program back");
    return page;
  },
  async "logs are filtered by channel and by text"() {
    const page = await reuse();
    await run(page, fused);
    await page.keyboard.press("Alt+9");
    await until(page, () => window.vitrine.state().log_lines > 10, "no lines");
    const all = (await page.evaluate(() => window.vitrine.state())).log_lines;
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.click(box.x + 40, box.y + 92); // the first channel: no graph breaks in this program
    await until(page, () => window.vitrine.state().log_lines === 0, "the channel does not filter");
    await page.mouse.click(box.x + 40, box.y + 92);
    await until(page, (n) => window.vitrine.state().log_lines === n, "the filter does not go", all);
    return page;
  },
  async "capture is stepped: stack and locals at each instruction"() {
    const page = await reuse();
    await run(page, fused);
    await command(page, "how dynamo captures");
    await finished(page);
    const box = await page.locator("#canvas").boundingBox();
    await page.waitForTimeout(400);
    await page.mouse.click(box.x + box.width - 40, box.y + box.height * 0.6);
    for (let n = 0; n < 6; ++n) (await page.keyboard.press("ArrowRight"), await page.waitForTimeout(80));
    await until(page, () => window.vitrine.state().capture_step === 6, "it does not step forwards");
    await page.keyboard.press("ArrowLeft");
    await until(page, () => window.vitrine.state().capture_step === 5, "it does not step backwards");
    assert((await page.evaluate(() => window.vitrine.state().pinned_line)) > 0, "the line is not marked");
    return page;
  },
  async "the benchmark runs when asked, row by row, and stops"() {
    const page = await open();
    await page.waitForTimeout(300);
    assert((await page.evaluate(() => window.vitrine.state())).bench_rows === 0, "it ran unasked");
    await command(page, "Start the bench");
    await until(page, () => window.vitrine.state().bench_rows >= 1, "no row", undefined, 60000);
    await page.keyboard.press("Control+.");
    await until(page, () => !window.vitrine.state().benching, "it does not stop");
    assert((await run(page, fused)).output.includes("tensor([1.7311"), "the next run fails");
    return page;
  },
  async "a share link reopens program and view"() {
    const page = await open();
    await run(page, "print('shared')\n");
    await page.keyboard.press("Alt+5");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.length > 5);
    const other = await open({ hash: new URL(page.url()).hash });
    await other.click("#linked-run");
    await finished(other);
    const state = await other.evaluate(() => window.vitrine.state());
    assert((await other.evaluate(() => window.vitrine.source())) === "print('shared')\n", "another program");
    assert(state.panel === "bytecode" && state.output.includes("shared"), state.panel);
    await close(other);
    return page;
  },
  async "a share link with senseless values opens its program"() {
    const state = {
      source: "import torch\n@torch.compile\ndef f(x):\n    return x.sin() + 1\nprint(f(torch.ones(2)))\n",
      panel: "nonsense",
      second: 5,
      graphPosition: -99,
      graphView: 77,
      half: -3,
      pin: 1e9,
      lesson: "none",
      compile: "<b>",
    };
    const page = await open({ hash: await linkTo(state) });
    await page.click("#run");
    await finished(page);
    const shown = await page.evaluate(() => window.vitrine.state());
    assert(
      shown.output.includes("1.8415") && shown.panel === "graph" && shown.half === 0,
      shown.output + shown.panel + shown.half,
    );
    assert((await colours(page)) > 15, "blank canvas");
    return page;
  },
  async "a corrupt share link says so and opens the default program"() {
    const page = await open({ hash: "#v1.AAAAbroken" });
    assert((await page.textContent("#toast")).includes("damaged"), "no message");
    assert((await page.evaluate(() => window.vitrine.source())).includes("torch.compile"), "no default program");
    return page;
  },
  async "the language can be switched"() {
    const page = await open({ locale: "zh-CN" });
    assert((await page.textContent("#run")) === "运行", "not Chinese at first");
    await page.click("#language");
    assert((await page.textContent("#run")) === "Run", "not English");
    return page;
  },
  async "a panel that a lesson names is shown by a click, and the way on is in view when a step passes"() {
    const page = await open({ width: 1366, height: 768 });
    await openFirstLesson(page);
    const lessons = await page.evaluate(() => fetch("./lessons/index.json").then((r) => r.json()));
    for (const { id } of lessons) {
      await page.click("#all-lessons");
      await page.click(`#open-${id}`);
      await page.waitForSelector("#step-title");
      if (await page.$("#lesson .panel-link")) break;
    }
    await passQuestion(page);
    const name = (await page.textContent("#lesson .panel-link")).split(" → ")[0];
    const { panels } = await page.evaluate(() => window.vitrine.state());
    await command(page, `panel: ${panels.find(({ title }) => title !== name).title}`);
    await page.click("#lesson .panel-link");
    await until(
      page,
      (wanted) => {
        const s = window.vitrine.state();
        return s.panels.find(({ id }) => id === s.panel).title === wanted;
      },
      "the panel is not shown",
      name,
    );
    for (let i = 0; i < 6 && (await page.$("#hint")); ++i) await page.click("#hint");
    await page.click("#solution");
    await finished(page);
    await page.click("#check");
    await until(page, () => document.querySelector("#check-card .verdict.yes"), "the solution does not pass");
    await page.waitForTimeout(100);
    const box = await page.locator("#check-card .verdict").boundingBox();
    assert(box.y + box.height <= 768, `the result is at ${box.y}`);
    return page;
  },
  async "a lesson keeps guesses, programs and progress, and the keyboard its place"() {
    const page = await open();
    const active = () => page.evaluate(() => document.activeElement.id);
    await page.focus("#go-on");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#choice-1");
    await page.focus("#choice-1");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    assert((await active()) === "choice-2", `the focus went to ${await active()}`);
    assert(!(await page.$("#judgement")), "moving through the answers gives one");
    await page.focus("#commit");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#judgement");
    assert((await page.textContent("#announced")).length > 20, "the answer is not announced");
    await finished(page);
    await page.focus("#hint");
    await page.keyboard.press("Enter");
    assert((await active()) === "hint", `after a hint the focus is at ${await active()}`);
    await type(page, "# mine\n");
    await until(
      page,
      () => Object.values(localStorage).some((text) => text.includes("# mine")),
      "what is typed is not kept",
    );
    const [head] = await page.evaluate(() => fetch("./lessons/index.json").then((r) => r.json()));
    await page.click("#all-lessons");
    await page.click(`#open-${head.id}`);
    await page.waitForSelector("#judgement");
    assert((await page.evaluate(() => window.vitrine.source())) === "# mine\n", "what was typed is lost");
    await page.click("#restart");
    assert((await page.evaluate(() => window.vitrine.source())).includes("TODO"), "not the first program");
    for (let i = 0; i < 6 && (await page.$("#hint")); ++i) await page.click("#hint");
    await page.click("#solution");
    await page.click("#check");
    await until(page, () => document.querySelector("#check-card .verdict.yes"), "the solution does not pass");
    assert((await page.textContent("#announced")).includes("✓"), "the result is not announced");
    await page.click("#all-lessons");
    assert(
      (await page.evaluate(() => document.getElementById("course-progress").value)) === 1,
      "the map does not say how far one is",
    );
    return page;
  },
  async "the result of a check does not count for a step that was opened meanwhile"() {
    const page = await open();
    await openFirstLesson(page);
    for (let i = 0; i < 6 && (await page.$("#hint")); ++i) await page.click("#hint");
    await page.click("#solution");
    await finished(page);
    const [first, second] = await page.evaluate(() => fetch("./lessons/index.json").then((r) => r.json()));
    await page.evaluate((id) => {
      document.getElementById("check").click();
      document.getElementById("all-lessons").click();
      document.getElementById(`open-${id}`).click();
    }, second.id);
    await passQuestion(page);
    await page.waitForTimeout(300);
    assert(
      !(await page.$(".steps .passed")) && !(await page.$("#check-card .result")),
      `a step passed that nobody checked after ${first.id}`,
    );
    await page.click("#check");
    await until(page, () => document.querySelector("#check-card .verdict.no"), "no result of the second check");
    return page;
  },
  async "a reload brings back what was typed, and a link pasted into the page is followed"() {
    const page = await open();
    await run(page, "print('linked')\n");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.length > 5);
    const hash = new URL(page.url()).hash;
    await type(page, "print('typed')\n");
    await until(page, () => window.vitrine.state().output.includes("typed"), "it does not run");
    await page.reload();
    await until(page, () => window.vitrine, "the page does not start");
    await until(page, () => window.vitrine.state().output.includes("typed"), "the program is gone after a reload");
    await page.evaluate((link) => {
      location.hash = link;
    }, hash);
    await page.click("#linked-run");
    await until(page, () => window.vitrine.state().output.includes("linked"), "the link is not followed");
    await page.evaluate(() => {
      location.hash = "#v1.broken";
    });
    await until(page, () => document.getElementById("toast").textContent.includes("damaged"), "no message");
    assert(
      (await page.evaluate(() => window.vitrine.source())) === "print('linked')\n",
      "a damaged link takes the program away",
    );
    return page;
  },
  async "the console follows a long output to its end"() {
    const page = await reuse();
    const state = await run(page, "for i in range(5000):\n    print('line', i)\nraise ValueError('at the end')\n");
    assert(state.traceback.includes("at the end"), state.traceback);
    await until(page, () => window.vitrine.state().console_below < 2, "the end is not in view");
    await command(page, "panel: console");
    await page.waitForTimeout(200);
    await until(page, () => window.vitrine.state().console_below < 2, "the end is not in view in the panel");
    return page;
  },
  async "training shows the forward pass first, and each function by its name"() {
    const page = await reuse();
    await run(
      page,
      `import torch

@torch.compile
def f(x):
    return (x * x).sum()

@torch.compile
def g(x):
    return x + 1

x = torch.ones(3, requires_grad=True)
f(x).backward()
g(x)
`,
    );
    await until(page, () => window.vitrine.state().compiles.length === 2, "not two functions");
    await page.evaluate(() => {
      const gutter = [...document.querySelectorAll(".cm-lineNumbers .cm-gutterElement")].find(
        (e) => e.textContent === "9",
      );
      gutter.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    });
    await until(page, () => window.vitrine.state().compile === "1/0", "a pinned line of g does not show g");
    if (shots) await page.screenshot({ path: `${shots}/pinned-function.png` });
    return page;
  },
  async "names, roles and states are there for a screen reader"() {
    const page = await open();
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, canvas, [role=separator]")]
        .filter(
          (e) =>
            !e.closest("[hidden]") &&
            !(e.getAttribute("aria-label") || e.title || e.closest("label") || /[\p{L}]/u.test(e.textContent)),
        )
        .map((e) => e.outerHTML.slice(0, 80)),
    );
    assert(unnamed.length === 0, unnamed.join("; "));
    assert((await page.textContent("#printed")).includes("tensor("), "what was printed is not there as text");
    await page.focus("#canvas");
    await page.keyboard.press("Shift+Tab"); // past the button that shows the panel as text
    await page.keyboard.press("Shift+Tab");
    assert(
      (await page.evaluate(() => document.activeElement.dataset.left)) === "editor-side",
      "Tab does not leave the canvas",
    );
    await page.focus(".cm-content");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert(
      (await page.evaluate(() => document.activeElement.dataset.left)) === "editor-side",
      "Escape and Tab do not leave the editor",
    );
    await page.focus("[data-left=lesson]");
    const before = await page.evaluate(() => document.getElementById("lesson").offsetWidth);
    await page.keyboard.press("ArrowRight");
    assert(
      (await page.evaluate(() => document.getElementById("lesson").offsetWidth)) > before,
      "the columns cannot be resized by keys",
    );
    return page;
  },
  async "an idle page draws nothing"() {
    const page = await reuse();
    await page.waitForTimeout(1500);
    const before = await page.evaluate(() => window.vitrine.frames());
    await page.waitForTimeout(1500);
    const after = await page.evaluate(() => window.vitrine.frames());
    assert(after - before <= 1, `${after - before} frames while idle`);
    return page;
  },
  async "a lost WebGL context is restored"() {
    const page = await open();
    await page.evaluate(() => {
      window.lose = document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
      window.lose.loseContext();
    });
    await until(page, () => !document.getElementById("cover").hidden, "no message");
    assert((await run(page, "print('meanwhile')\n")).output.includes("meanwhile"), "nothing runs while it is lost");
    await page.evaluate(() => window.lose.restoreContext());
    await until(page, () => document.getElementById("cover").hidden, "not restored");
    await page.waitForTimeout(300);
    assert((await colours(page)) > 15, "blank after restoring");
    return page;
  },
  async "it fits three window sizes, two densities, two languages"() {
    for (const density of [1, 2])
      for (const locale of ["en-US", "zh-CN"]) {
        const page = await open({ density, locale });
        for (const [width, height] of [
          [1440, 900],
          [1024, 768],
          [390, 844],
        ]) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(500);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert(wide <= 0, `${width}: ${wide} pixels too wide`);
          if (shots) await page.screenshot({ path: `${shots}/${width}-${density}-${locale}.png` });
          if (width < 700) {
            await page.click("#views button >> nth=2");
            await page.waitForTimeout(400);
            if (shots) await page.screenshot({ path: `${shots}/${width}-${density}-${locale}-panels.png` });
          }
          assert((await colours(page)) > 15, `blank canvas at ${width}`);
        }
        await close(page);
      }
  },
};

const every = Object.entries({
  ...tests,
  ...generatedTests,
  ...hostileTests,
  ...measureTests,
  ...passTests,
  ...pictureTests,
  ...truthTests,
  ...readerTests,
  ...filesTests,
  ...offlineTests,
  ...courseTests,
  ...pointingTests,
  ...classTests,
  ...callsTests,
  ...threadTests,
});
let failed = 0;
for (const [number, [name, test]] of every.entries()) {
  if (number % parts !== part) continue;
  if (only && !only.split("|").some((word) => name.includes(word))) continue;
  const start = Date.now();
  try {
    const result = await test();
    if (typeof result === "string") {
      console.log(`skip ${name}: ${result.slice(6)}`);
      continue;
    }
    const refused = result?.problems.filter((text) => /Content Security Policy/.test(text)) ?? [];
    assert(refused.length === 0, refused.join("; "));
    await (result && close(result));
    console.log(`ok ${name}`);
    if (Date.now() - start > kLongTestMs) console.log(`# ${Math.round((Date.now() - start) / 1000)} s`);
  } catch (error) {
    ++failed;
    console.log(`not ok ${name}: ${String(error.message).split("\n")[0]}`);
    await closeAll();
  }
}
await end();
process.exit(failed ? 1 : 0);
