"""The tower of numbers, for isinstance."""
from abc import ABCMeta


class Number(metaclass=ABCMeta):
    _registered = (int, float, complex)

    @classmethod
    def __class_check__(cls, subclass):
        return any(issubclass(subclass, known) for known in cls.__dict__.get("_registered", ()))

    @classmethod
    def register(cls, subclass):
        """For the class and those around it."""
        for base in cls.__mro__:
            if issubclass(base, Number):
                base._registered = (*base.__dict__.get("_registered", ()), subclass)
        return subclass


class Complex(Number):
    _registered = (int, float, complex)


class Real(Complex):
    _registered = (int, float)


class Rational(Real):
    _registered = (int,)


class Integral(Rational):
    _registered = (int,)
