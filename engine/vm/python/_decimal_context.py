"""Contexts of decimal arithmetic: precision, rounding, signals. `_decimal` has the numbers."""
import contextvars

__name__ = "decimal"  # where its classes say they are from

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING = "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING"
ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP"
_ROUNDINGS = (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
MAX_PREC, MAX_EMAX, MIN_EMIN, MIN_ETINY = 999999999999999999, 999999999999999999, -999999999999999999, -1999999999999999997


class DecimalException(ArithmeticError):
    pass


class Clamped(DecimalException):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class InvalidContext(InvalidOperation):
    pass


class Inexact(DecimalException):
    pass


class Rounded(DecimalException):
    pass


class Subnormal(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


_SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Subnormal, Underflow, Rounded, Inexact, Clamped)
_SHOWN = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)
_INVALID_KINDS = (ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext)


def _signals(given, what):
    if isinstance(given, dict):
        if set(given) != set(_SIGNALS):
            raise TypeError(f"{what} must be a signal dict")
        return dict(given)
    return {signal: signal in given for signal in _SIGNALS}


def _whole(value, low, high, name):
    if not isinstance(value, int):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if not low <= value <= high:
        raise ValueError(f"valid range for {name} is [{low if low != MIN_EMIN else 'MIN_EMIN'}, {'MAX_PREC' if high == MAX_PREC and name == 'prec' else 'MAX_EMAX' if high == MAX_EMAX else high}]")
    return value


class Context:
    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        base = DefaultContext
        self.prec = base.prec if prec is None else prec
        self.rounding = base.rounding if rounding is None else rounding
        self.Emin = base.Emin if Emin is None else Emin
        self.Emax = base.Emax if Emax is None else Emax
        self.capitals = base.capitals if capitals is None else capitals
        self.clamp = base.clamp if clamp is None else clamp
        self.traps = _signals(base.traps if traps is None else traps, "traps")
        self.flags = _signals([] if flags is None else flags, "flags")

    def __setattr__(self, name, value):
        if name == "prec":
            _whole(value, 1, MAX_PREC, name)
        elif name == "Emin":
            _whole(value, MIN_EMIN, 0, name)
        elif name == "Emax":
            _whole(value, 0, MAX_EMAX, name)
        elif name in ("capitals", "clamp"):
            if _whole(value, -1000000, 1000000, name) not in (0, 1):
                raise ValueError(f"valid values for {name} are 0 or 1")
        elif name == "rounding":
            if value not in _ROUNDINGS:
                raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
        elif name in ("traps", "flags"):
            value = _signals(value, name)
        else:
            raise AttributeError(f"'decimal.Context' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __repr__(self):
        shown = [signal.__name__ for signal in _SHOWN if self.flags[signal]]
        trapped = [signal.__name__ for signal in _SHOWN if self.traps[signal]]
        return (
            f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, capitals={self.capitals}, "
            f"clamp={self.clamp}, flags=[{', '.join(shown)}], traps=[{', '.join(trapped)}])"
        )

    def clear_flags(self):
        for signal in self.flags:
            self.flags[signal] = False

    def clear_traps(self):
        for signal in self.traps:
            self.traps[signal] = False

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, dict(self.flags), dict(self.traps))

    __copy__ = copy

    def Etiny(self):
        return self.Emin - self.prec + 1

    def Etop(self):
        return self.Emax - self.prec + 1

    def _signal(self, kind):
        """Notes what happened; raises it where it is trapped."""
        signal = InvalidOperation if kind in _INVALID_KINDS else kind
        self.flags[signal] = True
        if self.traps[signal]:
            raise signal([kind])

    def create_decimal(self, num="0"):
        from _decimal import Decimal

        return Decimal(num, self)._fix(self)

    def create_decimal_from_float(self, f):
        from _decimal import Decimal

        return Decimal.from_float(f)._fix(self)


def _delegate(name, method=None):
    def operation(self, a, *others):
        from _decimal import Decimal

        a = Decimal(a) if isinstance(a, int) else a
        if not isinstance(a, Decimal):
            raise TypeError(f"conversion from {type(a).__name__} to Decimal is not supported")
        with localcontext(self) as context:
            result = getattr(a, method or name)(*others)
            self.flags.update(context.flags)
        return result

    operation.__name__ = name
    setattr(Context, name, operation)


for _name, _method in {
    "add": "__add__", "subtract": "__sub__", "multiply": "__mul__", "divide": "__truediv__", "divide_int": "__floordiv__", "remainder": "__mod__",
    "power": "__pow__", "plus": "__pos__", "minus": "__neg__", "abs": "__abs__", "divmod": "__divmod__", "to_sci_string": "__str__",
}.items():  # fmt: skip
    _delegate(_name, _method)
for _name in (
    "sqrt exp ln log10 logb fma quantize compare max min max_mag min_mag normalize remainder_near same_quantum scaleb to_eng_string "
    "to_integral_exact to_integral_value next_plus next_minus number_class is_finite is_infinite is_nan is_qnan is_snan is_signed is_zero copy_abs copy_negate"
).split():
    _delegate(_name)

DefaultContext = object.__new__(Context)
for _name, _value in dict(
    prec=28, rounding=ROUND_HALF_EVEN, Emin=-999999, Emax=999999, capitals=1, clamp=0,
    traps={signal: signal in (DivisionByZero, Overflow, InvalidOperation) for signal in _SIGNALS}, flags={signal: False for signal in _SIGNALS},
).items():  # fmt: skip
    object.__setattr__(DefaultContext, _name, _value)
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow], flags=[])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[], flags=[])

_current = contextvars.ContextVar("decimal_context")


def getcontext():
    context = _current.get(None)
    if context is None:
        context = Context()
        _current.set(context)
    return context


def setcontext(context):
    if not isinstance(context, Context):
        raise TypeError("optional argument must be a context")
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _current.set(context)


class localcontext:
    def __init__(self, ctx=None, **changes):
        self._new = (getcontext() if ctx is None else ctx).copy()
        for name, value in changes.items():
            if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
                raise TypeError(f"'{name}' is an invalid keyword argument for this function")
            setattr(self._new, name, value)

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc_info):
        setcontext(self._saved)
