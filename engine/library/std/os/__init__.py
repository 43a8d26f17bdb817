"""The part of os that programs use: paths, files and folders, the environment."""
import _files
import sys as _sys

import abc as _abc
from os import path
from _types import GenericAlias as _GenericAlias

name = "posix"
sep = path.sep
linesep = "\n"
pathsep, curdir, pardir, altsep, extsep, devnull = path.pathsep, path.curdir, path.pardir, path.altsep, path.extsep, path.devnull
error = OSError
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
F_OK, R_OK, W_OK, X_OK = 0, 4, 2, 1
strerror = _files.error_text


class _Environ(dict):
    def __setitem__(self, key, value):
        for given in (key, value):
            if not isinstance(given, str):
                raise TypeError(f"str expected, not {type(given).__name__}")
        super().__setitem__(key, value)

    def __repr__(self):
        return f"environ({super().__repr__()})"

    def copy(self):
        return dict(self)


environ = _Environ(_files.environment())


def getenv(key, default=None):
    return environ.get(key, default)


def putenv(key, value):
    environ[key] = value


def unsetenv(key):
    environ.pop(key, None)


class PathLike(_abc.ABC):
    __class_getitem__ = classmethod(_GenericAlias)

    @_abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, "__fspath__") if cls is PathLike else NotImplemented


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    if not hasattr(type(path), "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    return type(path).__fspath__(path)


def fsdecode(filename):
    filename = fspath(filename)
    return filename.decode() if isinstance(filename, bytes) else filename


def fsencode(filename):
    filename = fspath(filename)
    return filename.encode() if isinstance(filename, str) else filename


def getcwd():
    return _files.current()


def chdir(path):
    _files.enter(fsdecode(path))


def cpu_count():
    return 1


def getpid():
    return 1


class stat_result:
    def __init__(self, mode, size, changed):
        self.st_mode, self.st_size = mode, size
        self.st_atime = self.st_mtime = self.st_ctime = changed

    def __repr__(self):
        return f"os.stat_result(st_mode={self.st_mode}, st_size={self.st_size}, st_mtime={int(self.st_mtime)})"


def stat(path, *, dir_fd=None, follow_symlinks=True):
    return stat_result(*_files.status(fsdecode(path)))


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    return _files.allowed(fsdecode(path), mode)


def remove(path, *, dir_fd=None):
    _files.remove(fsdecode(path))


unlink = remove


def mkdir(path, mode=0o777, *, dir_fd=None):
    _files.make_folder(fsdecode(path))


def makedirs(name, mode=0o777, exist_ok=False):
    name = fsdecode(name)
    head, tail = path.split(name.rstrip("/") or name)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
        if tail == curdir:
            return
    try:
        mkdir(name)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def rmdir(path, *, dir_fd=None):
    _files.remove_folder(fsdecode(path))


def removedirs(name):
    name = fsdecode(name)
    rmdir(name)
    head = path.dirname(name.rstrip("/"))
    while head:
        try:
            rmdir(head)
        except OSError:
            break
        head = path.dirname(head)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _files.rename(fsdecode(src), fsdecode(dst))


replace = rename


def listdir(path="."):
    return _files.names("." if path is None else fsdecode(path))


class DirEntry:
    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def is_dir(self, *, follow_symlinks=True):
        return path.isdir(self.path)

    def is_file(self, *, follow_symlinks=True):
        return path.isfile(self.path)

    def is_symlink(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return stat(self.path)


class _Scan:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        self._entries = iter(())


def scandir(path="."):
    folder = "." if path is None else fsdecode(path)
    return _Scan([DirEntry(folder, name) for name in _files.names(folder)])


def walk(top, topdown=True, onerror=None, followlinks=False):
    top = fspath(top)
    try:
        names = listdir(top)
    except OSError as error:
        if onerror is not None:
            onerror(error)
        return
    folders = [name for name in names if path.isdir(path.join(top, name))]
    files = [name for name in names if name not in folders]
    if topdown:
        yield top, folders, files
    for name in folders:
        yield from walk(path.join(top, name), topdown, onerror, followlinks)
    if not topdown:
        yield top, folders, files


def get_terminal_size(fd=1):
    from shutil import get_terminal_size

    return get_terminal_size()


def urandom(size):
    from random import Random

    return Random().randbytes(size)


_sys.modules["posixpath"] = path
