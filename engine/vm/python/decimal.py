"""Decimal arithmetic with contexts."""
from collections import namedtuple

from _decimal import Decimal
from _decimal_context import (
    MAX_EMAX, MAX_PREC, MIN_EMIN, MIN_ETINY, ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP,
    ROUND_UP, BasicContext, Clamped, Context, ConversionSyntax, DecimalException, DefaultContext, DivisionByZero, DivisionImpossible,
    DivisionUndefined, ExtendedContext, FloatOperation, Inexact, InvalidContext, InvalidOperation, Overflow, Rounded, Subnormal, Underflow,
    getcontext, localcontext, setcontext,
)  # fmt: skip

DecimalTuple = namedtuple("DecimalTuple", "sign digits exponent", module="decimal")
HAVE_THREADS = HAVE_CONTEXTVAR = True
