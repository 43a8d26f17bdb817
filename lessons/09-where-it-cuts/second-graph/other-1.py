import torch
import torch._dynamo

torch._dynamo.config.capture_scalar_outputs = True


@torch.compile(fullgraph=True)
def normalise(x):
    largest = x.abs().max().item()
    return x / largest


print(normalise(torch.tensor([1.0, -4.0, 2.0])))
print(normalise(torch.tensor([1.0, -5.0, 2.0])))
