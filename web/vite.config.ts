import { defineConfig } from "vite";
import { withPolicy } from "./policy.mjs";

// The WebAssembly modules come from CMake (build/web/page), fonts and lessons from the
// scripts beside this file (build/web/assets).
export default defineConfig({
  root: ".",
  base: "./",
  publicDir: "../build/web/assets",
  build: { outDir: "../build/site", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, rollupOptions: { input: { index: "index.html", notes: "notes.html" } }, chunkSizeWarningLimit: 2000 },
  worker: { format: "es" },
  plugins: [{ name: "policy", apply: "build", transformIndexHtml: { order: "post", handler: withPolicy } }],
});
