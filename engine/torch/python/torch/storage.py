# Storages as programs look at them: identity and size.
class UntypedStorage:
    def __init__(self, tensor, bytes_held):
        self._tensor = tensor
        self._bytes = bytes_held

    def data_ptr(self):
        return self._tensor.data_ptr() - self._tensor.storage_offset() * self._tensor.element_size()

    def nbytes(self):
        return self._bytes

    def size(self):
        return self._bytes

    def __len__(self):
        return self._bytes

    @property
    def device(self):
        return self._tensor.device


TypedStorage = UntypedStorage


def _storage_of(tensor, bytes_held):
    return UntypedStorage(tensor, bytes_held)
