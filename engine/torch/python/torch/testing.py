# Comparisons for tests.
import torch._C as _C
from torch._file_check import FileCheck

_TOLERANCES = {"torch.float16": (1e-3, 1e-5), "torch.bfloat16": (1.6e-2, 1e-5), "torch.float32": (1.3e-6, 1e-5), "torch.float64": (1e-7, 1e-7)}


def assert_close(actual, expected, *, rtol=None, atol=None, allow_subclasses=True, equal_nan=False, check_device=True, check_dtype=True, check_layout=True,
                 check_stride=False, msg=None):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    if not allow_subclasses and type(actual) is not type(expected):
        raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")
    options = dict(rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype, check_stride=check_stride)
    failure = _compare(actual, expected, options, ())
    if failure is None:
        return
    kind, text, path = failure
    if path:
        text += "\n\nThe failure occurred for item " + "".join(f"[{item!r}]" for item in path)
    if msg is not None and kind is AssertionError:
        text = msg(text) if callable(msg) else msg
    raise kind(text)


def _compare(actual, expected, options, path):
    """None, or the exception's type, its text and the place."""
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            return AssertionError, f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path
        for i, (a, e) in enumerate(zip(actual, expected)):
            failure = _compare(a, e, options, path + (i,))
            if failure is not None:
                return failure
        return None
    if isinstance(actual, dict) and isinstance(expected, dict):
        missing = [k for k in expected if k not in actual]
        additional = [k for k in actual if k not in expected]
        if missing or additional:
            return (AssertionError, f"The keys of the mappings do not match:\nMissing keys in the actual mapping: {sorted(missing)}\n"
                    f"Additional keys in the actual mapping: {sorted(additional)}", path)
        for key in actual:
            failure = _compare(actual[key], expected[key], options, path + (key,))
            if failure is not None:
                return failure
        return None
    if type(actual).__name__ == "ndarray" and type(expected).__name__ == "ndarray":
        actual, expected = _C.as_tensor(actual), _C.as_tensor(expected)
    if isinstance(actual, _C.Tensor) and isinstance(expected, _C.Tensor):
        return _compare_tensors(actual, expected, options, path)
    if isinstance(actual, (bool, int, float)) and isinstance(expected, (bool, int, float)):
        return _compare_numbers(actual, expected, options, path)
    if actual is None and expected is None:
        return None
    return TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", path


def _tolerances(options, *dtypes):
    if options["rtol"] is not None:
        return options["rtol"], options["atol"]
    pairs = [_TOLERANCES.get(str(d), (0.0, 0.0)) for d in dtypes]
    return max(p[0] for p in pairs), max(p[1] for p in pairs)


def _allowed(tolerance, exact):
    return "" if exact else f" (up to {tolerance} allowed)"


def _compare_numbers(actual, expected, options, path):
    if isinstance(actual, bool) != isinstance(expected, bool) or (isinstance(actual, bool) and actual != expected):
        if isinstance(actual, bool) and isinstance(expected, bool):
            return AssertionError, f"Booleans mismatch: {actual} is not {expected}", path
    if options["check_dtype"] and type(actual) is not type(expected):
        return AssertionError, f"The (d)types do not match: {type(actual)} != {type(expected)}.", path
    kinds = [_C.float64 if isinstance(v, float) else _C.int64 for v in (actual, expected)]
    rtol, atol = _tolerances(options, *kinds)
    if actual == expected or (options["equal_nan"] and actual != actual and expected != expected):
        return None
    difference = abs(actual - expected)
    finite = difference != float("inf") and difference == difference
    if finite and difference <= atol + rtol * abs(expected):
        return None
    exact = rtol == 0 and atol == 0
    relative = difference / abs(expected) if expected != 0 else float("inf")
    return (AssertionError, f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {difference}{_allowed(atol, exact)}\nRelative difference: {relative}{_allowed(rtol, exact)}", path)


def _compare_tensors(actual, expected, options, path):
    if actual.shape != expected.shape:
        return AssertionError, f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}.", path
    if options["check_dtype"] and actual.dtype != expected.dtype:
        return AssertionError, f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.", path
    if options["check_stride"] and actual.stride() != expected.stride():
        return AssertionError, f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}.", path
    rtol, atol = _tolerances(options, actual.dtype, expected.dtype)
    if actual.dtype != expected.dtype:
        common = _C.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(common), expected.to(common)
    close = _C.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options["equal_nan"])
    if bool(close.all()):
        return None
    exact = rtol == 0 and atol == 0
    verdict = "equal" if exact else "close"
    if actual.dim() == 0:
        a, e = actual.item(), expected.item()
        difference = abs(a - e)
        relative = difference / abs(e) if e != 0 else float("inf")
        return (AssertionError, f"Scalars are not {verdict}!\n\nExpected {e} but got {a}.\nAbsolute difference: {difference}{_allowed(atol, exact)}\n"
                f"Relative difference: {relative}{_allowed(rtol, exact)}", path)
    if not actual.is_floating_point():
        actual, expected = actual.to(_C.int64), expected.to(_C.int64)
    wrong = close.numel() - int(close.sum().item())
    absolute = (actual - expected).abs()
    absolute = absolute.masked_fill(close, 0)
    relative = (absolute / expected.abs()).masked_fill(close, 0)
    return (AssertionError, f"Tensor-likes are not {verdict}!\n\nMismatched elements: {wrong} / {close.numel()} ({wrong / close.numel():.1%})\n"
            f"Greatest absolute difference: {absolute.max().item()} at index {_index(absolute)}{_allowed(atol, exact)}\n"
            f"Greatest relative difference: {relative.max().item()} at index {_index(relative)}{_allowed(rtol, exact)}", path)


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)


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
