# Notes for nodes that are made while a `with` block runs, and tracebacks kept with nodes.
import contextlib

_current = {}


@contextlib.contextmanager
def preserve_node_meta(enable=True):
    yield


@contextlib.contextmanager
def annotate(annotation):
    before = dict(_current)
    _current.update(annotation)
    try:
        yield
    finally:
        _current.clear()
        _current.update(before)


def get_current_meta():
    return {"custom": dict(_current)} if _current else {}


def has_preserved_node_meta():
    return False
