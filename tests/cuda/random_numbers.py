# The CUDA generator: PyTorch's numbers on one H200 (as far as the grid, which a small tensor
# does not fill, lets every GPU agree), states, and draws inside CUDA graphs.
import torch
import torch.nn.functional as F
from torch import _C

bad = 0


def check(name, ok):
    global bad
    if not ok:
        bad += 1
        print(name, "differs")


def near(t, values):
    return torch.allclose(t.cpu().double(), torch.tensor(values, dtype=torch.float64), rtol=2e-5, atol=1e-7)


torch.manual_seed(7)
n = 7
check("rand", near(torch.rand(n, device="cuda"), [0.954597, 0.49504, 0.941953, 0.59258, 0.6996, 0.208724, 0.675285]))
check("randn", near(torch.randn(n, device="cuda"), [-1.28701, -0.395833, 0.375573, 0.257339, 1.41907, 0.436709,
                                                    -0.129284]))
check("rand double", near(torch.rand(n, device="cuda", dtype=torch.float64), [0.00845311, 0.661742, 0.732103, 0.917954,
    0.0668224, 0.939083, 0.909591]))
check("randn double", near(torch.randn(n, device="cuda", dtype=torch.float64), [1.27623, 0.788442, -2.22269, 0.54986,
    1.70632, 0.059899, 0.413875]))
check("rand half", near(torch.rand(n, device="cuda", dtype=torch.float16), [0.290039, 0.142334, 0.63916, 0.602539,
    0.36084, 0.372559, 0.568848]))
check("randn half", near(torch.randn(n, device="cuda", dtype=torch.float16), [1.26074, 1.09766, -1.09961, 0.252441,
    0.350098, 0.608887, 0.614258]))
check("rand bfloat16", near(torch.rand(n, device="cuda", dtype=torch.bfloat16), [0.800781, 0.519531, 0.992188, 0.330078,
    0.104004, 0.229492, 0.761719]))
check("randn bfloat16", near(torch.randn(n, device="cuda", dtype=torch.bfloat16), [0.279297, 1.40625, -0.0144653,
    -0.261719, -0.679688, -0.341797, -0.644531]))
check("randint", torch.randint(0, 1000, (n,), device="cuda").tolist() == [418, 820, 196, 727, 154, 164, 82])
check("wide", torch.randint(-(1 << 40), 1 << 40, (n,), device="cuda").tolist()
      == [704437547321, -62346403231, -55307232798, 283610837727, -1067236551715, -1012102621578, -135376739445])
check("middle", torch.randint(0, 1 << 29, (n,), device="cuda").tolist()
      == [518349405, 13978206, 328623160, 393148325, 536095447, 205467887, 7201585])
check("int32", torch.randint(0, 77, (n,), device="cuda", dtype=torch.int32).tolist() == [56, 5, 40, 29, 23, 16, 46])
check("uniform_", near(torch.empty(n, device="cuda").uniform_(-2, 3), [-0.438951, 2.485, -1.02444, -1.71373, 0.750879,
    -1.62483, -0.736133]))
check("normal_", near(torch.empty(n, device="cuda").normal_(1, 0.5), [0.791522, 0.689968, 1.43995, 1.26402, 1.52001,
    0.716382, 1.01223]))
check("random_", torch.empty(n, device="cuda", dtype=torch.int64).random_()[-1].item() == 2632954707884840222)
check("random_ int32", torch.empty(n, device="cuda", dtype=torch.int32).random_()[0].item() == 96797375)
check("random_ float", near(torch.empty(n, device="cuda").random_()[:1], [2.20909e6]))
check("exponential_", near(torch.empty(n, device="cuda").exponential_(2.0), [0.294983, 0.442344, 0.170481, 0.702282,
    0.245022, 0.285394, 0.37422]))
check("exponential_ double",
      near(torch.empty(n, device="cuda", dtype=torch.float64).exponential_(2.0)[:2], [0.565962, 0.485331]))
check("bernoulli_", torch.empty(n, device="cuda").bernoulli_(0.3).tolist() == [0, 0, 0, 0, 0, 0, 1])
check("bernoulli", torch.bernoulli(torch.full((n,), 0.3, device="cuda")).tolist() == [1, 1, 0, 0, 0, 1, 0])
check("dropout", (F.dropout(torch.ones(n, device="cuda"), 0.3) > 0).tolist() == [True, False, False, True, True, False,
    True])
check("dropout half", (F.dropout(torch.ones(n, device="cuda").half(), 0.3) > 0).tolist() == [False, True, True, True,
    False, True, True])
check("rand_like", near(torch.rand_like(torch.empty(n, device="cuda"))[:3], [0.521811, 0.311548, 0.832288]))
check("multinomial", torch.multinomial(torch.rand(n, device="cuda"), 3).tolist() == [2, 0, 1])
check("multinomial of one", torch.multinomial(torch.rand(n, device="cuda"), 1).tolist() == [3])
check("offset", torch.cuda.get_rng_state().tolist() == [7, 0, 0, 0, 0, 0, 0, 0, 120, 0, 0, 0, 0, 0, 0, 0])
torch.manual_seed(10)
p = torch.randperm(10, device="cuda").tolist()
check("randperm 10", p[:6] + p[-3:] == [0, 2, 7, 4, 5, 3, 6, 9, 8])
torch.manual_seed(1000)
p = torch.randperm(1000, device="cuda").tolist()
check("randperm 1000", p[:6] + p[-3:] == [703, 744, 498, 544, 853, 453, 831, 386, 83])
a = torch.cuda.get_rng_state()
first = torch.rand(9, device="cuda")
torch.cuda.set_rng_state(a)
check("state", torch.equal(first, torch.rand(9, device="cuda")))
g = torch.Generator(device="cuda").manual_seed(3)
torch.cuda.manual_seed(3)
check("generator", torch.equal(torch.randn(9, device="cuda", generator=g), torch.randn(9, device="cuda")))
check("device", g.device.type == "cuda")
p = torch.randperm(300, device="cuda")
check("permutation", torch.equal(p.sort()[0].cpu(), torch.arange(300)))
check("strided", torch.empty(4, 6, device="cuda").t().uniform_(2, 3).mean().item() > 2)
x = torch.ones(1000, device="cuda")
step = lambda x: F.dropout(x * 2, 0.5).sum()
f = torch.compile(step, mode="reduce-overhead")
torch.manual_seed(1)
graphed = [f(x).item() for i in range(6)]
torch.manual_seed(1)
check("graphs", graphed == [step(x).item() for i in range(6)] and len(set(graphed)) > 1)
check("round trips", _C._cuda_host_round_trips() == 0)
print("all agree" if bad == 0 else f"{bad} differ")
