import torch._dynamo as _dynamo
from torch._dynamo.eval_frame import disable, reset
from torch._dynamo.decorators import allow_in_graph, assume_constant_result, set_stance, substitute_in_graph
from torch._dynamo.backends.registry import list_backends as _list_backends


def compile(*args, **kwargs):
    import torch
    return torch.compile(*args, **kwargs)


def list_backends(exclude_tags=("debug", "experimental")):
    return _list_backends(exclude_tags)


def is_compiling():
    return False


def is_dynamo_compiling():
    return False


def is_exporting():
    return False


def cudagraph_mark_step_begin():
    pass


def nested_compile_region(fn=None, **kwargs):
    """Calls of the function are one node of a captured graph."""
    if fn is None:
        return nested_compile_region
    fn._dynamo_region = True
    return fn
