// The browser that tests start. The headless shell comes first: it has no windows of its own, which Chromium makes and
// draws for every page even where nobody sees them (a third of the time that it takes to open a page).
import { existsSync } from "node:fs";

const known = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const found = known.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
export const chromiumPath = process.env.VT_CHROMIUM ?? found;
