"""Objects that take the place of others in tests and remember how they were used."""

from unittest._mock_autospec import create_autospec
from unittest._mock_calls import ANY, DEFAULT, _Call, _CallList, call, sentinel
from unittest._mock_kinds import InvalidSpecError
from unittest._mock_objects import AsyncMock, MagicMock, Mock, NonCallableMagicMock, NonCallableMock, PropertyMock, seal
from unittest._mock_patch import _patch, patch

__all__ = (
    "Mock MagicMock patch sentinel DEFAULT ANY call create_autospec AsyncMock FILTER_DIR NonCallableMock "
    "NonCallableMagicMock mock_open PropertyMock seal"
).split()

FILTER_DIR = True


def _lines_of(data):
    import io

    return iter(io.BytesIO(data) if isinstance(data, bytes) else io.StringIO(data))


def mock_open(mock=None, read_data=""):
    """A mock in the place of open(), whose files hold read_data from its beginning at each call."""
    state = [_lines_of(read_data)]
    handle = MagicMock(spec=_File)

    def given(name):
        return getattr(handle, name).return_value if getattr(handle, name)._mock_return_value is not DEFAULT else None

    def rest():
        lines = list(state[0])
        return (b"" if isinstance(read_data, bytes) else "").join(lines)

    def read(size=-1, /):
        if given("read") is not None:
            return given("read")
        text = rest()
        if size is None or size < 0:
            return text
        state[0] = _lines_of(text[size:])
        return text[:size]

    def readline(*args):
        if given("readline") is not None:
            return given("readline")
        return next(state[0], b"" if isinstance(read_data, bytes) else "")

    def readlines(*args):
        return given("readlines") if given("readlines") is not None else list(state[0])

    def lines():
        while True:
            line = readline()
            if not line:
                return
            yield line

    handle.__enter__.return_value = handle
    handle.write.return_value = None
    handle.read.side_effect = read
    handle.readline.side_effect = readline
    handle.readlines.side_effect = readlines
    handle.__iter__.side_effect = lines
    handle.__next__.side_effect = lambda: next(lines())

    def __exit__(*problem):
        handle.close()

    handle.__exit__.side_effect = __exit__

    def opened(*args, **kwargs):
        state[0] = _lines_of(read_data)
        return DEFAULT

    if mock is None:
        mock = MagicMock(name="open", spec=open)
    mock.side_effect = opened
    mock.return_value = handle
    return mock


class _File:
    """What files have, text and binary alike."""


for _name in (
    "close detach fileno flush getvalue isatty read read1 readable readinto readline readlines reconfigure seek seekable tell "
    "truncate writable write writelines __enter__ __exit__ __iter__ __next__ buffer closed encoding errors mode name newlines"
).split():
    setattr(_File, _name, None)
