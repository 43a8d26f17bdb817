"""The tower of numbers, for isinstance."""
import _types


class Number:
    _registered = (int, float, complex)

    def __init_subclass__(cls):
        _types.make_checking_class(cls)

    @classmethod
    def __class_check__(cls, subclass):
        return any(issubclass(subclass, known) for known in cls._registered)


_types.make_checking_class(Number)


class Complex(Number):
    pass


class Real(Complex):
    _registered = (int, float)


class Rational(Real):
    _registered = (int,)


class Integral(Rational):
    pass
