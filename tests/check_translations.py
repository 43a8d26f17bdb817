#!/usr/bin/env python3
"""Holds what the engine says, and panels show, to the rows of playground/core/translate.cpp.

The texts are read off the sources: reasons of fusion, docs of passes, limits of a run. Where a
text has a value put in, the row has `{0}`. (Graph breaks and advice on recompiles have their
Chinese in engine/tables, where the compiler holds them to it.) What the panels themselves say
comes from the table of strings.h, so a literal that a panel draws is a mistake.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOLE = "\x00"  # a value that a running engine puts in

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|//[^\n]*|/\*.*?\*/', re.S)


def without_comments(text):
    return TOKEN.sub(lambda m: " " if m[0].startswith("/") else m[0], text)


def pieces(text, separator):
    """`text` cut at `separator` where no bracket and no quote is open."""
    out, depth, start, i = [], 0, 0, 0
    while i < len(text):
        quoted = TOKEN.match(text, i)
        if quoted:
            i = quoted.end()
            continue
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
        elif depth == 0 and text[i] == separator and not (separator == ":" and "::" in text[i - 1:i + 2]):
            out.append(text[start:i])
            start = i + 1
        i += 1
    return [part.strip() for part in out + [text[start:]]]


def inside(text, at):
    """What stands between the bracket at `at` and its partner."""
    depth, i = 0, at
    while i < len(text):
        quoted = TOKEN.match(text, i)
        if quoted:
            i = quoted.end()
            continue
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return text[at + 1:i]
        i += 1
    sys.exit("check_translations: a bracket is not closed")


def literal(text):
    """Adjacent string literals as the text that they are, or None."""
    parts = re.findall(r'"((?:\\.|[^"\\])*)"', text)
    if not parts or re.sub(r'"(?:\\.|[^"\\])*"', "", text).strip():
        return None
    return "".join(parts).replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def texts_of(expression):
    """Every text that a C++ expression of literals, sums and choices can give."""
    expression = expression.strip()
    while expression.startswith("(") and inside(expression, 0) == expression[1:-1]:
        expression = expression[1:-1].strip()
    choice = pieces(expression, "?")
    if len(choice) > 1:
        branches = pieces("?".join(choice[1:]), ":")
        return [t for branch in (branches[0], ":".join(branches[1:])) for t in texts_of(branch)]
    sums = pieces(expression, "+")
    if len(sums) > 1:
        texts = [""]
        for part in sums:
            texts = [head + tail for head in texts for tail in texts_of(part)]
        return texts
    if (text := literal(expression)) is not None:
        return [text]
    if wrapped := re.match(r"(?:std::)?string\(", expression):
        return texts_of(inside(expression, wrapped.end() - 1))
    return [HOLE]


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            yield path, without_comments(path.read_text())


def calls(name, *folders):
    """The argument lists of calls of `name`, with their places."""
    for path, text in sources(*folders):
        for found in re.finditer(r"(?<![\w.:>])" + name + r"\(", text):
            line = text.count("\n", 0, found.start()) + 1
            if text[:found.start()].rstrip().endswith(("void", "]]")):
                continue  # its definition
            yield f"{path.relative_to(ROOT)}:{line}", pieces(inside(text, found.end() - 1), ",")


def engine_texts():
    for place, arguments in calls("refuse", "engine/compiler/lower"):
        for argument in arguments[-2:]:
            yield "fusion", place, "reason", texts_of(argument)
    for path, text in sources("engine/language/vm"):
        for found in re.finditer(r"\bRunStopped\{", text):
            for text_ in texts_of(inside(text, found.end() - 1)):
                if text_ not in ("interrupted", HOLE):
                    yield "limits", path.relative_to(ROOT), "limit", [text_]
    table = (ROOT / "engine/compiler/passes/table.cpp").read_text()
    rows = table[table.index('{"remove_dead_code"'):]
    for row in re.findall(r'\{"\w+",\s*((?:"(?:\\.|[^"\\])*"\s*)+),', rows):
        if " " in literal(row):  # else names of passes that must stand above
            yield "passes", "engine/compiler/passes/table.cpp", "doc", [literal(row)]


def drawn_literals():
    """Words in quotes that panels draw themselves."""
    widgets = r"Text\w*|Button|SmallButton|Selectable|Checkbox|SetTooltip|MenuItem|BulletText|SeparatorText"
    draws = rf"(?:ImGui::(?:{widgets})|label|coloured|elided|section|hint|empty_state|tab)"
    for path, text in sources("playground/panels", "playground/core"):
        for found in re.finditer(r"(?<![\w:])" + draws + r"\(", text):
            yield None, None  # a call was seen
            for argument in pieces(inside(text, found.end() - 1), ","):
                for choice in re.findall(r'"((?:\\.|[^"\\])*)"',
                                         re.sub(r"\b(?:fact|tr|translated)\([^()]*\)", "", argument)):
                    words = re.sub(r"%[-+.\d]*l*[a-z]|\\.|##.*", " ", choice)
                    if re.search(r"[A-Za-z]{2,}", words):
                        yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}", choice


def main():
    translate = (ROOT / "playground/core/translate.cpp").read_text()
    patterns = [literal(row) for row in re.findall(r'^    \{((?:"(?:\\.|[^"\\])*"\s*)+),', translate, re.M)]
    rows = [re.compile("(.+?)".join(map(re.escape, re.split(r"\{\d\}", pattern))), re.S) for pattern in patterns]
    mistakes, counts = [], {}
    for kind, place, part, texts in engine_texts():
        for text in texts:
            if not text.strip(HOLE + " "):
                continue  # nothing, or a value alone: a name, another text that is checked where it is made
            counts[kind] = counts.get(kind, 0) + 1
            shown = text.replace(HOLE, "X")
            if not any(row.fullmatch(shown) for row in rows):
                mistakes.append(f"{place}: no Chinese for the {part} {text.replace(HOLE, '{}')!r}")
    drawing_calls = 0
    for place, text in drawn_literals():
        drawing_calls += place is None
        if place:
            mistakes.append(f"{place}: draws {text!r}, which is not in the table of playground/core/strings.h")
    for kind, least in (("fusion", 12), ("limits", 2), ("passes", 6)):
        if counts.get(kind, 0) < least:
            mistakes.append(
                f"found only {counts.get(kind, 0)} texts of {kind}: does this script still read the sources?")
    if drawing_calls < 50:
        mistakes.append(f"found only {drawing_calls} places where panels draw text")
    if len(patterns) < 60:
        mistakes.append(f"read only {len(patterns)} rows of translate.cpp")
    for mistake in sorted(set(mistakes)):
        print(mistake)
    print(
        f"translations: {sum(counts.values())} texts of the engine, {len(patterns)} rows, {len(set(mistakes))} "
        f"mistakes")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
