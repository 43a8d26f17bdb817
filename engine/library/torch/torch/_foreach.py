# torch._foreach_*: one call for a whole list of tensors, as optimisers and clipping use them.
# Each applies the operator tensor by tensor; in a captured graph the call is one node.
import torch
from torch._C import Tensor

__all__ = []

_UNARY = ("abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1", "floor", "frac", "lgamma", "log", "log10", "log1p", "log2", "neg",
          "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")
_BINARY = ("add", "sub", "mul", "div", "clamp_min", "clamp_max", "maximum", "minimum", "pow")
_TERNARY = ("addcmul", "addcdiv", "lerp")


def _lists(first, others):
    if len(first) == 0:
        raise RuntimeError("Tensor list must have at least one tensor.")
    for other in others:
        if isinstance(other, (list, tuple)) and len(other) != len(first):
            kind = "scalar" if not isinstance(other[0], Tensor) else "tensor"
            if kind == "scalar":
                raise RuntimeError("Tensor list must have same number of elements as scalar list.")
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {len(first)} and {len(other)}")


def _column(value, count):
    return value if isinstance(value, (list, tuple)) else [value] * count


def _export(function, name):
    function.__name__ = function.__qualname__ = name
    function.__module__ = "torch"
    globals()[name] = function
    __all__.append(name)


# Maximum and minimum take tensors and numbers; what writes in place is named otherwise.
def _maximum(tensor, other):
    return torch.maximum(tensor, other) if isinstance(other, Tensor) else tensor.clamp(min=other)


def _minimum(tensor, other):
    return torch.minimum(tensor, other) if isinstance(other, Tensor) else tensor.clamp(max=other)


_METHODS = {"maximum": _maximum, "minimum": _minimum, "clamp_min": _maximum, "clamp_max": _minimum, "maximum_": Tensor.clamp_min_, "minimum_": Tensor.clamp_max_}


def _apply(operator, names):
    method = _METHODS.get(operator) or getattr(Tensor, operator)

    def each(self, *args, **kwargs):
        args = args + tuple(kwargs.pop(n) for n in names if n in kwargs)
        if operator.startswith("addc") and len(args) == 3:  # a factor behind two lists of tensors
            kwargs["value"] = args[2]
            args = args[:2]
        _lists(self, args)
        columns = [_column(a, len(self)) for a in args]
        if not kwargs:
            return tuple(map(method, self, *columns))
        rows = zip(self, *columns)
        if any([isinstance(v, (list, tuple)) for v in kwargs.values()]):
            named = [_column(v, len(self)) for v in kwargs.values()]
            return tuple([method(*row, **dict(zip(kwargs, values))) for row, values in zip(rows, zip(*named))])
        return tuple([method(*row, **kwargs) for row in rows])
    return each


def _power(self, exponent):
    if isinstance(self, (list, tuple)):
        return _powers(self, exponent)
    return tuple(torch.pow(self, e) for e in exponent)


def _in_place(each):
    def changed(self, *args, **kwargs):
        each(self, *args, **kwargs)
        return self
    return changed


_powers = _apply("pow", ("exponent",))
_ARGUMENTS = {"addcmul": ("tensor1", "tensor2"), "addcdiv": ("tensor1", "tensor2"), "lerp": ("tensors1", "weight"), "pow": ("exponent",)}
for _name in _UNARY + _BINARY + _TERNARY:
    _names = _ARGUMENTS.get(_name, ("other", "scalar", "scalars"))
    _export(_power if _name == "pow" else _apply(_name, _names), "_foreach_" + _name)
    _export(_in_place(_apply(_name + "_", _names)), f"_foreach_{_name}_")


def _norm(self, ord=2, dtype=None):
    _lists(self, ())
    return tuple(torch.linalg.vector_norm(tensor, ord, dtype=dtype) for tensor in self)


def _zero(self):
    list(map(Tensor.zero_, self))
    return self


def _copy(self, src, non_blocking=False):
    _lists(self, (src,))
    list(map(Tensor.copy_, self, src))
    return self


_export(_norm, "_foreach_norm")
_export(_zero, "_foreach_zero_")
_export(_copy, "_foreach_copy_")
