"""Bytes to ASCII and back, and checksums."""

_DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {c: i for i, c in enumerate(_DIGITS)}


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def _data(value):
    if not isinstance(value, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'")
    return bytes(value)


def _text(value):
    if isinstance(value, str):
        if not value.isascii():
            raise ValueError("string argument should contain only ASCII characters")
        return value.encode()
    if not isinstance(value, (bytes, bytearray)):
        raise TypeError(f"argument should be bytes, buffer or ASCII string, not '{type(value).__name__}'")
    return bytes(value)


def b2a_base64(data, /, *, newline=True):
    data = _data(data)
    out = bytearray()
    for i in range(0, len(data), 3):
        chunk = data[i : i + 3]
        value = int.from_bytes(chunk + b"\0" * (3 - len(chunk)), "big")
        digits = bytes([_DIGITS[value >> 18], _DIGITS[value >> 12 & 63], _DIGITS[value >> 6 & 63], _DIGITS[value & 63]])
        out += digits[: len(chunk) + 1] + b"=" * (3 - len(chunk))
    return bytes(out) + (b"\n" if newline else b"")


def a2b_base64(data, /, *, strict_mode=False):
    data = _text(data)
    out, value, count, padding = bytearray(), 0, 0, 0
    if strict_mode and data[:1] == b"=":
        raise Error("Leading padding not allowed")
    for c in data:
        if c == 61:  # =
            padding += 1
            if count >= 2 and count + padding >= 4:
                if strict_mode and data.rstrip(b"=") + b"=" * padding != data:
                    raise Error("Excess data after padding")
                return bytes(out)
            continue
        digit = _VALUES.get(c)
        if digit is None:
            if strict_mode:
                raise Error("Only base64 data is allowed")
            continue
        if strict_mode and padding:
            raise Error("Discontinuous padding not allowed")
        padding = 0
        if count == 0:
            value, count = digit, 1
        elif count == 1:
            out.append(value << 2 & 255 | digit >> 4)
            value, count = digit & 15, 2
        elif count == 2:
            out.append(value << 4 | digit >> 2)
            value, count = digit & 3, 3
        else:
            out.append(value << 6 | digit)
            count = 0
    if count == 1:
        n = len(out) // 3 * 4 + 1
        raise Error(f"Invalid base64-encoded string: number of data characters ({n}) cannot be 1 more than a multiple of 4")
    if count:
        raise Error("Incorrect padding")
    return bytes(out)


def hexlify(data, sep=None, bytes_per_sep=1):
    data = _data(data)
    return (data.hex() if sep is None else data.hex(sep, bytes_per_sep)).encode()


b2a_hex = hexlify


def unhexlify(hexstr, /):
    text = _text(hexstr)
    if len(text) % 2:
        raise Error("Odd-length string")
    try:
        return bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
    except ValueError:
        raise Error("Non-hexadecimal digit found") from None


a2b_hex = unhexlify


def _make_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ 0xEDB88320 if n & 1 else n >> 1
        table.append(n)
    return table


_table = []


def crc32(data, value=0, /):
    if not _table:
        _table.extend(_make_table())
    value ^= 0xFFFFFFFF
    for c in _data(data):
        value = value >> 8 ^ _table[(value ^ c) & 255]
    return value ^ 0xFFFFFFFF
