"""Abstract base classes: a class with abstract methods cannot be instantiated."""
import _types


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractproperty(property):
    __isabstractmethod__ = True


def abstractclassmethod(callable):
    return classmethod(abstractmethod(callable))


def abstractstaticmethod(callable):
    return staticmethod(abstractmethod(callable))


def _is_abstract(value):
    if getattr(value, "__isabstractmethod__", False):
        return True
    if isinstance(value, property):
        return any(getattr(f, "__isabstractmethod__", False) for f in (value.fget, value.fset, value.fdel))
    if isinstance(value, (classmethod, staticmethod)):
        return getattr(value.__func__, "__isabstractmethod__", False)
    return False


def _abstract_names(cls):
    names = set()
    for base in cls.__mro__:
        for name, value in base.__dict__.items():
            if name not in names and _is_abstract(value) and _is_abstract(_find(cls, name)):
                names.add(name)
    return frozenset(names)


def _find(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]


def _refuse_abstract(cls, names):
    if names:
        listed = ", ".join(f"'{name}'" for name in sorted(names))
        plural = "s" if len(names) > 1 else ""
        raise TypeError(f"Can't instantiate abstract class {cls.__name__} without an implementation for abstract method{plural} {listed}")


def _new_checked(cls, *args, **keywords):
    _refuse_abstract(cls, cls.__abstractmethods__)
    return object.__new__(cls)


def _class_check(cls, subclass):
    if any(issubclass(subclass, known) for known in cls.__dict__.get("_abc_registry", ())):
        return True
    hook = getattr(cls, "__subclasshook__", None)
    if hook is not None:
        answer = hook(subclass)
        if answer is not NotImplemented:
            return answer
    return any(issubclass(subclass, child) for child in type.__subclasses__(cls) if child is not subclass)


def _register(cls, subclass):
    cls._abc_registry = cls.__dict__.get("_abc_registry", ()) + (subclass,)
    return subclass


def _finish(cls):
    cls.__abstractmethods__ = _abstract_names(cls)
    _types.make_checking_class(cls)


class ABC:
    __slots__ = ()
    __abstractmethods__ = frozenset()
    __new__ = _new_checked
    __class_check__ = classmethod(_class_check)
    register = classmethod(_register)

    def __init_subclass__(cls, **keywords):
        _finish(cls)


class ABCMeta:
    """Stands for the metaclass: `class C(metaclass=ABCMeta)` calls _adopt with the class."""

    @staticmethod
    def _adopt(cls):
        for name in ("__new__", "__class_check__", "register", "__init_subclass__"):
            if name not in cls.__dict__:
                setattr(cls, name, ABC.__dict__[name])
        _finish(cls)


def update_abstractmethods(cls):
    cls.__abstractmethods__ = _abstract_names(cls)
    return cls


def get_cache_token():
    return 0
