"""Streams in memory, and files as far as the host lets programs read them."""
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
        found = value.find("\n" if isinstance(value, str) else b"\n") if start == 0 else value[start:].find("\n" if isinstance(value, str) else b"\n")
        end = self._size if found < 0 else start + found + 1
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


# Files that the program wrote in this run, by path.
_written = {}


def _content(path):
    data = _written.get(path)
    return data if data is not None else _io.read_file(path)


def _store(path, data):
    _written[path] = data


class _File:
    """What files of text and of bytes share. Their contents are stored under their path, also when the last reference goes."""

    def _open(self, path, mode):
        self.name = path
        self.mode = mode
        kind = mode.replace("b", "")
        self._reads = kind[0] == "r" or "+" in kind
        self._writes = kind != "r"
        if kind[0] == "a":
            self.seek(0, 2)
        self.flush()

    def _check_open(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def flush(self):
        self._check_open()
        if self._writes:
            _store(self.name, self._contents())

    def close(self):
        if not self.closed:
            self.flush()
        super().close()

    def readable(self):
        return self._reads

    def writable(self):
        return self._writes

    def __del__(self):
        self.close()


class _TextFile(_File, StringIO):
    def __init__(self, path, mode, initial):
        super().__init__(initial)
        self._open(path, mode)

    def _contents(self):
        return self.getvalue().encode()

    def write(self, s):
        if not self._writes:
            raise UnsupportedOperation("not writable")
        return super().write(s)

    def read(self, size=-1):
        if not self._reads:
            raise UnsupportedOperation("not readable")
        return super().read(size)

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding='UTF-8'>"


class _BinaryFile(_File, BytesIO):
    def __init__(self, path, mode, initial):
        super().__init__(initial)
        self._open(path, mode)

    def _contents(self):
        return self.getvalue()

    def write(self, b):
        if not self._writes:
            raise UnsupportedOperation("write")
        return super().write(b)

    def read(self, size=-1):
        if not self._reads:
            raise UnsupportedOperation("read")
        return super().read(size)


def _open(path, mode):
    kind = mode.replace("b", "").replace("t", "")
    if kind.replace("+", "") not in ("r", "w", "a", "x"):
        raise ValueError(f"invalid mode: {mode!r}")
    data = _content(path)
    if "r" in kind and data is None:
        raise FileNotFoundError(2, "No such file or directory", path)
    if "x" in kind and data is not None:
        raise FileExistsError(17, "File exists", path)
    initial = b"" if data is None or "w" in kind else data
    if "b" in mode:
        return _BinaryFile(path, mode, initial)
    return _TextFile(path, kind, initial.decode().replace("\r\n", "\n"))


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
    return _open(str(file), mode)
