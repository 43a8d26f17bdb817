// Gathers lessons/*/ into one file that the page reads: manifest, prose, programs.
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";

// A path in a lesson's folder, whatever its manifest asks for: the site is public.
function inside(folder, file) {
  const path = realpathSync(join(folder, file));
  if (!path.startsWith(realpathSync(folder) + sep)) throw new Error(`${folder}: '${file}' leaves the lesson's folder`);
  return path;
}

const root = new URL("..", import.meta.url).pathname;
const folder = join(root, "lessons");
const lessons = [];
for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
  const at = join(folder, name);
  if (!existsSync(join(at, "lesson.json"))) continue;
  const manifest_text = readFileSync(join(at, "lesson.json"), "utf8");
  const manifest = JSON.parse(manifest_text);
  const programs = {};
  for (const step of manifest.steps)
    for (const file of [step.start, step.solution]) if (file) programs[file] = readFileSync(inside(at, file), "utf8");
  const prose = {};
  for (const language of ["en", "zh"]) prose[language] = readFileSync(join(at, `${language}.md`), "utf8");
  lessons.push({ manifest_text, manifest, prose, programs });
}
const out = join(root, "build/web/assets/lessons");
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "index.json"), JSON.stringify(lessons));
