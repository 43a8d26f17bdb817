import torch


@torch.compile
def mean_of_squares(x):
    return (x * x).mean()


first = torch.arange(6.0)
torch._dynamo.mark_dynamic(first, 0)
print(mean_of_squares(first))
for size in (7, 12, 30):
    print(size, mean_of_squares(torch.arange(float(size))))
