import torch.ao.nn.quantized.dynamic.modules as modules
from torch.ao.nn.quantized.dynamic.modules import Linear
