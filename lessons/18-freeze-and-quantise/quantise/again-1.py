import io

import torch
import torch.nn as nn


def saved(model):
    file = io.BytesIO()
    torch.jit.save(torch.jit.script(model), file)
    return file


torch.manual_seed(0)
words = nn.Embedding(512, 256)
model = nn.Sequential(words, nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 256)).eval()
small = torch.ao.quantization.quantize_dynamic(model, {nn.Linear}, dtype=torch.qint8)
before, after = saved(model), saved(small)
print("less than twice:", len(before.getvalue()) < 2 * len(after.getvalue()))
after.seek(0)
loaded = torch.jit.load(after)
x = torch.arange(512)
error = (loaded(x) - model(x)).abs().max() / model(x).abs().max()
print("error below 5 %:", bool(error < 0.05))
