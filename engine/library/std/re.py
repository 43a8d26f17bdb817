"""Regular expressions: the classes and functions over the machine of _re."""

import _re
import enum
from _types import GenericAlias as _GenericAlias


class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            newline = "\n" if isinstance(pattern, str) else b"\n"
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            msg = f"{msg} at position {pos}"
            if newline in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        super().__init__(msg)


error.__module__ = "re"
PatternError = error


class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    DEBUG = 128

    def __repr__(self):
        names = _flag_names(int(self))
        return "|".join(names) if names else "re.NOFLAG"

    __str__ = __repr__


_FLAG_NAMES = ((256, "ASCII"), (2, "IGNORECASE"), (4, "LOCALE"), (32, "UNICODE"), (8, "MULTILINE"), (16, "DOTALL"), (64, "VERBOSE"), (128, "DEBUG"))


def _flag_names(flags):
    return ["re." + name for bit, name in sorted(_FLAG_NAMES) if flags & bit]


NOFLAG = RegexFlag.NOFLAG
ASCII = A = RegexFlag.ASCII
IGNORECASE = I = RegexFlag.IGNORECASE
LOCALE = L = RegexFlag.LOCALE
UNICODE = U = RegexFlag.UNICODE
MULTILINE = M = RegexFlag.MULTILINE
DOTALL = S = RegexFlag.DOTALL
VERBOSE = X = RegexFlag.VERBOSE
DEBUG = RegexFlag.DEBUG

_SEARCH, _MATCH, _FULLMATCH = 0, 1, 2
_NO_END = 1 << 60


class Match:
    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, pattern, text, spans, pos, endpos):
        self.re, self.string, self._spans, self.pos, self.endpos = pattern, text, spans, pos, endpos

    def _index(self, group):
        if isinstance(group, (str, bytes)):
            index = self.re.groupindex.get(group)
        else:
            try:
                index = group.__index__()
            except AttributeError:
                index = None
        if index is None or not 0 <= index <= self.re.groups:
            raise IndexError("no such group")
        return index

    def _get(self, index, default=None):
        start = self._spans[2 * index]
        return default if start < 0 else self.string[start : self._spans[2 * index + 1]]

    def group(self, *groups):
        if not groups:
            return self._get(0)
        if len(groups) == 1:
            return self._get(self._index(groups[0]))
        return tuple([self._get(self._index(g)) for g in groups])

    def __getitem__(self, group):
        return self._get(self._index(group))

    def groups(self, default=None):
        return tuple([self._get(i, default) for i in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._get(i, default) for name, i in self.re.groupindex.items()}

    def start(self, group=0):
        return self._spans[2 * self._index(group)]

    def end(self, group=0):
        return self._spans[2 * self._index(group) + 1]

    def span(self, group=0):
        index = self._index(group)
        return self._spans[2 * index], self._spans[2 * index + 1]

    def expand(self, template):
        return _fill(_template(template, self.re), self)

    @property
    def regs(self):
        return tuple([(self._spans[2 * i], self._spans[2 * i + 1]) for i in range(self.re.groups + 1)])

    @property
    def lastindex(self):
        return self._spans[-1] or None

    @property
    def lastgroup(self):
        for name, index in self.re.groupindex.items():
            if index == self._spans[-1]:
                return name
        return None

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self._get(0)!r}>"


class Pattern:
    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, pattern, flags):
        if not isinstance(pattern, (str, bytes)):
            raise TypeError("first argument must be string or compiled pattern")
        if isinstance(pattern, str) and flags & LOCALE:
            raise ValueError("cannot use LOCALE flag with a str pattern")
        try:
            self._code, self.groups, self.groupindex, self.flags = _re.compile(pattern, int(flags))
        except ValueError as mistake:
            raise error(mistake.args[0], pattern, mistake.args[1]) from None
        if isinstance(pattern, str) and not self.flags & ASCII:
            self.flags |= int(UNICODE)
        self.pattern = pattern

    def _run(self, text, pos, endpos, mode, not_empty=False):
        if type(text) is not type(self.pattern) and not isinstance(text, type(self.pattern)):
            if isinstance(text, str):
                raise TypeError("cannot use a bytes pattern on a string-like object")
            if isinstance(text, bytes):
                raise TypeError("cannot use a string pattern on a bytes-like object")
            raise TypeError(f"expected string or bytes-like object, got '{type(text).__name__}'")
        spans = _re.run(self._code, text, pos, endpos, mode, not_empty)
        if spans is None:
            return None
        return Match(self, text, spans, max(pos, 0), min(endpos, len(text)))

    def search(self, string, pos=0, endpos=_NO_END):
        return self._run(string, pos, endpos, _SEARCH)

    def match(self, string, pos=0, endpos=_NO_END):
        return self._run(string, pos, endpos, _MATCH)

    def fullmatch(self, string, pos=0, endpos=_NO_END):
        return self._run(string, pos, endpos, _FULLMATCH)

    def finditer(self, string, pos=0, endpos=_NO_END):
        not_empty = False
        while True:
            found = self._run(string, pos, endpos, _SEARCH, not_empty)
            if found is None:
                return
            yield found
            # The next match goes beyond an empty one.
            pos = found.end()
            not_empty = pos == found.start()

    def findall(self, string, pos=0, endpos=_NO_END):
        empty = string[:0] if isinstance(string, (str, bytes)) else ""
        if self.groups == 0:
            return [m._get(0) for m in self.finditer(string, pos, endpos)]
        if self.groups == 1:
            return [m._get(1, empty) for m in self.finditer(string, pos, endpos)]
        return [m.groups(empty) for m in self.finditer(string, pos, endpos)]

    def split(self, string, maxsplit=0):
        parts, last = [], 0
        if maxsplit < 0:
            return [string]
        for found in self.finditer(string):
            parts.append(string[last : found.start()])
            parts.extend(found.groups())
            last = found.end()
            maxsplit -= 1
            if maxsplit == 0:
                break
        parts.append(string[last:])
        return parts

    def subn(self, repl, string, count=0):
        parts, last, done = [], 0, 0
        make = repl if callable(repl) else None
        pieces = None if make else _template(repl, self)
        for found in self.finditer(string):
            parts.append(string[last : found.start()])
            parts.append(make(found) if make else _fill(pieces, found))
            last = found.end()
            done += 1
            if done == count:
                break
        parts.append(string[last:])
        return string[:0].join(parts), done

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        flags = self.flags & ~int(UNICODE) if isinstance(self.pattern, str) else self.flags
        shown = repr(self.pattern)
        if len(shown) > 200:
            shown = shown[:200]
        names = _flag_names(flags)
        return f"re.compile({shown}{', ' + '|'.join(names) if names else ''})"

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return self.pattern == other.pattern and self.flags == other.flags

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


Match.__module__ = Pattern.__module__ = "re"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b", "\\": "\\"}


def _template(template, pattern):
    """The parts of a replacement: texts and numbers of groups."""
    is_bytes = isinstance(template, bytes)
    text = template.decode("latin-1") if is_bytes else template
    parts, plain, at = [], [], 0

    def group(index, place):
        if index > pattern.groups:
            raise error(f"invalid group reference {index}", template, place)
        parts.append("".join(plain))
        plain.clear()
        parts.append(index)

    while at < len(text):
        c = text[at]
        at += 1
        if c != "\\":
            plain.append(c)
            continue
        if at >= len(text):
            raise error("bad escape (end of pattern)", template, at - 1)
        c = text[at]
        at += 1
        if c == "g":
            if at >= len(text) or text[at] != "<":
                raise error("missing <", template, at)
            end = text.find(">", at)
            if end < 0:
                raise error("missing >, unterminated name", template, at + 1)
            name = text[at + 1 : end]
            if not name:
                raise error("missing group name", template, at + 1)
            if name.isdecimal() and name.isascii():
                group(int(name), at + 1)
            elif not name.isidentifier():
                raise error(f"bad character in group name {name!r}", template, at + 1)
            elif name not in pattern.groupindex:
                raise IndexError(f"unknown group name {name!r}")
            else:
                group(pattern.groupindex[name], at + 1)
            at = end + 1
        elif c == "0":
            digits = c
            while len(digits) < 3 and at < len(text) and text[at] in "01234567":
                digits += text[at]
                at += 1
            plain.append(chr(int(digits, 8) & 255))
        elif c in "123456789":
            start = at - 1
            digits = c
            if at < len(text) and text[at] in "0123456789":
                digits += text[at]
                at += 1
                if c in "0123" and digits[1] in "01234567" and at < len(text) and text[at] in "01234567":
                    plain.append(chr(int(digits + text[at], 8)))
                    at += 1
                    continue
            group(int(digits), start)
        elif c in _ESCAPES:
            plain.append(_ESCAPES[c])
        elif c.isascii() and c.isalpha():
            raise error(f"bad escape \\{c}", template, at - 2)
        else:
            plain.append("\\" + c)
    parts.append("".join(plain))
    return [p.encode("latin-1") if is_bytes and isinstance(p, str) else p for p in parts]


def _fill(parts, found):
    empty = found.string[:0]
    return empty.join([found._get(p, empty) if isinstance(p, int) else p for p in parts])


_cache = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    key = (type(pattern), pattern, int(flags))
    try:
        return _cache[key]
    except KeyError:
        pass
    made = Pattern(pattern, flags)
    if len(_cache) >= 512:
        _cache.clear()
    _cache[key] = made
    return made


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def escape(pattern):
    special = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"
    if isinstance(pattern, bytes):
        return escape(pattern.decode("latin-1")).encode("latin-1")
    return "".join(["\\" + c if c in special else c for c in pattern])


def purge():
    _cache.clear()
