// Into the page and out of it: programs and notebooks, by dialog and by drop; pictures, tables, print; examples.
import { readFileSync, readdirSync } from "node:fs";
import { assert, command, finished, fused, open, reuse, root, run, until } from "./page.mjs";

// What a menu item or an action of the palette saves.
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
const fromMenu = (page, text) => async () => {
  await page.click("#files-button");
  await page.click(`#files button:has-text("${text}")`);
};
const openAs = (page, name, text) =>
  page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: "python3", display_name: "Python 3", language: "python" }, kept: true },
  cells: [
    { cell_type: "markdown", id: "aa", metadata: {}, source: ["# Title\n", "\n", "with text"] },
    {
      cell_type: "code",
      id: "bb",
      metadata: { tags: ["first"] },
      execution_count: 3,
      outputs: [{ output_type: "stream", name: "stdout", text: ["old\n"] }],
      source: ["%matplotlib inline\n", "!pip install torch\n", "import torch\n", "text = '''\n", "%not magic\n", "'''"],
    },
    {
      cell_type: "code",
      id: "cc",
      metadata: {},
      execution_count: 4,
      outputs: [{ output_type: "stream", name: "stdout", text: "tensor(3.)\n" }],
      source: "%%time\nprint(torch.ones(3).sum(), len(text))",
    },
    { cell_type: "code", id: "dd", metadata: {}, execution_count: null, outputs: [], source: "%%bash\nls -l\n" },
    { cell_type: "code", id: "ee", metadata: {}, execution_count: null, outputs: [], source: "" },
  ],
};

export const filesTests = {
  async "a program and a notebook are opened, run, and saved; magics are kept, cells come back"() {
    const page = await open();
    await openAs(page, "mine.py", "\uFEFFprint('mine')\r\n");
    await until(page, () => window.vitrine.state().output === "mine\n", "the .py does not run");
    const py = await saved(page, fromMenu(page, "Save as .py"));
    assert(py.name === "mine.py" && py.bytes.toString() === "print('mine')\n", py.name + py.bytes);
    await openAs(page, "book.ipynb", JSON.stringify(notebook));
    await until(page, () => window.vitrine.state().output === "tensor(3.) 12\n", "the notebook does not run");
    const source = await page.evaluate(() => window.vitrine.source());
    assert(
      source.includes("# # Title") &&
        source.includes("#! %matplotlib inline") &&
        source.includes("#! !pip") &&
        source.includes("\n%not magic\n") &&
        source.includes("#! ls -l") &&
        !source.includes("old"),
      source,
    );
    // Unchanged, everything is as it was; a changed cell loses what it printed.
    const same = JSON.parse((await saved(page, fromMenu(page, "Save as .ipynb"))).bytes);
    const plain = (book) =>
      book.cells.map((cell) => ({ ...cell, source: [cell.source].flat().join("").replace(/\n$/, "") }));
    assert(JSON.stringify(plain(same)) === JSON.stringify(plain(notebook)), JSON.stringify(same));
    await page.click(".cm-content");
    await page.keyboard.press("Control+End");
    await page.evaluate(() => window.vitrine.edit("len(text))", "len(text) + 1)"));
    const changed = JSON.parse((await saved(page, fromMenu(page, "Save as .ipynb"))).bytes);
    const cell = changed.cells[2];
    assert(
      cell.id === "cc" &&
        cell.outputs.length === 0 &&
        [cell.source].flat().join("").startsWith("%%time\n") &&
        [cell.source].flat().join("").includes("+ 1"),
      JSON.stringify(cell),
    );
    assert(
      changed.cells[1].outputs.length === 1 && changed.metadata.kept === true && changed.cells.length === 5,
      JSON.stringify(changed),
    );
    // Another program is no part of that notebook any more.
    await page.evaluate(() => window.vitrine.setSource("print(1)\n"));
    const fresh = JSON.parse((await saved(page, fromMenu(page, "Save as .ipynb"))).bytes);
    assert(fresh.cells.length === 1 && fresh.nbformat === 4, JSON.stringify(fresh));
    await openAs(page, "bad.ipynb", "{]");
    await until(
      page,
      () => document.getElementById("toast").textContent.includes("not a notebook"),
      "a damaged notebook is no message",
    );
    assert(
      (await page.evaluate(() => window.vitrine.source())) === "print(1)\n",
      "a damaged notebook takes the program away",
    );
    return page;
  },
  async "a file dropped on the page is opened"() {
    const page = await open();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["print('dropped')\n"], "dropped.py"));
      for (const type of ["dragover", "drop"])
        document
          .getElementById("canvas")
          .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await until(page, () => window.vitrine.state().output === "dropped\n", "it is not opened");
    return page;
  },
  async "the picture is saved as SVG and PNG, the tables as CSV, and both are printed"() {
    const page = await open();
    await run(page, fused);
    await page.waitForTimeout(200);
    const svg = await saved(page, fromMenu(page, "Picture as SVG"));
    assert(
      svg.name === "graph.svg" &&
        svg.bytes.toString().startsWith("<svg") &&
        svg.bytes.includes("relu") &&
        svg.bytes.includes("sigmoid"),
      svg.bytes.toString().slice(0, 200),
    );
    const png = await saved(page, fromMenu(page, "Picture as PNG"));
    const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
    assert(png.name === "graph.png" && width > 200 && height > 200, `${png.name} ${width}×${height}`);
    const colours = await page.evaluate(async (data) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))])),
        canvas = new OffscreenCanvas(image.width, image.height),
        draw = canvas.getContext("2d");
      draw.drawImage(image, 0, 0);
      return new Set(new Uint32Array(draw.getImageData(0, 0, image.width, image.height).data.buffer)).size;
    }, png.bytes.toString("base64"));
    assert(colours > 30, `${colours} colours`);
    const csv = (await saved(page, fromMenu(page, "Tables as CSV"))).bytes.toString();
    assert(/relu.*5/.test(csv) && csv.includes("used by"), csv);
    await command(page, "panel: memory");
    const screen = await saved(page, fromMenu(page, "Picture as PNG"));
    assert(
      screen.name === "memory.png" && screen.bytes.length > 2000,
      "a panel without a scene is not saved as it stands",
    );
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const paper = await page.textContent("#paper");
    assert(
      paper.includes("torch.relu(x)") &&
        paper.includes("tensor([1.7311") &&
        (await page.isVisible("#paper")) &&
        (await page.isHidden("#header")),
      paper.slice(0, 400),
    );
    return page;
  },
  async "every example runs and prints what PyTorch prints, and all of them are found in groups"() {
    const page = await reuse();
    const groups = JSON.parse(readFileSync(`${root}web/examples/index.json`, "utf8")),
      ids = groups.flatMap((group) => group.examples.map((each) => each.id));
    assert(ids.length >= 16 && new Set(ids).size === ids.length, `${ids.length} examples`);
    const files = readdirSync(`${root}web/examples`)
      .filter((name) => name.endsWith(".py"))
      .map((name) => name.slice(0, -3));
    assert(files.sort().join() === [...ids].sort().join(), "a program without a row, or a row without a program");
    assert((await page.locator("#examples optgroup").count()) > groups.length, "they are not in groups");
    for (const id of ids) {
      await page.evaluate((id) => {
        const select = document.getElementById("examples");
        select.value = id;
        select.dispatchEvent(new Event("change"));
      }, id);
      await finished(page, 60000);
      const state = await page.evaluate(() => window.vitrine.state()),
        wanted = readFileSync(`${root}web/examples/${id}.out`, "utf8");
      assert(state.output === wanted, `${id}: ${state.output}${state.traceback}`);
    }
    return page;
  },
};
