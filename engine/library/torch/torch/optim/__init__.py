from torch.optim.optimizer import Optimizer
from torch.optim.algorithms import SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, NAdam, RAdam, Rprop, ASGD
from torch.optim.lbfgs import LBFGS
from torch.optim.newer import Adafactor, Muon, SparseAdam
import torch.optim.optimizer as optimizer
import torch.optim.lr_scheduler as lr_scheduler
import torch.optim.swa_utils as swa_utils

# PyTorch keeps each algorithm in a module of its own name.
for _algorithm in (SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, NAdam, RAdam, Rprop, ASGD):
    _algorithm.__module__ = "torch.optim." + _algorithm.__name__.lower()
SparseAdam.__module__ = "torch.optim.sparse_adam"
Adafactor.__module__ = Muon.__module__ = "torch.optim"
