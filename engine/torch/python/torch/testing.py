# Comparisons for tests.
import torch._C as _C

_TOLERANCES = {"torch.float16": (1e-3, 1e-5), "torch.bfloat16": (1.6e-2, 1e-5), "torch.float32": (1.3e-6, 1e-5), "torch.float64": (1e-7, 1e-7)}


def assert_close(actual, expected, *, rtol=None, atol=None, allow_subclasses=True, equal_nan=False, check_device=True, check_dtype=True, check_layout=True,
                 check_stride=False, msg=None):
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for a, e in zip(actual, expected):
            assert_close(a, e, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype, msg=msg)
        return
    actual = _C.as_tensor(actual)
    expected = _C.as_tensor(expected)
    if actual.shape != expected.shape:
        raise AssertionError(f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}.")
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.")
    default = _TOLERANCES.get(str(expected.dtype), (0.0, 0.0))
    rtol = default[0] if rtol is None else rtol
    atol = default[1] if atol is None else atol
    close = _C.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if bool(close.all()):
        return
    if msg is not None:
        raise AssertionError(msg)
    wrong = close.numel() - int(close.sum().item())
    if actual.dim() == 0:
        difference = abs(actual.item() - expected.item())
        raise AssertionError(f"Scalars are not close!\n\nExpected {expected.item()} but got {actual.item()}.\nAbsolute difference: {difference} (up to {atol} allowed)\n"
                             f"Relative difference: {difference / abs(expected.item()) if expected.item() != 0 else float('inf')} (up to {rtol} allowed)")
    absolute = (actual.double() - expected.double()).abs()
    relative = absolute / expected.double().abs()
    at = _index(absolute)
    rel_at = _index(relative)
    raise AssertionError(f"Tensor-likes are not close!\n\nMismatched elements: {wrong} / {close.numel()} ({100 * wrong / close.numel():.1f}%)\n"
                         f"Greatest absolute difference: {absolute.max().item()} at index {at} (up to {atol} allowed)\n"
                         f"Greatest relative difference: {relative.max().item()} at index {rel_at} (up to {rtol} allowed)")


def _index(t):
    flat = int(t.argmax().item())
    out = []
    for size in reversed(t.shape):
        out.append(flat % size)
        flat //= size
    return tuple(reversed(out))


def make_tensor(*shape, dtype, device="cpu", low=None, high=None, requires_grad=False, **unused):
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    low = -9 if low is None else low
    high = 9 if high is None else high
    if dtype.is_floating_point:
        out = _C.empty(shape, dtype=dtype).uniform_(low, high)
    else:
        out = _C.randint(int(low), int(high), shape, dtype=dtype)
    return out.requires_grad_(requires_grad) if requires_grad else out
