# Comparisons for tests.
import math
import warnings

import torch._C as _C
from torch._limits import finfo, iinfo
from torch._file_check import FileCheck

_TOLERANCES = {"torch.float16": (1e-3, 1e-5), "torch.bfloat16": (1.6e-2, 1e-5), "torch.float32": (1.3e-6, 1e-5), "torch.float64": (1e-7, 1e-7)}


def assert_close(actual, expected, *, rtol=None, atol=None, allow_subclasses=True, equal_nan=False, check_device=True, check_dtype=True, check_layout=True,
                 check_stride=False, msg=None):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    options = dict(allow_subclasses=allow_subclasses, check_device=check_device, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype, check_stride=check_stride)
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
    if actual is None or expected is None:
        return None if actual is expected else (AssertionError, f"None mismatch: {actual} is not {expected}", path)
    if type(actual).__name__ == "ndarray" and type(expected).__name__ == "ndarray":
        actual, expected = _C.as_tensor(actual), _C.as_tensor(expected)
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual)) if options["allow_subclasses"] else type(actual) is type(expected)
    if isinstance(actual, _C.Tensor) and isinstance(expected, _C.Tensor) and related:
        return _compare_tensors(actual, expected, options, path)
    if isinstance(actual, (bool, int, float)) and isinstance(expected, (bool, int, float)):
        return _compare_numbers(actual, expected, options, path)
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
    if options["check_device"] and actual.device != expected.device:
        return AssertionError, f"The values for attribute 'device' do not match: {actual.device} != {expected.device}.", path
    if options["check_dtype"] and actual.dtype != expected.dtype:
        return AssertionError, f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.", path
    if options["check_stride"] and actual.stride() != expected.stride():
        return AssertionError, f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}.", path
    if actual.is_meta or expected.is_meta:  # have no values
        return None
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


def _bounds(low, high, lowest, highest, usual, dtype):
    """The interval asked for, within what the dtype holds; `highest` and `high` are left out."""
    low = usual[0] if low is None else low
    high = usual[1] if high is None else high
    if low != low or high != high:
        raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    if low == high and dtype.is_floating_point:
        warnings.warn("Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is deprecated since 2.1 and will be removed in 2.3. "
                      "Use `torch.full(...)` instead.", FutureWarning, stacklevel=3)
    elif low >= high:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    elif high < lowest or low >= highest:
        raise ValueError(f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports [{lowest}, {highest})")
    low, high = min(max(low, lowest), highest), min(max(high, lowest), highest)
    return (low, high) if dtype.is_floating_point else (math.ceil(low), math.ceil(high))


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False, memory_format=None):
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = shape[0]
    shape = tuple(shape)
    if noncontiguous and memory_format is not None:
        raise ValueError(f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got {noncontiguous=} and {memory_format=}")
    if requires_grad and not dtype.is_floating_point:
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got {dtype=}")
    noncontiguous = noncontiguous and math.prod(shape) > 1
    if noncontiguous:  # every other element of twice as many
        shape = (*shape[:-1], 2 * shape[-1])
    if dtype.is_floating_point:
        limits = finfo(dtype)
        low, high = _bounds(low, high, limits.min, limits.max, (-9, 9), dtype)
        result = _C.empty(shape, device=device, dtype=dtype)
        if high - low >= limits.max:  # wider than uniform_ takes
            result.uniform_(low / 2, high / 2).mul_(2)
        else:
            result.uniform_(low, high)
    else:
        limits = None if dtype == _C.bool else iinfo(dtype)
        lowest, highest = (0, 2) if limits is None else (limits.min, limits.max + (dtype != _C.int64))
        low, high = _bounds(low, high, lowest, highest, (0, 2) if limits is None else (-9, 10), dtype)
        result = _C.randint(low, high, shape, device=device, dtype=dtype)
    if noncontiguous:
        result = result[..., 1::2]
    elif memory_format is not None:
        result = result.clone(memory_format=memory_format)
    if exclude_zero:
        result[result == 0] = finfo(dtype).tiny if dtype.is_floating_point else 1
    return result.requires_grad_() if requires_grad else result
