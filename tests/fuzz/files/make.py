# Prints "KIND HEX" for every sound file that files_fuzz.cpp damages.
import io, json, pickle, numpy, torch, safetensors.torch
from torch import nn

def put(kind, data):
    print(kind, data.hex())

def saved(save, *args, **options):
    stream = io.BytesIO()
    save(*args, stream, **options)
    return stream.getvalue()

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.BatchNorm1d(4), nn.Linear(4, 2))
x = torch.arange(6.0).reshape(2, 3)
put("safetensors", safetensors.torch.save(net.state_dict(), {"format": "pt"}))
put("safetensors", safetensors.torch.save({"a": torch.ones(2, 0, 3), "b": torch.arange(5), "c": torch.tensor(1.5),
                                           "d": torch.ones(3, 2, dtype=torch.bool),
                                           "e": torch.ones(3, dtype=torch.bfloat16)}))
put("state", saved(torch.save, {"net": net.state_dict(), "epoch": 3, "rate": 0.5, "name": "a", "seen": {1, 2},
                                "deep": [(1, [2, {"a": None}])]}))
put("state", saved(torch.save, [x, x[1:], x.t(), x.unsqueeze(0).expand(3, 2, 3), nn.Parameter(x), torch.Size([2, 3]),
                                torch.float16, 2**70, b"ab", slice(1, 2), 1j]))
put("state", saved(torch.save, net))

class Looped(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.names = ["a", "b"]
        self.register_buffer("scale", torch.tensor(2.0))
    def forward(self, x, n: int = 2):
        total = torch.zeros_like(x)
        for i in range(n):
            if i % 2 == 0:
                total = total + self.linear(x) * self.scale
            else:
                total = total - x
        rows = [total, x]
        kept = {"a": rows[0], "b": rows[1]}
        return torch.cat([kept[name] for name in self.names])

@torch.jit.script
def pick(x: torch.Tensor, at: int = 1, names: tuple[int, float] = (1, 2.0)):
    while x.sum() < 10.0:
        x = x + names[0]
    return x[at], x.size(0), str(at)

put("script", saved(torch.jit.save, torch.jit.script(net)))
put("script", saved(torch.jit.save, torch.jit.script(Looped())))
put("script", saved(torch.jit.save, pick))
put("script", saved(torch.jit.save, torch.jit.trace(net, x)))
put("exported", saved(torch.export.save, torch.export.export(net.eval(), (x,))))
batch = torch.export.Dim("batch", min=2, max=64)
put("exported", saved(torch.export.save, torch.export.export(net.eval(), (torch.ones(4, 3),),
    dynamic_shapes=({0: batch},))))
put("array", saved(lambda array, stream: numpy.save(stream, array), numpy.arange(6).reshape(2, 3)))
put("array", saved(lambda array, stream: numpy.save(stream, array), numpy.ones((2, 0, 3))))
put("pickle", pickle.dumps({"a": [1, 2.5, None, True, "text", b"bytes", (1, 2)], "b": {1, 2}, 3: 2**80, "c": slice}))
put("pickle", pickle.dumps([x for x in range(300)] + [frozenset("ab"), complex(1, 2), range(4)], protocol=4))
put("pickle", pickle.dumps([{"a": -1}, "x" * 300], protocol=0))
put("json", json.dumps({"a": [1, -2.5e3, None, True, "t\u00e4xt\n"], "b": {"c": [[[]]], "d": {}}}).encode())
