"""Paths as objects, over os.path and the files of the run."""
import os


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


def _fits(name, pattern):
    """Shell patterns with * and ?."""
    if not pattern:
        return not name
    if pattern[0] == "*":
        return any(_fits(name[at:], pattern[1:]) for at in range(len(name) + 1))
    return bool(name) and (pattern[0] in ("?", name[0])) and _fits(name[1:], pattern[1:])


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~"))

    def exists(self):
        return os.path.exists(str(self))

    def is_file(self):
        return os.path.exists(str(self)) and not os.path.isdir(str(self))

    def is_dir(self):
        return os.path.isdir(str(self))

    def absolute(self):
        return type(self)(os.path.join(os.getcwd(), str(self)))

    def resolve(self, strict=False):
        return type(self)(os.path.abspath(str(self)))

    def expanduser(self):
        return type(self)(os.path.expanduser(str(self)))

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode)

    def read_text(self, encoding=None, errors=None):
        with open(str(self)) as file:
            return file.read()

    def read_bytes(self):
        with open(str(self), "rb") as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f"data must be str, not {type(data).__name__}")
        with open(str(self), "w") as file:
            return file.write(data)

    def write_bytes(self, data):
        with open(str(self), "wb") as file:
            return file.write(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        os.makedirs(str(self), exist_ok=True)

    def unlink(self, missing_ok=False):
        try:
            os.remove(str(self))
        except FileNotFoundError:
            if not missing_ok:
                raise

    def touch(self, mode=0o666, exist_ok=True):
        if not self.exists():
            self.write_bytes(b"")
        elif not exist_ok:
            raise FileExistsError(17, "File exists", str(self))

    def rename(self, target):
        os.rename(str(self), os.fspath(target))
        return type(self)(target)

    def iterdir(self):
        return (self / name for name in os.listdir(str(self)))

    replace = rename

    def glob(self, pattern):
        if pattern.startswith("**/"):
            return self.rglob(pattern[3:])
        return (path for path in self.iterdir() if _fits(path.name, pattern))

    def rglob(self, pattern):
        for path in self.iterdir():
            if _fits(path.name, pattern):
                yield path
            if path.is_dir():
                yield from path.rglob(pattern)


class PurePosixPath(PurePath):
    pass


class PosixPath(Path, PurePosixPath):
    pass


_FLAVOURS = {PurePath: PurePosixPath, Path: PosixPath}  # what making the general classes gives
