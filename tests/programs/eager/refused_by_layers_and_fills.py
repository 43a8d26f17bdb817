# Norms, bilinear maps and other layers whose parts do not fit; fills of expanded tensors, writes of a tensor into
# itself;
# truth over no axes; numbers shifted by masks.
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F


def show(make):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            print(make())
        except Exception as error:
            print(type(error).__name__ + ":", str(error)[:300])
        for warning in given:
            print("warned:", str(warning.message)[:110])


x = torch.arange(16.0).reshape(2, 4, 2)
three, four = torch.ones(3), torch.ones(4)
show(lambda: F.instance_norm(x, weight=three))
show(lambda: F.instance_norm(x, weight=torch.ones(5)))
show(lambda: F.instance_norm(x, bias=three))
show(lambda: F.instance_norm(x, three, three))
show(lambda: F.group_norm(x, 3, three))
show(lambda: F.rms_norm(x, (2,), three))
show(lambda: F.rms_norm(x, ()))
show(lambda: nn.InstanceNorm1d(3, affine=True)(x))
show(lambda: nn.InstanceNorm1d(3)(x).shape)
show(lambda: nn.InstanceNorm1d(3, affine=True)(x[0]))
show(lambda: nn.GroupNorm(3, 6)(torch.ones(2, 5)))
show(lambda: F.bilinear(torch.ones(2, 3), torch.ones(2, 4), torch.ones(1, 3, 4), torch.ones(2)))
show(lambda: F.bilinear(torch.ones(2, 3), torch.ones(1, 2, 4), torch.ones(1, 3, 4)))
show(lambda: F.bilinear(torch.ones(5, 2, 3), torch.ones(5, 1, 4), torch.ones(1, 3, 4)))
show(lambda: nn.MultiMarginLoss(weight=torch.ones(2, 2)))
show(lambda: nn.ConvTranspose2d(1, 1, 3)(torch.ones(1, 1, 2, 2), output_size=(9,)))
show(lambda: F.embedding_bag(torch.tensor([1, 2]), torch.ones(3, 2), torch.tensor([1])))
show(lambda: nn.Sequential(nn.ReLU()).set_submodule("a", nn.ReLU(), strict=True))

rows = torch.arange(3.0)
show(lambda: rows.clone().expand(2, 3).masked_fill_(torch.tensor([[True, False, False], [False, False, True]]), 7))
show(lambda: rows.clone().expand(2, 3).masked_fill_(torch.tensor(True), torch.tensor(8.0)))
show(lambda: rows.clone()[:, None].expand(3, 2).index_fill_(0, torch.tensor([0, 2]), 9))
show(lambda: rows.clone()[:, None].expand(3, 2).index_fill_(1, torch.tensor([1]), 9))
y = torch.arange(4.0)
places = torch.arange(4)
for write in (lambda: y.index_add_(0, places, y), lambda: y.index_copy_(0, places, y), lambda: y.scatter_(0, places, y),
              lambda: y.scatter_add_(0, places, y),
              lambda: y.index_put_((places,), y), lambda: y[:2].index_add_(0, places[:2], y[1:3]),
              lambda: y[:2].index_add_(0, places[:2], y[2:])):
    show(write)

b = torch.tensor([[True, False], [True, True]])
show(lambda: (b.all(dim=()), b.any(dim=()), torch.all(x[0], dim=()),
              torch.tensor([0, 2], dtype=torch.uint8).any(dim=()), b.all(dim=(0, 1)), torch.tensor(3).all(dim=())))
show(lambda: (3 << b, 3 >> b, 5 << torch.tensor(True), 7 // b[0, :1], 7 % b[1]))
show(lambda: True << b)
show(lambda: 2.5 << b)
