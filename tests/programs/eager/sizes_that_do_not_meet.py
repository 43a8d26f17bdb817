# Products, resizing and solving where sizes do not meet; the matrix exponential.
import torch
import torch.nn.functional as F


def show(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__ + ":", str(error)[:250])


a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
v = torch.tensor([1.0, 2.0, 3.0])
for given in (a[None], a[None, None], a[None, None, None]):
    show(lambda: F.interpolate(given, 0))
show(lambda: F.interpolate(a[None, None], 0, mode="bicubic"))
show(lambda: F.interpolate(a[None, None], 3, recompute_scale_factor=True))
show(lambda: F.interpolate(a[None, None], scale_factor=1.5, recompute_scale_factor=True))
for factors in ([a, v], [a, a, v], [v, a], [v, a, a], [v, v[:2]]):
    show(lambda: torch.linalg.multi_dot(factors))
for start in (v, v[:1], torch.tensor(1.0), a, v[:0]):
    show(lambda: torch.addmv(start, a, v[:2]))
show(lambda: torch.addmv(v[:2], a, v))
show(lambda: torch.linalg.tensorsolve(a, v))
show(lambda: torch.linalg.tensorsolve(torch.ones(2, 3, 5), torch.ones(2, 3)))
for matrix in (a.double(), torch.zeros(2, 2, 2), torch.tensor([[0.0, 10.0], [-10.0, 0.0]]),
               torch.eye(3) - 10 * torch.ones(3, 3)):
    show(lambda: torch.linalg.matrix_exp(matrix))
