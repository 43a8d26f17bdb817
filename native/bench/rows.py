"""The rows of `vitrine bench`: plain PyTorch programs, the same under Vitrine and under PyTorch.

  rows.py measure DEVICE ROW MODE,MODE... THREADS SECONDS [small]   one line of JSON: times of eager and of each mode
  rows.py count DEVICE ROW MODE THREADS CALLS                calls and nothing else, for the engine's counters
  rows.py list DEVICE                                        names and what they do
"""
import json
import sys
import torch
import torch.nn as nn
import torch.nn.functional as F
from sampling import Sampler, ceilings_of, measure_together  # CMake puts its text here

task, device = sys.argv[1], torch.device(sys.argv[2])
on_gpu = device.type == "cuda"
small = sys.argv[-1] == "small"  # for a user interface, which measures between two clicks
ROWS, COLUMNS, FLAT = (16384, 4096, 1 << 26) if on_gpu else (1024, 1024, 1 << 20) if small else (4096, 2048, 1 << 23)
BATCH, LAYERS = (32, 6) if on_gpu else (1, 1) if small else (4, 2)
MATRIX = 8192 if on_gpu else 512 if small else 1024


def synchronize():
    if on_gpu:
        torch.cuda.synchronize()


def randn(*sizes):
    return torch.randn(*sizes, device=device)


class Block(nn.Module):
    def __init__(self, d=512, heads=8, wide=2048):
        super().__init__()
        self.self_attn = nn.MultiheadAttention(d, heads, batch_first=True)
        self.ffn = nn.Sequential(nn.Linear(d, wide), nn.GELU(), nn.Linear(wide, d))
        self.norm1 = nn.LayerNorm(d)
        self.norm2 = nn.LayerNorm(d)

    def forward(self, x):
        y = self.norm1(x)
        y, _ = self.self_attn(y, y, y)
        x = x + y
        return x + self.ffn(self.norm2(x))


class Row:
    """`limit`: the ceiling that the row runs against: copy, read, matmul, or call (none: the cost of a call)."""

    def __init__(self, doc, limit, build, flops=0):
        self.doc, self.limit, self.build, self.flops = doc, limit, build, flops


def with_matrix(function, *more):
    return lambda: (function, [randn(ROWS, COLUMNS)] + [randn(*sizes) for sizes in more])


def column_statistics(m):
    return torch.stack([m.mean(0), m.var(0)])


def convolution():
    sides = (32, 3, 224, 224) if on_gpu else (1, 3, 224, 224)
    return nn.Sequential(nn.Conv2d(3, 32, 3), nn.BatchNorm2d(32), nn.ReLU()).eval(), [randn(*sides)]


def small_mlp():
    return nn.Sequential(*[m for _ in range(8) for m in (nn.Linear(256, 256), nn.ReLU())]).eval(), [randn(16, 256)]


def transformer():
    return nn.Sequential(*[Block() for _ in range(LAYERS)]).eval(), [randn(BATCH, 128, 512)]


TOKENS = BATCH * 128
TABLE = {
    "relu_plus_sigmoid": Row("relu(x) + sigmoid(x), flat", "copy", lambda: (lambda x: x.relu() + x.sigmoid(), [randn(FLAT)])),
    "pointwise_chain": Row("gelu(m * w + b) * sigmoid(m) + m", "copy",
                           with_matrix(lambda m, w, b: F.gelu(m * w + b) * torch.sigmoid(m) + m, [COLUMNS], [COLUMNS])),
    "softmax": Row("softmax(m / 8) over rows", "copy", with_matrix(lambda m: torch.softmax(m * 0.125, -1))),
    "residual_layernorm": Row("layer_norm(m + r)", "copy",
                              with_matrix(lambda m, r, w, b: F.layer_norm(m + r, (COLUMNS,), w, b), [ROWS, COLUMNS], [COLUMNS], [COLUMNS])),
    "sum_of_squares": Row("sum(m * m)", "read", with_matrix(lambda m: (m * m).sum())),
    "column_mean_var": Row("mean and variance of columns", "read", with_matrix(column_statistics)),
    "mlp_small": Row("8 layers of 256, batch 16", "call", small_mlp, 8 * 2 * 16 * 256 * 256),
    "conv_bn_relu": Row("3x3 convolution, batch norm, relu at 224x224", "matmul", convolution,
                        (32 if on_gpu else 1) * 2 * 27 * 32 * 222 * 222),
    "transformer": Row("%d encoder layers, %d tokens of 512" % (LAYERS, TOKENS), "matmul", transformer,
                       LAYERS * TOKENS * (2 * (4 * 512 * 512 + 2 * 512 * 2048) + 4 * 128 * 512)),
    "tiny_call": Row("8 elements: the cost of a call", "call", lambda: (lambda x: x.relu() + x.sigmoid(), [randn(8)])),
}


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for item in value for t in tensors_in(item)] if isinstance(value, (list, tuple)) else []


def bytes_of(tensors):
    return sum([t.numel() * t.element_size() for t in tensors])


def sampler_of(function, args):
    least, most = (5000, 1 << 16) if small else (200, 4096)  # a browser's clock has steps of 100 us
    return Sampler(function, args, least, most, synchronize)


def compiled(function, mode):
    return function if mode == "eager" else torch.compile(function, mode=mode)


def prepare(name):
    torch.manual_seed(0)
    function, args = TABLE[name].build()
    if isinstance(function, nn.Module):
        function.to(device)
    return function, args


def measure(name, modes, seconds):
    function, args = prepare(name)
    samplers = {mode: sampler_of(compiled(function, mode), args) for mode in ["eager"] + modes}
    measure_together(samplers, seconds)
    reference = samplers["eager"].result
    parameters = list(function.parameters()) if isinstance(function, nn.Module) else []
    results = {}
    for mode, sampler in samplers.items():
        results[mode] = sampler.summary()
        results[mode]["equal"] = torch.allclose(sampler.result, reference, rtol=1e-3, atol=1e-3)
    return {"row": name, "doc": TABLE[name].doc, "limit": TABLE[name].limit, "flops": TABLE[name].flops,
            "bytes": bytes_of(tensors_in(args) + parameters + tensors_in(reference)), "results": results}


def ceilings(seconds):
    return ceilings_of(ROWS, COLUMNS, MATRIX, device, seconds, synchronize=synchronize, **({"least_us": 5000, "most_calls": 1 << 16} if small else {}))


with torch.no_grad():
    if task == "list":
        print(json.dumps([[name, row.doc] for name, row in TABLE.items()]))
    else:
        torch.set_num_threads(int(sys.argv[5]))
        if task == "count":
            function, args = prepare(sys.argv[3])
            function = compiled(function, sys.argv[4])
            for _ in range(int(sys.argv[6])):
                function(*args)
            synchronize()
        elif sys.argv[3] == "ceilings":
            print(json.dumps(ceilings(float(sys.argv[6]))))
        else:
            print(json.dumps(measure(sys.argv[3], sys.argv[4].split(","), float(sys.argv[6]))))
