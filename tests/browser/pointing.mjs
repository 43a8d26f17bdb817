// Questions that are answered in a picture: operations that share a kernel, guards, places in memory. The picture under
// the veil, what a click does, what is marked afterwards.
import { assert, finished, open, until } from "./page.mjs";

const kinds = ["nodes", "guard", "buffer"];
const state = (page) => page.evaluate(() => window.vitrine.state());
const pictured = (page) =>
  until(page, () => window.vitrine.state().pointing?.places.length, "there is no picture to point into");
const picked = (page) =>
  page.$$eval("#prediction .choices input:checked", (all) =>
    all
      .map((input) => input.value)
      .sort()
      .join(" "),
  );

// Every step that is answered so: lesson, place of the step, what is asked.
async function questions(page) {
  const heads = await page.evaluate(() => fetch("./lessons/index.json").then((r) => r.json())),
    found = [];
  for (const { id } of heads) {
    const { manifest } = await page.evaluate((name) => fetch(`./lessons/${name}.json`).then((r) => r.json()), id);
    for (const [place, step] of manifest.steps.entries())
      if (kinds.includes(step.prediction?.kind)) found.push({ lesson: id, place, step, prediction: step.prediction });
  }
  return found;
}
async function ask(page, { lesson, place, step }) {
  await page.evaluate((key) => localStorage.removeItem(key), `vitrine.step.${lesson}/${step.id}`);
  if (await page.$("#all-lessons")) await page.click("#all-lessons");
  await page.click(`#open-${lesson}`);
  await page.waitForSelector("#step-title");
  await page.click(`#step-${place + 1}`);
  await until(
    page,
    (n) => document.querySelector(".steps [aria-current=step]")?.id === `step-${n}`,
    "the step does not open",
    place + 1,
  );
  await pictured(page);
}
// Clicks an answer in the picture; long lists are scrolled to it.
export async function pointAt(page, key) {
  const place = async () => (await state(page)).pointing.places.find((each) => each.key === key);
  const box = await page.locator("#canvas").boundingBox();
  for (let tries = 0; (await place()).y > box.height - 20 && tries < 12; ++tries) {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 240);
    await page.waitForTimeout(120);
  }
  const { x, y } = await place();
  await page.mouse.click(box.x + x, box.y + y);
}
const fits =
  ({ kind, answer }) =>
  (value) =>
    kind === "guard" ? value.includes(answer) : kind === "nodes" ? answer.includes(value) : value === answer;
const offered = (page) => page.$$eval("#prediction .choices input", (all) => all.map((input) => input.value));

async function commit(page) {
  await page.click("#commit");
  await page.waitForSelector("#judgement");
  await finished(page);
  await until(page, () => !window.vitrine.state().pointing, "the picture of the question stays");
}
// What was guessed of the solution's run is marked when the program is the solution.
async function solve(page) {
  while (await page.$("#hint")) await page.click("#hint");
  await page.click("#solution");
  await finished(page);
}
const verdict = (page) => page.getAttribute("#judgement", "class");

export const pointingTests = {
  async "questions about nodes, guards and places are answered by clicks in a picture, wrong and right"() {
    const page = await open();
    const all = await questions(page);
    assert(
      kinds.every((kind) => all.some(({ prediction }) => prediction.kind === kind)),
      `kinds: ${all.map(({ prediction }) => prediction.kind)}`,
    );
    for (const question of all) {
      const { prediction, step } = question,
        { kind } = prediction;
      await ask(page, question);
      const right = (await offered(page)).filter(fits(prediction)),
        wrong = (await offered(page)).filter((value) => !fits(prediction)(value));
      assert(right.length && wrong.length, `${step.id}: right ${right}, wrong ${wrong}`);
      assert((await page.getAttribute("#commit", "disabled")) !== null, "one can commit nothing");
      await pointAt(page, wrong[0]);
      await until(
        page,
        (value) => document.querySelector("#prediction .choices input:checked")?.value === value,
        `${step.id}: a click in the picture chooses nothing`,
        wrong[0],
      );
      if (kind === "nodes") {
        // several may be chosen, and let go
        await pointAt(page, right[0]);
        await until(
          page,
          () => document.querySelectorAll("#prediction .choices input:checked").length === 2,
          "a second click does not add",
        );
        await pointAt(page, right[0]);
        await until(
          page,
          () => document.querySelectorAll("#prediction .choices input:checked").length === 1,
          "a click on what is chosen does not let it go",
        );
      }
      await commit(page);
      assert((await verdict(page)).includes("no"), `${step.id}: a wrong click is judged as '${await verdict(page)}'`);
      if (prediction.program === "solution") await solve(page);
      await until(
        page,
        () => window.vitrine.state().judged_marks > 0,
        `${step.id}: neither guess nor answer is marked in the panels`,
      );
      assert(
        (await state(page)).said.some((text) => text.startsWith("✓")),
        `${step.id}: the answer is not marked`,
      );
      await ask(page, question);
      for (const value of right) await pointAt(page, value);
      await until(
        page,
        (wanted) =>
          [...document.querySelectorAll("#prediction .choices input:checked")]
            .map((input) => input.value)
            .sort()
            .join(" ") === wanted,
        `${step.id}: clicks do not choose ${right}`,
        [...right].sort().join(" "),
      );
      await commit(page);
      assert((await verdict(page)).includes("yes"), `${step.id}: a right click is judged as '${await verdict(page)}'`);
      if (prediction.program === "solution") await solve(page);
      await until(
        page,
        () => window.vitrine.state().said.some((text) => text.startsWith("✓")),
        `${step.id}: the right guess is not marked`,
      );
      assert(
        !(await state(page)).said.some((text) => text.startsWith("✗")),
        `${step.id}: something is marked as wrong`,
      );
    }
    assert(page.problems.length === 0, page.problems.join("; "));
    return page;
  },
  async "the picture of a question has no kernels and no places, and the list chooses in it as well"() {
    const page = await open({ locale: "zh-CN" });
    for (const kind of kinds) {
      const question = (await questions(page)).find(({ prediction }) => prediction.kind === kind);
      await ask(page, question);
      const { pointing, kin, said } = await state(page),
        values = await offered(page);
      assert(
        await page.evaluate(
          () =>
            getComputedStyle(document.getElementById("canvas")).visibility === "visible" &&
            document.getElementById("veil").hidden,
        ),
        "the picture is hidden",
      );
      for (const value of values)
        assert(
          pointing.places.some(({ key }) => key === value),
          `${kind}: '${value}' is in the list, not in the picture`,
        );
      if (kind !== "guard")
        assert(
          !pointing.texts.some((text) => /一个循环|矩阵乘$|库调用/.test(text)),
          `kernels are in the picture: ${pointing.texts}`,
        );
      assert(kin === 0 && !said.some((text) => /^[✓✗]/.test(text)), "something of a run is on the page");
      const twin = JSON.stringify(await page.evaluate(() => window.vitrine.twin()));
      assert(!/launch|启动|arena/.test(twin), `the twin tells more: ${twin.slice(0, 300)}`);
      await page.check("#prediction .choices input >> nth=0");
      assert((await picked(page)) === values[0], "the list does not choose");
    }
    await page.reload();
    await until(page, () => window.vitrine && document.body.classList.contains("veiled"), "a reload lifts the veil");
    await pictured(page);
    await page.click("#show-me");
    await finished(page);
    // The last question is about the solution's run, another one than that of the program that stands there.
    assert(!(await state(page)).judged_marks, "another run than the one asked about is marked");
    await solve(page);
    await until(page, () => window.vitrine.state().judged_marks > 0, "what was asked to be shown is not marked");
    await page.evaluate(() => window.vitrine.edit("import torch", "import torch  # mine"));
    await until(page, () => !window.vitrine.state().judged_marks, "the marks outlive a change of the program");
    await page.waitForTimeout(300); // the pause before an edit runs
    await finished(page);
    assert(!(await state(page)).judged_marks, "the marks come back with the next run");
    return page;
  },
  async "a question about a guard that comes back is answered in its picture, too"() {
    const page = await open();
    const question = (await questions(page)).find(
      ({ prediction }) => prediction.kind === "guard" && prediction.again?.length,
    );
    const today = await page.evaluate(() =>
      Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000),
    );
    await page.evaluate(
      ([key, day]) =>
        localStorage.setItem(
          key,
          JSON.stringify({ guess: "x", right: false, revision: 1, due: { day, stage: 0, variant: 0 } }),
        ),
      [`vitrine.step.${question.lesson}/${question.step.id}`, today],
    );
    await page.reload();
    await page.waitForSelector("#review");
    await page.click("#review");
    await pictured(page);
    const asked = { ...question.prediction, ...question.prediction.again[0] };
    const [wrong] = (await offered(page)).filter((value) => !fits(asked)(value));
    await pointAt(page, wrong);
    await until(
      page,
      (value) => document.querySelector("#prediction .choices input:checked")?.value === value,
      "a click chooses nothing",
      wrong,
    );
    await commit(page);
    assert((await verdict(page)).includes("no"), "a wrong click is judged right");
    await until(page, () => window.vitrine.state().judged_marks > 0, "nothing is marked");
    return page;
  },
};
