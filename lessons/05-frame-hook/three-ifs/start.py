import torch


@torch.compile
def prepare(x, scale, shift, power, limit=None):
    if scale != 1:
        x = x * scale
    if shift != 0:
        x = x + shift
    if power == 2:
        x = x * x
    # TODO: where a limit is given, no element of the result exceeds it
    return x


print(prepare(torch.tensor([1.0, 2.0]), 3, 0, 2, limit=20.0))
