# What programs import of PyTorch's module about symbolic sizes.
from torch._dynamo.exc import ConstraintViolationError


class GuardOnDataDependentSymNode(RuntimeError):
    pass
