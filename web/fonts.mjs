// Subsets the distribution's fonts to the characters that the page can need, into
// build/web/assets/fonts. Font files are never committed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const out = join(root, "build/web/assets/fonts");
mkdirSync(out, { recursive: true });

const latin = "U+20-24F,U+370-3FF,U+400-45F,U+2010-2044,U+2070-209C,U+2190-21FF,U+2200-22FF,U+2500-25FF,U+2713,U+2717";
// Headings need no box drawing, superscripts and rare letters.
const headings = "U+20-17F,U+370-3FF,U+400-45F,U+2010-2044,U+2190-21FF,U+2200-22FF,U+25A0-25FF,U+2713,U+2717";
const folders = ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/jetbrains-mono", "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/opentype/noto"];

function find(...names) {
  for (const name of names)
    for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error(`none of ${names.join(", ")} is installed: apt-get install fonts-inter fonts-jetbrains-mono fonts-noto-cjk`);
}

function* files(folder, extensions) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path, extensions);
    else if (extensions.some((e) => name.endsWith(e))) yield path;
  }
}

// The common characters (first level of GB 2312) and whatever our own texts use.
function chineseText() {
  let text = "";
  const decoder = new TextDecoder("gb2312");
  for (let row = 0xb0; row <= 0xd7; ++row)
    for (let cell = 0xa1; cell <= 0xfe; ++cell) text += decoder.decode(new Uint8Array([row, cell]));
  for (const folder of ["lessons", "engine/tables", "playground/core", "web/src"])
    for (const path of files(join(root, folder), [".md", ".json", ".py", ".cpp", ".h", ".def", ".ts"])) text += readFileSync(path, "utf8");
  return [...new Set(text)].filter((c) => c.codePointAt(0) >= 0x2e80 && c.codePointAt(0) < 0x10000).sort().join("") + "，。：；？！“”‘’（）…—";
}

function subset(source, name, options) {
  const target = join(out, name);
  const stamp = JSON.stringify([source, options]);
  if (existsSync(target) && existsSync(`${target}.stamp`) && readFileSync(`${target}.stamp`, "utf8") === stamp) return;
  execFileSync("pyftsubset", [source, ...options, "--layout-features=", "--no-hinting", "--desubroutinize", "--notdef-outline", `--output-file=${target}`], { stdio: "inherit" });
  writeFileSync(`${target}.stamp`, stamp);
}

subset(find("Inter-Regular.otf", "DejaVuSans.ttf"), "sans.ttf", [`--unicodes=${latin}`]);
subset(find("Inter-SemiBold.otf", "DejaVuSans-Bold.ttf"), "bold.ttf", [`--unicodes=${headings}`]);
subset(find("JetBrainsMono-Regular.ttf", "DejaVuSansMono.ttf"), "mono.ttf", [`--unicodes=${latin}`]);
subset(find("NotoSansCJK-Regular.ttc"), "chinese.otf", ["--font-number=2", `--text=${chineseText()}`]);
