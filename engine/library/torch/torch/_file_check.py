# What a text must hold, in order (torch.testing.FileCheck).
import re

_CONTEXT = 2
_KEYS = ("CHECK-COUNT-EXACTLY-", "CHECK-COUNT-", "CHECK-SOURCE-HIGHLIGHTED", "CHECK-REGEX", "CHECK-SAME", "CHECK-NEXT", "CHECK-NOT", "CHECK-DAG", "CHECK")


def _quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _around(source, start, end):
    """The lines around a place; what lies within one line is underlined."""
    lines = source.split("\n")
    row = source.count("\n", 0, start)
    column = start - (source.rfind("\n", 0, start) + 1)
    text = "".join(line + "\n" for line in lines[max(0, row - _CONTEXT):row + 1])
    if 0 < end - start <= len(lines[row]) - column:
        text += " " * column + "~" * (end - start) + " <--- HERE\n"
    return text + "".join(line + "\n" for line in lines[row + 1:row + 1 + _CONTEXT] if line)


class _Check:
    def __init__(self, kind, text, count=None):
        self.kind = kind
        self.text = text
        self.count = count

    def __str__(self):
        count = "" if self.count is None else f"-{self.count}"
        return f"{self.kind}{count}: {self.text}"

    def find(self, source, begin):
        """Where it stands behind a place."""
        if self.kind == "CHECK-REGEX":
            found = re.search(self.text, source[begin:])
            if found is None:
                raise RuntimeError(f"Expected to find regex {_quoted(self.text)} but did not find it\nSearched string:\n{source[begin:]}From {self}\n")
            return begin + found.start(), begin + found.end()
        at = source.find(self.text, begin)
        if at < 0:
            raise RuntimeError(f"Expected to find {_quoted(self.text)} but did not find it\nSearched string:\n{_around(source, begin, begin)}From {self}\n")
        return at, at + len(self.text)

    def must_be_absent(self, source, begin, end, text):
        at = source.find(text, begin, end)
        if at >= 0:
            raise RuntimeError(f"Expected to not find {_quoted(text)} but found it\n{_around(source, at, at + len(text))}From {self}\n")

    def match(self, source, begin):
        """Where it stands behind a place, with the relation that its kind asks for."""
        if self.kind == "CHECK-SOURCE-HIGHLIGHTED":
            return self._match_highlighted(source, begin)
        start, end = self.find(source, begin)
        if self.kind == "CHECK-SAME":
            self.must_be_absent(source, begin, start, "\n")
        elif self.kind == "CHECK-NEXT":
            newline = _Check(self.kind, "\n").find(source, begin)[1]
            self.must_be_absent(source, newline, start, "\n")
        for _ in range((self.count or 1) - 1):
            end = self.find(source, end)[1]
        return start, end

    def _match_highlighted(self, source, begin):
        start, end = self.find(source, begin)
        column = start - (source.rfind("\n", 0, start) + 1)
        line_end = source.find("\n", end)
        below = source[line_end + 1:].split("\n")[0] if line_end >= 0 else ""
        marks = below[column:column + len(self.text)]
        if marks != "~" * len(self.text) or below[:column].endswith("~") or below[column + len(self.text):].startswith("~"):
            raise RuntimeError(f"Expected to find {_quoted(self.text)}highlighted but it is not.\n{_around(source, start, end)}\n")
        return start, line_end + 1 + len(below)


class FileCheck:
    def __init__(self):
        self._checks = []
        self._has_run = False

    def __repr__(self):
        head = "" if self._has_run else "You have not run this instance of FileCheck!\n"
        return head + "FileCheck checks:\n" + "\n".join(f"\t{check}" for check in self._checks)

    def _add(self, kind, text, count=None):
        self._checks.append(_Check(kind, text, count))
        return self

    def check(self, str):
        return self._add("CHECK", str)

    def check_not(self, str):
        return self._add("CHECK-NOT", str)

    def check_same(self, str):
        return self._add("CHECK-SAME", str)

    def check_next(self, str):
        return self._add("CHECK-NEXT", str)

    def check_dag(self, str):
        return self._add("CHECK-DAG", str)

    def check_regex(self, str):
        return self._add("CHECK-REGEX", str)

    def check_source_highlighted(self, str):
        return self._add("CHECK-SOURCE-HIGHLIGHTED", str)

    def check_count(self, str, count, exactly=False):
        if count == 0 and not exactly:
            raise RuntimeError("Count == 0 && !exact doesn't do anything")
        if count > 0:
            self._add("CHECK-COUNT", str, count)
        return self._add("CHECK-NOT", str) if exactly else self

    def run(self, *args, checks_file=None, test_file=None):
        texts = list(args) + [text for text in (checks_file, test_file) if text is not None]
        if len(texts) == 2:
            self._read(texts[0])
        source = texts[-1]
        if type(source).__name__ == "Graph":
            source = str(source)
        if not isinstance(source, str):
            raise TypeError("run(): incompatible function arguments. The following argument types are supported:\n"
                            "    1. (self: torch._C.FileCheck, arg0: str) -> None\n    2. (self: torch._C.FileCheck, arg0: torch._C.Graph) -> None")
        self._has_run = True
        if not self._checks:
            raise RuntimeError("No checks have been added to this instance ofFilecheck! Check for bad input.")
        self._run(source)

    def _run(self, source):
        at, nots = 0, []
        for group in self._groups():
            kind = group[0].kind
            if kind == "CHECK-NOT":
                nots = group
                continue
            if kind == "CHECK-DAG":
                places = [check.find(source, at) for check in group]
                start, end = min(p[0] for p in places), max(p[1] for p in places)
            else:
                start, end = group[0].match(source, at)
            for check in nots:
                check.must_be_absent(source, at, start, check.text)
            at, nots = end, []
        for check in nots:
            check.must_be_absent(source, at, len(source), check.text)

    def _groups(self):
        """What is looked for together: neighbours that need no order among themselves."""
        groups = []
        for check in self._checks:
            if groups and check.kind in ("CHECK-NOT", "CHECK-DAG") and groups[-1][0].kind == check.kind:
                groups[-1].append(check)
            else:
                groups.append([check])
        return groups

    def _read(self, text):
        """Checks that are written as comments."""
        for line in text.split("\n"):
            line = line.strip().removeprefix("#").strip()
            key = next((key for key in _KEYS if line.startswith(key)), None)
            if key is None:
                continue
            head, colon, wanted = line[len(key):].partition(":")
            if not colon or (not key.endswith("-") and head):
                raise RuntimeError(f"Could not parse check at:\n{line}\nCheck for bad input.")
            wanted = wanted.strip()
            if key.startswith("CHECK-COUNT"):
                self.check_count(wanted, int(head), exactly=key == "CHECK-COUNT-EXACTLY-")
            else:
                self._add(key, wanted)


FileCheck.__module__ = "torch"
