# torch.nn: modules, their parameters, and the functions they compute with.
from torch.nn.parameter import Parameter, Buffer, UninitializedParameter, UninitializedBuffer
import torch.nn.functional as functional
import torch.nn.grad as grad
import torch.nn.init as init
import torch.nn.modules as modules
from torch.nn.modules import *
from torch.nn.modules.module import Module
import torch.nn.parameter as parameter
import torch.nn.attention as attention
from torch._late import late

__getattr__ = late("torch.nn", ("parallel", "utils"), {"DataParallel": "torch.nn.parallel"})


def factory_kwargs(kwargs):
    if kwargs is None:
        return {}
    allowed = ("device", "dtype", "memory_format")
    unexpected = [k for k in kwargs if k not in allowed]
    if unexpected:
        raise TypeError(f"unexpected kwargs {set(unexpected)}")
    return dict(kwargs)
