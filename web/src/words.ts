// The words that are explained on hover, found by the palette, and used by lessons as their glossary: the canvas
// module's table (engine/tables/words.def), read at its first use.
import { plainText } from "./markdown";
import { page } from "./page";
import type { WordRow } from "./ui";
import { language, t } from "./strings";

export interface Word { kind: string; term: string; chineseTerm: string; concept: string; english: string; chinese: string; effect: string }

let table: Word[] | null = null;
const byTerm = new Map<string, Word[]>();
const key = (term: string) => term.toLowerCase();

// Empty while there is no canvas module yet.
export function words(): Word[] {
  if (table || !page.ui) return table ?? [];
  table = page.ui.words().map(([kind, term, chineseTerm, concept, english, chinese, effect]: WordRow) => ({ kind, term, chineseTerm, concept, english, chinese, effect }));
  for (const word of table)
    for (const name of new Set([key(word.term), key(word.chineseTerm)])) byTerm.set(name, [...(byTerm.get(name) ?? []), word]);
  return table;
}

// The word of one of these kinds, the first that has it; plurals are found by their singular.
export function findWord(term: string, kinds: string[]): Word | undefined {
  words();
  for (const name of [key(term), key(term).replace(/(?:es|s)$/, ""), key(term).replace(/s$/, "")])
    for (const kind of kinds) {
      const found = byTerm.get(name)?.find((word) => word.kind === kind);
      if (found) return found;
    }
  return undefined;
}
export const wordName = (word: Word) => (language() === "zh" ? word.chineseTerm : word.term);
export const wordText = (word: Word) => (language() === "zh" ? word.chinese : word.english);

// The lesson that teaches a concept: the first that declares it.
export const lessonOn = (concept: string) => page.lessons.find((lesson) => lesson.concepts?.includes(concept));

// Panels name the lesson under a word; they get the titles in the language of the page.
export function tellLessons() {
  const told = new Set<string>();
  for (const { concept } of words()) {
    if (told.has(concept)) continue;
    told.add(concept);
    const lesson = lessonOn(concept);
    if (lesson) page.ui?.set(`lesson:${concept}`, plainText(lesson.title[language()]));
  }
  for (const { id, title } of page.lessons) page.ui?.set(`lesson:${id}`, plainText(title[language()]));
}

// What a tooltip of the page shows of a word.
export function wordCard(word: Word): HTMLElement {
  const card = document.createElement("div"), head = document.createElement("b"), lesson = lessonOn(word.concept);
  card.className = "vt word-card";
  head.textContent = wordName(word);
  card.append(head, Object.assign(document.createElement("p"), { textContent: wordText(word) }));
  if (word.effect) card.append(Object.assign(document.createElement("p"), { className: "dim", textContent: t("stackEffect", word.effect) }));
  if (lesson) card.append(Object.assign(document.createElement("p"), { className: "dim", textContent: `${t("lesson")}: ${plainText(lesson.title[language()])}` }));
  return card;
}

// In a program: an operator or a term, of "torch.nn.functional.relu" the part pointed at.
const wordCharacter = /[\p{L}\p{N}_]/u;
export function wordInProgram(line: string, column: number): { word: Word; from: number; to: number } | undefined {
  if (!wordCharacter.test(line[column] ?? "")) return undefined;
  let from = column, to = column + 1;
  while (from > 0 && wordCharacter.test(line[from - 1])) --from;
  while (to < line.length && wordCharacter.test(line[to])) ++to;
  const name = line.slice(from, to), before = line.slice(0, from);
  const called = /(?:torch|nn|F|functional|aten|fx|jit|export|cond|optim)\.$/.test(before) || before.endsWith(".");
  // "sum" alone may be Python's; a method or a function of torch is the operator.
  const word = called ? findWord(name, ["op", "term"]) ?? findWord(`torch.${name}`, ["term"]) : findWord(name, ["term"]);
  return word && { word, from, to };
}
