# What histograms and distances refuse, and histograms over bounds that do not rise.
import torch


def show(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__ + ":", str(error)[:250])


v = torch.tensor([1.0, 2.0, 3.0])
pairs = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
for bins in (-1, 0, torch.ones(2, 2), torch.tensor([1.0]), torch.tensor([]), torch.tensor([3.0, 1.0]),
             torch.tensor([1.0, 2.0], dtype=torch.double), torch.tensor([1, 2]), torch.tensor([0.0, 2.0, 2.5])):
    show(lambda: torch.histogram(v, bins))
for given in ((3.0, 1.0), (1.0,), (float("nan"), 3.0), (0.0, float("inf")), (1.0, 1.0), (0.0, 4.0)):
    show(lambda: torch.histogram(v, 2, range=given))
for weight in (v[:2], v.double(), v):
    show(lambda: torch.histogram(v, 3, weight=weight, density=True))
show(lambda: torch.histogram(torch.tensor([1.0, float("nan")]), 2))
show(lambda: torch.histogram(torch.tensor([]), 2))
show(lambda: torch.histogramdd(pairs, [2, 0]))
show(lambda: torch.histogramdd(pairs, [2, 2], range=[0.0, 1.0]))
show(lambda: torch.histogramdd(pairs, [2, 2], weight=torch.ones(3)))
show(lambda: torch.histogramdd(pairs, [torch.tensor([0.0, 1.0]), torch.tensor([0.0, 1.0], dtype=torch.double)]))
show(lambda: torch.cdist(pairs, pairs, p=-1))
show(lambda: torch.nn.functional.pdist(pairs, p=-1))
