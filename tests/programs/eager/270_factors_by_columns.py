# Layout, errors and gradients of torch.linalg's factors and solutions.
import torch
from torch import linalg

torch.manual_seed(3)
A = torch.randn(3, 3, dtype=torch.float64)
S = A @ A.mT + torch.eye(3, dtype=torch.float64)
B = torch.randn(3, 2, dtype=torch.float64)
batch = torch.stack([S, 2 * S])


def strides(*tensors):
    print(*[tuple(t.stride()) for t in tensors])


strides(linalg.inv(A), linalg.solve(A, B), linalg.solve(A, B[:, 0]), linalg.solve(A, B.mT, left=False))
strides(linalg.cholesky(S), linalg.cholesky(S, upper=True), *linalg.qr(A[:, :2]), *linalg.qr(A[:, :2], "complete"))
strides(*linalg.eigh(S), *linalg.svd(A[:2]), *linalg.svd(A[:2], full_matrices=False), linalg.lu_factor(A)[0])
strides(linalg.inv(batch), linalg.solve(batch, B), linalg.cholesky(batch), linalg.solve_triangular(A, B, upper=True))

print(linalg.solve(A, B.mT, left=False) @ A - B.mT < 1e-12)
print((linalg.solve_triangular(A, B, upper=False, unitriangular=True)))
print(linalg.solve_triangular(A, B.mT, upper=True, left=False))
print(linalg.lu_solve(*linalg.lu_factor(A), B), linalg.lu_solve(*linalg.lu_factor(A), B, adjoint=True))
print(linalg.lu_solve(*linalg.lu_factor(A), B.mT, left=False))
print(torch.cholesky_solve(B, linalg.cholesky(S)), torch.cholesky_solve(B, linalg.cholesky(S, upper=True), upper=True))
asymmetric = torch.tensor([[4.0, 9.0], [1.0, 3.0]])
print(linalg.cholesky(asymmetric), linalg.eigvalsh(asymmetric), linalg.eigvalsh(asymmetric, UPLO="U"))
print(torch.logdet(S), linalg.slogdet(-S), linalg.det(batch))
print(linalg.slogdet(torch.zeros(2, 2)), linalg.svd(torch.empty(2, 0))[0])
U, s, Vh = linalg.svd(A[:2])
print((U @ torch.diag(s) @ Vh[:2] - A[:2]).abs().max() < 1e-12, (Vh @ Vh.mT).round(decimals=6).abs())

for call in (
    lambda: linalg.inv(torch.zeros(2, 2)),
    lambda: linalg.inv(torch.stack([torch.eye(2), torch.ones(2, 2)])),
    lambda: linalg.solve(torch.ones(2, 2), torch.ones(2)),
    lambda: linalg.solve(torch.stack([torch.eye(2), torch.ones(2, 2)]), torch.ones(2, 1)),
    lambda: linalg.cholesky(torch.stack([torch.eye(2), -torch.eye(2)])),
    lambda: linalg.cholesky(-torch.eye(2)),
    lambda: linalg.solve(torch.eye(2), torch.ones(2), left=False),
    lambda: linalg.svd(torch.full((2, 2), float("nan"))),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


def gradients(name, function, *tensors):
    inputs = [t.clone().requires_grad_() for t in tensors]
    result = function(*inputs)
    weights = torch.linspace(0.5, 1.5, result.numel(), dtype=result.dtype).reshape(result.shape)
    print(name, result.grad_fn.name(), *torch.autograd.grad((result * weights).sum(), inputs))


gradients("solve", linalg.solve, A, B)
gradients("vector", linalg.solve, A, B[:, 0])
gradients("det", linalg.det, batch)
gradients("logabsdet", lambda a: linalg.slogdet(a)[1], A)
gradients("cholesky", linalg.cholesky, S)
gradients("triangular", lambda a, b: linalg.solve_triangular(a, b, upper=True), A, B)
gradients("unit", lambda a, b: linalg.solve_triangular(a, b, upper=False, unitriangular=True), A, B)
gradients("values", linalg.svdvals, A)
gradients("eigenvalues", linalg.eigvalsh, S)
