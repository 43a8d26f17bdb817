def graph_break(msg=""):
    pass


def skip_frame(msg=""):
    pass


def allow_in_graph(fn):
    if isinstance(fn, (list, tuple)):
        return [allow_in_graph(x) for x in fn]
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
