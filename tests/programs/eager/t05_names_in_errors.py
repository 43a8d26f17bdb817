import torch

x = torch.ones(2, 3)
values = [x.dtype, x.device, x.shape, x.layout, torch.contiguous_format, torch.Generator(), torch.finfo(torch.float32),
          x.max(0)]
wrongs = [
    lambda v: v(), lambda v: v.missing, lambda v: "text" + v, lambda v: v < "text", lambda v: x + v,
    lambda v: torch.relu(v), lambda v: int(v),
]
for v in values:
    for wrong in wrongs:
        try:
            print(wrong(v))
        except (TypeError, AttributeError, IndexError) as e:
            print(type(e).__name__, str(e).split("\n")[0])
