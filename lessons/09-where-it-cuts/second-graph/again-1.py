import torch


@torch.compile
def weigh(x):
    y = torch.relu(x) * 3
    share = float(y.mean())
    return torch.tanh(y) + share


print(weigh(torch.tensor([-1.0, 2.0])))
