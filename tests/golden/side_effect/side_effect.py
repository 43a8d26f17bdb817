"""Python's side effects: they are left out of the graph and done again after it."""
import torch

seen = []
calls = {"count": 0}


@torch.compile
def remember(x):
    calls["count"] += 1
    y = x * 2
    seen.append(y)
    return y + 1


print(remember(torch.ones(3)).tolist())
print(calls["count"], len(seen), seen[0].tolist())
