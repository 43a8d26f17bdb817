# Dynamic quantisation: see torch.ao.quantization.
from torch.ao.quantization import quantize_dynamic
