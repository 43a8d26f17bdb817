from torch.ao.nn.quantized.dynamic.modules.linear import Linear
