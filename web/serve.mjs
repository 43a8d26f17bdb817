// Serves the built site: node web/serve.mjs FOLDER PORT. Sends the precompressed files.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const folder = process.argv[2] ?? "build/site";
const port = Number(process.argv[3] ?? 8642);
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".ttf": "font/ttf", ".otf": "font/otf", ".svg": "image/svg+xml" };

// The path asked for, or nothing if the address is malformed.
function asked(request) {
  try {
    return normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  } catch {
    return undefined;
  }
}

const server = createServer((request, response) => {
  let path = asked(request);
  if (path === undefined || path.includes("\0")) {
    response.writeHead(400, { "content-type": "text/plain" });
    return response.end("bad request\n");
  }
  if (path.endsWith("/")) path += "index.html";
  const file = join(folder, path);
  if (path.includes("..") || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404, { "content-type": "text/plain" });
    return response.end("not found\n");
  }
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = accepted.includes("br") && existsSync(`${file}.br`) ? "br" : accepted.includes("gzip") && existsSync(`${file}.gz`) ? "gzip" : "";
  const sent = encoding === "br" ? `${file}.br` : encoding === "gzip" ? `${file}.gz` : file;
  response.writeHead(200, {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "content-length": statSync(sent).size,
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    // Isolated pages have a finer clock (5 µs instead of 100), which the timeline wants. The
    // site works without it.
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "cross-origin",
    ...(encoding ? { "content-encoding": encoding } : {}),
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(sent).pipe(response);
});
server.on("error", (error) => {
  console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use. What to do: ./dev play --port=${port + 1}` : error.message);
  process.exit(1);
});
server.listen(port, () => console.log(`Vitrine is at http://localhost:${port}  (Ctrl+C ends it)`));
