# A view of one element, made again because its base changed, is still known to have one.
import torch


def broadcast(p, q, r):
    v = q - p
    last = v[2:]
    v[3:3].copy_(r)
    return last * v


def changed(p, q, r):
    v = q - p
    last = v[2:]
    v[0:1].copy_(r)
    return last * v


for f in (broadcast, changed):
    for dynamic in (False, True, None):
        torch._dynamo.reset()
        compiled = torch.compile(f, dynamic=dynamic)
        for size in (3, 3):
            p, q, r = torch.arange(float(size)), torch.arange(float(size)) ** 2 + 1, torch.ones(1)
            print(f.__name__, dynamic, size, f(p, q, r).tolist(), compiled(p, q, r).tolist())
