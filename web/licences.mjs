// The licences of what the site carries and others wrote, into build/web/assets/licences.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const out = join(root, "build/web/assets/licences");
mkdirSync(out, { recursive: true });

const licences = {
  "cpython.txt": join(root, "build/sources/python3.13/LICENSE"), // modules of its library (docs/adr/0026)
  "inter.txt": "/usr/share/doc/fonts-inter/copyright",
  "jetbrains-mono.txt": "/usr/share/doc/fonts-jetbrains-mono/copyright",
  "noto-cjk.txt": "/usr/share/doc/fonts-noto-cjk/copyright",
};
for (const [name, source] of Object.entries(licences)) if (existsSync(source)) copyFileSync(source, join(out, name));
