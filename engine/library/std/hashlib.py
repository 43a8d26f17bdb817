"""Digests of bytes."""
import _hashlib

algorithms_available = algorithms_guaranteed = {"md5", "sha1", "sha256", "sha512"}
_SIZES = {"md5": (16, 64), "sha1": (20, 64), "sha256": (32, 64), "sha512": (64, 128)}


class HASH:
    def __init__(self, name, data=b""):
        self.name = name
        self.digest_size, self.block_size = _SIZES[name]
        self._data = bytearray()
        self.update(data)

    def update(self, obj, /):
        if isinstance(obj, str):
            raise TypeError("Strings must be encoded before hashing")
        if not isinstance(obj, (bytes, bytearray)):
            raise TypeError("object supporting the buffer API required")
        self._data += obj

    def digest(self):
        return getattr(_hashlib, self.name)(bytes(self._data))

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return HASH(self.name, self._data)

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"


def md5(string=b"", *, usedforsecurity=True):
    return HASH("md5", string)


def sha1(string=b"", *, usedforsecurity=True):
    return HASH("sha1", string)


def sha256(string=b"", *, usedforsecurity=True):
    return HASH("sha256", string)


def sha512(string=b"", *, usedforsecurity=True):
    return HASH("sha512", string)


def new(name, data=b"", *, usedforsecurity=True):
    if name.lower() not in _SIZES:
        raise ValueError("unsupported hash type " + name)
    return HASH(name.lower(), data)


def file_digest(fileobj, digest, /):
    made = new(digest) if isinstance(digest, str) else digest()
    made.update(fileobj.read())
    return made
