# Losses whose input and target have different element types, and the gradient of logit outside (0, 1).
import torch
import torch.nn.functional as F


def show(call):
    try:
        result = call()
        print(result, result.dtype)
    except Exception as error:
        print(type(error).__name__, error)


for left in (torch.float32, torch.float64, torch.bfloat16, torch.int64):
    for right in (torch.float32, torch.float64, torch.int64):
        x, y = torch.tensor([0.0, 1.0, 1.0]).to(left), torch.tensor([1.0, 0.0, 1.0]).to(right)
        print(left, right)
        show(lambda: F.binary_cross_entropy_with_logits(x, y))
        show(lambda: F.mse_loss(x, y))
        show(lambda: F.huber_loss(x, y))
        show(lambda: F.kl_div(x, y, reduction="sum"))
        if left.is_floating_point:
            show(lambda: F.binary_cross_entropy(x, y))
            show(lambda: F.soft_margin_loss(x, y))
        if left.is_floating_point or right.is_floating_point:
            show(lambda: F.cosine_similarity(x, y, dim=0))

for eps in (None, 0.1):
    x = torch.tensor([-0.5, 0.0, 0.3, 1.0, 1.5], requires_grad=True)
    torch.logit(x, eps=eps).sum().backward()
    print(x.grad)
x = torch.tensor([0.3, -1.2], dtype=torch.float64, requires_grad=True)
loss = F.binary_cross_entropy_with_logits(x, torch.tensor([1.0, 0.0]))
loss.backward()
print(loss, x.grad)
