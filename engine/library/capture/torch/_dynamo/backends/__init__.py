import torch._dynamo.backends.registry as registry
import torch._dynamo.backends.common as common
import torch._dynamo.backends.debugging as debugging
