# What `tensor.storage()` gives: the memory behind a tensor, as elements of its type or as bytes.
import warnings

import torch._C as _C

_TYPE_NAMES = {"Double": "float64", "Float": "float32", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64", "Int": "int32", "Short": "int16",
               "Char": "int8", "Byte": "uint8", "Bool": "bool"}


class _Storage:
    """A row of elements that share the memory of a tensor."""

    def __init__(self, *args, dtype, device=None):
        if len(args) == 1 and not isinstance(args[0], int):
            self._row = _C.tensor(list(args[0]), dtype=dtype)
        else:
            self._row = _C.empty(args[0] if args else 0, dtype=dtype)

    @classmethod
    def _of(cls, row, tensor=None):
        made = cls.__new__(cls)
        made._row = row
        if tensor is not None:
            made._tensor = tensor
        return made

    @property
    def _tensor(self):
        """What Tensor.set_ takes: the elements in the type that they were made in."""
        return self.__dict__.get("_tensor", self._row)

    @_tensor.setter
    def _tensor(self, tensor):
        self.__dict__["_tensor"] = tensor

    @property
    def device(self):
        return self._row.device

    def data_ptr(self):
        return self._row.data_ptr()

    def size(self):
        return len(self._row)

    def __len__(self):
        return len(self._row)

    def nbytes(self):
        return self._row.nbytes

    def element_size(self):
        return self._row.element_size()

    def tolist(self):
        return self._row.tolist()

    def __iter__(self):
        return iter(self._row.tolist())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._of(self._row[index])
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} out of range for storage of size {len(self)}")
        return self._row[index].item()

    def __setitem__(self, index, value):
        self._row[index] = value

    def fill_(self, value):
        self._row.fill_(value)
        return self

    def copy_(self, source, non_blocking=None):
        self._row.copy_(source._row)
        return self

    def clone(self):
        return self._of(self._row.clone())

    def cpu(self):
        return self

    @property
    def is_cuda(self):
        return self._row.is_cuda

    def is_shared(self):
        return self._row.is_shared()

    def __eq__(self, other):
        return isinstance(other, _Storage) and len(self) == len(other) and self.data_ptr() == other.data_ptr() or self is other

    def __hash__(self):
        return id(self)

    def _lines(self):
        return "".join(f" {value}\n" for value in self.tolist())


class UntypedStorage(_Storage):
    def __init__(self, *args, device=None):
        super().__init__(*args, dtype=_C.uint8)

    def __repr__(self):
        return f"{self._lines()}[torch.storage.UntypedStorage(device={self.device}) of size {len(self)}]"


class TypedStorage(_Storage):
    _kind = None

    def __init__(self, *args, dtype=None, device=None, wrap_storage=None):
        dtype = self._kind or dtype or _C.get_default_dtype()
        if wrap_storage is not None:
            self._row = wrap_storage._row.view(dtype)
        else:
            super().__init__(*args, dtype=dtype)

    @property
    def dtype(self):
        return self._row.dtype

    def untyped(self):
        return UntypedStorage._of(self._row.view(_C.uint8), self._row)

    def type(self):
        return "torch." + self._row.type()[6:-6] + "Storage"

    def __repr__(self):
        return f"{self._lines()}[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]"


def _of_kind(name, dtype):
    made = type(name, (TypedStorage,), {"_kind": getattr(_C, dtype)})
    made.__module__ = "torch"
    return made


def __getattr__(name):  # FloatStorage and its like are made when they are asked for
    word = name[:-len("Storage")]
    if not name.endswith("Storage") or word not in _TYPE_NAMES:
        raise AttributeError(f"module 'torch.storage' has no attribute '{name}'")
    globals()[name] = _of_kind(name, _TYPE_NAMES[word])
    return globals()[name]


def _storage_of(tensor, elements):
    warnings.warn("TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. This should only "
                  "matter to you if you are using storages directly.  To access UntypedStorage directly, use tensor.untyped_storage() instead of "
                  "tensor.storage()", stacklevel=2)
    return TypedStorage._of(_row_of(tensor, elements))


def _untyped_storage_of(tensor, elements):
    return TypedStorage._of(_row_of(tensor, elements)).untyped()


def _row_of(tensor, elements):
    return tensor.detach().as_strided((elements,), (1,), 0)
