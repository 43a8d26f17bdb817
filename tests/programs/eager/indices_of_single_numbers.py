# Indices and transposes of tensors without dimensions, bounds of bools.
import torch
x = torch.tensor(3.)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:160])
for k in (slice(None), (slice(None), 0), (0, slice(None)), (0,), (None, slice(None)), (Ellipsis, slice(None)), slice(None, None, -1), (slice(None, None, 0),), (slice(None), slice(None)), (None, 0), (torch.tensor(0), 0), (torch.tensor(True), slice(None)), (slice(1, 2),), (0, 0), ((0, 1),), [0], (Ellipsis,), (), None, True):
    t(lambda: x[k]); t(lambda: x.clone().__setitem__(k, 1.0))
    t(lambda: torch.ones(2)[k])
t(lambda: x.mH); t(lambda: x.mT); t(lambda: x.H); t(lambda: x.T); t(lambda: torch.ones(3).mH); t(lambda: torch.ones(3).mT); t(lambda: torch.ones(3).H); t(lambda: x.adjoint()); t(lambda: torch.ones(3).adjoint())
b = torch.tensor([True, False]); y = torch.tensor([0.5, -0.5])
t(lambda: b.clamp(y)); t(lambda: b.clamp(max=y)); t(lambda: torch.clamp(b, y, y)); t(lambda: b.clamp(1)); t(lambda: b.clamp(max=b)); t(lambda: b.clamp(0.5)); t(lambda: b.clamp_min(y)); t(lambda: b.maximum(y)); t(lambda: b.clamp(1, 2.)); t(lambda: b.clamp_max(2)); t(lambda: y.clamp(b)); t(lambda: y.clamp(True)); t(lambda: y.clamp(min=b, max=1 - y.int()))
r = torch.arange(6).reshape(2, 3)
t(lambda: r.repeat_interleave(torch.tensor([1, 2]), -1)); t(lambda: r.repeat_interleave(torch.tensor([1, 2]), -2)); t(lambda: r.repeat_interleave(torch.tensor([1, 2]), 1)); t(lambda: r.repeat_interleave(torch.tensor([1, -2]), 0))
