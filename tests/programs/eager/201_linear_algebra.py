"""torch.linalg: what does not depend on the signs that a factorisation chooses."""
import torch

torch.manual_seed(0)
A = torch.randn(4, 4, dtype=torch.float64)
S = A @ A.T + torch.eye(4, dtype=torch.float64)
T = torch.randn(5, 3, dtype=torch.float64)


def near(a, b):
    print(bool(torch.allclose(a, b, atol=1e-9)))


Q, R = torch.linalg.qr(T)
near(Q @ R, T)
near(Q.T @ Q, torch.eye(3, dtype=torch.float64))
print(Q.shape, R.shape, torch.linalg.qr(T, mode="complete").Q.shape)
w, v = torch.linalg.eigh(S)
near(v @ torch.diag(w) @ v.T, S)
print(torch.linalg.eigvalsh(torch.tensor([[2.0, 1.0], [1.0, 2.0]])))
U, s, Vh = torch.linalg.svd(T, full_matrices=False)
near(U @ torch.diag(s) @ Vh, T)
U, s, Vh = torch.linalg.svd(T)
print(U.shape, s.shape, Vh.shape)
near(U.T @ U, torch.eye(5, dtype=torch.float64))
print(torch.linalg.svdvals(torch.tensor([[3.0, 0.0], [0.0, -4.0]])))
print(torch.linalg.slogdet(torch.tensor([[1.0, 2.0], [3.0, 4.0]])))
print(torch.logdet(torch.eye(3) * 2), torch.logdet(torch.tensor([[0.0, 1.0], [1.0, 0.0]])))
P, L, UU = torch.linalg.lu(A)
near(P @ L @ UU, A)
LU, pivots = torch.linalg.lu_factor(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
print(LU, pivots)
near(torch.linalg.lu_solve(*torch.linalg.lu_factor(A), S), torch.linalg.solve(A, S))
near(torch.linalg.solve_triangular(S.triu(), T[:4], upper=True), torch.linalg.solve(S.triu(), T[:4]))
near(torch.linalg.pinv(T) @ T, torch.eye(3, dtype=torch.float64))
print(torch.linalg.matrix_rank(T), torch.linalg.matrix_rank(torch.ones(3, 3)))
near(torch.linalg.lstsq(T, T @ torch.ones(3, 1, dtype=torch.float64)).solution, torch.ones(3, 1, dtype=torch.float64))
print(torch.linalg.cond(torch.diag(torch.tensor([4.0, 2.0]))))
print(torch.linalg.matrix_exp(torch.tensor([[0.0, 1.0], [0.0, 0.0]])), torch.matrix_exp(torch.zeros(2, 2)))
M = torch.tensor([[3.0, 0.0], [0.0, -4.0]])
print([torch.linalg.matrix_norm(M, o).item() for o in ("fro", "nuc", 2, -2, 1, -1, float("inf"))])
print(torch.linalg.norm(M, "nuc"), torch.linalg.norm(M, 2), torch.norm(M, "nuc"))
near(torch.linalg.multi_dot([A, T[:4], T.T]), A @ T[:4] @ T.T)
print(torch.linalg.vecdot(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])))
print(torch.linalg.vander(torch.tensor([1, 2, 3])), torch.vander(torch.tensor([1, 2, 3])))
near(torch.linalg.tensorsolve(A.reshape(2, 2, 4), S[:, 0].reshape(2, 2)), torch.linalg.solve(A, S[:, 0]))
near(torch.linalg.tensorinv(A.reshape(4, 2, 2), ind=1).reshape(4, 4), torch.linalg.inv(A))
near(torch.cholesky_solve(T[:4], torch.linalg.cholesky(S)), torch.linalg.solve(S, T[:4]))

for f in (lambda a: torch.linalg.eigvalsh(a @ a.T).sum(), lambda a: torch.linalg.svdvals(a).sum(),
          lambda a: torch.linalg.qr(a).R.abs().sum(),
          lambda a: torch.linalg.slogdet(a)[1], lambda a: torch.linalg.pinv(a).sum(),
          lambda a: torch.linalg.matrix_exp(a).sum()):
    print(torch.autograd.gradcheck(f, (A[:3, :3].clone().requires_grad_(),)))
try:
    torch.linalg.qr(torch.ones(3))
except RuntimeError as e:
    print(e)
try:
    torch.linalg.eigh(torch.ones(2, 3))
except RuntimeError as e:
    print(e)
