import torch.utils.hooks as hooks
import torch.utils._pytree as _pytree
import torch.utils.dlpack as dlpack
from torch._late import late

__getattr__ = late("torch.utils", ("checkpoint", "data"))
