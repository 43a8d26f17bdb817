import torch


@torch.compile
def block(x):
    x = x + 1
    torch._dynamo.graph_break()
    x = torch.sigmoid(x)
    return x - 1


print(block(torch.tensor([-1.0, 0.0, 1.0])))
