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


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items() if _is_abstract(value)}
    for base in cls.__bases__:
        names.update(name for name in getattr(base, "__abstractmethods__", ()) if _is_abstract(_find(cls, name)))
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


class ABCMeta(_types.CheckingType):
    """The class of abstract base classes; isinstance() and issubclass() ask __class_check__."""

    def __new__(metacls, name, bases, namespace, /, **keywords):
        cls = super().__new__(metacls, name, bases, namespace, **keywords)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        return cls

    def register(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_registry = cls.__dict__.get("_abc_registry", ()) + (subclass,)
        return subclass

    def __class_check__(cls, subclass):
        if any(issubclass(subclass, known) for known in cls.__dict__.get("_abc_registry", ())):
            return True
        answer = cls.__subclasshook__(subclass)
        if answer is not NotImplemented:
            return answer
        return any(issubclass(subclass, child) for child in type.__subclasses__(cls) if child is not subclass)


class ABC(metaclass=ABCMeta):
    """Helper class that provides a standard way to create an ABC using inheritance."""

    __slots__ = ()


def update_abstractmethods(cls):
    if hasattr(cls, "__abstractmethods__"):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls


def get_cache_token():
    return 0
