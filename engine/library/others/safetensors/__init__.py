"""Named tensors in a file that holds nothing else: the length of a header, the header as JSON, the numbers."""
import json as _json

import torch._C as _C

__version__ = "0.5.3"
_HEADER_LIMIT = 100_000_000
_NAMES = {
    "BOOL": _C.bool, "U8": _C.uint8, "I8": _C.int8, "I16": _C.int16, "F16": _C.float16, "BF16": _C.bfloat16, "I32": _C.int32, "F32": _C.float32, "F64": _C.float64,
    "I64": _C.int64,
}  # fmt: skip


class SafetensorError(Exception):
    pass


def _header(data):
    """(rows by name, metadata, where the numbers begin) of a file's bytes; what does not add up is refused."""
    if len(data) < 8:
        raise SafetensorError("Error while deserializing header: header too small")
    size = int.from_bytes(data[:8], "little")
    if size > _HEADER_LIMIT:
        raise SafetensorError("Error while deserializing header: header too large")
    start = 8 + size
    if start > len(data):
        raise SafetensorError("Error while deserializing header: invalid header length")
    try:
        header = _json.loads(data[8:start].decode())
        metadata = header.pop("__metadata__", None)
        rows = {name: (row["dtype"], list(row["shape"]), *row["data_offsets"]) for name, row in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SafetensorError(f"Error while deserializing header: invalid JSON in header: {error}") from None
    end = 0
    for name, (dtype, shape, first, last) in sorted(rows.items(), key=lambda item: item[1][2:]):
        if dtype not in _NAMES:
            raise SafetensorError(f"Error while deserializing header: tensor `{name}` has the dtype {dtype}, which is not supported here")
        wanted = _NAMES[dtype].itemsize
        for extent in shape:
            wanted *= extent
        if first != end or last - first != wanted:
            raise SafetensorError(f"Error while deserializing header: invalid offset for tensor `{name}`")
        end = last
    if start + end != len(data):
        raise SafetensorError("Error while deserializing header: incomplete metadata, file not fully covered")
    return rows, metadata, start


class _Content:
    """A file's tensors, made when they are asked for."""

    def __init__(self, data, device="cpu"):
        self.data, self.device = data, device
        self.rows, self.metadata, self.start = _header(data)

    def tensor(self, name):
        if name not in self.rows:
            raise SafetensorError(f"File does not contain tensor {name}")
        dtype, shape, first, last = self.rows[name]
        made = _C._tensor_of_bytes(self.data[self.start + first : self.start + last], _NAMES[dtype]).reshape(shape)
        return made if str(self.device) == "cpu" else made.to(self.device)

    def in_order(self):
        return sorted(self.rows, key=lambda name: (self.rows[name][2], name))


class PySafeSlice:
    """A tensor of a file that is read by its parts."""

    def __init__(self, content, name):
        self._content, self._name = content, name

    def get_shape(self):
        return list(self._content.rows[self._name][1])

    def get_dtype(self):
        return self._content.rows[self._name][0]

    def __getitem__(self, index):
        return self._content.tensor(self._name)[index].clone()


class safe_open:
    def __init__(self, filename, framework, device="cpu", *, backend=None):
        if framework not in ("pt", "torch", "pytorch"):
            raise SafetensorError(f"framework {framework} is invalid")
        try:
            with open(filename, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            raise FileNotFoundError(f"No such file or directory: {filename}") from None
        self._content = _Content(data, device)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self._content = None

    def _opened(self):
        if self._content is None:
            raise SafetensorError("File is closed")
        return self._content

    def keys(self):
        return sorted(self._opened().rows)

    def offset_keys(self):
        return self._opened().in_order()

    def metadata(self):
        return self._opened().metadata

    def get_tensor(self, name):
        return self._opened().tensor(name)

    def get_slice(self, name):
        content = self._opened()
        if name not in content.rows:
            raise SafetensorError(f"File does not contain tensor {name}")
        return PySafeSlice(content, name)
