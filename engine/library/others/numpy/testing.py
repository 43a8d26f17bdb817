# numpy.testing: assertions over arrays; what they raise begins as numpy's does.
from numpy._array import _tensor_of


def _pair(actual, desired):
    a, d = _tensor_of(actual).double(), _tensor_of(desired).double()
    if a.shape != d.shape and a.dim() and d.dim():
        raise AssertionError(f"\n(shapes {tuple(a.shape)}, {tuple(d.shape)} mismatch)")
    return a, d


def _refuse(wrong, heading, message):
    if bool(wrong.any()):
        count, total = int(wrong.sum()), wrong.numel()
        lines = ["", heading, message, f"Mismatched elements: {count} / {total} ({100 * count / total:.3g}%)"]
        raise AssertionError("\n".join(lines))


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=True, err_msg="", verbose=True):
    a, d = _pair(actual, desired)
    close = ((a - d).abs() <= atol + rtol * d.abs()) | (a == d)
    if equal_nan:
        close = close | (a.isnan() & d.isnan())
    _refuse(~close, f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}", err_msg)


def assert_array_equal(actual, desired, err_msg="", verbose=True):
    a, d = _pair(actual, desired)
    _refuse(~((a == d) | (a.isnan() & d.isnan())), "Arrays are not equal", err_msg)


def assert_equal(actual, desired, err_msg="", verbose=True):
    if hasattr(actual, "shape") or hasattr(desired, "shape"):
        return assert_array_equal(actual, desired, err_msg)
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg)
        for k, (a, d) in enumerate(zip(actual, desired)):
            assert_equal(a, d, f"item={k}\n{err_msg}")
    elif not actual == desired and not (actual != actual and desired != desired):
        raise AssertionError(f"\nItems are not equal:\n{err_msg}\n ACTUAL: {actual!r}\n DESIRED: {desired!r}")


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    a, d = _pair(actual, desired)
    close = ((a - d).abs() < 1.5 * 10.0 ** -decimal) | (a == d) | (a.isnan() & d.isnan())
    _refuse(~close, f"Arrays are not almost equal to {decimal} decimals", err_msg)


assert_almost_equal = assert_array_almost_equal
