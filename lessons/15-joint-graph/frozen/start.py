import torch

torch.manual_seed(0)
body = torch.nn.Linear(64, 64)
head = torch.nn.Linear(64, 8)


@torch.compile
def loss(x, target):
    hidden = torch.tanh(body(x))
    return torch.nn.functional.cross_entropy(head(hidden), target)


# TODO: fine-tuning: only the head learns, so nothing is kept for the body's gradient
loss(torch.randn(128, 64), torch.arange(128) % 8).backward()
print("head:", head.weight.grad is not None)
print("body:", body.weight.grad is not None)
