"""Wrapping, filling and indenting of paragraphs."""

import re

_SPACE = "\t\n\x0b\x0c\r "  # white space at which lines break; a no-break space is not among it
_PART = r"[\w!\"'&.,?]"  # what a word has beside its hyphens
_WORDS = re.compile(
    rf"([{_SPACE}]+"  # white space
    rf"|(?<={_PART})-{{2,}}(?=\w)"  # a dash between words
    rf"|[^{_SPACE}]+?(?:-(?:(?<=[^\d\W]{{2}}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])"  # up to a hyphen inside a word
    rf"|(?=[{_SPACE}]|\Z)|(?<={_PART})(?=-{{2,}}\w)))"  # or up to its end, or to a dash
)
_PLAIN_WORDS = re.compile(rf"([{_SPACE}]+)")
_SENTENCE_END = re.compile(r"[a-z][.!?][\"']?\Z")


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True, fix_sentence_endings=False,
                 break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None, placeholder=" [...]"):  # fmt: skip
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = "".join(" " if c in _SPACE else c for c in text)
        return text

    def _split(self, text):
        """Words, their parts up to hyphens, and the white space between them."""
        words = _WORDS if self.break_on_hyphens else _PLAIN_WORDS
        return [chunk for chunk in words.split(text) if chunk]

    def _fix_sentence_endings(self, chunks):
        for i in range(1, len(chunks)):
            if chunks[i] == " " and _SENTENCE_END.search(chunks[i - 1]):
                chunks[i] = "  "

    def wrap(self, text):
        chunks = self._split(self._munge_whitespace(text))
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks.reverse()
        lines = []
        while chunks:
            current, length = [], 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                chunks.pop()
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                current.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                end = space = width - length if width >= 1 else 1
                if self.break_long_words:
                    hyphen = chunks[-1].rfind("-", 0, space) if self.break_on_hyphens and len(chunks[-1]) > space else -1
                    if hyphen > 0 and chunks[-1][:hyphen].strip("-"):
                        end = hyphen + 1
                    current.append(chunks[-1][:end])
                    chunks[-1] = chunks[-1][end:]
                elif not current:
                    current.append(chunks.pop())
                length = sum(map(len, current))
            if self.drop_whitespace and current and current[-1].strip() == "":
                length -= len(current[-1])
                current.pop()
            if not current:
                continue
            rest = not chunks or (self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())
            if self.max_lines is None or len(lines) + 1 < self.max_lines or (rest and length <= width):
                lines.append(indent + "".join(current))
                continue
            while current:
                if current[-1].strip() and length + len(self.placeholder) <= width:
                    current.append(self.placeholder)
                    lines.append(indent + "".join(current))
                    break
                length -= len(current[-1])
                current.pop()
            else:
                if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
                    lines[-1] = lines[-1].rstrip() + self.placeholder
                else:
                    lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **keywords):
    return TextWrapper(width=width, **keywords).wrap(text)


def fill(text, width=70, **keywords):
    return TextWrapper(width=width, **keywords).fill(text)


def shorten(text, width, **keywords):
    return TextWrapper(width=width, max_lines=1, **keywords).fill(" ".join(text.strip().split()))


def dedent(text):
    lines = text.split("\n")
    margin = None
    for index, line in enumerate(lines):
        stripped = line.lstrip(" \t")
        if not stripped:
            lines[index] = ""
            continue
        indent = line[: len(line) - len(stripped)]
        if margin is None:
            margin = indent
        else:
            common = 0
            while common < min(len(margin), len(indent)) and margin[common] == indent[common]:
                common += 1
            margin = margin[:common]
    if margin:
        lines = [line[len(margin) :] if line else line for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    out = []
    for line in text.splitlines(True):
        wanted = predicate(line) if predicate is not None else line.strip()
        out.append(prefix + line if wanted else line)
    return "".join(out)
