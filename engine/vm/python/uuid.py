"""Identifiers of 128 bits, as RFC 4122 has them."""
import os as _os
import time as _time
from enum import Enum as _Enum
from random import SystemRandom as _SystemRandom

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122", "reserved for Microsoft compatibility", "reserved for future definition"]

# The fields from the highest bits down: name, bits.
_FIELDS = (("time_low", 32), ("time_mid", 16), ("time_hi_version", 16), ("clock_seq_hi_variant", 8), ("clock_seq_low", 8), ("node", 48))


class SafeUUID(_Enum):
    safe = 0
    unsafe = -1
    unknown = None


def _from_hex(text):
    digits = text.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
    if len(digits) != 32:
        raise ValueError("badly formed hexadecimal UUID string")
    return int(digits, 16)


def _from_fields(fields):
    if len(fields) != 6:
        raise ValueError("fields is not a 6-tuple")
    number = 0
    for position, (value, (_, bits)) in enumerate(zip(fields, _FIELDS), 1):
        if not 0 <= value < 1 << bits:
            raise ValueError(f"field {position} out of range (need a{'n' if bits == 8 else ''} {bits}-bit value)")
        number = number << bits | value
    return number


def _from_bytes(data, what):
    if len(data) != 16:
        raise ValueError(f"{what} is not a 16-char string")
    return int.from_bytes(data, "big")


def _swapped(data):
    """Between the order of bytes and that of Microsoft, where the first three fields are little-endian."""
    return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]


class UUID:
    __slots__ = ("int", "is_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            number = _from_hex(hex)
        elif bytes is not None:
            number = _from_bytes(bytes, "bytes")
        elif bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            number = _from_bytes(_swapped(bytes_le), "bytes_le")
        else:
            number = _from_fields(fields) if fields is not None else int
        if not 0 <= number < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            number = number & ~(0xF << 76 | 0b11 << 62) | version << 76 | 0b10 << 62
        object.__setattr__(self, "int", number)
        object.__setattr__(self, "is_safe", is_safe)

    def __getstate__(self):
        return {"int": self.int} if self.is_safe is SafeUUID.unknown else {"int": self.int, "is_safe": self.is_safe.value}

    def __setstate__(self, state):
        object.__setattr__(self, "int", state["int"])
        object.__setattr__(self, "is_safe", SafeUUID(state.get("is_safe")))

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return f"{self.__class__.__name__}({str(self)!r})"

    def __str__(self):
        digits = self.hex
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

    hex = property(lambda self: f"{self.int:032x}")
    bytes = property(lambda self: self.int.to_bytes(16, "big"))
    bytes_le = property(lambda self: _swapped(self.bytes))
    fields = property(lambda self: tuple(getattr(self, name) for name, _ in _FIELDS))
    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: self.int >> 80 & 0xFFFF)
    time_hi_version = property(lambda self: self.int >> 64 & 0xFFFF)
    clock_seq_hi_variant = property(lambda self: self.int >> 56 & 0xFF)
    clock_seq_low = property(lambda self: self.int >> 48 & 0xFF)
    time = property(lambda self: (self.time_hi_version & 0x0FFF) << 48 | self.time_mid << 32 | self.time_low)
    clock_seq = property(lambda self: (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low)
    node = property(lambda self: self.int & 0xFFFFFFFFFFFF)
    urn = property(lambda self: "urn:uuid:" + str(self))

    @property
    def variant(self):
        top = self.clock_seq_hi_variant
        return RESERVED_NCS if not top & 0x80 else RFC_4122 if not top & 0x40 else RESERVED_MICROSOFT if not top & 0x20 else RESERVED_FUTURE

    @property
    def version(self):
        return self.int >> 76 & 0xF if self.variant == RFC_4122 else None


_random = _SystemRandom()
_node = None
_last_time = 0


def getnode():
    """The number of this machine: one drawn at random, as the multicast bit says."""
    global _node
    if _node is None:
        _node = _random.getrandbits(48) | 1 << 40
    return _node


def uuid1(node=None, clock_seq=None):
    global _last_time
    # Counted in steps of 100 ns from the start of the Gregorian calendar; no two are the same.
    _last_time = max(_time.time_ns() // 100 + 0x01B21DD213814000, _last_time + 1)
    sequence = _random.getrandbits(14) if clock_seq is None else clock_seq
    return UUID(fields=(_last_time & 0xFFFFFFFF, _last_time >> 32 & 0xFFFF, _last_time >> 48 & 0x0FFF, sequence >> 8 & 0x3F,
                        sequence & 0xFF, getnode() if node is None else node), version=1)


def _of_name(hash, namespace, name, version):
    data = name.encode("utf-8") if isinstance(name, str) else name
    return UUID(bytes=hash(namespace.bytes + data).digest()[:16], version=version)


def uuid3(namespace, name):
    from hashlib import md5
    return _of_name(md5, namespace, name, 3)


def uuid4():
    return UUID(bytes=_os.urandom(16), version=4)


def uuid5(namespace, name):
    from hashlib import sha1
    return _of_name(sha1, namespace, name, 5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
