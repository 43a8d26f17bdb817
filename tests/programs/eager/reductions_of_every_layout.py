# Reductions, norms, places of extremes and batch norm over layouts and dtypes, as numbers that show every bit.
import torch
import torch.nn.functional as F

torch.manual_seed(5)


def bits(t):
    t = t.detach().contiguous()
    if t.dtype.is_floating_point:
        t = t.view({2: torch.int16, 4: torch.int32, 8: torch.int64}[t.element_size()])
    t = t.reshape(-1).long() % 100003
    return int((t * (torch.arange(t.numel()) % 97 + 1)).sum())


def layouts(t):
    yield "dense", t
    yield "turned", t.transpose(0, -1)
    yield "every second", t[..., ::2]
    yield "apart", t[::3, :, 1::2] if t.dim() == 3 else t[::3, 1::2]
    yield "spread", t.select(0, 1).unsqueeze(0).expand(5, *t.shape[1:])


def values(sizes, dtype):
    if dtype == torch.bool:
        return torch.rand(sizes) < 0.9
    return (torch.randn(sizes, dtype=torch.float64) * (40 if not dtype.is_floating_point else 1)).to(dtype)


dtypes = [torch.float32, torch.float64, torch.bfloat16, torch.float16, torch.int64, torch.int32, torch.int16,
          torch.int8, torch.uint8, torch.bool]
for dtype in dtypes:
    for sizes in ((9, 13), (70, 33), (5, 6, 41), (40, 300)):
        for name, t in layouts(values(sizes, dtype)):
            found = []
            for dim in (0, 1, -1):
                largest, smallest = t.max(dim), t.min(dim)
                found += [bits(largest.values + 0 if dtype != torch.bool else largest.values), bits(largest.indices),
                          bits(smallest.indices)]
                found += [bits(t.sum(dim)), bits(t.any(dim)), bits(t.all(dim)),
                          bits(t.amax(dim) + 0 if dtype != torch.bool else t.amax(dim)), bits(t.count_nonzero(dim))]
                if dtype != torch.bool:
                    found += [bits(t.argmax(dim)), bits(t.argmin(dim))]
            if dtype.is_floating_point:
                found += [bits(t.norm(dim=0)), bits(t.norm(dim=-1)), bits(t.norm(1, -1)), bits(t.norm()),
                          bits(t.norm(float("inf"), 0)), bits(torch.linalg.vector_norm(t, 0, 0))]
            if dtype in (torch.float32, torch.float64):
                found += [bits((t * 0.9).prod(0)), bits((t * 0.9).prod(-1)), bits(t.cumsum(0)), bits(t.cumsum(-1))]
            print(str(dtype)[6:], list(t.shape), name, sum(found), found[3], found[-1])

# NaN wins, wherever it stands; the first of equals is named.
t = torch.randn(40, 70)
t[3, 5] = t[20, 5] = t[7, 69] = float("nan")
for u in (t, t.t().contiguous().t(), t[:, ::3], t[:, 5:]):
    print(bits(u.max(0).indices), bits(u.min(1).indices), u.amax(0).isnan().nonzero().flatten().tolist(),
          u.amin(1).isnan().nonzero().flatten().tolist(), u.max().item())
print(torch.zeros(3, 40).max(1), torch.full((2, 33), -float("inf")).argmax(1),
      torch.tensor([[False] * 20, [False, True] * 10]).max(1))

# Batch norm: with the channels last, and of 16-bit floats.
for dtype in (torch.float32, torch.bfloat16, torch.float16):
    for channels in (3, 16, 40):
        x = (torch.randn(6, channels, 4, 5) * 3 + 1).to(dtype)
        mean, variance, weight, bias = torch.randn(channels), torch.rand(channels) + 0.1, torch.randn(
            channels), torch.randn(channels)
        for u in (x, x.to(memory_format=torch.channels_last), x[:, :, 0, 0]):
            out = F.batch_norm(u, mean, variance, weight, bias)
            print(str(dtype)[6:], channels, out.stride(), bits(out), bits(F.batch_norm(u, mean, variance)))

x = torch.randn(4, 9)
print([v.hex() for v in torch.trapezoid(x).tolist()], bits(torch.trapezoid(x, dx=0.3, dim=0)),
      torch.trapezoid(x[:, :0]))
for r in (0, 1, 2, 3, 4):
    print(torch.combinations(torch.arange(4), r).tolist(), torch.combinations(torch.arange(3), r, True).tolist())
print(torch.combinations(torch.empty(0), 2).shape, torch.combinations(torch.arange(2), 3).shape)
