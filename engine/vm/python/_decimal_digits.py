"""Decimal numbers rounded and moved; the longer functions are in `_decimal_functions`."""
from _decimal_base import _converted, _made, _needed
from _decimal_context import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, Clamped, DivisionByZero, Inexact, InvalidOperation, Overflow, Rounded, Subnormal, Underflow, getcontext
from _decimal_math import digit_count, drop_digits


class Digits:
    __slots__ = ()

    def _to_digits(self, count, rounding):
        """With so many significant digits, zeros appended if it has fewer."""
        if not self._coef:
            return _made(self._sign, 0, self.adjusted() + 1 - count)
        coefficient, _ = drop_digits(self._coef, digit_count(self._coef) - count, self._sign, rounding)
        exponent = self._exp + digit_count(self._coef) - count
        if digit_count(coefficient) > count:
            coefficient, exponent = coefficient // 10, exponent + 1
        return _made(self._sign, coefficient, exponent)

    def _rescaled(self, exponent, rounding):
        if self._special:
            return self
        if not self._coef:
            return _made(self._sign, 0, exponent)
        return _made(self._sign, drop_digits(self._coef, exponent - self._exp, self._sign, rounding)[0], exponent)

    def _fix(self, context):
        """Rounded to the context, with its signals."""
        if self._special:
            return self
        tiny, top = context.Etiny(), context.Etop()
        if not self._coef:
            exponent = min(max(self._exp, tiny), top if context.clamp else context.Emax)
            if exponent == self._exp:
                return self
            context._signal(Clamped)
            return _made(self._sign, 0, exponent)
        least = digit_count(self._coef) + self._exp - context.prec
        if least > top:
            return self._overflow(context)
        subnormal = least < tiny
        least = max(least, tiny)
        if self._exp < least:
            coefficient, inexact = drop_digits(self._coef, least - self._exp, self._sign, context.rounding)
            if digit_count(coefficient) > context.prec:
                coefficient, least = coefficient // 10, least + 1
            made = self._overflow(context) if least > top else _made(self._sign, coefficient, least)
            if inexact and subnormal:
                context._signal(Underflow)
            if subnormal:
                context._signal(Subnormal)
            if inexact:
                context._signal(Inexact)
            context._signal(Rounded)
            if not made and made._special is None:
                context._signal(Clamped)
            return made
        if subnormal:
            context._signal(Subnormal)
        if context.clamp and self._exp > top:
            context._signal(Clamped)
            return _made(self._sign, self._coef * 10 ** (self._exp - top), top)
        return self

    def _overflow(self, context):
        for kind in (Inexact, Rounded):
            context.flags[kind] = True
        context._signal(Overflow)
        rounding = context.rounding
        down = rounding in (ROUND_DOWN, "ROUND_05UP") or rounding == (ROUND_CEILING if self._sign else ROUND_FLOOR)
        if down:
            return _made(self._sign, 10**context.prec - 1, context.Etop())
        return _made(self._sign, 0, 0, "inf")

    def _invalid(self, context, kind=InvalidOperation):
        context._signal(kind)
        return _made(0, 0, 0, "nan")

    def _nan_of(self, other, context):
        """The NaN that an operation on these gives, or None."""
        for each in (self, other):
            if each is not None and each.is_snan():
                context._signal(InvalidOperation)
                return _made(each._sign, each._coef, 0, "nan")
        for each in (self, other):
            if each is not None and each.is_nan():
                return each
        return None

    def copy_abs(self):
        return _made(0, self._coef, self._exp, self._special)

    def copy_negate(self):
        return _made(self._sign ^ 1, self._coef, self._exp, self._special)

    def copy_sign(self, other, context=None):
        return _made(_needed(other)._sign, self._coef, self._exp, self._special)

    def quantize(self, exp, rounding=None, context=None):
        exp = _needed(exp)
        context = context or getcontext()
        nan = self._nan_of(exp, context)
        if nan is not None:
            return nan
        if self._special or exp._special:
            return self if self._special and exp._special else self._invalid(context)
        if not context.Etiny() <= exp._exp <= context.Emax:
            return self._invalid(context)
        made = self._rescaled(exp._exp, rounding or context.rounding)
        if made._coef and (made.adjusted() > context.Emax or digit_count(made._coef) > context.prec):
            return self._invalid(context)
        if made._coef and made.adjusted() < context.Emin:
            context._signal(Subnormal)
        if made._exp > self._exp:
            if made._compare(self):
                context._signal(Inexact)
            context._signal(Rounded)
        return made

    def same_quantum(self, other, context=None):
        other = _needed(other)
        if self._special or other._special:
            return self.is_nan() and other.is_nan() or self._special == other._special
        return self._exp == other._exp

    def normalize(self, context=None):
        context = context or getcontext()
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        made = self._fix(context)
        if made._special:
            return made
        if not made._coef:
            return _made(made._sign, 0, 0)
        coefficient, exponent = made._coef, made._exp
        most = context.Etop() if context.clamp else context.Emax
        while coefficient % 10 == 0 and exponent < most:
            coefficient, exponent = coefficient // 10, exponent + 1
        return _made(made._sign, coefficient, exponent)

    def to_integral_value(self, rounding=None, context=None):
        context = context or getcontext()
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        return self if self._special or self._exp >= 0 else self._rescaled(0, rounding or context.rounding)

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        context = context or getcontext()
        made = self.to_integral_value(rounding, context)
        if not self._special and self._coef and self._exp < 0:
            context._signal(Rounded)
            if made._compare(self):
                context._signal(Inexact)
        return made

    def logb(self, context=None):
        context = context or getcontext()
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if self._special:
            return self.copy_abs()
        if not self._coef:
            context._signal(DivisionByZero)
            return _made(1, 0, 0, "inf")
        return _converted(self.adjusted())._fix(context)

    def scaleb(self, other, context=None):
        other = _needed(other)
        context = context or getcontext()
        nan = self._nan_of(other, context)
        if nan is not None:
            return nan
        if other._special or other._exp != 0 or abs(int(other)) > 2 * (context.Emax + context.prec):
            return self._invalid(context)
        return self if self._special else _made(self._sign, self._coef, self._exp + int(other))._fix(context)

    def _next(self, context, up):
        context = context or getcontext()
        nan = self._nan_of(None, context)
        if nan is not None:
            return nan
        if self._special:
            if bool(self._sign) == up:
                return _made(int(up), 10**context.prec - 1, context.Etop())
            return self
        quiet = context.copy()
        quiet.clear_traps()
        quiet.rounding = ROUND_CEILING if up else ROUND_FLOOR
        made = self._fix(quiet)
        if made != self:
            return made
        return self.__add__(_made(int(not up), 1, context.Etiny() - 1), quiet)

    def next_plus(self, context=None):
        return self._next(context, True)

    def next_minus(self, context=None):
        return self._next(context, False)

    def next_toward(self, other, context=None):
        other = _needed(other)
        nan = self._nan_of(other, context or getcontext())
        if nan is not None:
            return nan
        c = self._compare(other)
        return self.copy_sign(other) if c == 0 else self._next(context, c < 0)

    def sqrt(self, context=None):
        from _decimal_functions import sqrt

        return sqrt(self, context or getcontext())

    def exp(self, context=None):
        from _decimal_functions import exp

        return exp(self, context or getcontext())

    def ln(self, context=None):
        from _decimal_functions import ln

        return ln(self, context or getcontext())

    def log10(self, context=None):
        from _decimal_functions import log10

        return log10(self, context or getcontext())
