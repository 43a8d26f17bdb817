# torch.autograd.profiler: the names that older programs use.
from torch._profiler import legacy_profile as profile, record_function
