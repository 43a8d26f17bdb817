"""The little of os that programs in a sandbox use: paths, environment, files of the run."""
import io as _io_module
from abc import ABC as _ABC, abstractmethod as _abstractmethod
from os import path
from _types import GenericAlias as _GenericAlias

name = "posix"
sep = "/"
linesep = "\n"
pathsep = ":"
curdir = "."
pardir = ".."
devnull = "/dev/null"
error = OSError
environ = {}


def getenv(key, default=None):
    return environ.get(key, default)


def getcwd():
    return "/"


class PathLike(_ABC):
    __class_getitem__ = classmethod(_GenericAlias)

    @_abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else NotImplemented


def fspath(p):
    if isinstance(p, (str, bytes)):
        return p
    if not hasattr(type(p), "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(p).__name__}")
    return p.__fspath__()


def cpu_count():
    return 1


def getpid():
    return 1


def remove(p, *, dir_fd=None):
    if p not in _io_module._written:
        raise FileNotFoundError(2, "No such file or directory", p)
    del _io_module._written[p]


unlink = remove


def makedirs(p, mode=0o777, exist_ok=False):
    pass


def mkdir(p, mode=0o777):
    pass


def rename(src, dst):
    if src not in _io_module._written:
        raise FileNotFoundError(2, "No such file or directory", src)
    _io_module._written[dst] = _io_module._written.pop(src)


replace = rename


def listdir(p="."):
    prefix = "" if p in (".", "") else p.rstrip("/") + "/"
    return list(dict.fromkeys(f[len(prefix) :].split("/")[0] for f in _io_module._written if f.startswith(prefix)))


def urandom(n):
    import random

    return bytes([random.getrandbits(8) for _ in range(n)])
