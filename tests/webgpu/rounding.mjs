// Whether two printed texts are the same but for the rounding of numbers.
const kNumber = /[-+]?(?:\d+\.\d*(?:e[-+]?\d+)?|\.\d+|\d+e[-+]?\d+)/gi;  // whole numbers are text
const kRelative = 1e-3, kAbsolute = 2e-4;  // of numbers with four digits behind the point

/** What differs first, or "". */
export function difference(made, wanted) {
  const linesOf = (text) => text.split("\n").map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
  const close = (x, y) => x === y || Math.abs(x - y) <= kAbsolute + kRelative * Math.abs(y);
  const form = (line) => line.replace(kNumber, "#").replace(/ ?# ?/g, "#");
  const texts = [linesOf(made), linesOf(wanted)];
  for (let i = 0; i < Math.max(texts[0].length, texts[1].length); ++i) {
    const [a, b] = texts.map((lines) => lines[i] ?? "");
    const numbers = [a, b].map((line) => [...line.matchAll(kNumber)].map(([text]) => Number(text)));
    const same = form(a) === form(b) && numbers[0].every((x, k) => close(x, numbers[1][k]));
    if (!same) return `line ${i + 1} is "${a}", not "${b}"`;
  }
  return "";
}
