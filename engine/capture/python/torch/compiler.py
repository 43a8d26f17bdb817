import torch._dynamo as _dynamo
from torch._dynamo.eval_frame import disable, reset
from torch._dynamo.decorators import allow_in_graph, assume_constant_result
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


def set_stance(stance="default", **kwargs):
    raise NotImplementedError("torch.compiler.set_stance is not in Vitrine yet")
