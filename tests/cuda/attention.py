# Attention that is recognised in compiled graphs, and matrices that change their order, against
# the same in eager mode.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
bad = 0


def check(name, ok):
    global bad
    if not ok:
        bad += 1
        print(name, "differs")


def far(a, b):
    return ((a.float() - b.float()).norm() / (b.float().norm() + 1e-9)).item()


def compare(name, f, shapes, tolerance, dtype=torch.float32):
    torch._dynamo.reset()
    here = [torch.randn(*s).to("cuda", dtype).requires_grad_() for s in shapes]
    there = [a.detach().clone().requires_grad_() for a in here]
    compiled = torch.compile(f)
    want, got = f(*here), compiled(*there)
    g = torch.randn_like(want)
    want.backward(g)
    got.backward(g)
    check(name, far(got, want) < tolerance)
    for i, (a, b) in enumerate(zip(there, here)):
        check(f"{name}: gradient {i}", far(a.grad, b.grad) < tolerance)
    with torch.no_grad():
        check(f"{name}: inference", far(compiled(*here), want) < tolerance)


def attention(q, k, v):
    return torch.softmax(q @ k.transpose(-2, -1) / 4, -1) @ v


compare("several tiles", attention, [(2, 70, 32), (2, 45, 32), (2, 45, 32)], 1e-5)
compare("batches and heads", F.scaled_dot_product_attention, [(2, 2, 9, 16)] * 3, 1e-5)
torch.set_float32_matmul_precision("high")
compare("rounded factors", attention, [(2, 70, 32), (2, 45, 32), (2, 45, 32)], 3e-3)
torch.set_float32_matmul_precision("highest")
compare("16 bits", attention, [(1, 33, 48), (1, 40, 48), (1, 40, 48)], 2e-2, torch.bfloat16)
heads = nn.MultiheadAttention(32, 2, batch_first=True).cuda()


def mixed(x):
    with torch.autocast("cuda", torch.float16):
        return heads(x, x, x)[0]


compare("mixed precision", mixed, [(3, 20, 32)], 1e-2)
compare("weights are asked for", lambda x: heads(x, x, x)[1], [(3, 20, 32)], 1e-5)

# Without gradients: one kernel, eager and compiled, with a causal order, masks, and heads as they lie.
def whole(name, shape, keys, tolerance, dtype=torch.float32, heads_inside=False, **how):
    torch._dynamo.reset()

    def made(length):
        t = torch.randn(shape[0], length, shape[1], shape[3]).transpose(1, 2) if heads_inside else torch.randn(
            shape[0], shape[1], length, shape[3])
        return t.to(dtype)
    q, k, v = made(shape[2]), made(keys), made(keys)
    want = F.scaled_dot_product_attention(q.double(), k.double(), v.double(), **{
        n: m.double() if isinstance(m, torch.Tensor) and m.dtype != torch.bool else m for n, m in how.items()})
    there = {n: m.cuda() if isinstance(m, torch.Tensor) else m for n, m in how.items()}
    with torch.no_grad():
        for run in (F.scaled_dot_product_attention, torch.compile(F.scaled_dot_product_attention)):
            got = run(q.cuda(), k.cuda(), v.cuda(), **there).cpu()
            check(name, got.shape == want.shape and far(got, want) < tolerance)


whole("causal", (1, 2, 70, 32), 70, 1e-5, is_causal=True)
whole("causal, more keys", (1, 1, 20, 16), 90, 1e-5, is_causal=True)
whole("causal, fewer keys", (2, 1, 90, 16), 20, 1e-5, is_causal=True)
whole("wide heads", (1, 2, 40, 128), 45, 1e-5, is_causal=True)
whole("heads inside", (2, 3, 20, 32), 35, 1e-5, heads_inside=True)
seen = torch.rand(2, 1, 1, 40) > 0.4
seen[1] = False
whole("padding, and nothing seen", (2, 2, 20, 16), 40, 1e-5, attn_mask=seen)
whole("a mask of rows", (2, 2, 20, 16), 40, 1e-5, attn_mask=torch.rand(20, 40) > 0.5)
whole("added", (2, 2, 20, 16), 40, 1e-5, attn_mask=torch.randn(2, 1, 20, 40), scale=0.3)
whole("causal in 16 bits", (1, 2, 70, 48), 70, 2e-2, torch.bfloat16, is_causal=True)
for shape in ((100, 40), (33, 65), (3, 40, 17), (2, 3, 20, 31)):
    for dtype in (torch.float32, torch.bfloat16, torch.bool):
        x = (torch.randn(*shape) * 9).to(dtype)
        check(f"transpose {shape}", torch.equal(x.cuda().transpose(-2, -1).contiguous().cpu(),
                                                x.transpose(-2, -1).contiguous()))
print("some differ" if bad else "all agree")
