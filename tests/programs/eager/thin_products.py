# Products of few rows or columns, of a vector, of a column and a row: every layout, every width around a register's.
# Elements are small whole numbers, so that every order of sums gives the same.
import torch


def numbers(rows, columns, seed, dtype):
    flat = torch.arange(rows * columns + 40)
    return ((flat * (7 + seed) + flat // 3 + seed) % 7 - 3)[seed:seed + rows * columns].view(rows, columns).to(dtype)


def laid_out(t, how):
    if how == "columns":
        return t.t().contiguous().t()
    if how == "gaps":
        wide = torch.zeros(t.size(0), 2 * t.size(1) + 1, dtype=t.dtype)
        wide[:, 1::2] = t
        return wide[:, 1::2]
    if how == "inside":
        wide = torch.zeros(t.size(0) + 1, t.size(1) + 3, dtype=t.dtype)
        wide[1:, 3:] = t
        return wide[1:, 3:]
    return t


def digest(t):
    flat = t.double().reshape(-1)
    return int((flat * (torch.arange(flat.numel()) % 97 + 1)).sum())


layouts = ("rows", "columns", "gaps", "inside")
for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16, torch.int32):
    for m, k, n in ((1, 1, 1), (1, 40, 70), (70, 40, 1), (2, 64, 33), (33, 64, 2), (8, 100, 40), (40, 33, 8),
                    (16, 31, 50), (17, 32, 17),
                    (13, 3, 9), (5, 1, 7), (1, 1, 9), (9, 1, 1), (3, 0, 4), (40, 600, 5), (5, 600, 40), (30, 9, 30)):
        digests = []
        for i, left in enumerate(layouts):
            a, b = laid_out(numbers(m, k, 1, dtype), left), laid_out(numbers(k, n, 2, dtype), layouts[(i + m) % 4])
            c = numbers(m, n, 3, dtype)
            digests += [digest(a @ b), digest(torch.addmm(c, a, b, beta=2, alpha=-1)), digest((b.t() @ a.t()).t())]
        print(dtype, m, k, n, digests)
    x, w, bias = numbers(3, 40, 1, dtype), numbers(21, 40, 2, dtype), numbers(1, 21, 4, dtype)[0]
    if dtype != torch.int32:
        print(dtype, digest(torch.nn.functional.linear(x, w, bias)), digest(torch.nn.functional.linear(x[0], w, bias)),
              digest(w.mv(x[0])))
    print(dtype, [int(numbers(1, n, 1, dtype)[0].dot(numbers(1, n, 2, dtype)[0])) for n in (0, 1, 5, 16, 17, 31, 33,
        127, 300)],
          int(numbers(2, 9000, 1, dtype)[0, ::3].dot(numbers(2, 9000, 2, dtype)[1, ::3]) % 1000))
for dtype in (torch.float64, torch.float32):
    x, y = numbers(1, 25000, 1, dtype)[0], numbers(1, 25000, 2, dtype)[0]
    print(int(x.dot(y)), int(x[1:].dot(y[:-1])))
    column, row = torch.tensor([[-0.0], [2], [float("inf")]], dtype=dtype), torch.tensor([[-0.0, -3, 1]], dtype=dtype)
    print((column @ row).tolist(), torch.addmm(column, column, row, beta=0, alpha=-2).tolist())
torch.manual_seed(0)
x = torch.randn(9999, dtype=torch.float64)
print(x.dot(x).item().hex(), x[:47].dot(x[5:52]).item().hex(), (x[:500] ** 1.7).nansum().item(),
      (x[:500].abs() ** x[500:1000]).sum().item())
# einsum that sums nothing is a product of elements.
a, b, c = torch.arange(6.0).view(2, 3), torch.arange(3.0) - 1, torch.arange(4.0).requires_grad_()
for equation, operands in (("ij,ij->ij", (a, a)), ("ij,ij->ji", (a, a)), ("ij,j->ij", (a, b)), ("i,j->ji", (b, c)),
                           ("ij,k->ikj", (a, c)),
                           ("...j,j->...j", (a, b)), ("i,j,k->kij", (b, c, b)), (",i->i", (torch.tensor(2), b)),
                           ("i,i->i", (torch.arange(3), b))):
    out = torch.einsum(equation, *operands)
    print(equation, out.shape, out.stride(), out.dtype, digest(out), out.grad_fn and out.grad_fn.name())
print(torch.autograd.grad(torch.einsum("ij,k->jk", a, c).sum(), c)[0].tolist(),
      torch.einsum("i,i->i", b > 0, b >= 0).tolist())
for beta, alpha in ((1, 1), (0, 2), (3, 1), (2, -1)):
    print(torch.addr(a, b[:2], b, beta=beta, alpha=alpha).tolist(),
          torch.addr(b, b[:2], b, beta=beta, alpha=alpha).tolist())
for vectors in ((b, b[None]), (b[None], b)):
    try:
        torch.addr(a, *vectors)
    except RuntimeError as error:
        print(error)
