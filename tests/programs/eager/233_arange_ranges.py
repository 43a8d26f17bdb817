# feature: arange refuses ranges without an end
# seed: none
import torch
nan=float("nan")
inf=float("inf")
for a in ((inf,),(1.5,inf),(nan,),(0,-inf,-1),(0,1,inf),(1e10,inf), (0,5,nan)):
    try: print(a, torch.arange(*a))
    except Exception as e: print(a, type(e).__name__, str(e)[:150])
