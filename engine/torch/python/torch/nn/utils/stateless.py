# The older home of torch.func.functional_call.
from torch.func import functional_call
