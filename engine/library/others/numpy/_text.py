# Arrays as text, by numpy's rules: eight digits at most, one width for all, lines of 75.
import math

import torch._C as _C

from numpy._scalars import PRECISION, _rounded, _shortest

options = {"precision": 8, "threshold": 1000, "edgeitems": 3, "linewidth": 75, "suppress": False}


def _parts(text):
    whole, _, fraction = text.partition(".")
    return whole, fraction


def _positional(value, dtype):
    """The shortest digits, of which no more than the precision stay behind the point."""
    text = _shortest(value, dtype)
    if "e" in text or len(_parts(text)[1]) > options["precision"]:
        text = f"{float(text):.{options['precision']}f}"
    text = text.rstrip("0")
    return text if "." in text else text + "."


def _scientific(value, dtype, digits=None):
    short = _shortest(value, dtype)
    if digits is None:
        significant = short.partition("e")[0].replace(".", "").replace("-", "").strip("0")
        digits = min(max(len(significant) - 1, 0), options["precision"])
    mantissa, _, exponent = f"{float(short):.{digits}e}".partition("e")
    return mantissa if "." in mantissa else mantissa + ".", exponent


def _special(value):
    return "nan" if value != value else "inf" if value > 0 else "-inf"


def _float_formats(values, dtype):
    finite = [v for v in values if v == v and v not in (math.inf, -math.inf)]
    sizes = [abs(v) for v in finite if v != 0]
    large = 10 ** min(8, PRECISION[dtype])
    by_exponent = sizes and (max(sizes) >= large or (not options["suppress"] and
                                                     (min(sizes) < _rounded(1e-4, dtype) or max(sizes) / min(sizes) > 1000)))
    if by_exponent:
        digits = max(len(_parts(_scientific(v, dtype)[0])[1]) for v in finite)
        places = max(len(_scientific(v, dtype)[1]) for v in finite) - 1
        def text(v):
            mantissa, exponent = _scientific(v, dtype, digits)
            return mantissa + "e" + exponent[0] + exponent[1:].zfill(places)
        left = max(len(_parts(text(v))[0]) for v in finite)
        right = max(len(text(v)) - len(_parts(text(v))[0]) - 1 for v in finite)
        pad = lambda v: text(v).rjust(left + right + 1)
    else:
        parts = [_parts(_positional(v, dtype)) for v in finite]
        left = max([len(p[0]) for p in parts] + [0])
        right = max([len(p[1]) for p in parts] + [0])
        def pad(v):
            whole, fraction = _parts(_positional(v, dtype))
            return whole.rjust(left) + "." + fraction.ljust(right)
    special = [len(_special(v)) for v in values if v != v or v in (math.inf, -math.inf)]
    left = max([left] + [n - right - 1 for n in special])
    width = left + right + 1
    return lambda v: (pad(v) if v == v and v not in (math.inf, -math.inf) else _special(v)).rjust(width)


def _format_of(values, dtype):
    if dtype.is_floating_point:
        return _float_formats(values, dtype)
    if dtype is _C.bool:
        return lambda v: " True" if v else "False"
    width = max(len(str(min(values))), len(str(max(values))))
    return lambda v: str(v).rjust(width)


def _extended(text, line, word, width, prefix):
    if len(line) + len(word) > width and len(line) > len(prefix):
        text += line.rstrip() + "\n"
        line = prefix
    return text, line + word


def _shown(rows, summarised):
    edge = options["edgeitems"]
    return summarised and len(rows) > 2 * edge


def _leaves(tree, rank, summarised):
    if rank == 0:
        return [tree]
    edge = options["edgeitems"]
    rows = tree[:edge] + tree[-edge:] if _shown(tree, summarised) else tree
    return [leaf for row in rows for leaf in _leaves(row, rank - 1, summarised)]


def _block(tree, rank, indent, width, separator, write, summarised):
    if rank == 0:
        return write(tree)
    deeper, edge = indent + " ", options["edgeitems"]
    rows = [_block(row, rank - 1, deeper, width - 1, separator, write, summarised)
            for row in (tree[:edge] + tree[-edge:] if _shown(tree, summarised) else tree)]
    if _shown(tree, summarised):
        rows[edge:edge] = ["..."]
    if rank == 1:
        room = width - max(len(separator.rstrip()), 1)
        text, line = "", indent
        for row in rows[:-1]:
            text, line = _extended(text, line, row, room, indent)
            line += separator
        text, line = _extended(text, line, rows[-1], width - 1, indent)
        text += line
    else:
        text = (separator.rstrip() + "\n" * (rank - 1)).join([indent + row for row in rows])
    return "[" + text[len(indent):] + "]"


def text_of(tensor, separator=" ", prefix="", suffix=""):
    if tensor.numel() == 0:
        return "[]"
    summarised = tensor.numel() > options["threshold"]
    tree, rank = tensor.tolist(), tensor.dim()
    write = _format_of(_leaves(tree, rank, summarised), tensor.dtype)
    if rank == 0:
        return write(tree).strip()
    return _block(tree, rank, " " + " " * len(prefix), options["linewidth"] - len(suffix), separator, write, summarised)


def repr_of(tensor, name):
    text = "array(" + text_of(tensor, ", ", "array(", ")")
    extra = []
    if (tensor.numel() == 0 and tuple(tensor.shape) != (0,)) or tensor.numel() > options["threshold"]:
        extra.append(f"shape={tuple(tensor.shape)}")
    if tensor.numel() == 0 or tensor.dtype not in (_C.float64, _C.int64, _C.bool):
        extra.append(f"dtype={name}")
    if not extra:
        return text + ")"
    more = ", ".join(extra) + ")"
    last = len(text) - (text.rfind("\n") + 1)
    return text + "," + ("\n" + " " * len("array(") if last + len(more) + 1 > options["linewidth"] else " ") + more
