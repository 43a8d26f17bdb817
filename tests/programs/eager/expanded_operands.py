# feature: one element repeated for a whole row, in rows as long as the evaluator's blocks and about it
import torch

one, row = torch.tensor(1.5), torch.tensor([[1.0], [2.0]])
for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.bfloat16):
    for count in (255, 256, 511, 512, 1023, 1024, 1025, 2047, 2048, 4096, 8192):
        a = one.to(dtype).expand(count)
        for value in (a * 2, -a, a + torch.ones(count, dtype=dtype), row.to(dtype).expand(2, count) * 2):
            expected = value[..., :1].clone().contiguous()
            wrong = (value != expected).sum().item()
            if wrong:
                print(dtype, count, "wrong:", wrong)
    print(dtype, (one.to(dtype).expand(1024) * 2)[1000].item(), (row.to(dtype).expand(2, 512) * 2)[:, 500].tolist())
x = torch.zeros(8, 128, requires_grad=True)
(x * 3).sum().backward()
print(x.grad.unique().tolist())
