// <vitrine-figure>: a panel of Vitrine and its program inside any page. Built into one plain script,
// vitrine-figure.js, beside the site's index.html; docs/teaching.md describes the element.
import type { LookMessage, SizeMessage } from "./figure_options";
import { encodeState } from "./share";

const script = (document.currentScript as HTMLScriptElement | null)?.src;
const look = `
  :host { display: block; margin: 1em 0; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-radius: 10px; box-sizing: border-box; }
`;
const kHeight = 380;  // until the figure says what it needs

// Programs stand in the page as far to the right as its markup.
function dedent(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").replace(/^\s*\n/, "").trimEnd().split("\n");
  const least = Math.min(...lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(least)).join("\n");
}

class VitrineFigure extends HTMLElement {
  static observedAttributes = ["panel", "readonly", "bare", "theme", "lang", "height", "src", "site"];
  private frame?: HTMLIFrameElement;
  private made = 0;  // the newest of the addresses that are on their way

  connectedCallback() {
    if (!this.shadowRoot) {
      const sheet = new CSSStyleSheet(), root = this.attachShadow({ mode: "open" });
      sheet.replaceSync(look);
      root.adoptedStyleSheets = [sheet];
      root.append(document.createElement("slot"));  // what stands inside is read until the figure is there
    }
    window.addEventListener("message", this.heard);
    // The program below may not have been parsed yet.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void this.show(), { once: true });
    else void this.show();
  }
  disconnectedCallback() { window.removeEventListener("message", this.heard); }
  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (!this.frame || before === now) return;
    if (name === "height") this.frame.style.height = `${this.height ?? kHeight}px`;
    else if (now && (name === "theme" || name === "lang")) this.frame.contentWindow?.postMessage({ vitrine: "look", theme: this.theme, language: this.lang } satisfies LookMessage, this.siteOrigin);
    else void this.show();
  }

  private get height() { return Number(this.getAttribute("height")) || undefined; }
  private get site() { return new URL("./", new URL(this.getAttribute("site") ?? script ?? "./", document.baseURI)); }
  // A site that is read from a file has none.
  private get siteOrigin() { return this.site.origin === "null" ? "*" : this.site.origin; }
  private get theme() {
    const wanted = this.getAttribute("theme");
    return wanted === "light" || wanted === "dark" ? wanted : undefined;
  }
  private async program(): Promise<string> {
    const file = this.getAttribute("src");
    if (!file) return dedent(this.querySelector("script, template, pre")?.textContent || this.textContent || "");
    const response = await fetch(new URL(file, document.baseURI));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return response.text();
  }
  private async show() {
    const mine = ++this.made, panel = this.getAttribute("panel") || "graph", address = new URL(this.site);
    address.searchParams.set("embed", panel);
    for (const name of ["readonly", "bare"]) if (this.hasAttribute(name)) address.searchParams.set(name, "");
    if (this.theme) address.searchParams.set("theme", this.theme);
    if (this.lang) address.searchParams.set("lang", this.lang.startsWith("zh") ? "zh" : "en");
    try {
      address.hash = this.getAttribute("state") ?? (await encodeState({ v: 1, source: await this.program(), panel }));
    } catch (error) {
      console.error("vitrine-figure:", error);
      return;  // what stands inside stays
    }
    if (mine !== this.made) return;
    const frame = document.createElement("iframe");
    frame.loading = "lazy";
    frame.title = this.getAttribute("label") ?? `Vitrine: ${panel}`;
    frame.allow = "clipboard-write; fullscreen; cross-origin-isolated";
    frame.style.height = `${this.height ?? kHeight}px`;
    frame.src = address.href;
    this.frame = frame;
    this.shadowRoot!.replaceChildren(frame);
  }
  private heard = ({ source, data }: MessageEvent<SizeMessage>) => {
    if (!this.frame || source !== this.frame.contentWindow || data?.vitrine !== "size" || this.height || !(data.height > 0)) return;
    this.frame.style.height = `${Math.min(Math.round(data.height) + 2, 2000)}px`;
  };
}
if (!customElements.get("vitrine-figure")) customElements.define("vitrine-figure", VitrineFigure);
