# What an exported module checks of its inputs: plain lists, so that files hold them too.
# An expression over sizes is a number, a symbol's name, or [operator, operands].


class _Infinity:
    def __repr__(self):
        return "int_oo"

    __str__ = __repr__

    def __eq__(self, other):
        return isinstance(other, _Infinity)

    def __hash__(self):
        return 1

    def __gt__(self, other):
        return not isinstance(other, _Infinity)

    def __ge__(self, other):
        return True

    def __lt__(self, other):
        return False

    def __le__(self, other):
        return isinstance(other, _Infinity)


int_oo = _Infinity()


class SizeSymbol:
    """A size that varies, as a key of range_constraints."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    __str__ = __repr__

    def __eq__(self, other):
        return isinstance(other, SizeSymbol) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class ValueRanges:
    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def __repr__(self):
        return f"VR[{self.lower}, {self.upper}]"

    __str__ = __repr__

    def __eq__(self, other):
        return isinstance(other, ValueRanges) and (self.lower, self.upper) == (other.lower, other.upper)


def range_constraints(rows):
    return {SizeSymbol(text): ValueRanges(least, int_oo if most is None else most) for text, least, most in rows}


def expression(scope, size):
    if type(size) is int:
        return size
    kind, operands = scope.parts(size)
    if kind in ("symbol", "constant"):
        return operands[0]
    return [kind, [expression(scope, operand) for operand in operands]]


def symbols_of(tree):
    if isinstance(tree, str):
        return [tree]
    return [name for operand in tree[1] for name in symbols_of(operand)] if isinstance(tree, list) else []


_SIGNS = {"add": "+", "mul": "*", "floordiv": "//", "mod": "%"}


def evaluate(tree, values):
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return values[tree]
    kind, operands = tree[0], [evaluate(operand, values) for operand in tree[1]]
    if kind in ("min", "max"):
        return min(operands) if kind == "min" else max(operands)
    if kind == "neg":
        return -operands[0]
    result = operands[0]
    for operand in operands[1:]:
        result = {"add": lambda: result + operand, "mul": lambda: result * operand, "floordiv": lambda: result // operand, "mod": lambda: result % operand}[kind]()
    return result


def text_of(tree, sources):
    if isinstance(tree, int):
        return str(tree)
    if isinstance(tree, str):
        return sources[tree]
    kind, operands = tree[0], [text_of(operand, sources) for operand in tree[1]]
    if kind in ("min", "max"):
        return f"{kind}({', '.join(operands)})"
    if kind == "neg":
        return "-" + operands[0]
    if kind == "add" and isinstance(tree[1][-1], int):
        operands = operands[-1:] + operands[:-1]  # numbers first
    joined = f" {_SIGNS[kind]} ".join(operands)
    return joined if kind == "mul" else f"({joined})"


def made_checks(inputs, sizes):
    """Rows of what is checked; `inputs` are (name, leaf value, its sizes or None)."""
    rows, bound, sources = [], set(), {}
    scope = sizes.scope if sizes is not None else None
    for name, value, shape in inputs:
        if shape is None:
            if isinstance(value, (int, float, bool, str)):
                rows.append(["value", name, value])
            continue
        for dim, size in enumerate(shape):
            tree = expression(scope, sizes.now(size)) if sizes is not None else size
            place = f"{name}.size()[{dim}]"
            if isinstance(tree, str) and tree not in bound:
                bound.add(tree)
                sources[tree] = place
                rows.append(["bind", name, dim, tree])
                continue
            rows.append(["size", name, dim, tree])
    if sizes is None:
        return rows
    for leaf, dim, wanted, symbol in sizes.rows:
        tree = expression(scope, sizes.now(symbol))
        if not isinstance(tree, str) or tree not in bound:
            continue
        bound.discard(tree)
        least, most = scope.range(sizes.now(symbol))
        asked = 0 if getattr(wanted, "__name__", None) is None or wanted.min is None else wanted.min
        if max(asked, least) > 2:
            rows.append(["least", tree, max(asked, least)])
        if most is not None:
            rows.append(["most", tree, most])
    for left, sign, right in scope.guards():
        left, right = expression(scope, sizes.now(left)), expression(scope, sizes.now(right))
        if sign in ("==", "!=") and left != right and all([name in sources for name in symbols_of(left) + symbols_of(right)]):
            holds = isinstance(left, int) and isinstance(right, int)
            simple = sign == "!=" and (isinstance(left, int) or isinstance(right, int))
            if not holds and not simple:
                rows.append(["relation", left, sign, right])
    return rows


def run_checks(rows, values):
    """`values` are the inputs by name. Raises PyTorch's error for the first row that does not hold."""
    symbols, sources = {}, {}

    def refuse(text):
        raise AssertionError("Guard failed: " + text)

    for kind, *row in rows:
        if kind != "bind":
            continue
        name, dim, symbol = row
        sources[symbol] = f"{name}.size()[{dim}]"
        if dim < values[name].dim():
            symbols[symbol] = values[name].shape[dim]
    for kind, *row in rows:
        if kind == "value":
            name, value = row
            if values[name] != value:
                refuse(f"{name} == {value!r}")
        elif kind == "size":
            name, dim, tree = row
            if dim >= values[name].dim() or any([symbol not in symbols for symbol in symbols_of(tree)]):
                continue
            if values[name].shape[dim] != evaluate(tree, symbols):
                text = text_of(tree, sources)
                refuse(f"{name}.size()[{dim}] == {text[1:-1] if text.startswith('(') else text}")
        elif kind == "least" and row[0] in symbols and symbols[row[0]] < row[1]:
            refuse(f"{sources[row[0]]} >= {row[1]}")
        elif kind == "most" and row[0] in symbols and symbols[row[0]] > row[1]:
            refuse(f"{sources[row[0]]} <= {row[1]}")
        elif kind == "relation":
            left, sign, right = row
            if any([symbol not in symbols for symbol in symbols_of(left) + symbols_of(right)]):
                continue
            if (evaluate(left, symbols) == evaluate(right, symbols)) != (sign == "=="):
                refuse(f"{text_of(left, sources)} {sign} {text_of(right, sources)}")
