# Control flow that graphs hold; the same functions as in torch.
from torch import cond
