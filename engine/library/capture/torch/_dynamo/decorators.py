import functools

from _vitrine_dynamo import set_error_on_break as _set_error_on_break_from_now
from _vitrine_dynamo import set_stance as _set_stance


def graph_break(msg=""):
    pass


def skip_frame(msg=""):
    pass


_STANCES = ("default", "eager_then_compile", "aot_eager_then_compile", "force_eager", "eager_on_recompile", "fail_on_recompile")


def _force(backend):
    from torch._dynamo.backends.registry import lookup_backend
    from torch._dynamo.eval_frame import forced_backend
    before, forced_backend[0] = forced_backend[0], None if backend is None else lookup_backend(backend)
    return before


class set_stance:
    """A statement, a context manager or a decorator."""

    def __init__(self, stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
        if force_backend is not None and stance != "default":
            raise RuntimeError("non-default stance cannot have force_backend set")
        if stance not in _STANCES:  # found at once, not at the next call as in PyTorch
            raise RuntimeError(f"invalid torch.compile stance '{stance}'")
        self.stance = stance
        self.backend = force_backend
        self.prev = _set_stance(stance)
        self.prev_backend = _force(force_backend)

    def __call__(self, fn):
        self.__exit__(None, None, None)

        def wrapper(*args, **kwargs):
            before = _set_stance(self.stance), _force(self.backend)
            try:
                return fn(*args, **kwargs)
            finally:
                _set_stance(before[0])
                _force(before[1])

        functools.update_wrapper(wrapper, fn)
        return wrapper

    def __enter__(self):
        _set_stance(self.stance)
        _force(self.backend)

    def __exit__(self, exc_type, exc_val, exc_tb):
        _set_stance(self.prev)
        _force(self.prev_backend)


_substitutes = {}


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False, is_embedded_type=False):
    """The decorated function is traced wherever the program calls `original_fn`."""
    if not callable(original_fn):
        raise TypeError(f"substitute_in_graph expects a function but got {type(original_fn)!r}")

    def decorate(traceable_fn):
        if not callable(traceable_fn):
            raise TypeError(f"@substitute_in_graph(...) expects a function but got {type(traceable_fn)!r}")
        if original_fn in _substitutes:
            raise ValueError(f"Duplicate dispatch handler for {original_fn.__name__!r}")

        def wrapped(*args, **kwargs):
            return original_fn(*args, **kwargs)

        functools.update_wrapper(wrapped, traceable_fn)
        _substitutes[original_fn] = traceable_fn
        _substitutes[wrapped] = traceable_fn
        return wrapped

    return decorate


def _set_error_on_break(flag):
    """What happens at breaks from here on; gives what happened before. Tracing keeps a setting of its own."""
    return _set_error_on_break_from_now(flag)


class error_on_graph_break:
    """A context manager or a decorator: graph breaks raise, as under fullgraph=True."""

    def __init__(self, error_on_graph_break):
        self.error_on_graph_break = error_on_graph_break

    def __call__(self, fn):
        flag = self.error_on_graph_break

        def wrapper(*args, **kwargs):
            before = _set_error_on_break(flag)
            try:
                return fn(*args, **kwargs)
            finally:
                _set_error_on_break(before)

        functools.update_wrapper(wrapper, fn)
        return wrapper

    def __enter__(self):
        self.before = _set_error_on_break(self.error_on_graph_break)

    def __exit__(self, exc_type, exc_val, exc_tb):
        _set_error_on_break(self.before)


def nonstrict_trace(traceable_fn):
    """Calls of the function are one node of a captured graph; what it does is not looked into."""
    def wrapped(*args, **kwargs):
        return traceable_fn(*args, **kwargs)

    functools.update_wrapper(wrapped, traceable_fn)
    wrapped._dynamo_nonstrict = True
    return wrapped


def allow_in_graph(fn):
    if isinstance(fn, (list, tuple)):
        return [allow_in_graph(x) for x in fn]
    assert callable(fn), "allow_in_graph expects a callable"
    fn._dynamo_allow_in_graph = True
    return fn


def disallow_in_graph(fn):
    fn._torchdynamo_disable = True
    return fn


def forbid_in_graph(fn):
    fn._torchdynamo_forbid = True
    return fn


def assume_constant_result(fn):
    fn._dynamo_marked_constant = True
    return fn


def _mark(t, index, attribute):
    if isinstance(index, (list, tuple)):
        for i in index:
            _mark(t, i, attribute)
        return
    if index < 0:
        index += t.dim()
    if not hasattr(t, attribute):
        setattr(t, attribute, set())
    getattr(t, attribute).add(index)


def mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None):
    if isinstance(index, int) and (min is not None or max is not None):
        if not hasattr(t, "_dynamo_dynamic_range"):
            t._dynamo_dynamic_range = {}
        t._dynamo_dynamic_range[index] = (min, max)
    _mark(t, index, "_dynamo_dynamic_indices")


def maybe_mark_dynamic(t, index):
    _mark(t, index, "_dynamo_weak_dynamic_indices")


def mark_unbacked(t, index, hint_override=None, strict=False, specialize_on=None):
    _mark(t, index, "_dynamo_dynamic_indices")


def mark_static(t, index=None):
    if isinstance(t, type):
        t._dynamo_marked_static = True
        return t
    if index is None:
        index = list(range(t.dim()))
    _mark(t, index, "_dynamo_static_indices")


def mark_static_address(t, guard=True):
    t._dynamo_static_input_type = "guarded" if guard else "unguarded"
