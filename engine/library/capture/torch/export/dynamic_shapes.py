# What a program says about sizes that may vary, and what the export found out about them.
# Neighbours: _trace.py (traces with the symbols made here), _checks.py (what a module checks).
import torch
from torch._dynamo.exc import ConstraintViolationError, UserError

_CASE = "For more information about this error, see: https://pytorch.org/docs/main/generated/exportdb/index.html#dynamic-shapes-validation"


def _refuse(message, case=False):
    if case:
        message += (" " if message.endswith(".") else "\n") + _CASE
    raise UserError(message)


class _DimHint:
    def __init__(self, name, min=None, max=None):
        self.name, self.min, self.max = name, min, max

    def __call__(self, min=None, max=None):
        return _DimHint(self.name, min, max)

    def __repr__(self):
        bounds = [f"{name}={value}" for name, value in (("min", self.min), ("max", self.max)) if value is not None]
        return f"DimHint({self.name}{''.join([', ' + bound for bound in bounds])})"


class Dim:
    AUTO = _DimHint("AUTO")
    STATIC = _DimHint("STATIC")
    DYNAMIC = _DimHint("DYNAMIC")

    def __init__(self, name, *, min=None, max=None):
        if max is not None and (0 if min is None else min) >= max:
            raise AssertionError(f"Cannot create Dim with inconsistent min={0 if min is None else min}, max={max}")
        if not name.isidentifier():
            raise AssertionError(f"Dim name must be a valid identifier, got {name}")
        self.__name__ = name
        self.min, self.max = 0 if min is None else min, max

    def __add__(self, other):
        return _DerivedDim(self, 1, _number(other, "add"))

    def __sub__(self, other):
        return _DerivedDim(self, 1, -_number(other, "sub"))

    def __mul__(self, other):
        return _DerivedDim(self, _number(other, "mul"), 0)

    __radd__, __rmul__ = __add__, __mul__

    def __repr__(self):
        return f"Dim('{self.__name__}', min={self.min}" + (f", max={self.max})" if self.max is not None else ")")


def _number(other, name):
    if type(other) is not int:
        raise NotImplementedError(f"Attempted to {name} a Dim and {other!r}, only increasing linear operations with integer coefficients are supported.")
    return other


class _DerivedDim:
    """factor * root + offset."""

    def __init__(self, root, factor, offset):
        self.root, self.factor, self.offset = root, factor, offset

    @property
    def __name__(self):
        text = self.root.__name__ if self.factor == 1 else f"{self.factor}*{self.root.__name__}"
        return text + (f" + {self.offset}" if self.offset > 0 else f" - {-self.offset}" if self.offset < 0 else "")

    @property
    def min(self):
        return self.factor * self.root.min + self.offset

    @property
    def max(self):
        return None if self.root.max is None else self.factor * self.root.max + self.offset

    def __add__(self, other):
        return _DerivedDim(self.root, self.factor, self.offset + _number(other, "add"))

    def __sub__(self, other):
        return self + -_number(other, "sub")

    def __mul__(self, other):
        return _DerivedDim(self.root, self.factor * _number(other, "mul"), self.offset * other)

    __radd__, __rmul__ = __add__, __mul__

    def __repr__(self):
        return self.__name__


def dims(*names, min=None, max=None):
    return tuple([Dim(name, min=min, max=max) for name in names])


# --- what was asked for, per leaf of the inputs ----------------------------------------------
class _Leaf:
    """A tensor among the inputs: where it comes from, and what is wanted of its dimensions."""

    def __init__(self, source, sizes, wanted):
        self.source, self.sizes = source, sizes
        self.wanted = wanted  # dim -> Dim, derived Dim, hint or int


def leaf_shapes(dynamic_shapes, names, star, inputs):
    """A _Leaf for each tensor of the inputs, None for other leaves, in the order of the leaves."""
    if dynamic_shapes is None:
        given = {name: None for name in names}
    elif isinstance(dynamic_shapes, dict):
        given = dict(dynamic_shapes)
        top = list(dict.fromkeys([star.get(name, name) for name in names]))
        if set(given) == set(top):
            for collecting in set(star.values()):
                own = [name for name in names if star.get(name) == collecting]
                shapes = given.pop(collecting) or [None] * len(own)
                given.update(shapes if isinstance(shapes, dict) else zip(own, shapes))
            top = list(given)
        if list(given) != top and set(given) != set(top):
            _refuse(f"When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names {list(top)} of `inputs`, "
                    f"but here they are {list(given)}. Alternatively, you could also ignore arg names entirely and specify "
                    f"`dynamic_shapes` as a list/tuple matching `inputs`.", True)
    else:
        shapes = list(dynamic_shapes)
        if star and len(shapes) == 1 and isinstance(shapes[0], (list, tuple)) and len(names) == len(star) and len(shapes[0]) == len(names):
            shapes = list(shapes[0])
        if len(shapes) != len(names):
            _refuse(f"Detected mismatch between the structure of `inputs` and `dynamic_shapes`: `inputs` has {len(names)} elements, "
                    f"but `dynamic_shapes` has {len(shapes)} elements", True)
        given = dict(zip(names, shapes))
    found = []
    for i, (name, value) in enumerate(zip(names, inputs)):
        key = f"['{name}']" if isinstance(dynamic_shapes, dict) else f"[{i}]"
        own = name.removeprefix(star[name] + "_") if name in star else name
        source = f"L['{name}']" if name not in star else f"L['{star[name]}'][{own}]" if own.isdigit() else f"L['{star[name]}']['{name}']"
        _walk(value, given.get(name), source, f"`dynamic_shapes{key}`", found)
    return found


def _walk(value, shapes, source, place, found):
    if isinstance(value, torch.Tensor):
        found.append(_Leaf(source, list(value.shape), _wanted(value, shapes, place)))
    elif isinstance(value, (list, tuple)):
        if shapes is not None and (not isinstance(shapes, (list, tuple)) or len(shapes) != len(value)):
            _refuse(f"Detected mismatch between the structure of `inputs` and `dynamic_shapes`: `inputs` and `dynamic_shapes` differ at {place}", True)
        for i, item in enumerate(value):
            _walk(item, shapes[i] if shapes is not None else None, f"{source}[{i}]", f"{place[:-1]}[{i}]`", found)
    elif isinstance(value, dict):
        for key in value:
            _walk(value[key], shapes.get(key) if shapes is not None else None, f"{source}['{key}']", f"{place[:-1]}['{key}']`", found)
    else:
        found.append(None)


def _wanted(tensor, shapes, place):
    kinds = (int, Dim, _DerivedDim, _DimHint)
    if shapes is None:
        return {}
    if isinstance(shapes, dict):
        for dim in shapes:
            if not -tensor.dim() <= dim < tensor.dim():
                raise IndexError("list assignment index out of range")
        pairs = [(dim % tensor.dim(), wanted) for dim, wanted in shapes.items()]
    elif isinstance(shapes, (list, tuple)):
        if len(shapes) != tensor.dim():
            _refuse(f"Expected dynamic shape spec {shapes} specified at {place} to have the same length as the actual tensor shape "
                    f"{tensor.shape} (expected {tensor.dim()}, but got {len(shapes)} instead)", True)
        pairs = list(enumerate(shapes))
    else:
        _refuse(f"Unexpected input tensor shape {shapes} specified at {place} (expected either a list/tuple of dimensions, or a dict mapping "
                "indices to dimensions, where each dimension is an int, a Dim, Dim.AUTO, Dim.STATIC, or Dim.DYNAMIC)", True)
    for dim, wanted in pairs:
        if wanted is not None and not isinstance(wanted, kinds):
            _refuse(f"Unexpected dimension mapped to index {dim} in input tensor shape {shapes} specified at {place} (expected None, an int, a Dim, "
                    f"Dim.AUTO, Dim.STATIC, or Dim.DYNAMIC,  but got {wanted!r} instead)", True)
    return {dim: wanted for dim, wanted in pairs if wanted is not None and not (isinstance(wanted, _DimHint) and wanted.name == "STATIC")}


# --- symbols --------------------------------------------------------------------------------
class Sizes:
    """The symbols of an export: which dimension of which input is which, and what is known of them."""

    def __init__(self, scope, leaves, tensors):
        self.scope = scope
        self.rows = []     # (leaf, dim, wanted, symbol)
        self.shapes = []   # per leaf, its sizes
        self.roots = {}    # name of a Dim -> its symbol
        self.too_small = []
        for leaf, tensor in zip(leaves, tensors):
            if leaf is not None:
                self.shapes.append([self._size(leaf, dim, size) for dim, size in enumerate(tensor.shape)])
            else:
                self.shapes.append(None)
        # All symbols are there: relations between them can be stated.
        for leaf, dim, wanted, symbol in self.rows:
            if isinstance(wanted, _DerivedDim):
                self._state(symbol, wanted.factor * self._root(wanted, symbol) + wanted.offset, wanted, leaf, dim)
            elif isinstance(wanted, Dim) and self.roots[wanted.__name__] is not symbol:
                self._state(symbol, self.roots[wanted.__name__], wanted, leaf, dim)

    def _size(self, leaf, dim, size):
        wanted = leaf.wanted.get(dim)
        source = f"{leaf.source}.size()[{dim}]"
        if wanted is None:
            return size
        if isinstance(wanted, int):
            if wanted != size:
                raise ConstraintViolationError(f"Static shape constraint of {wanted} does not match input size of {size}, for {source}")
            return size
        if size < 2:
            if isinstance(wanted, _DimHint):
                if wanted.name == "DYNAMIC":
                    place = "inputs" + "".join(["[" + part for part in leaf.source.split("[")[1:]])
                    raise ValueError("Found the following conflicts between user-specified ranges and inferred ranges from model tracing:\n"
                                     f"- Received user-specified dim hint Dim.DYNAMIC(min=None, max=None), but export 0/1 specialized due to hint of {size} "
                                     f"for dimension {place}.shape[{dim}].")
                return size
            self.too_small.append((wanted, size))
            return size
        least, most = wanted.min, wanted.max
        low = 2 if least is None or least < 2 else least
        if size < low or most is not None and size > most:
            raise ConstraintViolationError(f"{size} not in range [{low}, {'int_oo' if most is None else most}]")
        symbol = self.scope.symbol(size, source, low)
        if most is not None:
            symbol <= most  # known from now on
        self.rows.append((leaf, dim, wanted, symbol))
        if isinstance(wanted, Dim):
            self.roots.setdefault(wanted.__name__, symbol)
        return symbol

    def _root(self, wanted, symbol):
        name = wanted.root.__name__
        if name not in self.roots:
            hint = (self._hint(symbol) - wanted.offset) // wanted.factor
            self.roots[name] = self.scope.symbol(hint, name, 2)
        return self.roots[name]

    def _hint(self, symbol):
        for leaf, dim, _, known in self.rows:
            if known is symbol:
                return leaf.sizes[dim]

    def _state(self, symbol, value, wanted, leaf, dim):
        if not symbol == value:
            raise ConstraintViolationError(f"{leaf.source}.size()[{dim}] = {leaf.sizes[dim]} is not equal to {wanted.__name__}")

    def now(self, size):
        """A size as it is known by now: symbols that others stand for are gone."""
        return size if type(size) is int else self.scope.simplify(size)

    def ranges(self):
        """[text, least, most] of each size that varies."""
        found, seen = [], set()
        for leaf, dim, wanted, symbol in self.rows:
            size = self.now(symbol)
            if type(size) is int or str(size) in seen:
                continue
            seen.add(str(size))
            least, most = self.scope.range(size)
            if not isinstance(wanted, _DimHint):
                least, most = wanted.min, wanted.max
            found.append([str(size), least, most])
        for symbol in self.roots.values():
            size = self.now(symbol)
            if type(size) is not int and str(size) not in seen and self.scope.parts(size)[0] == "symbol":
                seen.add(str(size))
                found.append([str(size)] + list(self.scope.range(size)))
        return found

    def check(self):
        """What was asked for holds of all the values that the program works for."""
        violated, lines, fixes = [], [], []

        def blame(key, text, fix=None):
            if key not in violated:
                violated.append(key)
            if text is not None:
                lines.append(text)
            if fix is not None and fix not in fixes:
                fixes.append(fix)

        for wanted, size in self.too_small:
            self._specialised(blame, wanted.__name__, size, True)
        named = []
        for leaf, dim, wanted, symbol in self.rows:
            source, size = f"{leaf.source}.size()[{dim}]", self.now(symbol)
            if type(size) is int:
                if isinstance(wanted, _DimHint):
                    if wanted.name != "AUTO":
                        self._specialised(blame, source, size, False)
                else:
                    self._specialised(blame, wanted.__name__, size, True)
                continue
            if not isinstance(wanted, Dim) or wanted.__name__ in [known.__name__ for known, _, _ in named]:
                continue
            for other, other_source, other_size in named:
                if str(other_size) == str(size):
                    blame(wanted.__name__, f"The values of {wanted.__name__} = {source} and {other.__name__} = {other_source} must always be equal.",
                          f"{wanted.__name__} = {other.__name__}")
                else:
                    offset = size - other_size
                    if type(offset) is int:
                        relation = f"{wanted.__name__} = {other.__name__} {'+' if offset > 0 else '-'} {abs(offset)}"
                        blame(wanted.__name__, f"The values of {wanted.__name__} = {source} must always be related to the values of "
                              f"{other.__name__} = {other_source} by {relation}.", relation)
            named.append((wanted, source, size))
            self._check_range(blame, wanted, source, size)
            self._check_guards(blame, wanted, source, size)
        if violated:
            text = f"Constraints violated ({', '.join(violated)})! For more information, run with TORCH_LOGS=\"+dynamic\"."
            text += "".join(["\n  - " + line for line in lines])
            if fixes:
                text += "\nSuggested fixes:" + "".join(["\n  " + fix for fix in fixes])
            _refuse(text)

    def _specialised(self, blame, key, size, named):
        blame(key, f"You marked {key} as dynamic but your code specialized it to be a constant ({size}). If you're using mark_dynamic, "
              "either remove it or use maybe_mark_dynamic. If you're using Dim.DYNAMIC, replace it with either Dim.STATIC or Dim.AUTO.",
              f"{key} = {size}" if named else None)

    def _check_range(self, blame, wanted, source, size):
        least, most = self.scope.range(size)
        low = least if least > max(wanted.min, 2) else None
        high = most if most is not None and (wanted.max is None or most < wanted.max) else None
        if low is None and high is None:
            return
        name = wanted.__name__
        range = (f"{wanted.min} <= " if wanted.min > 2 else "") + name + (f" <= {wanted.max}" if wanted.max is not None else "")
        range = "" if range == name else range + " "
        bounds = [f"min={least}"] if least > 2 else []
        bounds += [f"max={most}"] if most is not None else []
        blame(name, f"Not all values of {name} = {source} in the specified range {range}satisfy the generated guard "
              f"{least} <= {source} and {source} <= {'IntInfinity()' if most is None else most}",
              f"{name} = Dim('{name}', {', '.join(bounds)})")

    def _check_guards(self, blame, wanted, source, size):
        for left, sign, right in self.scope.guards():
            left, right = self.now(left), self.now(right)
            if sign != "==" or str(left) == str(right) or type(left - right) is int:
                continue
            parts = [self.scope.parts(side) for side in (left, right)]
            kinds = [kind for kind, _ in parts]
            if "mod" in kinds and str(size) in str(left) + str(right):
                operands = parts[kinds.index("mod")][1]
                name = wanted.__name__
                fix = None
                if str(operands[0]) == str(size) and type(operands[1]) is int:
                    fix = f"_{name} = Dim('_{name}', min=1, max=oo)\n  {name} = {operands[1]}*_{name}"
                blame(name, f"Not all values of {name} = {source} in the specified range satisfy the generated guard "
                      f"({source} % {operands[1]}) == {right if kinds[0] == 'mod' else left}.", fix)
