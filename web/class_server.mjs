// A class on one network (serve.mjs --class): the teacher's page says what it shows, pages that follow hear it. Only who
// has the token can say something; everybody who reaches the server can listen.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { networkInterfaces } from "node:os";

const kMostBytes = 1 << 20, kMostFollowers = 1000, kHeartbeatMs = 20000;

// Where other machines find this one.
const addresses = (port, host) => (host === "127.0.0.1" || host === "localhost" ? [] : Object.values(networkInterfaces()).flat()
  .filter((each) => each && !each.internal && each.family === "IPv4").map((each) => `http://${each.address}:${port}/?follow`));

export class ClassRoom {
  token = randomBytes(18).toString("base64url");
  #followers = new Set();
  #state = "";
  constructor(port, host) {
    this.addresses = addresses(port, host);
    setInterval(() => { for (const each of this.#followers) each.write(":\n\n"); }, kHeartbeatMs).unref();
  }

  // Whether the request was one of a class.
  handle(request, response, path, headers) {
    if (path === "/class/events" && request.method === "GET") this.#listen(response, headers);
    else if (path === "/class/state" && request.method === "POST") this.#say(request, response, headers);
    else return false;
    return true;
  }
  #answer(response, status, headers, body) {
    response.writeHead(status, { ...headers, "content-type": "application/json", "cache-control": "no-store", ...(status < 400 ? {} : { connection: "close" }) });
    response.end(JSON.stringify(body));
  }
  #listen(response, headers) {
    if (this.#followers.size >= kMostFollowers) return this.#answer(response, 503, headers, { error: "the class is full" });
    response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(this.#state ? `data: ${this.#state}\n\n` : ":\n\n");
    this.#followers.add(response);
    response.on("close", () => this.#followers.delete(response));
  }
  #isTeacher(request) {
    const given = Buffer.from(request.headers.authorization ?? ""), wanted = Buffer.from(`Bearer ${this.token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  #say(request, response, headers) {
    if (!this.#isTeacher(request)) return this.#answer(response, 401, headers, { error: "the token is wrong" });
    const parts = [];
    let size = 0;
    request.on("data", (part) => {
      if ((size += part.length) > kMostBytes) { this.#answer(response, 413, headers, { error: "too large" }); return request.destroy(); }
      parts.push(part);
    });
    request.on("end", () => {
      let said;
      try { said = JSON.parse(Buffer.concat(parts).toString("utf8")); } catch { return this.#answer(response, 400, headers, { error: "not JSON" }); }
      this.#state = JSON.stringify(said);  // one line, as an event's data must be
      for (const each of this.#followers) each.write(`data: ${this.#state}\n\n`);
      this.#answer(response, 200, headers, { followers: this.#followers.size, addresses: this.addresses });
    });
  }
}
