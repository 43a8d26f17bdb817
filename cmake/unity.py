#!/usr/bin/env python3
"""Sorts a target's sources into batches, each to be compiled as one file (a unity build).

A file may keep names to itself: in an anonymous namespace, as `static`, as macros. Two files may
share a batch only if neither keeps a name that the other, or a header that only the other
includes, declares: joined, they would not compile, or a call could choose another overload. A macro's
name must not occur in the other file at all. The sources follow clang-format, so a
declaration at namespace scope is a line that starts in column 0.

  unity.py LIST    LIST has a line for each target, `TARGET FILE;FILE...`; prints a line for each batch,
                   `NAME TARGET FILE...`. Called by cmake/VtModule.cmake.
"""
import functools
import pathlib
import re
import sys

FULL = 4000  # lines of a batch: headers are then a small part of its cost, and two cores still share a module evenly
ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE_FOLDERS = [ROOT, ROOT / "engine", ROOT / "tests", *(p for p in (ROOT / "engine").iterdir() if p.is_dir())]

TYPE = re.compile(r"(?:template\s*)?(?:struct|class|enum class|enum|union|namespace)\s+(?:\[\[\w+\]\]\s*)?(\w+)")
ALIAS = re.compile(r"using\s+(\w+)\s*=")
# A function's name stands before the first parenthesis, a variable's before its initializer.
FUNCTION = re.compile(r"(\w+|operator\S+?)\s*\(")
VARIABLE = re.compile(r"(\w+)(?:\[[^\]]*\])*\s*(?:=|\{|;|,)")
MACRO = re.compile(r"\s*#\s*define\s+(\w+)")


def declared_name(line):
    line = re.sub(r"^(?:\[\[.*?\]\]\s*|__attribute__\(\(.*?\)\)\s*)+", "", line)
    replaced = True
    while replaced:  # template arguments
        line, replaced = re.subn(r"<[^<>]*>", "", line)
    if line.startswith("using namespace ") or line == "template ":
        return None
    for pattern in (TYPE, ALIAS):
        if found := pattern.match(line):
            return found.group(1)
    found = FUNCTION.search(line)
    variable = VARIABLE.search(line)
    if found and (not variable or found.start() <= variable.start()):
        return found.group(1)
    return variable.group(1) if variable else None


class Source:
    """What a file declares at namespace scope: names of its own, names that others may see, and macros."""

    def __init__(self, path):
        text = re.sub(r'R"(\w*)\((?:.|\n)*?\)\1"', '""', path.read_text())
        self.own, self.open, self.macros, self.includes = set(), set(), set(), []
        self.words = set(re.findall(r"\w+", text))
        self.lines = text.count("\n")
        anonymous = False
        for line in text.splitlines():
            if line.startswith("namespace {"):
                anonymous = True
            elif line == "}  // namespace":
                anonymous = False
            elif found := MACRO.match(line):
                self.macros.add(found.group(1))
            elif line.startswith('#include "'):
                self.includes.append(line.split('"')[1])
            elif re.match(r"\w|\[\[", line):
                own = anonymous or line.startswith("static ")
                (self.own if own else self.open).add(declared_name(line))
        self.own.discard(None)
        self.open.discard(None)


@functools.cache
def source(path):
    return Source(path)


@functools.cache
def included(path):
    """`path` and all that it includes."""
    seen, left = set(), [path]
    while left:
        file = left.pop()
        if file in seen:
            continue
        seen.add(file)
        for include in source(file).includes:
            places = (folder / include for folder in (file.parent, *INCLUDE_FOLDERS))
            left += [place for place in places if place.is_file()][:1]
    return frozenset(seen)


@functools.cache
def clash(a, b):
    def hides(kept, other):
        names = source(kept).own
        return (
            names & source(other).own
            or source(kept).macros & source(other).words
            or any(names & source(file).open for file in included(other) - included(kept))
        )

    return bool(hides(a, b) or hides(b, a))


def batches(paths):
    """First fit, the files that clash with most others first."""
    made = []
    for path in sorted(paths, key=lambda p: sum(clash(p, other) for other in paths), reverse=True):
        for batch in made:
            if sum(source(p).lines for p in batch) < FULL and not any(clash(path, p) for p in batch):
                batch.append(path)
                break
        else:
            made.append([path])
    return made


def main():
    for row in pathlib.Path(sys.argv[1]).read_text().splitlines():
        target, _, sources = row.partition(" ")
        paths = [path for path in map(pathlib.Path, filter(None, sources.split(";")))]
        joined = [batch for batch in batches(paths) if len(batch) > 1]
        for number, batch in enumerate(joined, 1):
            print(f"{target}_{number}", target, *batch)


if __name__ == "__main__":
    main()
