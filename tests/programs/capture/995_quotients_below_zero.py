# A kernel that writes a copy and a transposed copy walks one of them by quotients of what may be negative.
import torch


def both(p):
    v = p[..., 1:]
    return (v + 1) @ (v.t() + 1)


compiled = torch.compile(both, dynamic=True)
for rows, columns in ((3, 3), (4, 4), (2, 7), (7, 2), (5, 3)):
    p = torch.arange(float(rows * columns)).reshape(rows, columns)
    same = torch.equal(both(p), compiled(p))
    print(rows, columns, same, compiled(p).sum().item())
