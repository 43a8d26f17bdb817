import torch
import torch.fx as fx
import torch.nn as nn


def broken(module, example_inputs):
    fx.replace_pattern(module, lambda x: torch.sqrt(x * x), lambda x: x)
    return module.forward


class Smooth(nn.Module):
    def forward(self, x):
        return torch.tanh(x * 1.5 + 0.1)


class Size(nn.Module):
    def forward(self, x):
        return torch.sqrt(x * x)


layers = [Smooth(), Smooth(), Smooth(), Smooth(), Smooth(), Size(), Smooth(), Smooth()]
x = torch.linspace(-1, 1, 5)


def differs(count):
    part = nn.Sequential(*layers[:count])
    return not torch.allclose(torch.compile(part, backend=broken)(x), part(x))


# TODO: the same answer from as few graphs as possible
wrong = next(count for count in range(1, len(layers) + 1) if differs(count))
print("first wrong layer:", wrong)
