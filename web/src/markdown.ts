// Markdown as nodes of the page, by an allowlist: what lessons may use becomes elements, and everything else
// (HTML, images, links to other schemes) stays the text that it is written in.
import { type Token, type Tokens, marked } from "marked";

export function element(tag: string, properties: Record<string, any> = {}, ...children: (Node | string)[]): HTMLElement {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// A text of the manifest: code stands between backticks; *words* and **words** are stressed.
const stressed = /(\*{1,2})([^\s*](?:[^*]*[^\s*])?)\1/;
function stress(text: string): (Node | string)[] {
  const found = text.match(stressed);
  if (!found) return [text];
  const [whole, stars, words] = found, at = found.index!;
  return [text.slice(0, at), element(stars === "*" ? "em" : "strong", {}, words), ...stress(text.slice(at + whole.length))];
}
export function inlineCode(text: string): HTMLElement {
  return element("span", {}, ...text.split("`").flatMap((part, i) => (i % 2 ? [element("code", {}, part)] : stress(part))));
}
// The same where no element can stand: titles of tabs, labels.
export const plainText = (text: string) => text.split("`").map((part, i) => (i % 2 ? part : part.replace(new RegExp(stressed, "g"), "$2"))).join("");

// marked escapes the texts of its tokens for HTML.
const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]);


function link(token: Tokens.Link): HTMLElement | undefined {
  const href = plain(token.href);
  if (href.startsWith("#")) return element("a", { href }, ...inline(token.tokens));
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return undefined;
  return element("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...inline(token.tokens));
}

function joined(parts: (Node | string)[]): Node {
  const made = new DocumentFragment();
  made.append(...parts);
  return made;
}

function inlineNode(token: Token): Node | string {
  switch (token.type) {
    case "text": return "tokens" in token && token.tokens ? joined(inline(token.tokens)) : plain((token as Tokens.Text).text);
    case "escape": return plain(token.text);
    case "codespan": return element("code", {}, plain(token.text));
    case "br": return element("br");
    case "link": return link(token as Tokens.Link) ?? token.raw;
    case "strong": case "em": case "del": return element(token.type, {}, ...inline(token.tokens));
    default: return token.raw;
  }
}
const inline = (tokens: Token[] = []) => tokens.map(inlineNode);

function table({ header, rows }: Tokens.Table): HTMLElement {
  const row = (tag: string, cells: Tokens.TableCell[]) => element("tr", {}, ...cells.map((cell) => element(tag, {}, ...inline(cell.tokens))));
  return element("table", {}, element("thead", {}, row("th", header)), element("tbody", {}, ...rows.map((cells) => row("td", cells))));
}

function list({ ordered, start, items }: Tokens.List): HTMLElement {
  const made = element(ordered ? "ol" : "ul", ordered && start ? { start } : {});
  for (const item of items) made.append(element("li", {}, ...blocks(item.tokens, item.loose)));
  return made;
}

function block(token: Token, loose: boolean): Node | string {
  switch (token.type) {
    case "space": case "def": return "";
    case "hr": return element("hr");
    case "code": return element("pre", {}, element("code", {}, (token as Tokens.Code).text));
    case "heading": return element(`h${Math.max(2, (token as Tokens.Heading).depth)}`, {}, ...inline(token.tokens));
    case "list": return list(token as Tokens.List);
    case "table": return table(token as Tokens.Table);
    case "text": return loose ? element("p", {}, inlineNode(token)) : inlineNode(token);
    case "paragraph": return element("p", {}, ...inline(token.tokens));
    case "blockquote": return element("blockquote", {}, ...blocks(token.tokens ?? []));
    default: return element("p", {}, token.raw);
  }
}
const blocks = (tokens: Token[], loose = true) => tokens.map((token) => block(token, loose));

export function markdown(text: string): HTMLElement {
  try {
    return element("div", {}, ...blocks(marked.lexer(text)));
  } catch {
    return element("div", {}, element("pre", {}, text));  // nested deeper than the parser goes
  }
}
