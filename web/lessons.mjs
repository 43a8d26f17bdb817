// Gathers lessons/*/ into one file that the page reads: manifest, prose, programs.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
    for (const file of [step.start, step.solution]) if (file) programs[file] = readFileSync(join(at, file), "utf8");
  const prose = {};
  for (const language of ["en", "zh"]) prose[language] = readFileSync(join(at, `${language}.md`), "utf8");
  lessons.push({ manifest_text, manifest, prose, programs });
}
const out = join(root, "build/web/assets/lessons");
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "index.json"), JSON.stringify(lessons));
