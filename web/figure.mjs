// Builds <vitrine-figure> into build/site/vitrine-figure.js: a plain script, so that a page of any origin can load it.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const path = (file) => fileURLToPath(new URL(file, import.meta.url));
await build({
  configFile: false, root: path("."), logLevel: "warn", publicDir: false,
  build: { outDir: path("../build/site"), emptyOutDir: false, target: "es2022", lib: { entry: path("src/figure_element.ts"), formats: ["iife"], name: "VitrineFigure", fileName: () => "vitrine-figure.js" } },
});
