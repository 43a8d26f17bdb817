// Precompresses the site, so that any static host (and serve.mjs) can send small files.
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

const quality = Number(process.env.VT_BROTLI_QUALITY ?? 11);
for (const path of files(new URL("../build/site", import.meta.url).pathname)) {
  if (path.endsWith(".stamp")) rmSync(path);
  if (!/\.(html|js|css|json|wasm|ttf|otf|svg)$/.test(path)) continue;
  const bytes = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
