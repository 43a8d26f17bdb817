from torch._C._fft import *


def __getattr__(name):
    from torch._missing import missing
    raise missing("torch.fft", name)
