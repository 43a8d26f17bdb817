# Prints a number for the bits of each result: it must not depend on the number of threads. Sizes are such that loops
# are shared (tests/run.py runs this in the WebAssembly build on 1, 2 and 16 threads).
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def number(result):
    total = 0
    for t in result if isinstance(result, (tuple, list)) else [result]:
        t = t.detach().contiguous().reshape(-1)
        if t.dtype == torch.bool:
            t = t.to(torch.int64)
        elif t.dtype == torch.float32:
            t = t.view(torch.int32).to(torch.int64)
        elif t.dtype == torch.float64:
            t = t.view(torch.int64) % 1000003
        elif t.dtype == torch.bfloat16:
            t = t.view(torch.int16).to(torch.int64)
        total += (t.to(torch.int64) * (torch.arange(t.numel()) % 65521 + 1)).sum().item()
    return total


def both(name, f, *args):
    print(name, number(f(*args)), number(torch.compile(f)(*args)))


def gradients(name, f, *args):
    def step(*given):
        leaves = [a.detach().clone().requires_grad_() for a in given]
        f(*leaves).sum().backward()
        return [leaf.grad for leaf in leaves]

    print(name, number(step(*args)))
    compiled = torch.compile(f)
    leaves = [a.detach().clone().requires_grad_() for a in args]
    compiled(*leaves).sum().backward()
    print(name, "compiled", number([leaf.grad for leaf in leaves]))


x = torch.randn(300, 1001)
y = torch.randn(300, 1001)
flat = torch.randn(300007)
big = torch.randn(1, 8, 128, 257)

for name, f in {
    "add": lambda a, b: a + b * 3,
    "chain": lambda a, b: torch.sigmoid(a) * torch.tanh(b) + torch.exp(-a.abs()) - torch.log1p(b * b),
    "compare": lambda a, b: torch.where((a > b) & (a < 1), a.clamp(-1, 1), b.relu()),
    "divide": lambda a, b: torch.floor_divide(a, b) + torch.remainder(a, b),
    "transposed": lambda a, b: (a.t() + b.t()).contiguous(),
    "broadcast": lambda a, b: a[:, :1] * b[:1, :] + a,
    "pow": lambda a, b: a.abs() ** 1.7 + torch.atan2(a, b),
    "softmax": lambda a, b: torch.softmax(a, -1) + torch.log_softmax(b, -1),
    "softmax of columns": lambda a, b: torch.softmax(a, 0) + torch.log_softmax(b, 0),
    "layer norm": lambda a, b: F.layer_norm(a + b, (1001,)),
    "sums": lambda a, b: [a.sum(1), b.sum(0), a.sum(), b.mean(1), (a * b).sum()],
    "norms": lambda a, b: [a.norm(), b.norm(dim=1), a.norm(1, dim=0), torch.linalg.vector_norm(b, 3)],
    "extremes": lambda a, b: [a.max(), b.min(), a.argmax(1), b.argmin(0), a.amax(0), b.max(1)[0]],
    "products of all": lambda a, b: [(a * 0.01 + 1).prod(1), (b * 0.01 + 1).prod(0)],
    "variances": lambda a, b: [a.var(), b.std(1), a.var(0), *torch.var_mean(b, 1)],
    "logsumexp": lambda a, b: [a.logsumexp(1), b.logsumexp(0)],
    "scans": lambda a, b: [a.cumsum(0), b.cumsum(1), a.cummax(1)[0], (b * 0.01 + 1).cumprod(1)],
    "sorts": lambda a, b: [*a.sort(1), *b.topk(7, 1), a.argsort(0), *b.median(1)],
    "joins": lambda a, b: [torch.cat([a, b], 1), torch.stack([a, b]), torch.flip(a, [1]), a.roll(3, 0)],
}.items():
    both(name, f, x, y)
both("of four axes", lambda a: torch.sin(a).transpose(1, 2) * a.mean((2, 3), keepdim=True).transpose(1, 2), big)
both("one axis", lambda a: [a.sum(), a.var(), a.max(), torch.softmax(a, 0), a.cumsum(0), a.sort()[0]], flat)
both("bfloat16", lambda a: (a * 2 + torch.sin(a)).softmax(-1), x.bfloat16())
both("float64", lambda a: [torch.exp(a) * a, a.sum(1), a.softmax(1), a @ a.t()], x.double())
both("integers", lambda a: [a * 3 % 7, a.sum(1), a.max(0)[0], a.sort(1)[0]], torch.randint(0, 1000, (300, 1001)))

index = torch.randint(0, 300, (5000,))
both(
    "gather",
    lambda a: [a[index], a.index_select(1, index), a.gather(0, index[:300].reshape(300, 1).expand(300, 1001))],
    x,
)
both("embedding", lambda w: F.embedding(index, w), x)
both("scatter", lambda a: torch.zeros(300, 1001).index_add_(0, index[:300], a), x)
both("where", lambda a: [torch.nonzero(a > 1), a[a > 1]], x)

for m, k, n in [(257, 300, 129), (1, 1000, 700), (700, 1000, 1), (33, 4000, 40), (512, 64, 512)]:
    a, b = torch.randn(m, k), torch.randn(k, n)
    both(f"product {m} {k} {n}", lambda p, q: torch.relu(p @ q + 1), a, b)
    both(f"product of transposed {m} {k} {n}", lambda p, q: p.t().contiguous().t() @ q.t().contiguous().t(), a, b)
both("batches", lambda p: torch.bmm(p, p.transpose(1, 2)) * 2, torch.randn(24, 65, 70))
for m, n, k in [(9, 9, 9000), (17, 300, 1000), (301, 19, 1000), (3, 40, 30000)]:
    both(f"thin product {m} {n} {k}", lambda p, q: p @ q, torch.randn(m, k), torch.randn(k, n))
both("outer", lambda p, q: torch.outer(p, q), torch.randn(900), torch.randn(901))
q, k, v = (torch.randn(2, 4, 200, 64) for _ in range(3))
both("attention", lambda a, b, c: F.scaled_dot_product_attention(a, b, c, is_causal=True), q, k, v)
gradients("attention", lambda a, b, c: F.scaled_dot_product_attention(a, b, c), q, k, v)
both("distances", lambda a: torch.cdist(a, a + 1), x[:, :100].contiguous())

for name, image, layer in [
    ("conv", torch.randn(3, 16, 40, 41), torch.nn.Conv2d(16, 24, 3, padding=1)),
    ("conv of one image", torch.randn(1, 16, 61, 60), torch.nn.Conv2d(16, 24, 3, padding=1)),
    ("conv with strides", torch.randn(5, 8, 60, 60), torch.nn.Conv2d(8, 17, 5, stride=2, padding=2)),
    ("conv 1x1", torch.randn(4, 32, 40, 40), torch.nn.Conv2d(32, 48, 1)),
    ("depthwise", torch.randn(4, 32, 40, 40), torch.nn.Conv2d(32, 32, 3, padding=1, groups=32)),
    ("groups", torch.randn(4, 32, 30, 30), torch.nn.Conv2d(32, 64, 3, groups=4)),
    ("transposed conv", torch.randn(4, 16, 20, 20), torch.nn.ConvTranspose2d(16, 8, 4, stride=2, padding=1)),
    ("conv of sequences", torch.randn(8, 20, 500), torch.nn.Conv1d(20, 32, 7, dilation=2)),
    ("max pool", torch.randn(8, 16, 40, 40), torch.nn.MaxPool2d(2)),
    ("mean pool", torch.randn(8, 16, 40, 40), torch.nn.AvgPool2d(3, 2)),
    ("batch norm", torch.randn(8, 16, 40, 40), torch.nn.BatchNorm2d(16)),
    ("batch norm of rows", torch.randn(600, 128), torch.nn.BatchNorm1d(128)),
    ("group norm", torch.randn(8, 16, 40, 40), torch.nn.GroupNorm(4, 16)),
    ("lstm", torch.randn(20, 40, 32), torch.nn.LSTM(32, 64)),
    ("gru", torch.randn(20, 40, 32), torch.nn.GRU(32, 64)),
    ("up-sampling", torch.randn(4, 8, 40, 40), torch.nn.Upsample(scale_factor=2, mode="bilinear")),
    ("gelu", torch.randn(300, 500), torch.nn.GELU()),
    ("encoder", torch.randn(4, 50, 64), torch.nn.TransformerEncoderLayer(64, 4, 128, 0.0, batch_first=True)),
]:
    def run(given, layer=layer):
        out = layer(given)
        return out[0] if isinstance(out, tuple) else out

    for compiled in (False, True):
        layer.zero_grad()
        given = image.clone().requires_grad_()
        out = (torch.compile(run) if compiled else run)(given)
        (out * torch.linspace(0.5, 1.5, out.numel()).reshape(out.shape)).sum().backward()
        print(name, "compiled" if compiled else "eager", number(out), number(given.grad),
              [number(p.grad) for p in layer.parameters()])

# Many loops in a row, each piece of which takes and gives back memory.
layer, image = torch.nn.Conv2d(16, 24, 3, padding=1), torch.randn(3, 16, 40, 41)
with torch.no_grad():
    print("many", {number(layer(image)) for _ in range(600)})

logits, targets = torch.randn(400, 1000), torch.randint(0, 1000, (400,))
gradients("cross entropy", lambda a: F.cross_entropy(a, targets), logits)
model = torch.nn.Sequential(torch.nn.Linear(200, 400), torch.nn.SiLU(), torch.nn.Linear(400, 100))
optimiser = torch.optim.Adam(model.parameters())
step = torch.compile(lambda a: model(a).square().mean())
for _ in range(3):
    optimiser.zero_grad()
    loss = step(torch.randn(256, 200))
    loss.backward()
    optimiser.step()
    print("training", loss.item(), [number(p) for p in model.parameters()])

# An error is that of the first piece that meets it.
try:
    torch.randn(400, 400)[torch.arange(200000) // 400, torch.arange(200000) % 450]
except IndexError as error:
    print(error)
try:
    torch.arange(200000).reshape(1, -1).gather(1, torch.arange(150000, 250000).reshape(1, -1))
except RuntimeError as error:
    print(error)
