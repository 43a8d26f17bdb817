# Autocast and loss scaling that name CUDA where there is none.
import warnings

import torch

for make in (lambda: torch.autocast("cuda"), lambda: torch.cuda.amp.autocast(),
             lambda: torch.autocast("cuda", enabled=False), lambda: torch.amp.GradScaler("cuda"), torch.amp.GradScaler,
             torch.cuda.amp.GradScaler, lambda: torch.amp.GradScaler(enabled=False)):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        print(type(make()).__name__, [str(warning.message) for warning in given])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    with torch.autocast("cuda"):
        print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype, torch.is_autocast_enabled("cuda"))
    print(torch.amp.GradScaler().state_dict(), torch.amp.GradScaler().scale(torch.ones(1)))
