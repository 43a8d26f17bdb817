# torch.autograd.profiler: the names that older programs use.
from torch._profiler import profile, record_function
