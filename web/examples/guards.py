import torch


class Config:
    scale = 2.0
    name = "first"


config = Config()


@torch.compile
def f(x):
    return x.cos() * config.scale


print(f(torch.zeros(2)))
config.name = "second"
print(f(torch.zeros(2)))
config.scale = 3.0
print(f(torch.zeros(2)))
