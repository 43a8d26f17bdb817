"""Pretty printing of nested containers within a width."""
import sys


def _lines(obj, indent, width, allowance, level, depth, sort_dicts, out, compact):
    text = repr(obj) if depth is None or level < depth else "..."
    if sort_dicts and isinstance(obj, dict) and type(obj).__repr__ is dict.__repr__:
        text = saferepr(obj, sort_dicts)
    if len(text) <= width - level_columns(out) - allowance or not isinstance(obj, (list, tuple, dict, set, frozenset)):
        out.append(text)
        return
    start = level_columns(out)
    if isinstance(obj, dict) and type(obj).__repr__ is dict.__repr__ and obj:
        out.append("{" + " " * (indent - 1))
        items = sorted(obj.items(), key=_sort_key) if sort_dicts else list(obj.items())
        column = start + indent
        for i, (key, value) in enumerate(items):
            if i:
                out.append(",\n" + " " * column)
            out.append(saferepr(key, sort_dicts) + ": ")
            last = i == len(items) - 1
            _lines(value, indent, width, allowance + 1 if last else 1, level + 1, depth, sort_dicts, out, compact)
        out.append("}")
        return
    if type(obj).__repr__ in (list.__repr__, tuple.__repr__, set.__repr__) and len(obj):
        opening, closing = ("[", "]") if isinstance(obj, list) else ("(", ")") if isinstance(obj, tuple) else ("{", "}")
        if isinstance(obj, tuple) and len(obj) == 1:
            closing = ",)"
        items = sorted(obj, key=repr) if isinstance(obj, set) else list(obj)
        out.append(opening + " " * (indent - 1))
        column = start + indent
        for i, item in enumerate(items):
            if i:
                out.append(",\n" + " " * column)
            last = i == len(items) - 1
            _lines(item, indent, width, allowance + len(closing) if last else 1, level + 1, depth, sort_dicts, out, compact)
        out.append(closing)
        return
    out.append(text)


def level_columns(out):
    columns = 0
    for part in reversed(out):
        newline = part.rfind("\n")
        if newline >= 0:
            return columns + len(part) - newline - 1
        columns += len(part)
    return columns


def _sort_key(item):
    key = item[0]
    return (0, key, "") if isinstance(key, (int, float)) else (1, 0, str(key))


def saferepr(obj, sort_dicts=True):
    if isinstance(obj, dict) and type(obj).__repr__ is dict.__repr__:
        items = sorted(obj.items(), key=_sort_key) if sort_dicts else obj.items()
        return "{" + ", ".join(saferepr(k, sort_dicts) + ": " + saferepr(v, sort_dicts) for k, v in items) + "}"
    if isinstance(obj, list) and type(obj).__repr__ is list.__repr__:
        return "[" + ", ".join(saferepr(v, sort_dicts) for v in obj) + "]"
    if isinstance(obj, tuple) and type(obj).__repr__ is tuple.__repr__:
        return "(" + ", ".join(saferepr(v, sort_dicts) for v in obj) + (",)" if len(obj) == 1 else ")")
    return repr(obj)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    out = []
    _lines(object, indent, width, 0, 0, depth, sort_dicts, out, compact)
    return "".join(out)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    text = pformat(object, indent, width, depth, compact=compact, sort_dicts=sort_dicts)
    (sys.stdout if stream is None else stream).write(text + "\n")


def pp(object, *args, sort_dicts=False, **keywords):
    pprint(object, *args, sort_dicts=sort_dicts, **keywords)


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        self._options = dict(indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts)
        self._stream = stream

    def pformat(self, object):
        return pformat(object, **self._options)

    def pprint(self, object):
        pprint(object, self._stream, **self._options)
