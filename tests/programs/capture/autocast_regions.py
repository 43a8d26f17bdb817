# Autocast captured, left by a break, in scripts; and training goes on computing with the weights as they are.
import torch
import torch._dynamo as D
import warnings

warnings.simplefilter("ignore")
torch.manual_seed(0)
A, B = torch.arange(16.0).reshape(4, 4) / 16, torch.eye(4)


def shape_of(r):
    if isinstance(r, torch.Tensor):
        return r.dtype, tuple(r.shape)
    return [shape_of(x) for x in r] if isinstance(r, (list, tuple)) else r


def show(name, f, *args):
    D.reset()
    graphs = []

    def backend(gm, examples):
        graphs.append(gm)
        return gm.forward

    print("==", name)
    print(shape_of(f(*args)), shape_of(torch.compile(f, backend=backend)(*args)))
    for g in graphs:
        print(g.code.strip())
    for name in ("aot_eager", "inductor"):
        D.reset()
        print(name, shape_of(torch.compile(f, backend=name)(*args)))


def inside(a, b):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return a @ b


@torch.autocast("cpu", dtype=torch.bfloat16)
def decorated(a, b):
    return a @ b + a


def nested(a, b):
    with torch.autocast("cpu"):
        c = a @ b
        with torch.autocast("cpu", enabled=False):
            d = c.float() @ b
        return c, d, torch.softmax(c, 0)


def broken(a, b):
    with torch.amp.autocast("cpu", dtype=torch.float16):
        c = a @ b
        torch._dynamo.graph_break()
        return c + 1


def older(a, b):
    with torch.cpu.amp.autocast():
        return a @ b


def uncached(a):
    with torch.autocast("cpu", torch.bfloat16, cache_enabled=False):
        return torch.cat([a @ a, a]), torch.bmm(a[None], a[None])


def train():
    torch.manual_seed(1)
    m = torch.nn.Linear(4, 3)
    o = torch.optim.SGD(m.parameters(), 0.1)

    def step(x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = m(x).float().pow(2).mean()
        loss.backward()
        o.step()
        o.zero_grad()
        return loss.item()

    return [round(step(A), 2) for _ in range(4)]


show("inside", inside, A, B)
show("decorated", decorated, A, B)
show("nested", nested, A, B)
show("older", older, A, B)
show("uncached", uncached, A)
print(train())
D.reset()
print(shape_of(torch.compile(broken, backend="eager")(A, B)))
print(train(), torch.is_autocast_enabled("cpu"), torch.is_autocast_cache_enabled())
compiled = []


def counting(gm, examples):
    compiled.append(1)
    return gm.forward


D.reset()
g = torch.compile(lambda a, b: a @ b, backend=counting)
print(g(A, B).dtype, len(compiled))
for dtype in (torch.bfloat16, torch.float16, torch.bfloat16):
    with torch.autocast("cpu", dtype=dtype):
        print(g(A, B).dtype, len(compiled))


@torch.jit.script
def scripted(a, b):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return torch.mm(a, b)


@torch.jit.script
def off(a, b):
    with torch.autocast("cpu", enabled=False):
        c = torch.mm(a, b)
    return c


@torch.jit.script
def plain(a, b):
    return torch.mm(a, b) + a


print(scripted(A, B).dtype, scripted(A, B).dtype)
print(scripted.code)
with torch.autocast("cpu"):
    print(plain(A, B).dtype, torch.mm(A, B).dtype)
print(off(A, B).dtype)
print(off.code)
try:
    torch.autocast("foo")
except RuntimeError as e:
    print(e)
