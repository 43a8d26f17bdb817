# What torch.jit.script makes of a list or a dict: containers of one type that scripts read and
# write where they are; other lists and dicts are copied when a script is called. And a script module's
# parameters, buffers and children as dicts.
import _vitrine_script as _native


class _Iterator:
    def __init__(self, items):
        self._items = iter(items)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._items)


class ScriptListIterator(_Iterator):
    pass


class ScriptDictIterator(_Iterator):
    pass


class ScriptDictKeyIterator(_Iterator):
    pass


class _Container:
    def __init__(self, given, type=None):
        self._type = _native.container_type(given) if type is None else type
        self._script_held = _native.as_type(given, self._type)

    def _fit(self, value, place):
        return _native.as_type(value, _native.type_inside(self._type)[place])

    def __len__(self):
        return len(self._script_held)

    def __bool__(self):
        return len(self._script_held) > 0

    def __repr__(self):
        return _native.printed_text(self._script_held, self._type)

    def __eq__(self, other):
        return isinstance(other, _Container) and self._script_held == other._script_held

    __hash__ = None


class ScriptList(_Container):
    def __getitem__(self, index):
        if isinstance(index, slice):
            return ScriptList(self._script_held[index], self._type)
        self._check(index)
        return self._script_held[index]

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            items = _native.as_type(list(value), self._type)
            if len(self._script_held[index]) != len(items):
                raise RuntimeError("Left and right hand size of slice assignment have different sizes")
            self._script_held[index] = items
            return
        self._check(index)
        self._script_held[index] = self._fit(value, 0)

    def __delitem__(self, index):
        self._check(index)
        del self._script_held[index]

    def _check(self, index):
        if not isinstance(index, int):
            raise TypeError("__getitem__(): incompatible function arguments.")
        if not -len(self._script_held) <= index < len(self._script_held):
            raise IndexError()

    def __contains__(self, item):
        return self._fit(item, 0) in self._script_held

    def __iter__(self):
        return ScriptListIterator(self._script_held)

    def append(self, item):
        self._script_held.append(self._fit(item, 0))

    def extend(self, items):
        self._script_held.extend(_native.as_type(list(items), self._type))

    def insert(self, index, item):
        if not -len(self._script_held) <= index <= len(self._script_held):
            raise IndexError("list index out of range")
        self._script_held.insert(index, self._fit(item, 0))

    def pop(self, index=-1):
        if not -len(self._script_held) <= index < len(self._script_held):
            raise IndexError("list index out of range")
        return self._script_held.pop(index)

    def remove(self, item):
        item = self._fit(item, 0)
        if item not in self._script_held:
            raise ValueError()
        self._script_held.remove(item)

    def count(self, item):
        return self._script_held.count(self._fit(item, 0))

    def clear(self):
        self._script_held.clear()


class ScriptDict(_Container):
    def _key(self, key):
        try:
            return self._fit(key, 0)
        except TypeError:
            raise KeyError("") from None

    def __getitem__(self, key):
        key = self._key(key)
        if key not in self._script_held:
            raise KeyError("")
        return self._script_held[key]

    def __setitem__(self, key, value):
        self._script_held[self._fit(key, 0)] = self._fit(value, 1)

    def __delitem__(self, key):
        key = self._fit(key, 0)
        if key not in self._script_held:
            raise KeyError("")
        del self._script_held[key]

    def __contains__(self, key):
        return self._key(key) in self._script_held

    def __iter__(self):
        return ScriptDictKeyIterator(self._script_held)

    def keys(self):
        return ScriptDictKeyIterator(self._script_held)

    def items(self):
        return ScriptDictIterator(self._script_held.items())


for _class in (ScriptList, ScriptDict, ScriptListIterator, ScriptDictIterator, ScriptDictKeyIterator):
    _class.__module__ = "torch" if _class.__name__.endswith("Iterator") else "torch._C"


class _Slots:
    """The parameters, buffers or children of a script module, as a dict."""

    def __init__(self, module, kind):
        self._owner = module
        self._kind = kind

    def _names(self):
        return _native.slot_names(self._owner._c, self._kind)

    def keys(self):
        return self._names()

    def values(self):
        return [self[name] for name in self._names()]

    def items(self):
        return [(name, self[name]) for name in self._names()]

    def __getitem__(self, name):
        if name not in self._names():
            raise KeyError(name)
        return _native.get_slot(self._owner._c, name)

    def __setitem__(self, name, value):
        if name not in self._names():
            raise RuntimeError(f"Can't add a new {self._kind} after ScriptModule construction. Tried to add '{name}")
        _native.set_slot(self._owner._c, name, value)

    def __contains__(self, name):
        return name in self._names()

    def __len__(self):
        return len(self._names())

    def __iter__(self):
        return iter(self._names())

    def get(self, name, default=None):
        return self[name] if name in self else default

    def copy(self):
        return dict(self.items())


class _Children(_Slots):
    def __getitem__(self, name):
        return self._owner._wrapped_child(name)
