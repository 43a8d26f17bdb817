"""Functions that are called when the program has ended, the last one first."""

_registered = []


def register(func, /, *args, **kwargs):
    if not callable(func):
        raise TypeError("the first argument must be callable")
    _registered.append((func, args, kwargs))
    return func


def unregister(func, /):
    _registered[:] = [entry for entry in _registered if entry[0] != func]


def _run_exitfuncs():
    import sys
    import traceback

    while _registered:
        func, args, kwargs = _registered.pop()
        try:
            func(*args, **kwargs)
        except Exception:
            print(f"Exception ignored in atexit callback: {func!r}", file=sys.stderr)
            traceback.print_exc()


def _ncallbacks():
    return len(_registered)


def _clear():
    _registered.clear()
