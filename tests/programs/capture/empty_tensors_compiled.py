# Shapes of compiled operations on tensors without elements.
import torch
x = torch.empty(0, 3)
print(torch.compile(lambda x: x.repeat(2, 1) * 2)(x).shape, torch.compile(lambda x: x.roll(1, 0))(x).shape,
      torch.compile(lambda x: torch.tile(x, (2, 2)))(x).shape)
for f in (lambda x: x.reshape(3, 0, 2) + 1, lambda x: x.flip(0), lambda x: x.unfold(1, 2, 1),
          lambda x: x.expand(2, 0, 3).reshape(0, 6), lambda x: torch.cat([x, x], 1), lambda x: x.view(0) * 2,
          lambda x: x.sum(0), lambda x: x[:, ::2] * 2, lambda x: x.t().reshape(0, 3),
          lambda x: torch.nn.functional.pad(x, (1, 1)), lambda x: x.repeat_interleave(2, 1),
          lambda x: torch.nn.functional.pixel_shuffle(x.reshape(0, 4, 1, 1), 2), lambda x: x.diagonal(),
          lambda x: x.unflatten(1, (3, 1)), lambda x: torch.roll(x, (1, 2), (0, 1))):
    torch._dynamo.reset()
    try: print(tuple(torch.compile(f)(x).shape), tuple(f(x).shape))
    except Exception as e: print(type(e).__name__, str(e)[:90])
