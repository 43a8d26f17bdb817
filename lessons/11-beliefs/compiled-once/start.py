import torch


def f(x):
    return torch.relu(x) + 1


g = torch.compile(f)
batches = [torch.ones(8, 3), torch.ones(8, 3), torch.ones(5, 3), torch.ones(2, 3)]
# TODO: the server must not compile while it serves; warm up with a size that varies
print("serving")
for batch in batches:
    print(tuple(g(batch).shape))
