// Serves the built site, the precompressed files where the browser takes them.
import { createReadStream, existsSync, realpathSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { parseArgs } from "node:util";
import { ClassRoom } from "./class_server.mjs";
import { headers } from "./policy.mjs";

const usage = `node web/serve.mjs [FOLDER] [PORT] [--host=ADDRESS] [--class]
FOLDER is build/site and PORT 8642 if not given. Only this machine can reach the server,
unless --host names another address to listen on (--host=0.0.0.0: every one).
With --class, pages at ?follow show what the teacher's page shows; the teacher's address is printed.`;

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options: { host: { type: "string", default: "127.0.0.1" }, class: { type: "boolean", default: false }, help: { type: "boolean", short: "h" } } });
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const { values: options, positionals } = parsed();
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const [folder = "build/site", port = "8642"] = positionals;
if (!existsSync(folder) || !/^\d+$/.test(port)) {
  console.error(existsSync(folder) ? `'${port}' is no port\n${usage}` : `there is no folder '${folder}'\n${usage}`);
  process.exit(2);
}
const root = realpathSync(folder);
const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm", ".ttf": "font/ttf", ".otf": "font/otf", ".svg": "image/svg+xml" };

// The file at a path, if it is one and lies in the folder, whatever links lead to.
function fileAt(path) {
  try {
    const file = realpathSync(path);
    const found = statSync(file);
    return found.isFile() && file.startsWith(root + sep) ? { file, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

// The path asked for, or nothing if the address is malformed.
function asked(request) {
  try {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    return path.includes("\0") ? undefined : path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}

function refuse(response, status, text) {
  response.writeHead(status, { ...headers, "content-type": "text/plain" });
  response.end(`${text}\n`);
}

const room = options.class ? new ClassRoom(port, options.host) : undefined;
const server = createServer((request, response) => {
  if (room?.handle(request, response, asked(request), headers)) return;
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "GET and HEAD only");
  const path = asked(request);
  if (path === undefined) return refuse(response, 400, "bad request");
  const plain = path.split(/[/\\]/).includes("..") ? undefined : fileAt(join(root, path));
  if (!plain) return refuse(response, 404, "not found");
  const accepted = request.headers["accept-encoding"] ?? "";
  const packed = [["br", ".br"], ["gzip", ".gz"]].filter(([encoding]) => accepted.includes(encoding))
    .map(([encoding, ending]) => ({ encoding, ...fileAt(join(root, path + ending)) })).find(({ file }) => file);
  const sent = packed ?? plain;
  response.writeHead(200, {
    ...headers,
    "content-type": types[extname(path)] ?? "application/octet-stream",
    "content-length": sent.size,
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    ...(packed ? { "content-encoding": packed.encoding } : {}),
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(sent.file).on("error", () => response.destroy()).pipe(response);
});
server.on("error", (error) => {
  console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use. What to do: ./dev play --port=${Number(port) + 1}` : error.message);
  process.exit(1);
});
server.listen(port, options.host, () => {
  const shown = options.host === "127.0.0.1" ? "localhost" : options.host.includes(":") ? `[${options.host}]` : options.host;
  console.log(`Vitrine is at http://${shown}:${port}  (Ctrl+C ends it)`);
  if (!room) return;
  console.log(`The teacher opens http://localhost:${port}/?teach#${room.token}`);
  console.log(`The class opens   ${room.addresses.join("  or  ") || `http://${shown}:${port}/?follow  (this machine only; --host=0.0.0.0 lets others in)`}`);
});
