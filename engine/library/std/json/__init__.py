"""JSON texts from values and back."""


class JSONDecodeError(ValueError):
    __module__ = "json.decoder"

    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _quote(text, ensure_ascii):
    out = ['"']
    for c in text:
        escape = _ESCAPES.get(c)
        code = ord(c)
        if escape is not None:
            out.append(escape)
        elif code < 32 or (ensure_ascii and code > 126):
            if code > 0xFFFF:
                code -= 0x10000
                out.append(f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}")
            else:
                out.append(f"\\u{code:04x}")
        else:
            out.append(c)
    out.append('"')
    return "".join(out)


class JSONEncoder:
    __module__ = "json.encoder"

    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None,
                 separators=None, default=None):  # fmt: skip
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = " " * indent if isinstance(indent, int) else indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default
        self._active = []

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        return "".join(self.iterencode(o))

    def iterencode(self, o, _one_shot=False):
        out = []
        self._write(o, 0, out)
        return out

    def _number(self, o):
        if o != o:
            text = "NaN"
        elif o == float("inf"):
            text = "Infinity"
        elif o == float("-inf"):
            text = "-Infinity"
        else:
            return float.__repr__(o)
        if not self.allow_nan:
            raise ValueError("Out of range float values are not JSON compliant: " + repr(o))
        return text

    def _key(self, key):
        if isinstance(key, str):
            return key
        if key is True:
            return "true"
        if key is False:
            return "false"
        if key is None:
            return "null"
        if isinstance(key, int):
            return int.__repr__(key)
        if isinstance(key, float):
            return self._number(key)
        if self.skipkeys:
            return None
        raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")

    def _line(self, depth, out):
        if self.indent is not None:
            out.append("\n" + self.indent * depth)

    def _write(self, o, depth, out):
        if o is None:
            out.append("null")
        elif o is True:
            out.append("true")
        elif o is False:
            out.append("false")
        elif isinstance(o, str):
            out.append(_quote(o, self.ensure_ascii))
        elif isinstance(o, int):
            out.append(int.__repr__(o))
        elif isinstance(o, float):
            out.append(self._number(o))
        elif isinstance(o, (list, tuple, dict)):
            if any(a is o for a in self._active):
                raise ValueError("Circular reference detected")
            self._active.append(o)
            try:
                if isinstance(o, dict):
                    self._write_dict(o, depth, out)
                else:
                    self._write_list(o, depth, out)
            finally:
                self._active.pop()
        else:
            self._write(self.default(o), depth, out)

    def _write_list(self, o, depth, out):
        if not o:
            out.append("[]")
            return
        out.append("[")
        first = True
        for item in o:
            if not first:
                out.append(self.item_separator)
            first = False
            self._line(depth + 1, out)
            self._write(item, depth + 1, out)
        self._line(depth, out)
        out.append("]")

    def _write_dict(self, o, depth, out):
        if not o:
            out.append("{}")
            return
        items = sorted(o.items()) if self.sort_keys else o.items()
        out.append("{")
        first = True
        for key, value in items:
            key = self._key(key)
            if key is None:
                continue
            if not first:
                out.append(self.item_separator)
            first = False
            self._line(depth + 1, out)
            out.append(_quote(key, self.ensure_ascii) + self.key_separator)
            self._write(value, depth + 1, out)
        self._line(depth, out)
        out.append("}")


def dumps(obj, *, cls=None, **options):
    return (cls or JSONEncoder)(**options).encode(obj)


def dump(obj, fp, **options):
    fp.write(dumps(obj, **options))


_UNESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class JSONDecoder:
    __module__ = "json.decoder"

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.object_pairs_hook = object_pairs_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or float
        self.strict = strict

    def decode(self, s):
        reader = _Reader(s, self)
        reader.skip()
        value = reader.value()
        reader.skip()
        if reader.pos != len(s):
            reader.fail("Extra data")
        return value

    def raw_decode(self, s, idx=0):
        reader = _Reader(s, self)
        reader.pos = idx
        value = reader.value()
        return value, reader.pos


class _Reader:
    def __init__(self, text, options):
        self.text = text
        self.pos = 0
        self.options = options

    def fail(self, msg, pos=None):
        raise JSONDecodeError(msg, self.text, self.pos if pos is None else pos)

    def skip(self):
        text, pos = self.text, self.pos
        while pos < len(text) and text[pos] in " \t\n\r":
            pos += 1
        self.pos = pos

    def peek(self):
        return self.text[self.pos : self.pos + 1]

    def value(self):
        c = self.peek()
        if c == '"':
            return self.string()
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        for word, made in (("null", None), ("true", True), ("false", False)):
            if self.text.startswith(word, self.pos):
                self.pos += len(word)
                return made
        for word in ("NaN", "Infinity", "-Infinity"):
            if self.text.startswith(word, self.pos):
                self.pos += len(word)
                return self.options.parse_constant(word)
        return self.number()

    def number(self):
        text, start = self.text, self.pos
        pos = start + 1 if text[start : start + 1] == "-" else start
        first = pos
        while pos < len(text) and text[pos] in "0123456789":
            pos += 1
            if text[first] == "0":
                break
        if pos == first:
            self.fail("Expecting value", start)
        is_float = False
        if text[pos : pos + 1] == "." and text[pos + 1 : pos + 2] in tuple("0123456789"):
            is_float = True
            pos += 1
            while pos < len(text) and text[pos] in "0123456789":
                pos += 1
        if text[pos : pos + 1] in ("e", "E"):
            end = pos + 1
            if text[end : end + 1] in ("+", "-"):
                end += 1
            if text[end : end + 1] in tuple("0123456789"):
                is_float = True
                while end < len(text) and text[end] in "0123456789":
                    end += 1
                pos = end
        self.pos = pos
        return (self.options.parse_float if is_float else self.options.parse_int)(text[start:pos])

    def string(self):
        text, begin = self.text, self.pos
        pos, out = begin + 1, []
        end = text.find('"', pos)
        if end >= 0 and text[pos:end].isprintable() and text.find("\\", pos, end) < 0:  # most texts: nothing to look at one by one
            self.pos = end + 1
            return text[pos:end]
        while True:
            if pos >= len(text):
                self.fail("Unterminated string starting at", begin)
            c = text[pos]
            if c == '"':
                break
            if c < " " and self.options.strict:
                self.fail("Invalid control character at", pos)
            if c != "\\":
                out.append(c)
                pos += 1
                continue
            escape = text[pos + 1 : pos + 2]
            if escape == "u":
                digits = text[pos + 2 : pos + 6]
                if len(digits) < 4 or any(d not in "0123456789abcdefABCDEF" for d in digits):
                    self.fail("Invalid \\uXXXX escape", pos + 1)
                code = int(digits, 16)
                pos += 6
                if 0xD800 <= code < 0xDC00 and text[pos : pos + 2] == "\\u":
                    low = int(text[pos + 2 : pos + 6], 16)
                    if 0xDC00 <= low < 0xE000:
                        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                        pos += 6
                out.append(chr(code))
            elif escape in _UNESCAPES:
                out.append(_UNESCAPES[escape])
                pos += 2
            elif escape == "":
                self.fail("Unterminated string starting at", begin)
            else:
                self.fail(f"Invalid \\escape", pos)
        self.pos = pos + 1
        return "".join(out)

    def array(self):
        self.pos += 1
        out = []
        self.skip()
        if self.peek() == "]":
            self.pos += 1
            return out
        while True:
            out.append(self.value())
            self.skip()
            c = self.peek()
            self.pos += 1
            if c == "]":
                return out
            if c != ",":
                self.fail("Expecting ',' delimiter", self.pos - 1)
            self.skip()
            if self.peek() == "]":
                self.fail("Expecting value", self.pos)

    def object(self):
        self.pos += 1
        pairs = []
        self.skip()
        if self.peek() == "}":
            self.pos += 1
            return self.made(pairs)
        while True:
            if self.peek() != '"':
                self.fail("Expecting property name enclosed in double quotes")
            key = self.string()
            self.skip()
            if self.peek() != ":":
                self.fail("Expecting ':' delimiter")
            self.pos += 1
            self.skip()
            pairs.append((key, self.value()))
            self.skip()
            c = self.peek()
            self.pos += 1
            if c == "}":
                return self.made(pairs)
            if c != ",":
                self.fail("Expecting ',' delimiter", self.pos - 1)
            self.skip()
            if self.peek() == "}":
                self.fail("Expecting property name enclosed in double quotes", self.pos)

    def made(self, pairs):
        if self.options.object_pairs_hook is not None:
            return self.options.object_pairs_hook(pairs)
        made = dict(pairs)
        return made if self.options.object_hook is None else self.options.object_hook(made)


def loads(s, *, cls=None, **options):
    if isinstance(s, (bytes, bytearray)):
        s = s.decode("utf-8-sig" if s.startswith(b"\xef\xbb\xbf") else "utf-8")
    elif not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    elif s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    return (cls or JSONDecoder)(**{name: option for name, option in options.items() if option is not None}).decode(s)


def load(fp, **options):
    return loads(fp.read(), **options)
