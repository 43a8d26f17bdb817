# Powers that are constants, or the number itself, of tensors and into results with gaps between their elements.
import torch

for shape in ((40, 40, 40), (300, 7), (5, 129)):
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        x = (torch.ones(shape) * 2).to(dtype).transpose(0, 1)
        for p in (0, 0.0, 1, 1.0, 2):
            print(x.pow(p).sum().item(), x[:, ::2].pow(p).sum().item())
        for out in (torch.empty(shape, dtype=dtype), torch.empty((shape[0] * 2,) + shape[1:], dtype=dtype)[::2]):
            print(torch.pow(x, 0, out=out.transpose(0, 1)).sum().item())
x = torch.rand(2, 3, 40, 40).contiguous(memory_format=torch.channels_last)
print(x.pow(0).sum(), x.pow(0).is_contiguous(memory_format=torch.channels_last))
