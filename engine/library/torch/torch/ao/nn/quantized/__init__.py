import torch.ao.nn.quantized.dynamic as dynamic
