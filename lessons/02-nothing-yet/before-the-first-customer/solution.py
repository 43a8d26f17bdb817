import torch


def f(x):
    return torch.relu(x) + 1


g = torch.compile(f, dynamic=True)
batches = [torch.ones(8, 3), torch.ones(8, 3), torch.ones(5, 3), torch.ones(2, 3)]
g(torch.ones(4, 3))
print("serving")
for batch in batches:
    print(tuple(g(batch).shape))
