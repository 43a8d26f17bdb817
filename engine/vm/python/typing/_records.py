"""NamedTuple and TypedDict."""
import collections
from collections._named import _namedtuple_members

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
            if name in annotations or name not in cls.__dict__ or name in ("__doc__", "__slots__"):
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


class _TypedDict(dict):
    def __init_subclass__(cls, total=True):
        own = frozenset(cls.__dict__.get("__annotations__", ()))
        required = getattr(cls, "__required_keys__", frozenset())
        optional = getattr(cls, "__optional_keys__", frozenset())
        cls.__total__ = total
        cls.__required_keys__ = required | own if total else required
        cls.__optional_keys__ = optional if total else optional | own

    def __new__(cls, *args, **keywords):
        return dict(*args, **keywords)


class _TypedDictBase:
    def __mro_entries__(self, bases):
        return (_TypedDict,)

    def __call__(self, typename, fields=(), *, total=True):
        return type(typename, (_TypedDict,), {"__annotations__": dict(fields)}, total=total)


TypedDict = _TypedDictBase()
