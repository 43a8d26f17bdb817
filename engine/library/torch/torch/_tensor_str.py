# How tensors are printed, under PyTorch's private names.
import contextlib

import torch
import torch._C as _C

_FIELDS = ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")


class _Options:
    """The options in force, as attributes."""

    def __getattr__(self, name):
        if name not in _FIELDS:
            raise AttributeError(f"'__PrinterOptions' object has no attribute '{name}'")
        return get_printoptions()[name]

    def __repr__(self):
        return "__PrinterOptions(" + ", ".join([f"{name}={value!r}" for name, value in get_printoptions().items()]) + ")"


PRINT_OPTS = _Options()
set_printoptions = torch.set_printoptions


def get_printoptions():
    return dict(zip(_FIELDS, _C._print_options()))


@contextlib.contextmanager
def printoptions(**kwargs):
    before = get_printoptions()
    set_printoptions(**kwargs)
    try:
        yield
    finally:
        set_printoptions(**before)
