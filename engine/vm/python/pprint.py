"""Pretty printing of nested containers within a width."""
import re
import sys
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque
from dataclasses import has_made_repr as _has_made_repr
from dataclasses import fields, is_dataclass
from types import MappingProxyType, SimpleNamespace


class _SafeKey:
    """Any two objects in an order: by themselves, or else by type and place."""

    __slots__ = ["obj"]

    def __init__(self, obj):
        self.obj = obj

    def __lt__(self, other):
        try:
            return self.obj < other.obj
        except TypeError:
            return (str(type(self.obj)), id(self.obj)) < (str(type(other.obj)), id(other.obj))


def _by_key(pair):
    return _SafeKey(pair[0]), _SafeKey(pair[1])


class _Text:
    """What has been written, and in which column it ends."""

    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth, self._indent, self._width = depth, indent, width
        self._stream = stream
        self._compact, self._sort_dicts, self._underscore_numbers = compact, sort_dicts, underscore_numbers
        self._readable, self._recursive = True, False

    def pprint(self, object):
        (sys.stdout if self._stream is None else self._stream).write(self.pformat(object) + "\n")

    def pformat(self, object):
        out = _Text()
        self._format(object, out, 0, 0, {}, 0)
        return "".join(out.parts)

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        _, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        return self.format(object, context.copy(), self._depth, level)[0]

    def _format(self, object, stream, indent, allowance, context, level):
        identity = id(object)
        if identity in context:
            stream.write(_recursion(object))
            return
        text = self._repr(object, context, level)
        room = self._width - indent - allowance
        if len(text) > room:
            writer = _WRITERS.get(type(object).__repr__)
            if writer is not None:
                context[identity] = 1
                writer(self, object, stream, indent, allowance, context, level + 1)
                del context[identity]
                return
            if is_dataclass(object) and not isinstance(object, type) and _has_made_repr(type(object)):
                context[identity] = 1
                self._dataclass(object, stream, indent, allowance, context, level + 1)
                del context[identity]
                return
        stream.write(text)

    def _dataclass(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        indent += len(name) + 1
        items = [(f.name, getattr(object, f.name)) for f in fields(object) if f.repr]
        stream.write(name + "(")
        self._attributes(items, stream, indent, allowance, context, level)
        stream.write(")")

    def _namespace(self, object, stream, indent, allowance, context, level):
        name = "namespace" if type(object) is SimpleNamespace else type(object).__name__
        indent += len(name) + 1
        stream.write(name + "(")
        self._attributes(list(object.__dict__.items()), stream, indent, allowance, context, level)
        stream.write(")")

    def _attributes(self, items, stream, indent, allowance, context, level):
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            stream.write(key + "=")
            if id(value) in context:
                stream.write("...")
            else:
                self._format(value, stream, indent + len(key) + 1, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _dict(self, object, stream, indent, allowance, context, level):
        stream.write("{")
        if self._indent > 1:
            stream.write((self._indent - 1) * " ")
        if object:
            items = sorted(object.items(), key=_by_key) if self._sort_dicts else list(object.items())
            self._pairs(items, stream, indent, allowance + 1, context, level)
        stream.write("}")

    def _pairs(self, items, stream, indent, allowance, context, level):
        indent += self._indent
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(key, context, level)
            stream.write(text + ": ")
            self._format(value, stream, indent + len(text) + 2, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _ordered_dict(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "(")
        self._tuples(list(object.items()), stream, indent + len(name) + 1, allowance + 1, context, level)
        stream.write(")")

    def _tuples(self, items, stream, indent, allowance, context, level):
        stream.write("[")
        self._items(items, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _list(self, object, stream, indent, allowance, context, level):
        stream.write("[")
        self._items(object, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _tuple(self, object, stream, indent, allowance, context, level):
        end = ",)" if len(object) == 1 else ")"
        stream.write("(")
        self._items(object, stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _set(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        kind = type(object)
        opening, end = ("{", "}") if kind is set else (kind.__name__ + "({", "})")
        stream.write(opening)
        if kind is not set:
            indent += len(kind.__name__) + 1
        self._items(sorted(object, key=_SafeKey), stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _deque(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "(")
        indent += len(name) + 1
        stream.write("[")
        if object.maxlen is None:
            self._items(object, stream, indent, allowance + 2, context, level)
            stream.write("])")
        else:
            self._items(object, stream, indent, 2, context, level)
            bound = self._repr(object.maxlen, context, level)
            stream.write("],\n%smaxlen=%s)" % (" " * indent, bound))

    def _items(self, items, stream, indent, allowance, context, level):
        indent += self._indent
        if self._indent > 1:
            stream.write((self._indent - 1) * " ")
        items = list(items)
        separator = ",\n" + " " * indent
        between = ""
        width = room = self._width - indent + 1
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                need = len(text) + 2
                if width < need:
                    width = room
                    if between:
                        between = separator
                if width >= need:
                    width -= need
                    stream.write(between)
                    between = ", "
                    stream.write(text)
                    continue
            stream.write(between)
            between = separator
            self._format(item, stream, indent, allowance if last else 1, context, level)

    def _str(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        chunks = []
        lines = object.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        full = room = self._width - indent
        text = ""
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                room -= allowance
            if len(text) <= room:
                chunks.append(text)
                continue
            words = re.findall(r"\S*\s*", line)
            words.pop()
            outer = full
            current = ""
            for j, word in enumerate(words):
                candidate = current + word
                if j == len(words) - 1 and i == len(lines) - 1:
                    outer -= allowance
                if len(repr(candidate)) > outer:
                    if current:
                        chunks.append(repr(current))
                    current = word
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            stream.write(text)
            return
        if level == 1:
            stream.write("(")
        stream.write(("\n" + " " * indent).join(chunks))
        if level == 1:
            stream.write(")")

    def _bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            stream.write(repr(object))
            return
        parens = level == 1
        if type(object) is bytearray:
            stream.write("bytearray(")
            indent += 10
            allowance += 1
            parens = False
        elif parens:
            indent += 1
            allowance += 1
            stream.write("(")
        between = ""
        for text in _wrap_bytes(bytes(object), self._width - indent, allowance):
            stream.write(between + text)
            between = "\n" + " " * indent
        if parens or type(object) is bytearray:
            stream.write(")")

    def _mapping_proxy(self, object, stream, indent, allowance, context, level):
        stream.write("mappingproxy(")
        self._format(object.copy(), stream, indent + 13, allowance + 1, context, level)
        stream.write(")")

    def _default_dict(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        factory = self._repr(object.default_factory, context, level)
        name = type(object).__name__
        indent += len(name) + 1
        stream.write("%s(%s,\n%s" % (name, factory, " " * indent))
        self._dict(object, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _counter(self, object, stream, indent, allowance, context, level):
        if not len(object):
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "({")
        if self._indent > 1:
            stream.write((self._indent - 1) * " ")
        self._pairs(object.most_common(), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("})")

    def _chain_map(self, object, stream, indent, allowance, context, level):
        if not len(object.maps):
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "(")
        indent += len(name) + 1
        for i, mapping in enumerate(object.maps):
            last = i == len(object.maps) - 1
            self._format(mapping, stream, indent, allowance + 1 if last else 1, context, level)
            stream.write(")" if last else ",\n" + " " * indent)

    def _user_data(self, object, stream, indent, allowance, context, level):
        self._format(object.data, stream, indent, allowance, context, level - 1)

    def _safe_repr(self, object, context, maxlevels, level):
        """The text on one line, whether it can be read back, whether it refers to itself."""
        kind = type(object)
        if kind in (str, bytes, bytearray, float, complex, bool, type(None)):
            return repr(object), True, False
        show = kind.__repr__
        if issubclass(kind, int) and show is int.__repr__:
            return (f"{object:_d}" if self._underscore_numbers else repr(object)), True, False
        is_dict = issubclass(kind, dict) and show is dict.__repr__
        is_list = issubclass(kind, list) and show is list.__repr__
        if not is_dict and not is_list and not (issubclass(kind, tuple) and show is tuple.__repr__):
            text = repr(object)
            return text, bool(text) and not text.startswith("<"), False
        if not object:
            return "{}" if is_dict else "[]" if is_list else "()", True, False
        identity = id(object)
        opening, end = "{}" if is_dict else "[]" if is_list else "()"
        if maxlevels and level >= maxlevels:
            return (opening + ",".join(["..."]) + end) if is_dict or is_list or len(object) != 1 else "(...,)", False, identity in context
        if identity in context:
            return _recursion(object), False, True
        context[identity] = 1
        readable, recursive = True, False
        parts = []
        if is_dict:
            items = sorted(object.items(), key=_by_key) if self._sort_dicts else object.items()
            for pair in items:
                texts = []
                for part in pair:
                    text, can_read, refers = self.format(part, context, maxlevels, level + 1)
                    texts.append(text)
                    readable = readable and can_read
                    recursive = recursive or refers
                parts.append(": ".join(texts))
        else:
            for part in object:
                text, can_read, refers = self.format(part, context, maxlevels, level + 1)
                parts.append(text)
                readable = readable and can_read
                recursive = recursive or refers
            if not is_list and len(object) == 1:
                end = ",)"
        del context[identity]
        return opening + ", ".join(parts) + end, readable, recursive


def _recursion(object):
    return "<Recursion on %s with id=%s>" % (type(object).__name__, id(object))


def _wrap_bytes(data, width, allowance):
    current = b""
    last = len(data) // 4 * 4
    for i in range(0, len(data), 4):
        part = data[i:i + 4]
        candidate = current + part
        if i == last:
            width -= allowance
        if len(repr(candidate)) > width:
            if current:
                yield repr(current)
            current = part
        else:
            current = candidate
    if current:
        yield repr(current)


_WRITERS = {
    dict.__repr__: PrettyPrinter._dict,
    OrderedDict.__repr__: PrettyPrinter._ordered_dict,
    list.__repr__: PrettyPrinter._list,
    tuple.__repr__: PrettyPrinter._tuple,
    set.__repr__: PrettyPrinter._set,
    frozenset.__repr__: PrettyPrinter._set,
    str.__repr__: PrettyPrinter._str,
    bytes.__repr__: PrettyPrinter._bytes,
    bytearray.__repr__: PrettyPrinter._bytes,
    MappingProxyType.__repr__: PrettyPrinter._mapping_proxy,
    SimpleNamespace.__repr__: PrettyPrinter._namespace,
    defaultdict.__repr__: PrettyPrinter._default_dict,
    Counter.__repr__: PrettyPrinter._counter,
    ChainMap.__repr__: PrettyPrinter._chain_map,
    deque.__repr__: PrettyPrinter._deque,
    UserDict.__repr__: PrettyPrinter._user_data,
    UserList.__repr__: PrettyPrinter._user_data,
    UserString.__repr__: PrettyPrinter._user_data,
}


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **keywords):
    pprint(object, *args, sort_dicts=sort_dicts, **keywords)


def saferepr(object):
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    return PrettyPrinter().isrecursive(object)
