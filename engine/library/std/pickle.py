"""Objects as bytes: protocol 4, and protocols 2 to 5 where they are read."""
import copyreg
import io as _io
import struct as _struct
import sys as _sys

from copyreg import __newobj__, __newobj_ex__, dispatch_table

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4
format_version = "4.0"
_FRAME_TARGET = 64 * 1024
_BATCH = 1000


class PickleError(Exception):
    __module__ = "_pickle"


class PicklingError(PickleError):
    __module__ = "_pickle"


class UnpicklingError(PickleError):
    __module__ = "_pickle"


def _is_builtin_function(obj):
    return type(obj).__name__ == "builtin_function_or_method" and getattr(obj.__self__, obj.__name__, None) != obj


def _nearest(module_name, name):
    owner = _sys.modules.get(module_name)
    if owner is None:
        namespace = {}
        exec(f"import {module_name}", namespace)
        owner = _sys.modules[module_name]
    found = owner
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError(f"Can't get local attribute {name!r} on {owner!r}")
        try:
            found = getattr(found, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {owner!r}") from None
    return found


class Pickler:
    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else HIGHEST_PROTOCOL if protocol < 0 else protocol
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        if not hasattr(file, "write"):
            raise TypeError("file must have a 'write' attribute")
        self._file = file
        self.proto = max(protocol, 4)
        self.memo = {}

    def clear_memo(self):
        self.memo.clear()

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        self._frame, self._size = [], 0
        self._file.write(b"\x80" + bytes([self.proto]))
        self.save(obj)
        self._put(b".")
        self._end_frame()

    def _put(self, *pieces):
        for piece in pieces:
            self._frame.append(piece)
            self._size += len(piece)

    def _end_frame(self):
        body = b"".join(self._frame)
        if len(body) >= 4:
            self._file.write(b"\x95" + len(body).to_bytes(8, "little"))
        self._file.write(body)
        self._frame, self._size = [], 0

    def _remember(self, obj):
        self._put(b"\x94")
        self.memo[id(obj)] = len(self.memo), obj

    def save(self, obj):
        if self._size >= _FRAME_TARGET:
            self._end_frame()
        persistent = self.persistent_id(obj)
        if persistent is not None:
            self.save(persistent)
            self._put(b"Q")
            return
        cls = type(obj)
        known = self.memo.get(id(obj))
        if known is not None:
            index = known[0]
            self._put(b"h" + bytes([index]) if index < 256 else b"j" + index.to_bytes(4, "little"))
            return
        method = _SAVERS.get(cls)
        if method is not None:
            method(self, obj)
            return
        override = getattr(self, "reducer_override", None)
        reduced = override(obj) if override is not None else NotImplemented
        if reduced is NotImplemented:
            table = getattr(self, "dispatch_table", dispatch_table)
            if cls in table:
                reduced = table[cls](obj)
            elif issubclass(cls, type) or cls.__name__ == "function" or _is_builtin_function(obj):
                self._save_global(obj)
                return
            else:
                reduced = obj.__reduce_ex__(self.proto)
        if isinstance(reduced, str):
            self._save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise PicklingError("__reduce__ must return a string or tuple")
        if not 2 <= len(reduced) <= 6:
            raise PicklingError("tuple returned by __reduce__ must contain 2 through 6 elements")
        self._save_reduced(obj, *reduced)

    def _save_none(self, obj):
        self._put(b"N")

    def _save_bool(self, obj):
        self._put(b"\x88" if obj else b"\x89")

    def _save_int(self, obj):
        if 0 <= obj <= 0xFF:
            self._put(b"K" + bytes([obj]))
        elif 0 <= obj <= 0xFFFF:
            self._put(b"M" + obj.to_bytes(2, "little"))
        elif -0x80000000 <= obj <= 0x7FFFFFFF:
            self._put(b"J" + obj.to_bytes(4, "little", signed=True))
        else:
            size = (obj if obj >= 0 else ~obj).bit_length() // 8 + 1
            head = b"\x8a" + bytes([size]) if size < 256 else b"\x8b" + size.to_bytes(4, "little")
            self._put(head + obj.to_bytes(size, "little", signed=True))

    def _save_float(self, obj):
        self._put(b"G" + _struct.pack(">d", obj))

    def _sized(self, short, middle, long, data):
        n = len(data)
        if n < 256:
            return short + bytes([n]) + data
        return (middle + n.to_bytes(4, "little") if n < 1 << 32 else long + n.to_bytes(8, "little")) + data

    def _save_str(self, obj):
        self._put(self._sized(b"\x8c", b"X", b"\x8d", obj.encode("utf-8")))
        self._remember(obj)

    def _save_bytes(self, obj):
        self._put(self._sized(b"C", b"B", b"\x8e", obj))
        self._remember(obj)

    def _save_bytearray(self, obj):
        if self.proto < 5:
            self._save_reduced(obj, bytearray, (bytes(obj),))
            return
        self._put(b"\x96" + len(obj).to_bytes(8, "little") + bytes(obj))
        self._remember(obj)

    def _save_tuple(self, obj):
        if not obj:
            self._put(b")")
            return
        if len(obj) > 3:
            self._put(b"(")
        for item in obj:
            self.save(item)
        if id(obj) in self.memo:  # it is among its own parts
            self._put(b"1" if len(obj) > 3 else b"0" * len(obj))
            self.save(obj)
            return
        self._put(b"t" if len(obj) > 3 else (b"\x85", b"\x86", b"\x87")[len(obj) - 1])
        self._remember(obj)

    def _save_list(self, obj):
        self._put(b"]")
        self._remember(obj)
        self._save_items(obj)

    def _batches(self, items):
        items = list(items)
        for start in range(0, len(items), _BATCH):
            yield items[start : start + _BATCH]

    def _save_items(self, items):
        for batch in self._batches(items):
            if len(batch) > 1:
                self._put(b"(")
            for item in batch:
                self.save(item)
            self._put(b"e" if len(batch) > 1 else b"a")

    def _save_dict(self, obj):
        self._put(b"}")
        self._remember(obj)
        self._save_pairs(obj.items())

    def _save_pairs(self, pairs):
        for batch in self._batches(pairs):
            if len(batch) > 1:
                self._put(b"(")
            for key, value in batch:
                self.save(key)
                self.save(value)
            self._put(b"u" if len(batch) > 1 else b"s")

    def _save_set(self, obj):
        self._put(b"\x8f")
        self._remember(obj)
        for batch in self._batches(obj):
            self._put(b"(")
            for item in batch:
                self.save(item)
            self._put(b"\x90")

    def _save_frozenset(self, obj):
        self._put(b"(")
        for item in obj:
            self.save(item)
        if id(obj) in self.memo:
            self._put(b"1")
            self.save(obj)
            return
        self._put(b"\x91")
        self._remember(obj)

    def _save_type(self, obj):
        for value in (None, NotImplemented, ...):
            if obj is type(value):
                self._save_reduced(obj, type, (value,))
                return
        self._save_global(obj)

    def _save_named(self, obj):
        self._save_global(obj, repr(obj))

    def _save_global(self, obj, name=None):
        name = name or getattr(obj, "__qualname__", None) or obj.__name__
        module = getattr(obj, "__module__", None) or ("builtins" if type(obj).__module__ == "builtins" else type(obj).__module__)
        if "<locals>" in name.split("."):
            raise AttributeError(f"Can't pickle local object {name!r}")
        try:
            found = _nearest(module, name)
        except (ImportError, KeyError):
            raise PicklingError(f"Can't pickle {obj!r}: import of module {module!r} failed") from None
        except AttributeError:
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name} on {module} failed") from None
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module}.{name}")
        self.save(module)
        self.save(name)
        self._put(b"\x93")
        self._remember(obj)

    def _save_reduced(self, obj, func, args, state=None, items=None, pairs=None, set_state=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        if func is __newobj__ or func is __newobj_ex__:
            cls = args[0]
            self.save(cls)
            if func is __newobj__:
                self.save(args[1:])
            else:
                self.save(args[1])
                self.save(args[2])
            self._put(b"\x81" if func is __newobj__ else b"\x92")
        else:
            self.save(func)
            self.save(args)
            self._put(b"R")
        if id(obj) in self.memo:
            self._put(b"0")
            self.save(obj)
        else:
            self._remember(obj)
        if items is not None:
            self._save_items(items)
        if pairs is not None:
            self._save_pairs(pairs)
        if state is not None and set_state is not None:
            self.save(set_state)
            self.save(obj)
            self.save(state)
            self._put(b"\x86", b"R", b"0")
        elif state is not None:
            self.save(state)
            self._put(b"b")


_SAVERS = {
    type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float, str: Pickler._save_str,
    bytes: Pickler._save_bytes, bytearray: Pickler._save_bytearray, tuple: Pickler._save_tuple, list: Pickler._save_list, dict: Pickler._save_dict,
    set: Pickler._save_set, frozenset: Pickler._save_frozenset, type: Pickler._save_type,
    type(...): Pickler._save_named, type(NotImplemented): Pickler._save_named,
}  # fmt: skip


class Unpickler:
    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._file = file
        self.memo = {}

    def persistent_load(self, pid):
        raise UnpicklingError("unsupported persistent id encountered")

    def find_class(self, module, name):
        return _nearest(module, name)

    def _read(self, n):
        if self._frame is not None:
            data = self._frame.read(n)
            if len(data) == n:
                return data
            if data:
                raise UnpicklingError("pickle exhausted before end of frame")
            self._frame = None
        data = self._file.read(n)
        if len(data) < n:
            raise EOFError("Ran out of input") if not data else UnpicklingError("pickle data was truncated")
        return data

    def _number(self, n, signed=False):
        return int.from_bytes(self._read(n), "little", signed=signed)

    def _line(self):
        line = (self._frame or self._file).readline()
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return line[:-1].decode("utf-8")

    def load(self):
        self._stack, self._marks, self._frame = [], [], None
        while True:
            code = self._read(1)
            if code == b".":
                return self._stack.pop()
            step = _STEPS.get(code)
            if step is None:
                raise UnpicklingError(f"invalid load key, {chr(code[0])!r}.")
            try:
                step(self)
            except IndexError:
                if self._stack:
                    raise
                raise UnpicklingError("unpickling stack underflow") from None

    def _push(self, value):
        self._stack.append(value)

    def _since_mark(self):
        items = self._stack
        self._stack = self._marks.pop()
        return items

    def _mark(self):
        self._marks.append(self._stack)
        self._stack = []

    def _tuple(self, n):
        items = self._stack[-n:]
        del self._stack[-n:]
        self._stack.append(tuple(items))

    def _extend(self, items):
        target = self._stack[-1]
        if isinstance(target, list):
            target.extend(items)
        else:
            for item in items:
                target.append(item)

    def _set_items(self, items):
        target = self._stack[-1]
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]

    def _add_items(self):
        items = self._since_mark()
        self._stack[-1].update(items)

    def _reduce(self):
        args = self._stack.pop()
        func = self._stack.pop()
        self._stack.append(func(*args))

    def _new(self):
        args = self._stack.pop()
        cls = self._stack.pop()
        self._stack.append(cls.__new__(cls, *args))

    def _new_ex(self):
        keywords, args, cls = self._stack.pop(), self._stack.pop(), self._stack.pop()
        self._stack.append(cls.__new__(cls, *args, **keywords))

    def _build(self):
        state = self._stack.pop()
        copyreg._set_state(self._stack[-1], state)

    def _global(self, module, name):
        self._stack.append(self.find_class(module, name))

    def _get(self, index):
        if index not in self.memo:
            raise UnpicklingError(f"Memo value not found at index {index}")
        self._stack.append(self.memo[index])

    def _store(self, index):
        self.memo[index] = self._stack[-1]

    def _begin_frame(self):
        size = self._number(8)
        data = self._file.read(size)
        if len(data) < size:
            raise UnpicklingError("pickle data was truncated")
        self._frame = _io.BytesIO(data)

    def _protocol(self):
        version = self._number(1)
        if version > HIGHEST_PROTOCOL:
            raise ValueError(f"unsupported pickle protocol: {version}")


def _stack_global(u):
    name, module = u._stack.pop(), u._stack.pop()
    u._global(module, name)


_STEPS = {
    b"\x80": Unpickler._protocol, b"\x95": Unpickler._begin_frame, b"(": Unpickler._mark, b"0": lambda u: u._stack.pop() if u._stack else u._since_mark(),
    b"1": Unpickler._since_mark, b"N": lambda u: u._push(None), b"\x88": lambda u: u._push(True), b"\x89": lambda u: u._push(False),
    b"K": lambda u: u._push(u._number(1)), b"M": lambda u: u._push(u._number(2)), b"J": lambda u: u._push(u._number(4, True)),
    b"\x8a": lambda u: u._push(u._number(u._number(1), True)), b"\x8b": lambda u: u._push(u._number(u._number(4), True)),
    b"G": lambda u: u._push(_struct.unpack(">d", u._read(8))[0]),
    b"\x8c": lambda u: u._push(u._read(u._number(1)).decode()), b"X": lambda u: u._push(u._read(u._number(4)).decode()),
    b"\x8d": lambda u: u._push(u._read(u._number(8)).decode()), b"C": lambda u: u._push(u._read(u._number(1))),
    b"B": lambda u: u._push(u._read(u._number(4))), b"\x8e": lambda u: u._push(u._read(u._number(8))),
    b"\x96": lambda u: u._push(bytearray(u._read(u._number(8)))), b"]": lambda u: u._push([]), b"}": lambda u: u._push({}),
    b")": lambda u: u._push(()), b"\x8f": lambda u: u._push(set()), b"t": lambda u: u._push(tuple(u._since_mark())),
    b"l": lambda u: u._push(u._since_mark()), b"\x85": lambda u: u._tuple(1), b"\x86": lambda u: u._tuple(2), b"\x87": lambda u: u._tuple(3),
    b"a": lambda u: u._extend([u._stack.pop()]), b"e": lambda u: u._extend(u._since_mark()),
    b"s": lambda u: u._set_items([*reversed([u._stack.pop(), u._stack.pop()])]), b"u": lambda u: u._set_items(u._since_mark()),
    b"\x90": Unpickler._add_items, b"\x91": lambda u: u._push(frozenset(u._since_mark())), b"R": Unpickler._reduce, b"\x81": Unpickler._new,
    b"\x92": Unpickler._new_ex, b"b": Unpickler._build, b"c": lambda u: u._global(u._line(), u._line()), b"\x93": _stack_global,
    b"\x94": lambda u: u._store(len(u.memo)), b"q": lambda u: u._store(u._number(1)), b"r": lambda u: u._store(u._number(4)),
    b"h": lambda u: u._get(u._number(1)), b"j": lambda u: u._get(u._number(4)), b"Q": lambda u: u._push(u.persistent_load(u._stack.pop())),
    b"2": lambda u: u._push(u._stack[-1]),
}  # fmt: skip


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    file = _io.BytesIO()
    Pickler(file, protocol).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return Unpickler(file).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
    return Unpickler(_io.BytesIO(data)).load()
