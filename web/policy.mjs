// What the page may load and do, once for the built file (a <meta>) and for the server's headers. Nothing inline:
// whatever text gets into the page is no script and no style there.
// VITRINE_LESSON_HOSTS, at build time: hosts that lessons may come from by ?lessons=ADDRESS ("https://school.example").
const lessonHosts = (process.env.VITRINE_LESSON_HOSTS ?? "").split(/\s+/).filter((host) => /^https?:\/\/[\w.:*-]+$/.test(host));
export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",  // the engine, and the kernels that it generates
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  `connect-src ${["'self'", ...lessonHosts].join(" ")}`,  // the engine's parts, fonts, lessons
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

// No frame-ancestors and no X-Frame-Options: pages may be embedded in slides and courses.
export const headers = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // Isolated pages may share memory among threads, and have a finer clock (5 µs instead of 100). The
  // site works without it.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
};

// Puts the policy into a page, and refuses one that the policy would break.
export function withPolicy(html) {
  const inline = /<script(?![^>]*\ssrc=)[^>]*>|<style[\s>]|<[^>]+\s(?:style|on\w+)\s*=|(?:src|href)\s*=\s*["']?\s*(?:data|javascript):/i.exec(html);
  if (inline) throw new Error(`index.html has something inline, which its policy forbids: ${inline[0]}`);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="referrer" content="${headers["referrer-policy"]}">`;
  const placed = html.replace(/<meta charset="utf-8">/, (charset) => `${charset}\n${meta}`);
  if (placed === html) throw new Error("index.html has no <meta charset=\"utf-8\"> for the policy to follow");
  return placed;
}
