// Makes what the page reads of lessons/*/: an index of all lessons, and a file each with manifest, prose and programs.
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { checkLesson, headOf, packLesson, problemLine } from "./lesson_rules.mjs";

const root = new URL("..", import.meta.url).pathname;
const folder = join(root, "lessons"), out = join(root, "build/web/assets/lessons");

// The texts in a lesson's folder, by path. A link that leads out of it is left out: the site is public.
function textsIn(at) {
  const found = {}, inside = realpathSync(at) + sep;
  for (const name of readdirSync(at, { recursive: true })) {
    const path = join(at, name);
    if (realpathSync(path).startsWith(inside) && statSync(path).isFile()) found[relative(at, path).split(sep).join("/")] = readFileSync(path, "utf8");
  }
  return found;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const index = [], wrong = [];
for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
  const at = join(folder, name);
  if (!existsSync(join(at, "lesson.json"))) continue;
  const files = textsIn(at), { manifest, problems } = checkLesson(files);
  wrong.push(...problems.map((problem) => `lessons/${name}/${problemLine(problem)}`));
  if (problems.length) continue;
  writeFileSync(join(out, `${manifest.id}.json`), JSON.stringify(packLesson(manifest, files)));
  index.push(headOf(manifest));
}
if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
writeFileSync(join(out, "index.json"), JSON.stringify(index));
