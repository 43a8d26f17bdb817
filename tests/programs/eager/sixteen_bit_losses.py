# Rows of 16-bit floats: log_softmax keeps its sums in their type, and the class losses add in it.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for dtype in (torch.bfloat16, torch.float16):
    for n in (2, 5, 16, 33):
        x = (torch.randn(4, n) * 2).to(dtype).requires_grad_()
        g = torch.randn(4, n).to(dtype)
        for f in (F.softmax, F.log_softmax):
            y = f(x, 1)
            print(y.tolist())
            print(torch.autograd.grad(y, x, g)[0].tolist())
    print(F.softmax(x[:, :5], 0).tolist())
    weight = (torch.arange(7.0) / 4 + 1).to(dtype)
    for n in (1, 16, 17, 100, 257):
        labels = torch.arange(n) % 7
        logs = F.log_softmax((torch.randn(n, 7) * 2).to(dtype), 1)
        print(n, F.nll_loss(logs, labels), F.nll_loss(logs, labels, reduction="sum"), F.nll_loss(logs, labels, weight))
