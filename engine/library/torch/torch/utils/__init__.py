import torch.utils.data as data
import torch.utils.hooks as hooks
import torch.utils.checkpoint as checkpoint
import torch.utils._pytree as _pytree
import torch.utils.dlpack as dlpack
