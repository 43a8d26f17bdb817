# Results lie in memory as eager execution lays them, also where a stride is a size that a guard keeps from 0.
import torch


def every_second(s):
    return torch.log1p(s[3::2].abs())


def halves(s):
    return s[: s.shape[0] // 2].sin()


for f in (every_second, halves):
    for dynamic in (None, True):
        torch._dynamo.reset()
        compiled = torch.compile(f, dynamic=dynamic)
        for k in (1, 2, 3):
            x = torch.arange(float((2 + k) * (4 + k))).reshape(2 + k, 4 + k)
            print(f.__name__, dynamic, k, f(x.t()).stride(), compiled(x.t()).stride(), compiled(x).stride())
