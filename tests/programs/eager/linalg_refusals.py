"""What torch.linalg refuses: axes, squareness, types, sides that do not meet, singular matrices; empty matrices."""
import torch

L = torch.linalg


def show(label, fn):
    try:
        print(label, fn())
    except Exception as e:
        print(label, type(e).__name__, str(e).strip().split("\n")[0])


eye, flat, halves = torch.eye(2), torch.ones(3), torch.ones(2, 2).half()
matrices = {"row": flat, "wide": torch.tensor([[4., 1, 2], [1, 3, 1]]), "ints": torch.ones(2, 2, dtype=torch.int64),
            "halves": halves, "number": torch.tensor(1.), "empty": torch.empty(0, 0), "batch": torch.empty(2, 0, 0),
            "tall": torch.empty(0, 3)}
for name in ("cholesky", "inv", "det", "slogdet", "eigh", "eigvalsh", "qr", "lu", "pinv", "matrix_rank", "inv_ex",
             "cholesky_ex", "ldl_factor",
             "lu_factor_ex", "matrix_norm", "tensorinv", "norm"):
    for label, matrix in matrices.items():
        show(f"{name} {label}", lambda: getattr(L, name)(matrix))
for name in ("eigh", "eigvalsh", "svdvals", "lu_factor", "matrix_exp", "inv_ex", "cholesky_ex", "ldl_factor", "cond",
             "tensorinv"):
    show(name, lambda: getattr(L, name)([1.]))
for label in ("row", "wide", "number", "tall", "empty"):
    show(f"matrix_exp {label}", lambda: L.matrix_exp(matrices[label]))
    show(f"cond {label}", lambda: L.cond(matrices[label], 1))

three = torch.eye(3)[None].repeat(2, 1, 1)
sides = [(torch.ones(2, 2), flat), (torch.ones(2, 3), torch.ones(2)), (torch.ones(2), torch.ones(2)),
         (eye, torch.ones(2, 1).double()),
         (eye.int(), torch.ones(2, 1).int()), (torch.eye(3), torch.ones(2, 3, 1)), (three, torch.ones(2, 3)),
         (three, torch.ones(4, 3, 1)),
         (torch.empty(0, 0), torch.empty(0, 2)), (eye, torch.tensor(1.))]
solvers = {"solve": L.solve, "solve_ex": L.solve_ex, "lstsq": L.lstsq, "vecdot": L.vecdot, "cross": L.cross,
           "triangle": lambda a, b: L.solve_triangular(a, b, upper=True),
           "right": lambda a, b: L.solve_triangular(a, b, upper=True, left=False),
           "cholesky_solve": lambda a, b: torch.cholesky_solve(b, a),
           "triangular_solve": lambda a, b: torch.triangular_solve(b, a)}
for name, solve in solvers.items():
    for i, (a, b) in enumerate(sides):
        show(f"{name} {i}", lambda: solve(a, b))

zeros, negative = torch.zeros(2, 2), torch.tensor([[1., 2], [2, 1]])
for fn in (L.inv_ex, L.lu_factor, lambda a: L.inv_ex(a, check_errors=True), lambda a: L.solve_ex(a, torch.ones(2)),
           lambda a: L.matrix_power(a, -1),
           lambda a: L.cond(a, 1), lambda a: L.lu_factor(a, pivot=False), lambda a: L.matrix_norm(a, 3),
           lambda a: L.matrix_norm(a, dim=(0, 0)),
           lambda a: L.matrix_norm(a, dim=(0, 1, 1)), lambda a: L.matrix_norm(a, 1, dtype=torch.float64),
           lambda a: L.norm(a, 2, dim=(0, 1, 1)),
           lambda a: L.norm(a.expand(2, 2, 2), 2), lambda a: L.norm(a, "fro", dim=0),
           lambda a: L.vector_norm(a, dtype=torch.int32),
           lambda a: L.eigh(a, UPLO=1), lambda a: L.svd(a, driver="gesvd"), lambda a: L.lstsq(a, a, driver="best"),
           lambda a: L.matrix_power(a.int(), 2),
           lambda a: L.multi_dot([a, torch.ones(3, 2)]), lambda a: L.multi_dot([a, torch.ones(2), a]),
           lambda a: L.multi_dot([a, a.double()]),
           lambda a: L.multi_dot([a[None], a]), lambda a: L.multi_dot([a]), lambda a: L.multi_dot(a),
           lambda a: L.tensorinv(a, ind=0),
           lambda a: L.tensorsolve(torch.ones(2, 3), torch.ones(2)),
           lambda a: L.householder_product(torch.ones(2, 3), torch.ones(2)),
           lambda a: L.householder_product(torch.ones(3, 2), torch.ones(3)), lambda a: L.householder_product(a, a),
           lambda a: L.vander(torch.tensor(1.)), lambda a: L.cond(a, "other")):
    show("zeros", lambda: fn(zeros))
show("cholesky_ex", lambda: L.cholesky_ex(negative))
show("cholesky_ex", lambda: L.cholesky_ex(negative, check_errors=True))
show("hermitian", lambda: L.pinv(torch.tensor([[2., 1], [0, 3]]), hermitian=True))
LU, pivots = L.lu_factor(torch.tensor([[4., 1], [2, 3]]))
show("lu_solve", lambda: L.lu_solve(LU, pivots, torch.ones(3, 1)))
