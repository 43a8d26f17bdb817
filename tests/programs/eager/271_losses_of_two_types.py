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

labels = torch.tensor([[1, 1], [2, 1]])
for dtype in (torch.float16, torch.bfloat16, torch.int64, torch.bool, torch.float64):
    x = torch.zeros(4, 2, 3).log_softmax(2).to(dtype)
    show(lambda: F.ctc_loss(x, labels, [4, 3], [2, 1]))
    show(lambda: torch._ctc_loss(x, labels, [4, 3], [2, 1])[0])
    show(lambda: F.ctc_loss(x, labels, torch.tensor([4, 3]), torch.tensor([2, 1])))
    show(lambda: F.ctc_loss(x.float(), labels, torch.tensor([4, 3]).to(dtype), torch.tensor([2, 1])))
show(lambda: F.ctc_loss(torch.zeros(4, 2, 3), labels, [4], [2, 1]))
show(lambda: F.ctc_loss(torch.zeros(4, 2, 3), labels, [4, 5], [2, 1]))
