import torch


@torch.compile
def f(x, config):
    if config["debug"]:
        x = x + 0
    return torch.relu(x) * config["gain"]


x = torch.tensor([-1.0, 0.0, 2.0])
print(f(x, {"gain": 3, "debug": False, "name": "a"}))
print(f(x, {"gain": 4, "debug": False, "name": "b"}))
