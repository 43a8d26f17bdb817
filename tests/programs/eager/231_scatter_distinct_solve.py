# feature: scatter with reduce, all of scatter_reduce with gradients, distinct slices, solve with broadcasting
import torch

index = torch.tensor([[0, 0], [1, 1]])
for mode in ("sum", "prod", "mean", "amax", "amin"):
    for include_self in (True, False):
        t = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        src = torch.tensor([[0.0, 2.0], [4.0, 4.0]], requires_grad=True)
        out = t.scatter_reduce(1, index, src, mode, include_self=include_self)
        (out * torch.tensor([[1.0, 10.0], [100.0, 1000.0]])).sum().backward()
        print(mode, include_self, out.detach(), t.grad, src.grad)
z = torch.ones(2, 2)
print(z.scatter(1, index[:, :1], 3.0, reduce="add"),
      z.scatter(1, index[:, :1], torch.full((2, 1), 5.0), reduce="multiply"))
print(z.scatter_(0, torch.tensor([[0, 1]], dtype=torch.int32), 2.0))
try:
    z.scatter(0, torch.tensor([[0, 1]]), 2.0, reduce="foo")
except RuntimeError as e:
    print(e)
rows = torch.tensor([[3, 1], [1, 2], [3, 1], [1, 1]])
print(torch.unique(rows, dim=0, return_inverse=True, return_counts=True))
print(rows.unique(dim=1), torch.unique(torch.tensor([2.5, 1.0, 2.5]), return_counts=True))
A = torch.tensor([[4.0, 1.0], [1.0, 3.0]])
print(torch.linalg.solve(A, torch.ones(3, 2, 1)).squeeze(-1),
      torch.linalg.solve(A.expand(3, 2, 2), torch.ones(2, 1)).shape)
print(torch.linalg.solve(A, torch.ones(3, 2), left=False), torch.linalg.cholesky(A, upper=True))
for singular in (lambda: torch.linalg.inv(torch.zeros(2, 2)),
                 lambda: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2)), lambda: torch.linalg.cholesky(-A)):
    try:
        singular()
    except torch.linalg.LinAlgError as e:
        print(type(e).__name__, isinstance(e, RuntimeError), e)
print(torch.diff(torch.tensor([[1, 4, 9]]), prepend=torch.tensor([[0]]), append=torch.tensor([[16]])))
print(torch.searchsorted(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([2.0]), side="right"),
      torch.repeat_interleave(torch.tensor([2, 0, 1])))
print(torch.nanmedian(torch.tensor([[1.0, float("nan"), 3.0]]), dim=1),
      torch.allclose(torch.tensor([True]), torch.tensor([True])))
