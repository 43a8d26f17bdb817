# The numbers of numpy: each is of a type, which arithmetic keeps. They are numbers of the
# language too (all of them, where numpy's float64 alone is a float), so that whatever takes
# a number takes them.
import builtins
import math
import operator

import torch._C as _C


class generic:
    ndim = 0
    shape = ()
    size = 1

    @property
    def dtype(self):
        from numpy import dtype
        return dtype(type(self))

    @property
    def itemsize(self):
        return self._torch.itemsize

    nbytes = itemsize

    @property
    def T(self):
        return self

    real = T

    def item(self):
        return _plain(self)

    tolist = item

    def astype(self, d):
        from numpy import dtype
        return dtype(d).type(_plain(self))

    def copy(self):
        return self

    def round(self, decimals=0):
        return round(self, decimals)

    def _array(self):
        from numpy import ndarray
        return ndarray(_C.tensor(_plain(self), dtype=self._torch))

    def reshape(self, *shape):
        return self._array().reshape(*shape)

    def _same(self, *args, **kwargs):
        return self

    sum = mean = max = min = prod = _same

    def __repr__(self):
        return f"np.{type(self).__name__}({str(self)})"

    def __format__(self, spec):
        return format(_plain(self), spec)

    def __bool__(self):
        return bool(_plain(self))

    def __reduce__(self):
        return type(self), (_plain(self),)


class number(generic):
    pass


class integer(number):
    pass


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    pass


def _plain(x):
    if isinstance(x, bool_):
        return int.__bool__(x)
    if isinstance(x, integer):
        return int.__int__(x)
    return float.__float__(x) if isinstance(x, floating) else x


def _rounded(value, dtype):
    return value if dtype is _C.float64 else _C.tensor(value, dtype=_C.float64).to(dtype).item()


# Decimal digits that a type is sure of; larger numbers are written with an exponent.
PRECISION = {_C.float64: 16, _C.float32: 6, _C.float16: 3}


def _shortest(value, dtype):
    """The fewest digits that read back as the same number of that type."""
    if dtype is _C.float64 or value != value or value in (math.inf, -math.inf) or value == 0:
        return float.__repr__(value)
    for digits in range(10):
        text = f"{value:.{digits}e}"
        if _rounded(float(text), dtype) == value:
            break
    return float.__repr__(float(text)) if 1e-4 <= abs(value) < 10 ** PRECISION[dtype] else text


def _new_float(cls, value=0.0):
    if hasattr(value, "_tensor"):
        return value._cast(cls)
    return float.__new__(cls, _rounded(float(value), cls._torch))


def _new_integer(cls, value=0):
    if hasattr(value, "_tensor"):
        return value._cast(cls)
    number = int(value)
    if not cls._lowest <= number <= cls._highest:
        raise OverflowError(f"Python integer {number} out of bounds for {cls.__name__}")
    return int.__new__(cls, number)


def _define_float(name, dtype):
    def __str__(self):
        return _shortest(float.__float__(self), dtype)

    body = {"_torch": dtype, "__new__": _new_float, "__str__": __str__, "__hash__": float.__hash__, "__module__": "numpy",
            "__repr__": generic.__repr__, "__format__": generic.__format__, "__bool__": generic.__bool__,
            "__reduce__": generic.__reduce__, "is_integer": lambda self: _plain(self).is_integer()}
    return type(name, (floating, float), body)


def _define_integer(name, dtype, bits, base):
    signed = base is signedinteger
    body = {"_torch": dtype, "_lowest": -(1 << (bits - 1)) if signed else 0,
            "_highest": (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1, "__new__": _new_integer,
            "__str__": int.__repr__, "__hash__": int.__hash__, "__module__": "numpy", "__repr__": generic.__repr__,
            "__format__": generic.__format__, "__bool__": generic.__bool__, "__reduce__": generic.__reduce__}
    return type(name, (base, int), body)


class bool_(generic, int):
    _torch = _C.bool

    def __new__(cls, value=False):
        if hasattr(value, "_tensor"):
            return value._cast(cls)
        return int.__new__(cls, 1 if value else 0)

    def __str__(self):
        return "True" if self else "False"

    def __repr__(self):
        return f"np.{str(self)}_"

    def __bool__(self):
        return int.__bool__(self)

    def __invert__(self):
        return bool_(not self)

    def __format__(self, spec):
        return format(str(self), spec)

    __reduce__ = generic.__reduce__
    __hash__ = int.__hash__


bool_.__module__ = "numpy"
True_ = bool_(True)
False_ = bool_(False)
float64 = _define_float("float64", _C.float64)
float32 = _define_float("float32", _C.float32)
float16 = _define_float("float16", _C.float16)
int64 = _define_integer("int64", _C.int64, 64, signedinteger)
int32 = _define_integer("int32", _C.int32, 32, signedinteger)
int16 = _define_integer("int16", _C.int16, 16, signedinteger)
int8 = _define_integer("int8", _C.int8, 8, signedinteger)
uint8 = _define_integer("uint8", _C.uint8, 8, unsignedinteger)
KINDS = {kind._torch: kind for kind in (float64, float32, float16, int64, int32, int16, int8, uint8, bool_)}


def promoted(a, b):
    """The torch dtype of what two numpy dtypes make: wide integers make wide floats."""
    for x, y in ((a, b), (b, a)):
        if x.is_floating_point and not y.is_floating_point and y is not _C.bool:
            return _C.float64 if y.itemsize >= 4 else _C.promote_types(x, _C.float32 if y.itemsize == 2 else x)
    return _C.promote_types(a, b)


def weakly_promoted(dtype, other):
    """The same with a number of the language, which takes the other's type where it can."""
    if isinstance(other, float):
        return dtype if dtype.is_floating_point else _C.float64
    return _C.int64 if dtype is _C.bool and not isinstance(other, bool) else dtype


def result_dtype(a, b):
    """Of two values of which one at least is numpy's; None for what is no number."""
    if isinstance(a, generic) and isinstance(b, generic):
        return promoted(a._torch, b._torch)
    known, other = (a, b) if isinstance(a, generic) else (b, a)
    return weakly_promoted(known._torch, other) if isinstance(other, (bool, int, float)) else None


def _divided(a, b):
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def _floor_divided(a, b):
    if b != 0:
        return a // b
    return 0 if isinstance(a, int) else _divided(a, b)


def _remainder(a, b):
    if b != 0:
        return a % b
    return 0 if isinstance(a, int) else math.nan


def _power(a, b):
    try:
        out = a**b
        return out if not isinstance(out, complex) else math.nan
    except OverflowError:
        return math.inf
    except ZeroDivisionError:
        return math.inf


def _made(dtype, value):
    kind = KINDS[dtype]
    if dtype.is_floating_point or dtype is _C.bool:
        return kind(value)
    value = int(value) - kind._lowest
    return int.__new__(kind, value % (kind._highest - kind._lowest + 1) + kind._lowest)


def _binary(function, exact=None, reflected=False):
    def method(self, other):
        dtype = result_dtype(self, other)
        if dtype is None:
            return NotImplemented
        if exact == "divide" and not dtype.is_floating_point:
            dtype = _C.float64
        a, b = _plain(self), _plain(other)
        if dtype.is_floating_point:
            a, b = float(a), float(b)
        return _made(dtype, function(b, a) if reflected else function(a, b))

    return method


def _comparison(function):
    def method(self, other):
        if not isinstance(other, (bool, int, float)):
            return NotImplemented
        a, b = _plain(self), _plain(other)
        if isinstance(a, float) and isinstance(b, float) and not isinstance(other, generic):
            b = _rounded(b, self._torch)
        return bool_(function(a, b))

    return method


_OPERATORS = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": _divided,
              "floordiv": _floor_divided, "mod": _remainder, "pow": _power}
_BITS = {"and": operator.and_, "or": operator.or_, "xor": operator.xor, "lshift": operator.lshift,
         "rshift": operator.rshift}
_COMPARISONS = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def _unary(function):
    return lambda self: _made(self._torch, function(_plain(self)))


def _round(self, ndigits=None):
    return round(_plain(self)) if ndigits is None else _made(self._torch, round(_plain(self), ndigits))


for kind in KINDS.values():
    methods = dict(_OPERATORS) if kind._torch.is_floating_point else {**_OPERATORS, **_BITS}
    for name, function in methods.items():
        exact = "divide" if name == "truediv" else None
        setattr(kind, f"__{name}__", _binary(function, exact))
        setattr(kind, f"__r{name}__", _binary(function, exact, reflected=True))
    for name, function in _COMPARISONS.items():
        setattr(kind, f"__{name}__", _comparison(function))
    if kind is not bool_:
        setattr(kind, "__neg__", _unary(operator.neg))
        setattr(kind, "__pos__", _unary(operator.pos))
        setattr(kind, "__abs__", _unary(builtins.abs))
        setattr(kind, "__round__", _round)
