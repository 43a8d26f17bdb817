import torch
x = torch.ones(2)
for t in (torch.FloatTensor, torch.LongTensor, torch.Tensor, torch.BoolTensor):
    print(isinstance(x, t), isinstance(x.long(), t), t, isinstance(t, type), isinstance(3, t))
print(isinstance(x, (int, torch.FloatTensor)), isinstance(torch.nn.Parameter(x), torch.FloatTensor))
print(torch.FloatTensor([1, 2]), torch.LongTensor([1]).dtype, torch.FloatTensor.dtype, torch.FloatTensor.__name__)
def f(x): return x + 1 if isinstance(x, torch.FloatTensor) else x - 1
print(torch.compile(f, backend="eager", fullgraph=True)(x), torch.compile(f, backend="eager", fullgraph=True)(x.long()))
