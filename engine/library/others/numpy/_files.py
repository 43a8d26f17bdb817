"""Arrays in files: .npy, and tables as text."""
import os

import torch._C as _C
from numpy._array import array, asarray, _wrap
from numpy._dtypes import dtype as _dtype, float64, _torch_dtype

_MAGIC = b"\x93NUMPY"
_CODES = {"|b1": "bool", "|u1": "uint8", "|i1": "int8", "<i2": "int16", "<i4": "int32", "<i8": "int64", "<f2": "float16", "<f4": "float32", "<f8": "float64"}


def _opened(file, mode):
    """(stream, whether it is ours to close) of a path or a stream."""
    if hasattr(file, "read" if "r" in mode else "write"):
        return file, False
    return open(file, mode), True


def frombuffer(buffer, dtype=float64, count=-1, offset=0):
    wanted = _dtype(dtype)
    data = bytes(buffer)[offset:]
    if count < 0 and len(data) % wanted.itemsize:
        raise ValueError("buffer size must be a multiple of element size")
    if count >= 0 and len(data) < count * wanted.itemsize:
        raise ValueError("buffer is smaller than requested size")
    return _wrap(_C._tensor_of_bytes(data if count < 0 else data[: count * wanted.itemsize], _torch_dtype(wanted)))


def fromfile(file, dtype=float64, count=-1, sep="", offset=0):
    stream, ours = _opened(file, "rb")
    data = stream.read()
    if ours:
        stream.close()
    data = data[offset : len(data) - (len(data) - offset) % _dtype(dtype).itemsize]
    return frombuffer(data, dtype, count)


def save(file, arr, allow_pickle=True):
    arr = asarray(arr)
    code = next(code for code, name in _CODES.items() if name == str(arr.dtype))
    header = str({"descr": code, "fortran_order": False, "shape": arr.shape}).replace("}", ", }", 1).encode()
    header += b" " * (-(len(_MAGIC) + 4 + len(header) + 1) % 64) + b"\n"
    if isinstance(file, (str, os.PathLike)) and not os.fspath(file).endswith(".npy"):
        file = os.fspath(file) + ".npy"
    stream, ours = _opened(file, "wb")
    stream.write(_MAGIC + b"\x01\x00" + len(header).to_bytes(2, "little") + header + arr.tobytes())
    if ours:
        stream.close()


def load(file, mmap_mode=None, allow_pickle=False):
    stream, ours = _opened(file, "rb")
    try:
        start = stream.read(10)
        if start[:6] != _MAGIC:
            if not start:
                raise EOFError("No data left in file")
            raise ValueError("This file contains pickled (object) data. If you trust the file you can load it unsafely using the `allow_pickle=` keyword argument or `pickle.load()`.")
        wide = start[6] > 1  # version 2 has four bytes for the length of its header
        size = int.from_bytes(start[8:10] + (stream.read(2) if wide else b""), "little")
        header = stream.read(size).decode()
        code, fortran, shape = _parsed(header)
        name = _CODES.get(code)
        if name is None:
            raise ValueError(f"arrays of {code} are not read here")
        count = 1
        for extent in shape:
            count *= extent
        flat = frombuffer(stream.read(count * _dtype(name).itemsize), name)
        return flat.reshape(shape[::-1]).transpose() if fortran else flat.reshape(shape)
    finally:
        if ours:
            stream.close()


def _parsed(header):
    import re

    code = re.search(r"'descr': *'([^']+)'", header)
    fortran = re.search(r"'fortran_order': *(True|False)", header)
    shape = re.search(r"'shape': *\(([^)]*)\)", header)
    if not (code and fortran and shape):
        raise ValueError(f"Cannot parse header: {header!r}")
    return code[1], fortran[1] == "True", tuple(int(n) for n in shape[1].split(",") if n.strip())


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    X = asarray(X)
    if X.ndim == 0 or X.ndim > 2:
        raise ValueError(f"Expected 1D or 2D array, got {X.ndim}D array instead")
    rows = [[x] for x in X.tolist()] if X.ndim == 1 else X.tolist()
    columns = len(rows[0]) if rows else 0
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != columns:
            raise AttributeError(f"fmt has wrong shape.  {fmt}")
        row_format = delimiter.join(fmt)
    else:
        row_format = fmt if fmt.count("%") > 1 else delimiter.join([fmt] * columns)
    lines = [comments + header.replace("\n", "\n" + comments)] if header else []
    lines += [row_format % tuple(row) for row in rows]
    if footer:
        lines.append(comments + footer.replace("\n", "\n" + comments))
    stream, ours = _opened(fname, "w")
    stream.write("".join(line + newline for line in lines))
    if ours:
        stream.close()


def loadtxt(fname, dtype=float64, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0, encoding=None, max_rows=None):
    if isinstance(fname, (list, tuple)):
        lines = list(fname)
    else:
        stream, ours = _opened(fname, "r")
        lines = stream.read().splitlines()
        if ours:
            stream.close()
    wanted = _dtype(dtype)
    read = float if str(wanted).startswith("float") else int
    columns = [usecols] if isinstance(usecols, int) else usecols
    rows = []
    for number, line in enumerate(lines):
        text = line.split(comments)[0].strip() if comments else line.strip()
        if number < skiprows or not text or (max_rows is not None and len(rows) >= max_rows):
            continue
        parts = text.split(delimiter)
        if columns is not None:
            parts = [parts[c] for c in columns]
        elif rows and len(parts) != len(rows[0]):
            raise ValueError(f"the number of columns changed from {len(rows[0])} to {len(parts)} at row {len(rows) + 1}; use `usecols` to select a subset and avoid this error")
        row = []
        for c, part in enumerate(parts):
            try:
                row.append(read(part))
            except ValueError:
                raise ValueError(f"could not convert string {part!r} to {wanted} at row {len(rows)}, column {c + 1}.") from None
        rows.append(row)
    table = array(rows, dtype=wanted)
    if ndmin < 2:
        table = table.squeeze()
        if ndmin == 1 and table.ndim == 0:
            table = table.reshape(1)
    return table.transpose() if unpack else table
