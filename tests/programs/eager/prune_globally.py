"""Global pruning: by magnitude and by scores of the program's own."""
import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
first, second = nn.Linear(2, 2), nn.Linear(2, 1, bias=False)
places = [(first, "weight"), (first, "bias"), (second, "weight")]
prune.global_unstructured(places, prune.L1Unstructured, amount=0.5)
print(first.weight_mask, first.bias_mask, second.weight_mask)
print(first.weight, list(first.state_dict()))
first, second = nn.Linear(2, 1, bias=False), nn.Linear(2, 1, bias=False)
places = [(first, "weight"), (second, "weight")]
scores = {places[0]: torch.tensor([[9.0, 0.1]]), places[1]: torch.tensor([[0.2, 8.0]])}
prune.global_unstructured(places, prune.L1Unstructured, amount=2, importance_scores=scores)
print(first.weight_mask, second.weight_mask)
prune.global_unstructured(places, prune.L1Unstructured, amount=1,
                          importance_scores={places[0]: torch.tensor([[0.1, 9.0]])})
print(first.weight_mask, second.weight_mask)
try:
    prune.global_unstructured(places, prune.L1Unstructured, amount=1, importance_scores=[1])
except TypeError as e:
    print(e)
