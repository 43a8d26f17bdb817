# Numbers at the ends of the ranges of whole types.
import torch
for d in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    m, n = torch.iinfo(d).max, torch.iinfo(d).min
    for v in (m + 0.5, m + 0.9, m + 1.0, n - 0.5, n - 0.9, n - 1.0, m + 1, -m - 1, -m, max(-m - 2, -2 ** 63)):
        for f in (lambda: torch.tensor([v], dtype=d), lambda: torch.zeros(1, dtype=d).fill_(v),
                  lambda: torch.tensor(v, dtype=d), lambda: torch.full((1,), v, dtype=d)):
            try: print(d, v, f())
            except Exception as e: print(d, v, type(e).__name__, e)
