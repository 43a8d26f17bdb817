"""Bytes as text of 16, 32, 64 or 85 characters."""
import binascii as _binascii

_B32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_B85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"


def _bytes(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters") from None
    if isinstance(s, (bytes, bytearray)):
        return bytes(s)
    raise TypeError(f"argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}")


def b64encode(s, altchars=None):
    encoded = _binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        altchars = _bytes(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return _binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def encodebytes(s):
    pieces = [_binascii.b2a_base64(s[i : i + 57]) for i in range(0, len(s), 57)]
    return b"".join(pieces)


def decodebytes(s):
    return _binascii.a2b_base64(s)


def b16encode(s):
    return _binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if any(c not in b"0123456789ABCDEF" for c in s):
        raise _binascii.Error("Non-base16 digit found")
    return _binascii.unhexlify(s)


def b32encode(s):
    s = bytes(s)
    out = bytearray()
    for i in range(0, len(s), 5):
        chunk = s[i : i + 5]
        value = int.from_bytes(chunk + b"\0" * (5 - len(chunk)), "big")
        digits = [_B32[value >> shift & 31] for shift in range(35, -1, -5)]
        used = (len(chunk) * 8 + 4) // 5
        out += bytes(digits[:used]) + b"=" * (8 - used)
    return bytes(out)


def b32decode(s, casefold=False, map01=None):
    s = _bytes(s)
    if len(s) % 8:
        raise _binascii.Error("Incorrect padding")
    if casefold:
        s = s.upper()
    digits = s.rstrip(b"=")
    padding = len(s) - len(digits)
    if padding not in (0, 1, 3, 4, 6):
        raise _binascii.Error("Incorrect padding")
    out = bytearray()
    for i in range(0, len(digits), 8):
        chunk = digits[i : i + 8]
        value = 0
        for c in chunk + b"A" * (8 - len(chunk)):
            place = _B32.find(c)
            if place < 0:
                raise _binascii.Error("Non-base32 digit found")
            value = value << 5 | place
        out += value.to_bytes(5, "big")[: len(chunk) * 5 // 8]
    return bytes(out)


def b85encode(b, pad=False):
    b = bytes(b)
    missing = -len(b) % 4
    out = bytearray()
    for i in range(0, len(b), 4):
        value = int.from_bytes((b[i : i + 4] + b"\0" * 3)[:4], "big")
        digits = bytearray()
        for _ in range(5):
            value, digit = divmod(value, 85)
            digits.append(_B85[digit])
        out += bytes(reversed(digits))
    return bytes(out) if pad or not missing else bytes(out[:-missing])


def b85decode(b):
    b = _bytes(b)
    missing = -len(b) % 5
    padded = b + b"~" * missing
    out = bytearray()
    for i in range(0, len(padded), 5):
        value = 0
        for j, c in enumerate(padded[i : i + 5]):
            place = _B85.find(c)
            if place < 0:
                raise ValueError(f"bad base85 character at position {i + j}")
            value = value * 85 + place
        if value > 0xFFFFFFFF:
            raise ValueError(f"base85 overflow in hunk starting at byte {i}")
        out += value.to_bytes(4, "big")
    return bytes(out[: len(out) - missing])
