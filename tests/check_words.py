#!/usr/bin/env python3
"""Lessons use the words of the glossary (engine/tables/words_terms.def): one word for one thing.

Where the English text of a step names a term, its Chinese text has the Chinese name that the table gives it, or the
term itself, as code and the field's Chinese articles write some of them.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# English that is no term where it stands: verbs, "in place of".
EVERYDAY = {"pass", "in place", "scale"}
# A step whose Chinese says the same without the word.
FREE = {("04-trace-lies/refuses", "tracing"), ("04-trace-lies/rounds", "guard"), ("04-trace-lies/rounds", "fork and wait"),
        ("11-bytes-not-operations/twice", "benchmark"), ("17-precision/weights", "optimiser")}

ROW = re.compile(r'WORD\(kTerm,\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"')
SECTION = re.compile(r"^## .*\{#([\w-]+)\}\s*$", re.M)


def sections(path):
    parts = SECTION.split(path.read_text())
    return dict(zip(parts[1::2], parts[2::2]))


def texts(value):
    """The pairs of English and Chinese in a part of a manifest."""
    if isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict) and set(value) == {"en", "zh"}:
        yield tuple("\n".join(side) if isinstance(side, list) else side for side in (value["en"], value["zh"]))
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)


def terms_in(english, terms):
    """Terms that stand in a text outside code and names of panels; the longest one counts."""
    english = re.sub(r"`[^`]*`|\*[^*\n]*\*", " ", english)
    for term, chinese in terms:
        pattern = re.compile(rf"(?<![\w.-]){re.escape(term)}(?:es|s)?(?![\w-])", re.I)
        if pattern.search(english):
            english = pattern.sub(" ", english)
            yield term, chinese


def main():
    terms = ROW.findall((ROOT / "engine/tables/words_terms.def").read_text())
    terms = sorted((row for row in terms if len(row[0]) > 2), key=lambda row: -len(row[0]))
    used = found = 0
    for folder in sorted((ROOT / "lessons").glob("[0-9]*")):
        english, chinese = sections(folder / "en.md"), sections(folder / "zh.md")
        for step in json.loads((folder / "lesson.json").read_text())["steps"]:
            pairs = [(english.get(step["id"], ""), chinese.get(step["id"], "")), *texts(step)]
            place, whole = f"{folder.name}/{step['id']}", "\n".join(zh for _, zh in pairs).lower()
            for term, name in terms_in("\n".join(en for en, _ in pairs), terms):
                used += 1
                if term in EVERYDAY or (place, term) in FREE or name.lower() in whole or term.lower() in whole:
                    continue
                print(f"lessons/{place}: '{term}' is {name} in the glossary, and the Chinese text has neither")
                found += 1
    print(f"words of the glossary in lessons: {used} uses, {found} to mend")
    return found > 0


sys.exit(main())
