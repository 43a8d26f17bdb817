# Operators under their own names, functional calls of modules with shared weights, padded sequences, loss scaling
# without a GPU.
import warnings

import torch
import torch.nn as nn
from torch.func import functional_call, jacfwd, linearize
from torch.nn.utils import rnn, skip_init
from torch.nn.utils.stateless import functional_call as older_call


def show(make):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            print(make())
        except Exception as error:
            print(type(error).__name__ + ":", str(error)[:250])
        for warning in given:
            if not any(part in str(warning.message) for part in ("get_attr Node", "torch.jit")):
                print("warned:", str(warning.message)[:90])


x = torch.arange(24.0).reshape(2, 4, 3)
show(lambda: torch.native_group_norm(x, torch.ones(4), torch.zeros(4), 2, 4, 3, 2, 1e-5)[1:])
show(lambda: torch.native_batch_norm(x, torch.ones(4), torch.zeros(4), torch.zeros(4), torch.ones(4), True, 0.1,
                                     1e-5)[1:])
show(lambda: torch.native_batch_norm(x, None, None, torch.zeros(4), torch.ones(4), False, 0.1, 1e-5)[1:])
torch.manual_seed(0)
show(lambda: (torch.native_dropout(x[0], 0.5, True), torch.native_dropout(x[0, 0], 0.5, False)))
six = torch.arange(6.0)
for kind in ("sum", "mean", "max", "min", "prod"):
    show(lambda: torch.segment_reduce(six, kind, lengths=torch.tensor([2, 0, 4])))
show(lambda: torch.segment_reduce(six.reshape(3, 2), "sum", lengths=torch.tensor([1, 2]), initial=1.0))
show(lambda: torch.segment_reduce(six, "sum", offsets=torch.tensor([0, 2, 6])))
for given in ({"lengths": torch.tensor([2, 3])}, {}, {"lengths": torch.tensor([2, -1, 5])},
              {"lengths": torch.tensor([2, 3]), "unsafe": True}):
    show(lambda: torch.segment_reduce(six, "sum", **given))
show(lambda: torch.segment_reduce(six, "median", lengths=torch.tensor([6])))
leaf = torch.arange(6.0).requires_grad_()
result = torch.segment_reduce(leaf, "max", lengths=torch.tensor([2, 4]))
result.sum().backward()
print(result, leaf.grad)
leaf = torch.linspace(-2, 2, 5).requires_grad_()
result = torch.fake_quantize_per_tensor_affine(leaf, 0.1, 5, 0, 15)
result.sum().backward()
print(result, leaf.grad)
show(lambda: torch.fake_quantize_per_tensor_affine(torch.ones(2), 0.1, 50, 0, 15))
show(lambda: torch.fake_quantize_per_channel_affine(torch.ones(2, 2) * 1.26, torch.tensor([0.1, 0.5]),
                                                    torch.tensor([0, 1], dtype=torch.int32), 1, -128, 127))
show(lambda: torch.fake_quantize_per_channel_affine(torch.ones(2, 2), torch.tensor([0.1, 0.5]), torch.tensor([0, 1]), 1,
                                                    -128, 127))
shared = torch.arange(3)
torch.from_dlpack(shared)[0] = 7
show(lambda: (shared, torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(shared)),
              torch.from_dlpack(shared.numpy())))
show(lambda: torch.from_dlpack(3))
show(lambda: (torch.empty_permuted((2, 3, 4), (2, 0, 1)).stride(),
              torch.arange(4.0).map2_(torch.ones(4), torch.arange(4.0), lambda a, b, c: a + b * c)))
show(lambda: (x.dense_dim(), x.sparse_dim(),
              torch.special.spherical_bessel_j0(torch.tensor([0.0, 0.3, -2.0, float("inf")]))))


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2, bias=False)
        self.b = nn.Linear(2, 2, bias=False)
        self.b.weight = self.a.weight
        with torch.no_grad():
            self.a.weight.copy_(torch.eye(2))

    def forward(self, x):
        return self.b(self.a(x))


tied, one, two = Tied(), torch.eye(2), 2 * torch.eye(2)
ones = torch.ones(2)
show(lambda: (functional_call(tied, {"a.weight": two}, ones), functional_call(tied, {"b.weight": two}, ones),
              functional_call(tied, {"a.weight": two}, ones, tie_weights=False)))
show(lambda: functional_call(tied, {"a.weight": two, "b.weight": one}, ones))
show(lambda: functional_call(tied, {"a.weight": two, "b.weight": one}, ones, tie_weights=False))
show(lambda: functional_call(tied, {"a.weight": two}, ones, strict=True))
show(lambda: functional_call(tied, ({"a.weight": two}, {"a.weight": one}), ones))
show(lambda: functional_call(tied, [3], ones))
show(lambda: functional_call(tied, {"a.weight": 3}, ones))
show(lambda: older_call(tied, {"a.weight": two}, ones))
show(lambda: linearize(torch.sin, ones)[1](torch.ones(3)))
show(lambda: jacfwd(torch.sin, randomness="x")(ones))

leaf = torch.arange(1.0, 4.0).requires_grad_()
padded = rnn.pad_sequence([leaf, leaf[:1] * 2])
padded.sum().backward()
print(padded, leaf.grad)
show(lambda: rnn.pad_sequence([]))
show(lambda: rnn.pad_sequence([ones], padding_side="top"))
show(lambda: rnn.pad_sequence([ones, torch.ones(2, 2)]))
show(lambda: (rnn.pad_sequence([torch.ones(0, 3), torch.ones(1, 3)]),
              rnn.pad_sequence([ones, shared], True, -1, "left")))
torch.manual_seed(1)
skip_init(nn.Linear, 2, 2)
show(lambda: (torch.rand(2), skip_init(nn.ReLU)))

show(lambda: torch.amp.GradScaler("cpu", init_scale=4.0).scale([ones, ones]))
show(lambda: torch.amp.GradScaler("cpu").scale(3))
generator = torch.Generator().manual_seed(3)
copied = generator.clone_state()
show(lambda: (torch.equal(torch.rand(3, generator=generator), torch.rand(3, generator=copied)), copied.initial_seed()))
show(lambda: torch.set_float32_matmul_precision("x"))
show(lambda: torch.set_default_dtype("x"))
