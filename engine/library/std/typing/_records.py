"""NamedTuple and TypedDict."""
import collections
import sys
from collections._named import _namedtuple_members

from typing._forms import _Annotated

__name__ = "typing"  # where its classes say they are from


class _NamedTupleMaker(tuple):
    """`class P(NamedTuple)`: the fields are the annotations, the defaults their values."""

    def __init_subclass__(cls, **keywords):
        if _NamedTupleMaker not in cls.__bases__:
            return
        annotations = cls.__dict__.get("__annotations__", {})
        defaults = {}
        for name in annotations:
            if name in cls.__dict__:
                defaults[name] = cls.__dict__[name]
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field{'s' if len(defaults) > 1 else ''} {', '.join(defaults)}")
        members = _namedtuple_members(cls.__name__, tuple(annotations), defaults)
        for name, value in members.items():
            if name in annotations or name not in cls.__dict__ or name == "__slots__" or cls.__dict__[name] is None:
                setattr(cls, name, staticmethod(value) if name == "__new__" else value)


class _NamedTupleForm:
    def __mro_entries__(self, bases):
        return (_NamedTupleMaker,)

    def __call__(self, typename, fields=(), **keywords):
        fields = list(fields) + list(keywords.items())
        made = collections.namedtuple(typename, [name for name, _ in fields])
        made.__annotations__ = dict(fields)
        return made

    def __repr__(self):
        return "<function NamedTuple>"


NamedTuple = _NamedTupleForm()


class _TypedDictMeta(type):
    """Makes classes that make plain dicts, and know which keys those should have."""

    def __new__(metacls, name, bases, namespace, total=True):
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required |= getattr(base, "__required_keys__", frozenset())
            optional |= getattr(base, "__optional_keys__", frozenset())
        for key, hint in namespace.get("__annotations__", {}).items():
            annotations[key] = hint
            word = getattr(hint.__origin__ if isinstance(hint, _Annotated) else hint, "_name", None)
            needed = word == "Required" or total and word != "NotRequired"
            (required if needed else optional).add(key)
            (optional if needed else required).discard(key)
        namespace["__annotations__"] = annotations
        others = [base for base in bases if not isinstance(base, _TypedDictMeta)]
        cls = super().__new__(metacls, name, (*others, dict), namespace)
        cls.__total__ = total
        cls.__required_keys__, cls.__optional_keys__ = frozenset(required), frozenset(optional)
        return cls

    def __call__(cls, *args, **keywords):
        return dict(*args, **keywords)

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")

    __subclasscheck__ = __instancecheck__


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})


class _TypedDictBase:
    def __mro_entries__(self, bases):
        return (_TypedDict,)

    def __call__(self, typename, fields=(), *, total=True):
        namespace = {"__annotations__": dict(fields), "__module__": sys._getframe(1).f_globals.get("__name__")}
        return _TypedDictMeta(typename, (_TypedDict,), namespace, total=total)

    def __repr__(self):
        return "<function TypedDict>"


TypedDict = _TypedDictBase()
