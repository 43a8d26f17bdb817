"""References that do not count. Objects here live until nothing names them, so a
reference keeps its target: programs that only look things up see no difference."""


class ref:
    __slots__ = ("_object", "__callback__")

    def __init__(self, obj, callback=None):
        if obj is None or isinstance(obj, (int, float, str, tuple)):
            raise TypeError(f"cannot create weak reference to '{type(obj).__name__}' object")
        self._object = obj
        self.__callback__ = callback

    def __call__(self):
        return self._object

    def __eq__(self, other):
        return isinstance(other, ref) and self._object == other._object

    def __hash__(self):
        return hash(self._object)


ReferenceType = ref
WeakMethod = ref


def proxy(obj, callback=None):
    return obj


class WeakValueDictionary(dict):
    pass


class WeakKeyDictionary(dict):
    pass


class WeakSet(set):
    pass


class finalize:
    def __init__(self, obj, func, /, *args, **keywords):
        self._call = (func, args, keywords)
        self.alive = True

    def __call__(self):
        if self.alive:
            self.alive = False
            func, args, keywords = self._call
            return func(*args, **keywords)

    def detach(self):
        self.alive = False
