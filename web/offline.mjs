// Writes build/site/offline.js, the service worker: the files of this build with their hashes, so that a version is
// kept whole or not at all. Runs after Vite and before compress.mjs.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const root = new URL("..", import.meta.url).pathname, site = join(root, "build/site");

function* files(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (!/\.(br|gz|stamp)$/.test(name) && name !== "offline.js") yield path;
  }
}

const listed = [...files(site)].map((path) => [
  relative(site, path).split(sep).join("/"),
  createHash("sha256").update(readFileSync(path)).digest("base64url").slice(0, 16),
]);
const version = createHash("sha256").update(JSON.stringify(listed)).digest("base64url").slice(0, 12);
const worker = readFileSync(join(root, "web/offline_worker.js"), "utf8");
writeFileSync(join(site, "offline.js"), `const version = ${JSON.stringify(version)};\nconst files = ${JSON.stringify(Object.fromEntries(listed))};\n${worker}`);
console.log(`offline.js: version ${version}, ${listed.length} files`);
