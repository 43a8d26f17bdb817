# An error inside of a compiled `with torch.autocast` or `no_grad` leaves the modes as they were before the call.
import torch


def changed(x, view):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        view.add_(view)  # refused: a view of a leaf
        return x @ x


def without_gradient(x, view):
    with torch.autocast("cpu", dtype=torch.bfloat16), torch.no_grad():
        y = x @ x
        return y.reshape(view.shape)  # refused: another number of elements


for f in (changed, without_gradient):
    for backend in ("eager", "aot_eager", "inductor"):
        torch._dynamo.reset()
        x = torch.ones(3, 3, requires_grad=True)
        try:
            torch.compile(f, backend=backend)(x, x[1:])
        except Exception as error:
            print(f.__name__, backend, "refused:", "in-place" in str(error) or "invalid" in str(error))
        print(torch.is_autocast_enabled("cpu"), torch.is_grad_enabled(), (x @ x).dtype, (x @ x).requires_grad)

# A region that is never left keeps casts of weights, which must not outlive their memory.
mode = torch.autocast("cpu", dtype=torch.bfloat16)
mode.__enter__()
weight = torch.ones(2, 2, requires_grad=True)
print((weight @ weight).dtype)
