# Windows whose dilation steps over the whole input.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for shape, settings in (((1, 1, 1, 5), (2, 1, 1, 2)), ((1, 1, 2, 3), (2, 2, 1, 3, True)),
                        ((1, 1, 3, 1), ((3, 2), 1, 1, (1, 2))),
                        ((1, 1, 4, 4), (2, 2, 1, 2, True)), ((1, 1, 1, 1), (2, 1, 1, 2))):
    print(F.max_pool2d(torch.randn(shape), *settings, return_indices=True))
