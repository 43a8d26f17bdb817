# Lists of sizes that are too short or too long are refused, eagerly and compiled.
import torch
import torch.nn.functional as F

planes = torch.ones(1, 2, 4, 4)
calls = [
    lambda p, few: F.unfold(p, few),
    lambda p, few: F.unfold(p, 2, few),
    lambda p, few: F.unfold(p, 2, 1, few),
    lambda p, few: F.unfold(p, 2, 1, 0, few),
    lambda p, few: F.max_pool2d(p, 2, 2, 0, few),
    lambda p, few: F.max_pool3d(p, 2, 2, 0, few),
]
for number, call in enumerate(calls):
    for few in ([], [2], [2, 2, 2], [1] * 9):
        for compiled in (False, True):
            torch._dynamo.reset()
            try:
                shape = tuple((torch.compile(call) if compiled else call)(planes, few).shape)
                print(number, few, compiled, shape)
            except Exception as error:
                text = str(error).split("\n")
                said = [line for line in text if "expected" in line or "must" in line or "should" in line]
                print(number, few, compiled, "refused", said[0] if not compiled and said else "")
