"""Paths as objects, over os and os.path."""
import os
from fnmatch import fnmatchcase as _fits


class PurePath:
    def __new__(cls, *segments):
        return super().__new__(_FLAVOURS.get(cls, cls))

    def __init__(self, *segments):
        text = ""
        for segment in segments:
            segment = os.fspath(segment) if hasattr(type(segment), "__fspath__") else segment
            if not isinstance(segment, str):
                raise TypeError(
                    "argument should be a str or an os.PathLike object where __fspath__ returns a str, "
                    f"not {type(segment).__name__!r}"
                )
            text = os.path.join(text, segment) if text else segment
        self._root = "//" if text.startswith("//") and not text.startswith("///") else "/" if text.startswith("/") else ""
        self._names = [name for name in text.split("/") if name and name != "."]

    def _made(self, root, names):
        made = type(self)()
        made._root, made._names = root, list(names)
        return made

    def __str__(self):
        return self._root + "/".join(self._names) or "."

    def __fspath__(self):
        return str(self)

    def as_uri(self):
        if not self._root:
            raise ValueError("relative path can't be expressed as a file URI")
        plain = b"/-._~" + b"".join(bytes(range(first, last + 1)) for first, last in (b"09", b"AZ", b"az"))
        return "file://" + "".join(chr(c) if c in plain else f"%{c:02X}" for c in str(self).encode())

    def as_posix(self):
        return str(self)

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def __lt__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self.parts < other.parts

    def __le__(self, other):
        return self == other or self < other

    def __gt__(self, other):
        return other < self

    def __ge__(self, other):
        return self == other or other < self

    def __truediv__(self, other):
        if not isinstance(other, (str, PurePath)):
            return NotImplemented
        return type(self)(self, other)

    def __rtruediv__(self, other):
        if not isinstance(other, str):
            return NotImplemented
        return type(self)(other, self)

    def joinpath(self, *segments):
        return type(self)(self, *segments)

    @property
    def parts(self):
        return tuple(([self._root] if self._root else []) + self._names)

    @property
    def root(self):
        return self._root

    @property
    def drive(self):
        return ""

    @property
    def anchor(self):
        return self._root

    @property
    def name(self):
        return self._names[-1] if self._names else ""

    @property
    def suffix(self):
        name = self.name
        at = name.rfind(".")
        return name[at:] if 0 < at < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        return self.name[: len(self.name) - len(self.suffix)]

    @property
    def parent(self):
        return self._made(self._root, self._names[:-1])

    @property
    def parents(self):
        return tuple(self._made(self._root, self._names[:count]) for count in range(len(self._names) - 1, -1, -1))

    def is_absolute(self):
        return bool(self._root)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._made(self._root, self._names[:-1] + [name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith(".") or suffix == "."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

    def relative_to(self, *other):
        base = type(self)(*other)
        if self.parts[: len(base.parts)] != base.parts:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
        return self._made("", self.parts[len(base.parts):])

    def is_relative_to(self, *other):
        base = type(self)(*other)
        return self.parts[: len(base.parts)] == base.parts

    def match(self, pattern):
        wanted = pattern.split("/")
        return len(wanted) <= len(self._names) and all(_fits(name, part) for name, part in zip(self._names[-len(wanted):], wanted))


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~"))

    def exists(self, *, follow_symlinks=True):
        return os.path.exists(self)

    def is_file(self):
        return os.path.isfile(self)

    def is_dir(self):
        return os.path.isdir(self)

    def is_symlink(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return os.stat(self)

    def absolute(self):
        return type(self)(os.path.join(os.getcwd(), self))

    def resolve(self, strict=False):
        if strict:
            os.stat(self)
        return type(self)(os.path.abspath(self))

    def expanduser(self):
        return type(self)(os.path.expanduser(self))

    def samefile(self, other):
        return os.path.samefile(self, other)

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding, errors=errors) as file:
            return file.read()

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f"data must be str, not {type(data).__name__}")
        with self.open("w", encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    def write_bytes(self, data):
        with self.open("wb") as file:
            return file.write(data)

    def touch(self, mode=0o666, exist_ok=True):
        with self.open("ab" if exist_ok else "xb"):
            pass

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            os.mkdir(self)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def rmdir(self):
        os.rmdir(self)

    def unlink(self, missing_ok=False):
        try:
            os.remove(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rename(self, target):
        os.rename(self, target)
        return type(self)(target)

    replace = rename

    def iterdir(self):
        return iter([self / name for name in os.listdir(self)])

    def glob(self, pattern, *, case_sensitive=None):
        if not pattern:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        if pattern.startswith("/"):
            raise NotImplementedError("Non-relative patterns are unsupported")
        return _matches(self, [part for part in pattern.split("/") if part and part != "."])

    def rglob(self, pattern, *, case_sensitive=None):
        return self.glob(f"**/{pattern}")

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        for folder, folders, files in os.walk(self, top_down, on_error, follow_symlinks):
            yield type(self)(folder), folders, files


def _folders_below(folder):
    yield folder
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _folders_below(entry)


def _matches(folder, parts):
    """The paths below a folder that fit the parts of a pattern, each once."""
    if not parts:
        yield folder
        return
    first, rest = parts[0], parts[1:]
    if first == "**":
        seen = set()
        for below in _folders_below(folder):
            for path in _matches(below, rest):
                if path not in seen:
                    seen.add(path)
                    yield path
    elif not any(c in first for c in "*?["):
        if (folder / first).exists():
            yield from _matches(folder / first, rest)
    elif folder.is_dir():
        for entry in folder.iterdir():
            if _fits(entry.name, first) and (not rest or entry.is_dir()):
                yield from _matches(entry, rest)


class PurePosixPath(PurePath):
    pass


class PosixPath(Path, PurePosixPath):
    pass


_FLAVOURS = {PurePath: PurePosixPath, Path: PosixPath}  # what making the general classes gives
