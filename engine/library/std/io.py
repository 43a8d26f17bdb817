"""Streams in memory, and files: read whole when they are opened, written whole when they are flushed."""
import _files
import _io

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase:
    closed = False

    def __enter__(self):
        self._check_open()
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _check_open(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def close(self):
        self.closed = True

    def flush(self):
        self._check_open()

    def isatty(self):
        return False

    def readable(self):
        return True

    def writable(self):
        return True

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def seekable(self):
        return True

    def readlines(self, hint=-1):
        return list(self)

    def writelines(self, lines):
        for line in lines:
            self.write(line)


class TextIOBase(IOBase):
    newlines = None
    encoding = "utf-8"
    errors = "strict"


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class _Memory(IOBase):
    """The content is kept in parts while it is only appended to."""

    def _start(self, initial, empty):
        self._empty = empty
        self._parts = [initial] if initial else []
        self._size = len(initial)
        self._position = 0

    def _value(self):
        if len(self._parts) != 1:
            self._parts = [self._empty.join(self._parts)]
        return self._parts[0]

    def getvalue(self):
        self._check_open()
        return self._value()

    def read(self, size=-1):
        self._check_open()
        value = self._value()
        start = self._position
        end = self._size if size is None or size < 0 else min(self._size, start + size)
        self._position = max(start, end)
        return value[start:end]

    def readline(self, size=-1):
        self._check_open()
        value = self._value()
        start = self._position
        found = value.find("\n" if isinstance(value, str) else b"\n", start)
        end = self._size if found < 0 else found + 1
        if size is not None and size >= 0:
            end = min(end, start + size)
        self._position = max(start, end)
        return value[start:end]

    def _put(self, data):
        self._check_open()
        count = len(data)
        if self._position == self._size:
            self._parts.append(data)
            self._size += count
        else:
            value = self._value()
            if self._position > self._size:
                filler = "\0" if isinstance(value, str) else b"\0"
                value = value + filler * (self._position - self._size)
            value = value[: self._position] + data + value[self._position + count :]
            self._parts = [value]
            self._size = len(value)
        self._position += count
        return count

    def seek(self, offset, whence=0):
        self._check_open()
        if whence == 1:
            offset += self._position
        elif whence == 2:
            offset += self._size
        if offset < 0:
            raise ValueError(f"Negative seek position {offset}")
        self._position = offset
        return offset

    def tell(self):
        self._check_open()
        return self._position

    def truncate(self, size=None):
        self._check_open()
        if size is None:
            size = self._position
        value = self._value()[:size]
        self._parts = [value]
        self._size = len(value)
        return size


class StringIO(_Memory, TextIOBase):
    def __init__(self, initial_value="", newline="\n"):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        text = initial_value or ""
        self._start(text.replace("\r\n", "\n").replace("\r", "\n") if newline is None else text, "")

    def seek(self, offset, whence=0):
        if whence and offset:
            raise OSError("Can't do nonzero cur-relative seeks")
        return super().seek(offset, whence)

    def write(self, s):
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        return self._put(s)


class BytesIO(_Memory, BufferedIOBase):
    def __init__(self, initial_bytes=b""):
        if isinstance(initial_bytes, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._start(bytes(initial_bytes or b""), b"")

    def write(self, b):
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return self._put(bytes(b))

    def read1(self, size=-1):
        return self.read(size)

    def readinto(self, b):
        data = self.read(len(b))
        b[: len(data)] = data
        return len(data)

    readinto1 = readinto

    def getbuffer(self):
        return self.getvalue()


class _File:
    """What files of text and of bytes share. What was written is stored when they are flushed or closed, also when the last reference goes."""

    def _open(self, name, path, mode):
        self.name = name
        self.mode = mode
        self._path = path
        kind = mode.replace("b", "")
        self._reads = kind[0] == "r" or "+" in kind
        self._writes = kind != "r"
        if kind[0] == "a":
            self.seek(0, 2)
        self._changed = kind[0] != "r"
        self.flush()

    def _check_open(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def flush(self):
        self._check_open()
        if self._changed:
            self._changed = False
            _files.write(self._path, self._contents())

    def truncate(self, size=None):
        if not self._writes:
            raise UnsupportedOperation("truncate")
        self._changed = True
        return super().truncate(size)

    def close(self):
        if not self.closed:
            try:
                self.flush()
            finally:
                super().close()

    def readable(self):
        return self._reads

    def writable(self):
        return self._writes

    def __del__(self):
        if hasattr(self, "_changed"):
            self.close()


class _TextFile(_File, StringIO):
    def __init__(self, name, path, mode, initial, encoding, errors, newline):
        self.encoding = encoding or "UTF-8"
        self.errors = errors or "strict"
        self._ends = newline if newline in ("\r", "\r\n") else ""
        text = initial.decode(self.encoding, self.errors)
        if newline is None and "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        super().__init__(text)
        self._open(name, path, mode)

    def _contents(self):
        return self.getvalue().encode(self.encoding, self.errors)

    def seek(self, offset, whence=0):
        if whence not in (0, 1, 2):
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        if whence and offset:
            raise UnsupportedOperation(f"can't do nonzero {'cur' if whence == 1 else 'end'}-relative seeks")
        if offset < 0:
            raise ValueError(f"negative seek position {offset}")
        return super().seek(offset, whence)

    def write(self, s):
        if not self._writes:
            raise UnsupportedOperation("not writable")
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")
        self._changed = True
        super().write(s.replace("\n", self._ends) if self._ends else s)
        return len(s)

    def read(self, size=-1):
        if not self._reads:
            raise UnsupportedOperation("not readable")
        return super().read(size)

    def readline(self, size=-1):
        if not self._reads:
            raise UnsupportedOperation("not readable")
        return super().readline(size)

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>"


class _BinaryFile(_File, BytesIO):
    def __init__(self, name, path, mode, initial):
        super().__init__(initial)
        self._open(name, path, mode)

    def _contents(self):
        return self.getvalue()

    def write(self, b):
        if not self._writes:
            raise UnsupportedOperation("write")
        self._changed = True
        return super().write(b)

    def read(self, size=-1):
        if not self._reads:
            raise UnsupportedOperation("read")
        return super().read(size)

    def __repr__(self):
        kind = "Random" if self._reads and self._writes else "Reader" if self._reads else "Writer"
        return f"<_io.Buffered{kind} name={self.name!r}>"


def _initial(path, kind):
    """What a file that is opened in this way begins with."""
    if kind == "r":
        return _files.read(path)
    if kind == "a":
        try:
            return _files.read(path)
        except FileNotFoundError:
            pass
    if kind == "x" and _there(path):
        raise FileExistsError(17, "File exists", path)
    return b""


def _there(path):
    try:
        _files.status(path)
    except OSError:
        return False
    return True


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if isinstance(file, int):
        raise OSError(9, "Bad file descriptor")
    path = file if isinstance(file, str) else file.decode() if isinstance(file, bytes) else _path_of(file)
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    if len(set(mode)) != len(mode) or set(mode) - set("rwaxbt+"):
        raise ValueError(f"invalid mode: {mode!r}")
    kind = [c for c in mode if c in "rwax"]
    if "t" in mode and "b" in mode:
        raise ValueError("can't have text and binary mode at once")
    if len(kind) != 1:
        raise ValueError("must have exactly one of create/read/write/append mode" if kind else "Must have exactly one of create/read/write/append mode and at most one plus")
    if "b" in mode:
        for given, what in ((encoding, "an encoding"), (errors, "an errors"), (newline, "a newline")):
            if given is not None:
                raise ValueError(f"binary mode doesn't take {what} argument")
        return _BinaryFile(file, path, mode, _initial(path, kind[0]))
    initial = _initial(path, kind[0])
    if newline not in (None, "", "\n", "\r", "\r\n"):
        raise ValueError(f"illegal newline value: {newline!r}")
    return _TextFile(file, path, mode.replace("t", ""), initial, encoding, errors, newline)


def _path_of(file):
    if not hasattr(type(file), "__fspath__"):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(file).__name__}")
    return type(file).__fspath__(file)


# What unittest.mock asks CPython's module in C for.
_io.BytesIO, _io.TextIOWrapper, _io.open = BytesIO, _TextFile, open
