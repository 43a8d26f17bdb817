import io

import torch
import torch.nn as nn


def saved(model):
    file = io.BytesIO()
    torch.jit.save(torch.jit.script(model), file)
    return file


torch.manual_seed(0)
words = nn.Embedding(64, 256)
model = nn.Sequential(words, nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 256)).eval()
small = torch.ao.quantization.quantize_dynamic(model, {nn.Linear}, dtype=torch.qint8)
before, after = saved(model), saved(small)
print("times smaller:", round(len(before.getvalue()) / len(after.getvalue())))
after.seek(0)
loaded = torch.jit.load(after)
x = torch.arange(64)
error = (loaded(x) - model(x)).abs().max() / model(x).abs().max()
print("error below 5 %:", bool(error < 0.05))
