# Handles that take a registered hook out again.
_next_id = [0]


class RemovableHandle:
    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict = hooks_dict
        self.id = _next_id[0]
        _next_id[0] += 1
        if extra_dict is None:
            self.extra_dicts = []
        elif isinstance(extra_dict, (list, tuple)):
            self.extra_dicts = list(extra_dict)
        else:
            self.extra_dicts = [extra_dict]

    def remove(self):
        if self.id in self.hooks_dict:
            del self.hooks_dict[self.id]
        for extra in self.extra_dicts:
            if self.id in extra:
                del extra[self.id]

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.remove()


class NativeHandle:
    """The handle of a hook that the tape holds."""

    def __init__(self, remove, hook_id):
        self._remove = remove
        self.id = hook_id

    def remove(self):
        if self._remove is not None:
            self._remove()
            self._remove = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.remove()


NativeHandle.__name__ = "RemovableHandle"
NativeHandle.__qualname__ = "RemovableHandle"
