// Makes what the page reads of lessons/*/: an index of all lessons, and a file each with manifest, prose and programs.
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

// A path in a lesson's folder, whatever its manifest asks for: the site is public.
function inside(folder, file) {
  const path = realpathSync(join(folder, file));
  if (!path.startsWith(realpathSync(folder) + sep)) throw new Error(`${folder}: '${file}' leaves the lesson's folder`);
  return path;
}
// Every program that a step names: its own, those of its question's variants, other solutions.
const programsOf = (step) => [step.start, step.solution, ...(step.prediction?.again ?? []).map((variant) => variant.program), ...(step.after?.solutions ?? []).map((other) => other.file)];

const root = new URL("..", import.meta.url).pathname;
const folder = join(root, "lessons"), out = join(root, "build/web/assets/lessons");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const index = [];
for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
  const at = join(folder, name);
  if (!existsSync(join(at, "lesson.json"))) continue;
  const manifest = JSON.parse(readFileSync(join(at, "lesson.json"), "utf8"));
  if (!/^[a-z0-9-]+$/.test(manifest.id)) throw new Error(`${at}: '${manifest.id}' is no name of a file`);
  const programs = {}, prose = {};
  for (const file of manifest.steps.flatMap(programsOf)) if (file) programs[file] = readFileSync(inside(at, file), "utf8");
  for (const language of ["en", "zh"]) prose[language] = readFileSync(join(at, `${language}.md`), "utf8");
  writeFileSync(join(out, `${manifest.id}.json`), JSON.stringify({ manifest, prose, programs }));
  const { id, title, summary, revision, minutes, chapter, concepts, prerequisites, panels, aliases } = manifest;
  index.push({ id, title, summary, revision, minutes, chapter, concepts, prerequisites, panels, aliases, steps: manifest.steps.map((step) => ({ id: step.id, title: step.title, asks: !!step.prediction })) });
}
writeFileSync(join(out, "index.json"), JSON.stringify(index));
