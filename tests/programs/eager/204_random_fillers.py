"""Streams of the less common fillers, truncated normals, half types."""
import torch
import torch.nn as nn
import torch.nn.functional as F


def seeded(f):
    torch.manual_seed(3)
    print(f())


seeded(lambda: torch.zeros(5).cauchy_())
seeded(lambda: torch.zeros(5).log_normal_())
seeded(lambda: torch.zeros(5).geometric_(0.3))
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float32, torch.float64, torch.bool):
    seeded(lambda: torch.zeros(4, dtype=dtype).random_())
seeded(lambda: torch.poisson(torch.tensor([0.0, 0.5, 5.0, 20.0, 200.0])))
seeded(lambda: torch.rand(4, dtype=torch.float16))
seeded(lambda: torch.rand(4, dtype=torch.bfloat16))
seeded(lambda: torch.randn(5, dtype=torch.float16))
seeded(lambda: nn.init.trunc_normal_(torch.empty(3, 4)))
seeded(lambda: nn.init.trunc_normal_(torch.empty(3, 4), std=0.02))
seeded(lambda: nn.init.trunc_normal_(torch.empty(2, 3), mean=0.0, std=1.0, a=1.5, b=2.0))
seeded(lambda: F.rrelu(-torch.ones(5), training=True))
seeded(lambda: nn.Embedding(3, 2, max_norm=1.0)(torch.tensor([0, 1])))
for bad in (lambda: torch.zeros(2).geometric_(0.0), lambda: torch.normal(0.0, -1.0, (2,)),
            lambda: torch.bernoulli(torch.tensor([2.0])), lambda: torch.zeros(2).uniform_(1.5, 0.5)):
    try:
        bad()
    except RuntimeError as e:
        print(str(e).split("  (Could")[0])
