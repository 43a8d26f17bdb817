# What loops that are captured demand of the tensors that they carry.
import torch._C as _C


def _fake_text(x):
    kind = "" if x.dtype == _C.float32 else f", dtype={x.dtype}"
    return f"FakeTensor(..., size={tuple(x.shape)}{kind})"


def _difference(a, b):
    found = []
    if a.shape != b.shape:
        found.append(f"'shape: {a.shape} vs {b.shape}'")
    if a.stride() != b.stride():
        found.append(f"'stride: {a.stride()} vs {b.stride()}'")
    if a.dtype != b.dtype:
        found.append(f"'dtype: {a.dtype} vs {b.dtype}'")
    return found and f"differ in {', '.join(found)}, where lhs is {_fake_text(a)} and rhs is {_fake_text(b)}"


def differences(left, right):
    """How the tensors of two lists differ, a line each."""
    if len(left) != len(right):
        return f"{len(left)} and {len(right)} tensors"
    return "\n".join([f"pair[{i}] {text}" for i, (a, b) in enumerate(zip(left, right)) if (text := _difference(a, b))])
