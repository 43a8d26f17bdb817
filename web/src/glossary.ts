// The glossary in lessons: where a word of the table first stands in a text it is marked, and explained on hover, on
// focus and on touch.
import { element } from "./markdown";
import { language } from "./strings";
import { type Word, findWord, wordCard, wordName, words } from "./words";

const kCodeKinds = ["opcode", "guard", "pass", "op", "loop", "term"];
let pattern: RegExp | undefined, madeFor = "";

// Every term in the language of the page, longest first, so that "graph break" wins over "graph".
function terms(): RegExp | undefined {
  const l = language();
  if (madeFor === l && pattern) return pattern;
  const names = new Set(words().filter(({ kind }) => kind === "term").map((word) => (l === "zh" ? word.chineseTerm : word.term)).filter((name) => name.length > 1));
  if (!names.size) return undefined;
  const all = [...names].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  madeFor = l;
  return pattern = l === "zh" ? new RegExp(`(?:${all})`, "gi") : new RegExp(`(?<![\\w.])(?:${all})(?:es|s)?(?![\\w])`, "gi");
}

// A concept goes by the name of the first word that belongs to it.
export function conceptName(id: string): string {
  const word = words().find((each) => each.kind === "term" && each.concept === id) ?? words().find((each) => each.concept === id);
  return word ? wordName(word) : id.replaceAll("-", " ");
}

function mark(word: Word, node: HTMLElement): HTMLElement {
  node.classList.add("word");
  node.tabIndex = 0;
  node.setAttribute("aria-describedby", "word-card");
  const show = () => showCard(node, word);
  node.onmouseenter = node.onfocus = node.onclick = show;
  node.onmouseleave = node.onblur = hideCard;
  return node;
}

function showCard(node: HTMLElement, word: Word) {
  hideCard();
  const card = wordCard(word);
  card.id = "word-card";
  card.classList.add("cm-tooltip");
  card.setAttribute("role", "tooltip");
  document.body.append(card);
  const at = node.getBoundingClientRect(), box = card.getBoundingClientRect();
  const above = at.top - box.height - 8;
  card.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, at.left))}px`;
  card.style.top = `${above > 8 ? above : Math.min(innerHeight - box.height - 8, at.bottom + 8)}px`;
}
function hideCard() { document.getElementById("word-card")?.remove(); }
window.addEventListener("keydown", (event) => { if (event.key === "Escape") hideCard(); }, { capture: true });

// Marks the first place of each word below `root`; what is code, a link or a button stays as it is.
export function explain(root: HTMLElement): HTMLElement {
  hideCard();
  const found = terms(), told = new Set<Word>();
  if (!found) return root;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) => (node.parentElement!.closest("code, pre, a, button, h1, h2, h3, .word, select") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts: (Node | string)[] = [];
    let end = 0;
    for (const match of text.data.matchAll(found)) {
      const word = findWord(match[0], ["term"]);
      if (!word || told.has(word)) continue;
      told.add(word);
      parts.push(text.data.slice(end, match.index), mark(word, element("span", {}, match[0])));
      end = match.index + match[0].length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(end));
  }
  for (const code of root.querySelectorAll<HTMLElement>("code")) {
    const word = code.closest("pre, a, button, .word") ? undefined : findWord(code.textContent!, kCodeKinds);
    if (word && !told.has(word)) told.add(word), mark(word, code);
  }
  return root;
}
