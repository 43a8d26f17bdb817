from torch.optim.optimizer import Optimizer
from torch.optim.algorithms import SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, NAdam, RAdam, Rprop, ASGD
from torch.optim.lbfgs import LBFGS
from torch.optim.newer import Adafactor, Muon, SparseAdam
import torch.optim.optimizer as optimizer
import torch.optim.lr_scheduler as lr_scheduler
import torch.optim.swa_utils as swa_utils
