"""Arrays of numbers of one C type, kept as a list of numbers that were checked against it."""
import struct as _struct
from collections.abc import MutableSequence as _MutableSequence
from math import copysign as _copysign, inf as _inf, ldexp as _ldexp
from operator import index as _index
from types import GenericAlias as _GenericAlias

__all__ = ["array", "ArrayType"]
typecodes = "bBuhHiIlLqQfd"

# Of each integer type: its name where a number does not fit.
_NAMES = {
    "b": ("signed char", "signed char"), "B": ("unsigned byte integer", "unsigned byte integer"),
    "h": ("signed short integer", "signed short integer"), "H": ("unsigned short", "unsigned short"),
    "i": ("signed integer", "signed integer"), "I": (None, "unsigned int"),
}
_WIDE = {"l": "Python int too large to convert to C long", "L": "Python int too large to convert to C unsigned long"}


def _single(value):
    try:
        return _struct.unpack("f", _struct.pack("f", value))[0]
    except OverflowError:
        return _copysign(_inf, value)


def _bounds(typecode):
    bits = 8 * _struct.calcsize(typecode)
    return (0, (1 << bits) - 1) if typecode.isupper() else (-1 << bits - 1, (1 << bits - 1) - 1)


def _does_not_fit(typecode, value):
    if typecode in _NAMES:
        below, above = _NAMES[typecode]
        if value >= 0 or below:
            return f"{above} is greater than maximum" if value > 0 else f"{below} is less than minimum"
    if value < 0 and typecode.isupper():
        return "can't convert negative int to unsigned" if typecode == "Q" else "can't convert negative value to unsigned int"
    return _WIDE.get(typecode, "int too big to convert")


class array:
    __slots__ = ("_code", "_items", "_low", "_high")
    __class_getitem__ = classmethod(_GenericAlias)
    __hash__ = None

    def __new__(cls, *arguments, **keywords):
        if cls is array and keywords:
            raise TypeError("array.array() takes no keyword arguments")
        if not arguments:
            raise TypeError("array() takes at least 1 argument (0 given)")
        if len(arguments) > 2:
            raise TypeError(f"array() takes at most 2 arguments ({len(arguments)} given)")
        typecode = arguments[0]
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError(f"array() argument 1 must be a unicode character, not {type(typecode).__name__}")
        if typecode not in typecodes:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        self = super().__new__(cls)
        self._code = typecode
        self._items = []
        self._low, self._high = (0, 0) if typecode in "ufd" else _bounds(typecode)
        if len(arguments) == 2:
            self._fill(arguments[1])
        return self

    def _fill(self, initial):
        if isinstance(initial, str):
            if self._code != "u":
                raise TypeError(f"cannot use a str to initialize an array with typecode '{self._code}'")
            self._items.extend(initial)
        elif isinstance(initial, array) and "u" in (self._code, initial._code) and initial._code != self._code:
            if self._code != "u":
                raise TypeError(f"cannot use a unicode array to initialize an array with typecode '{self._code}'")
            self._items.extend(map(chr, initial._items))
        elif isinstance(initial, (bytes, bytearray)):
            self.frombytes(initial)
        else:
            self._items.extend(map(self._checked, initial))

    def _checked(self, value):
        code = self._code
        if code == "d":
            return _ldexp(value, 0)
        if code == "f":
            return _single(_ldexp(value, 0))
        if code == "u":
            if not isinstance(value, str) or len(value) != 1:
                raise TypeError("array item must be unicode character")
            return value
        number = int(_index(value))
        if not self._low <= number <= self._high:
            raise OverflowError(_does_not_fit(code, number))
        return number

    def _like(self, items):
        made = array(self._code)
        made._items = items
        return made

    def _place(self, index):
        try:
            return _index(index)
        except TypeError:
            raise TypeError("array indices must be integers") from None

    def _same_kind(self, other):
        if self._code != other._code:
            raise TypeError("bad argument type for built-in operation")

    typecode = property(lambda self: self._code)
    itemsize = property(lambda self: _struct.calcsize(self._layout(1)))

    def _layout(self, count):
        return f"{count}{'I' if self._code == 'u' else self._code}"

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, value):
        return value in self._items

    def __repr__(self):
        if not self._items:
            return f"{type(self).__name__}('{self._code}')"
        return f"{type(self).__name__}('{self._code}', {self.tounicode() if self._code == 'u' else self._items!r})"

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._like(self._items[index])
        index = self._place(index)
        if not -len(self._items) <= index < len(self._items):
            raise IndexError("array index out of range")
        return self._items[index]

    def __setitem__(self, index, value):
        if not isinstance(index, slice):
            index = self._place(index)
            if not -len(self._items) <= index < len(self._items):
                raise IndexError("array assignment index out of range")
            self._items[index] = self._checked(value)
            return
        if not isinstance(value, array):
            raise TypeError(f'can only assign array (not "{type(value).__name__}") to array slice')
        self._same_kind(value)
        start, stop, step = index.indices(len(self._items))
        count = len(range(start, stop, step))
        if step != 1 and count != len(value):
            raise ValueError(f"attempt to assign array of size {len(value)} to extended slice of size {count}")
        self._items[index] = list(value._items)

    def __delitem__(self, index):
        if not isinstance(index, slice):
            index = self._place(index)
            if not -len(self._items) <= index < len(self._items):
                raise IndexError("array assignment index out of range")
        del self._items[index]

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        self._same_kind(other)
        return self._like(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend array with array (not "{type(other).__name__}")')
        self.extend(other)
        return self

    def __mul__(self, times):
        if not hasattr(type(times), "__index__"):
            raise TypeError(f"can't multiply sequence by non-int of type '{type(times).__name__}'")
        return self._like(self._items * times)

    __rmul__ = __mul__

    def __imul__(self, times):
        self._items[:] = (self * times)._items
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    def __copy__(self):
        return self._like(list(self._items))

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __bytes__(self):
        return self.tobytes()

    def __reduce_ex__(self, protocol):
        return type(self), (self._code, self.tounicode() if self._code == "u" else list(self._items)), getattr(self, "__dict__", None)

    def append(self, v, /):
        self._items.append(self._checked(v))

    def insert(self, i, v, /):
        self._items.insert(i, self._checked(v))

    def extend(self, bb, /):
        if isinstance(bb, array) and bb._code != self._code:
            raise TypeError("can only extend with array of same kind")
        if bb is self:
            bb = list(self._items)
        for value in bb:
            self.append(value)

    def pop(self, i=-1, /):
        i = _index(i)
        if not self._items:
            raise IndexError("pop from empty array")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("pop index out of range")
        return self._items.pop(i)

    def remove(self, v, /):
        if v not in self._items:
            raise ValueError("array.remove(x): x not in array")
        self._items.remove(v)

    def index(self, v, start=0, stop=(1 << 63) - 1, /):
        try:
            return self._items.index(v, start, stop)
        except ValueError:
            raise ValueError("array.index(x): x not in array") from None

    def count(self, v, /):
        return self._items.count(v)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def fromlist(self, list, /):
        if not isinstance(list, type(self._items)):
            raise TypeError("arg must be list")
        self._items.extend([self._checked(value) for value in list])

    def tobytes(self):
        items = map(ord, self._items) if self._code == "u" else self._items
        return _struct.pack(self._layout(len(self._items)), *items)

    def frombytes(self, buffer, /):
        if len(buffer) % self.itemsize:
            raise ValueError("bytes length not a multiple of item size")
        items = _struct.unpack(self._layout(len(buffer) // self.itemsize), bytes(buffer))
        self._items.extend(map(chr, items) if self._code == "u" else items)

    def tofile(self, f, /):
        f.write(self.tobytes())

    def fromfile(self, f, n, /):
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError("read() didn't return enough bytes")

    def byteswap(self):
        data, size = self.tobytes(), self.itemsize
        self._items.clear()
        self.frombytes(b"".join(data[at:at + size][::-1] for at in range(0, len(data), size)))

    def buffer_info(self):
        return id(self._items), len(self._items)

    def fromunicode(self, ustr, /):
        if self._code != "u":
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        self._items.extend(ustr)

    def tounicode(self):
        if self._code != "u":
            raise ValueError("tounicode() may only be called on unicode type arrays")
        return "".join(self._items)


_MutableSequence.register(array)
ArrayType = array
