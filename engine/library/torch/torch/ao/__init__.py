import torch.ao.quantization as quantization
