# Data parallelism over devices: with one device the wrapped module simply runs.
from torch.nn.modules.module import Module
from torch.nn.parallel.distributed import DistributedDataParallel


class DataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.dim = dim

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)
