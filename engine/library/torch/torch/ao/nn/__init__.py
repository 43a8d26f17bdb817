import torch.ao.nn.quantized as quantized
