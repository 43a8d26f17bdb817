# Notes for nodes that are made while a `with` block runs, and tracebacks kept with nodes.
import contextlib

_state = {"meta": {}, "preserve": False}


@contextlib.contextmanager
def _during(**changes):
    before = dict(_state)
    _state.update(changes)
    try:
        yield
    finally:
        _state.update(before)


def preserve_node_meta(enable=True):
    """While it runs, new nodes take over what is noted of the node that is being run."""
    return _during(preserve=enable)


def set_current_meta(node, pass_name=""):
    return _during(meta=dict(node.meta) if _state["preserve"] and node.meta else _state["meta"])


def annotate(annotation):
    meta = dict(_state["meta"])
    meta["custom"] = {**meta.get("custom", {}), **annotation}
    return _during(meta=meta)


def set_stack_trace(stack):
    if _state["preserve"]:
        _state["meta"] = {name: value for name, value in _state["meta"].items() if name != "stack_trace"}
        if stack:
            _state["meta"]["stack_trace"] = "".join(stack)


def get_current_meta():
    return _state["meta"]


def has_preserved_node_meta():
    return _state["preserve"]
