// The course in the page: steps of lessons in both languages, from the question under the veil to the way on;
// and what is kept of it. VT_LESSON=ID walks one lesson only,
// VT_WALK_ALL=1 all of them, with a wrong and a right guess at each step.
import { assert, close, finished, open, until } from "./page.mjs";
import { pointAt } from "./pointing.mjs";

const only = process.env.VT_LESSON,
  walkAllOf = Boolean(process.env.VT_WALK_ALL);
const state = (page) => page.evaluate(() => window.vitrine.state());
const lessonFile = (page, id) => page.evaluate((name) => fetch(`./lessons/${name}.json`).then((r) => r.json()), id);
const index = (page) => page.evaluate(() => fetch("./lessons/index.json").then((r) => r.json()));
const forget = (page, lesson, step) =>
  page.evaluate((key) => localStorage.removeItem(key), `vitrine.step.${lesson}/${step}`);
// As the page shows a text: without the signs for code and stress.
const plain = (text) =>
  text
    .split("`")
    .map((part, i) => (i % 2 ? part : part.replace(/(\*{1,2})([^\s*](?:[^*]*[^\s*])?)\1/g, "$2")))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
const shown = async (page) => (await page.evaluate(() => document.body.innerText)).replace(/\s+/g, " ").trim();

async function openLesson(page, id) {
  if (await page.$("#all-lessons")) await page.click("#all-lessons");
  await page.click(`#open-${id}`);
  await page.waitForSelector("#step-title");
}
async function goTo(page, place) {
  await page.click(`#step-${place + 1}`);
  await until(
    page,
    (n) => document.querySelector(".steps [aria-current=step]")?.id === `step-${n}`,
    "the step does not open",
    place + 1,
  );
}

// Nothing that a run would tell is on the page: the panels, markers, console and the answer.
async function assertVeiled(page, step, language, runs) {
  // Some are answered in a picture, which stands where the panels will be.
  const pictured = ["nodes", "guard", "buffer"].includes(step.prediction.kind);
  if (pictured)
    await until(page, () => window.vitrine.state().pointing?.places.length, `${step.id}: no picture to point into`);
  const seen = await page.evaluate(() => ({
    canvas: getComputedStyle(document.getElementById("canvas")).visibility,
    veil: document.getElementById("veil").checkVisibility(),
    // The gutter keeps one mark that nobody sees, for its width.
    marks: [...document.querySelectorAll(".vt-break, .vt-recompile, .vt-error-line, .vt-right-line")].filter((mark) =>
      mark.checkVisibility({ visibilityProperty: true }),
    ).length,
    printed: document.getElementById("printed").textContent,
    problem: document.getElementById("problem").hidden,
    check: !!document.getElementById("check-card"),
    after: !!document.getElementById("after"),
    run: window.vitrine.state().run,
  }));
  assert(
    pictured ? seen.canvas === "visible" && !seen.veil : seen.canvas === "hidden" && seen.veil,
    `${step.id}: the panels are not veiled`,
  );
  assert(seen.marks === 0 && seen.printed === "" && seen.problem, `${step.id}: markers or output are on the page`);
  assert(!seen.check && !seen.after, `${step.id}: the exercise stands there before the guess`);
  assert(seen.run === runs, `${step.id}: something ran before the guess`);
  const text = await shown(page);
  for (const hidden of [step.prediction.explanation[language], step.after?.explanation[language]])
    if (hidden) assert(!text.includes(plain(hidden)), `${step.id}: the explanation is on the page before the guess`);
}

// Gives the right answer or a wrong one; false if there is only the right one.
async function answer(page, prediction, right) {
  const kind = prediction.kind ?? "choice",
    wanted = prediction.answer;
  if (kind === "number") {
    await page.fill("#guess-number", right ? wanted : String(Number(wanted) + 1));
  } else if (kind === "line") {
    const lines = await page.$$eval("#line-list option", (all) =>
      all.filter((o) => o.value).map((o) => ({ value: o.value, text: o.textContent.replace(/^\d+\s+/, "") })),
    );
    const line = lines.find(({ text }) => (text === wanted.trim()) === right);
    await page.selectOption("#line-list", line.value);
  } else {
    await page.waitForSelector("#prediction .choices input, #prediction .choices");
    const values = await page.$$eval("#prediction .choices input", (all) => all.map((input) => input.value));
    assert(values.length, "there is nothing to choose from");
    const fits = (value) =>
      kind === "guard" ? value.includes(wanted) : kind === "nodes" ? wanted.includes(value) : value === wanted;
    const chosen = right ? values.filter(fits) : values.filter((value) => !fits(value)).slice(0, 1);
    if (!chosen.length) return false;
    // Wrong guesses are made in the picture, where there is one, right ones in the list beside it.
    const inPicture = !right && ["nodes", "guard", "buffer"].includes(kind);
    for (const value of chosen)
      inPicture
        ? await pointAt(page, value)
        : await page.check(`#prediction .choices input >> nth=${values.indexOf(value)}`);
    if (inPicture)
      await until(page, () => !document.getElementById("commit").disabled, "a click in the picture chooses nothing");
  }
  await page.click("#commit");
  await page.waitForSelector("#judgement");
  return true;
}

async function guess(page, step, place, right, language, lesson) {
  await forget(page, lesson, step.id);
  await goTo(page, place);
  const { run } = await state(page);
  await assertVeiled(page, step, language, run);
  if (!(await answer(page, step.prediction, right))) return guess(page, step, place, true, language, lesson);
  await until(page, () => !document.body.classList.contains("veiled"), `${step.id}: the veil stays`);
  const verdict = await page.getAttribute("#judgement", "class");
  assert(
    verdict.includes(right ? "yes" : "no"),
    `${step.id}: a ${right ? "right" : "wrong"} guess is judged as '${verdict}'`,
  );
  assert(
    (await shown(page)).includes(plain(step.prediction.explanation[language])),
    `${step.id}: no explanation after the guess`,
  );
  await until(
    page,
    (before) => window.vitrine.state().run > before && !window.vitrine.state().running,
    `${step.id}: nothing runs after the guess`,
    run,
  );
  if (["steps", "tensors"].includes(step.panels.find((panel) => panel !== "console")))
    await until(page, () => window.vitrine.state().step > 0, `${step.id}: the recording stands at its first line`);
}

async function solve(page, step, language) {
  const hints = step.hints[language].length;
  for (let i = 0; i < hints; ++i) await page.click("#hint");
  assert((await page.$$("#check-card ol li")).length === hints, `${step.id}: not all hints are shown`);
  await page.click("#check");
  await until(page, () => document.querySelector("#check-card .verdict"), `${step.id}: no result of the check`);
  assert(await page.$("#check-card .verdict.no"), `${step.id}: the start passes`);
  await page.click("#solution");
  await finished(page);
  await page.click("#check");
  await until(page, () => document.querySelector("#check-card .verdict.yes"), `${step.id}: the solution does not pass`);
  if (!step.after) return;
  assert((await shown(page)).includes(plain(step.after.why.question[language])), `${step.id}: no question of why`);
  await page.click("#why-1");
  assert(
    (await shown(page)).includes(plain(step.after.why.explanation[language])),
    `${step.id}: the question of why is not explained`,
  );
}

async function walkStep(page, lesson, place, language) {
  const { manifest } = lesson,
    step = manifest.steps[place];
  // A wrong guess and a right one take turns, with the time that a whole run of the tests has.
  const guesses = walkAllOf ? [false, true] : [place % 2 === 1];
  if (step.prediction) for (const right of guesses) await guess(page, step, place, right, language, manifest.id);
  else await goTo(page, place);
  await finished(page);
  await solve(page, step, language);
  if (place > 0) {
    await page.click("#previous");
    await until(
      page,
      (n) => document.querySelector(".steps [aria-current=step]")?.id === `step-${n}`,
      `${step.id}: the way back leads nowhere`,
      place,
    );
    await goTo(page, place);
  }
  const last = place + 1 === manifest.steps.length;
  if (!last) {
    await page.click("#next");
    await until(
      page,
      (n) => document.querySelector(".steps [aria-current=step]")?.id === `step-${n}`,
      `${step.id}: the way on leads nowhere`,
      place + 2,
    );
    await goTo(page, place);
  }
}

// `all`: every step; else the first one.
async function walkLesson(page, head, language, all) {
  await openLesson(page, head.id);
  const lesson = await lessonFile(page, head.id),
    steps = all ? lesson.manifest.steps.length : 1;
  for (let place = 0; place < steps; ++place) await walkStep(page, lesson, place, language);
  await page.reload();
  await until(page, () => window.vitrine && document.querySelector(".steps"), "the lesson is gone after a reload");
  await until(
    page,
    (n) => document.querySelectorAll(".steps .passed").length === n,
    `${head.id}: progress is gone after a reload`,
    steps,
  );
  await finished(page);
  assert(page.problems.length === 0, `${head.id}: ${page.problems.join("; ")}`);
}

// Two pages side by side take the lessons in turn.
// Every step of each lesson that `whole` takes, the first step of each that `some` takes; VT_WALK_ALL=1: every step of
// all.
async function walkAll(language, whole, some) {
  const failures = [],
    locale = language === "zh" ? "zh-CN" : "en-US";
  const walk = async (half) => {
    const page = await open({ locale, height: 640 }); // fewer pixels, which software draws
    for (const [number, head] of (await index(page)).entries()) {
      if (only ? head.id !== only : number % 2 !== half) continue;
      const all = walkAllOf || whole(number);
      if (!only && !all && !some(number)) continue;
      try {
        await walkLesson(page, head, language, all);
      } catch (error) {
        failures.push(`${head.id}: ${String(error.message).split("\n")[0]}`);
      }
    }
    return page;
  };
  const [first, second] = await Promise.all([walk(0), ...(only ? [] : [walk(1)])]);
  await (second && close(second));
  assert(!failures.length, failures.join(" | "));
  return first;
}

// Fails the first question that has variants; returns where it stands.
async function missOne(page) {
  for (const head of await index(page)) {
    const { manifest } = await lessonFile(page, head.id);
    const place = manifest.steps.findIndex((step) => step.prediction?.again?.length);
    if (place < 0) continue;
    await openLesson(page, head.id);
    await goTo(page, place);
    await answer(page, manifest.steps[place].prediction, false);
    return { id: head.id, step: manifest.steps[place] };
  }
  return null;
}

export const courseTests = {
  // With the time that a whole run of the tests has; the rest with VT_WALK_ALL, and without a page by `lessons check`.
  "every step of every fourth lesson and the first of every second, in English": () =>
    walkAll(
      "en",
      (number) => number % 4 === 0,
      (number) => number % 2 === 1,
    ),
  "the first step of every fourth lesson, in Chinese": () =>
    walkAll(
      "zh",
      () => false,
      (number) => number % 4 === 2,
    ),
  async "a question that was missed comes back with other numbers, and later each time"() {
    const page = await open();
    const missed = await missOne(page);
    if (!missed) return (close(page), "skip: no question has variants");
    await page.click("#all-lessons");
    assert(!(await page.$("#due")), "it is due on the same day");
    const key = `vitrine.step.${missed.id}/${missed.step.id}`;
    const due = () => page.evaluate((name) => JSON.parse(localStorage.getItem(name)).due, key);
    const today = (await due()).day - 1;
    await page.evaluate(
      ([name, day]) =>
        localStorage.setItem(
          name,
          JSON.stringify({ ...JSON.parse(localStorage.getItem(name)), due: { day, stage: 0, variant: 0 } }),
        ),
      [key, today],
    );
    await page.reload();
    await page.waitForSelector("#all-lessons, #review");
    if (await page.$("#all-lessons")) await page.click("#all-lessons");
    await page.waitForSelector("#review");
    await page.click("#review");
    await page.waitForSelector("#prediction");
    assert(await page.evaluate(() => document.body.classList.contains("veiled")), "the answer is to be seen");
    const variant = missed.step.prediction.again[0];
    assert((await shown(page)).includes(plain(variant.question.en)), "it is not the variant");
    await answer(page, { ...missed.step.prediction, ...variant }, true);
    assert(await page.$("#judgement.yes"), "a right answer is judged wrong");
    const next = await due();
    assert(next.stage === 1 && next.day === today + 3, `due ${JSON.stringify(next)}, today is ${today}`);
    await page.click("#next-due");
    await page.waitForSelector("#due-none");
    return page;
  },
  async "the map finds lessons by word, panel and concept, and goes on where one stopped"() {
    const page = await open();
    const lessons = await index(page);
    assert((await page.$$(".lesson-card")).length === lessons.length, "not every lesson is on the map");
    await page.fill("#find-lesson", lessons[1].title.en);
    assert(
      (await page.$$(".lesson-card")).length >= 1 && (await page.$(`#open-${lessons[1].id}`)),
      "a title is not found",
    );
    assert((await page.evaluate(() => document.activeElement.id)) === "find-lesson", "the field has lost the focus");
    await page.fill("#find-lesson", "no such thing");
    await page.waitForSelector("#nothing-found");
    await page.fill("#find-lesson", "");
    await page.click("#by-concept");
    const concepts = new Set(lessons.flatMap((lesson) => lesson.concepts ?? []));
    assert((await page.$$(".concepts dt")).length === concepts.size, "not every concept is listed");
    await page.click("#by-chapter");
    await page.click("#go-on");
    await page.waitForSelector("#step-title");
    assert(
      (await page.textContent("#lesson h1")) === lessons[0].title.en,
      "the course does not begin with its first lesson",
    );
    return page;
  },
  async "progress of an earlier version and under former names is found, saved to a file and read again"() {
    const page = await open();
    const lessons = await index(page),
      moved = lessons.find((lesson) => lesson.aliases?.length);
    const [alias] = moved?.aliases ?? [];
    const [from, to] = alias ? Object.entries(alias.steps)[0] : [lessons[0].steps[0].id, lessons[0].steps[0].id];
    const old = alias?.lesson ?? lessons[0].id,
      now = moved ?? lessons[0];
    await page.evaluate(
      ([id, step]) =>
        localStorage.setItem(`vitrine.lesson.${id}.7`, JSON.stringify({ passed: [step], guesses: {}, hints: {} })),
      [old, from],
    );
    await page.reload();
    await page.waitForSelector("#map");
    const passed = () =>
      page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").passed, `vitrine.step.${now.id}/${to}`);
    assert(await passed(), "what passed under the former name is lost");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-progress")]);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.waitForSelector("#map");
    assert(!(await passed()), "the progress is still there");
    await page.setInputFiles("#progress-file", await download.path());
    await until(page, () => /1/.test(document.getElementById("toast").textContent), "nothing is said about the file");
    assert(await passed(), "the file did not bring the progress back");
    await page.setInputFiles("#progress-file", {
      name: "x.json",
      mimeType: "application/json",
      buffer: Buffer.from("[1, 2]"),
    });
    await until(
      page,
      () => document.getElementById("toast").textContent.includes("no progress"),
      "a foreign file is taken",
    );
    return page;
  },
  async "the summary is printed alone"() {
    const page = await open();
    await page.evaluate(() => {
      window.print = () => {
        window.printed = document.getElementById("paper").innerText ?? "";
      };
    });
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => document.getElementById("print-summary").click());
    const lessons = await index(page);
    assert((await page.evaluate(() => window.printed)).includes(lessons[0].title.en), "the summary lacks a lesson");
    assert(
      !(await page.evaluate(() => document.getElementById("main").checkVisibility())),
      "the page is printed along",
    );
    return page;
  },
  async "Run before the guess asks for the guess"() {
    const page = await open();
    const lessons = await index(page),
      head = lessons.find((lesson) => lesson.steps[0].asks);
    await openLesson(page, head.id);
    await goTo(page, 0);
    const { run } = await state(page);
    await page.click("#run");
    await until(page, () => !document.getElementById("toast").hidden, "nothing is said");
    assert((await state(page)).run === run, "it runs");
    await page.reload();
    await until(page, () => window.vitrine && document.body.classList.contains("veiled"), "a reload lifts the veil");
    await page.click("#show-me");
    await finished(page);
    assert(await page.$("#check-card"), "the exercise does not come");
    assert((await state(page)).run > 0, "it does not run");
    return page;
  },
};
