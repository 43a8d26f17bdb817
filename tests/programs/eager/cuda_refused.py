import torch
for f in (lambda: torch.zeros(2, device="cuda"), lambda: torch.ones(2).cuda(), lambda: torch.ones(2).to("cuda"),
          lambda: torch.tensor([1.0], device="cuda:0")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
