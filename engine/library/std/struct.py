"""Numbers to bytes and back, by a format such as "<IHf"."""

import math

__all__ = ["calcsize", "pack", "unpack", "pack_into", "unpack_from", "iter_unpack", "Struct", "error"]


class error(Exception):
    pass


error.__module__ = "struct"

# Size and range of the integers: standard sizes, and the native ones of 64-bit Unix.
_STANDARD = {"b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8, "e": 2, "f": 4, "d": 8, "s": 1, "c": 1, "x": 1, "p": 1}
_NATIVE = {**_STANDARD, "l": 8, "L": 8, "n": 8, "N": 8, "P": 8}
_UNSIGNED = "BHILQNP"
_FLOATS = {"e": (5, 10), "f": (8, 23), "d": (11, 52)}


def _parse(format):
    if isinstance(format, bytes):
        format = format.decode("ascii")
    order = format[0] if format[:1] in ("@", "=", "<", ">", "!") and format else "@"
    at = 1 if format and format[0] in "@=<>!" else 0
    sizes = _NATIVE if order == "@" else _STANDARD
    items, offset = [], 0
    while at < len(format):
        if format[at].isspace():
            at += 1
            continue
        digits = ""
        while at < len(format) and format[at].isdigit():
            digits += format[at]
            at += 1
        if at >= len(format):
            raise error("repeat count given without format specifier")
        code = format[at]
        at += 1
        if code not in sizes:
            raise error("bad char in struct format")
        count = int(digits) if digits else 1
        size = sizes[code]
        if order == "@" and code not in "sxp":
            offset += -offset % size
        if code in "sp":
            items.append((code, offset, count))
            offset += count
        elif code == "x":
            offset += count
        else:
            for _ in range(count):
                items.append((code, offset, size))
                offset += size
    return "big" if order in ">!" else "little", items, offset


def _float_bits(value, code):
    exponent_bits, mantissa_bits = _FLOATS[code]
    bias = (1 << (exponent_bits - 1)) - 1
    top = (1 << exponent_bits) - 1
    sign = 1 if math.copysign(1.0, value) < 0 else 0
    value = abs(value)
    if value != value:
        exponent, mantissa = top, 1 << (mantissa_bits - 1)
    elif value == math.inf:
        exponent, mantissa = top, 0
    elif value == 0:
        exponent = mantissa = 0
    else:
        fraction, power = math.frexp(value)
        exponent = max(power - 1 + bias, 0)
        shift = mantissa_bits + 1 - power if exponent else mantissa_bits + bias - 1
        if exponent:
            mantissa = round(math.ldexp(value, mantissa_bits - (power - 1))) - (1 << mantissa_bits)
        else:
            mantissa = round(math.ldexp(value, shift))
        exponent += mantissa >> mantissa_bits if exponent or mantissa >> mantissa_bits else 0
        mantissa &= (1 << mantissa_bits) - 1
        if exponent >= top:
            raise OverflowError("float too large to pack with " + code + " format")
    return (sign << (exponent_bits + mantissa_bits)) | (exponent << mantissa_bits) | mantissa


def _float_value(bits, code):
    exponent_bits, mantissa_bits = _FLOATS[code]
    bias = (1 << (exponent_bits - 1)) - 1
    top = (1 << exponent_bits) - 1
    mantissa = bits & ((1 << mantissa_bits) - 1)
    exponent = (bits >> mantissa_bits) & top
    sign = -1.0 if bits >> (exponent_bits + mantissa_bits) else 1.0
    if exponent == top:
        return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - bias - mantissa_bits)
    return sign * math.ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits)


def _packed(code, size, value, order):
    if code == "s":
        if not isinstance(value, bytes):
            raise error("argument for 's' must be a bytes object")
        return value[:size] + bytes(size - len(value[:size]))
    if code == "p":
        if not isinstance(value, bytes):
            raise error("argument for 'p' must be a bytes object")
        kept = value[: min(size - 1, 255)]
        return bytes([len(kept)]) + kept + bytes(size - 1 - len(kept))
    if code == "c":
        if not isinstance(value, bytes) or len(value) != 1:
            raise error("char format requires a bytes object of length 1")
        return value
    if code == "?":
        return b"\x01" if value else b"\x00"
    if code in _FLOATS:
        try:
            value = float(value)
        except (TypeError, ValueError):
            raise error("required argument is not a float") from None
        return _float_bits(value, code).to_bytes(size, order)
    try:
        value = value.__index__()
    except AttributeError:
        raise error("required argument is not an integer") from None
    signed = code not in _UNSIGNED
    low, high = (-(1 << (8 * size - 1)), (1 << (8 * size - 1)) - 1) if signed else (0, (1 << (8 * size)) - 1)
    if not low <= value <= high:
        if size == 8:
            raise error("int too large to convert" if signed or value > 0 else "argument out of range")
        raise error(f"'{code}' format requires {low} <= number <= {high}")
    return value.to_bytes(size, order, signed=signed)


def _unpacked(code, data, order):
    if code == "s" or code == "c":
        return data
    if code == "p":
        return data[1 : 1 + data[0]] if data else b""
    if code == "?":
        return data != b"\x00"
    if code in _FLOATS:
        return _float_value(int.from_bytes(data, order), code)
    return int.from_bytes(data, order, signed=code not in _UNSIGNED)


class Struct:
    def __init__(self, format):
        self.format = format if isinstance(format, str) else format.decode("ascii")
        self._order, self._items, self.size = _parse(format)

    def pack(self, *values):
        if len(values) != len(self._items):
            raise error(f"pack expected {len(self._items)} items for packing (got {len(values)})")
        out, length = [], 0
        for (code, offset, size), value in zip(self._items, values):
            out.append(bytes(offset - length))
            out.append(_packed(code, size, value, self._order))
            length = offset + size
        out.append(bytes(self.size - length))
        return b"".join(out)

    def unpack(self, buffer):
        data = bytes(buffer)
        if len(data) != self.size:
            raise error(f"unpack requires a buffer of {self.size} bytes")
        return tuple([_unpacked(code, data[offset : offset + size], self._order) for code, offset, size in self._items])

    def unpack_from(self, buffer, offset=0):
        data = bytes(buffer)
        if offset < 0:
            offset += len(data)
        if len(data) - offset < self.size:
            raise error(f"unpack_from requires a buffer of at least {self.size + offset} bytes for unpacking {self.size} bytes at offset {offset} (actual buffer size is {len(data)})")
        return self.unpack(data[offset : offset + self.size])

    def iter_unpack(self, buffer):
        data = bytes(buffer)
        if self.size == 0:
            raise error("cannot iteratively unpack with a struct of length 0")
        if len(data) % self.size:
            raise error(f"iterative unpacking requires a buffer of a multiple of {self.size} bytes")
        for at in range(0, len(data), self.size):
            yield self.unpack(data[at : at + self.size])

    def pack_into(self, buffer, offset, *values):
        data = self.pack(*values)
        if offset < 0:
            offset += len(buffer)
        if len(buffer) - offset < self.size:
            raise error(f"pack_into requires a buffer of at least {self.size + offset} bytes for packing {self.size} bytes at offset {offset} (actual buffer size is {len(buffer)})")
        buffer[offset : offset + self.size] = data


_cache = {}


def _struct(format):
    made = _cache.get(format)
    if made is None:
        made = _cache[format] = Struct(format)
    return made


def calcsize(format):
    return _struct(format).size


def pack(format, *values):
    return _struct(format).pack(*values)


def unpack(format, buffer):
    return _struct(format).unpack(buffer)


def unpack_from(format, buffer, offset=0):
    return _struct(format).unpack_from(buffer, offset)


def iter_unpack(format, buffer):
    return _struct(format).iter_unpack(buffer)


def pack_into(format, buffer, offset, *values):
    _struct(format).pack_into(buffer, offset, *values)
