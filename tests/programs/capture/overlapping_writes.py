# Compiled functions refuse the writes into overlapping memory that eager ones refuse, and no others.
import torch


def shifted_add(z):
    z[1:].add_(z[:-1])
    return z


def shifted_copy(z):
    z[1:].copy_(z[:-1])
    return z


def of_an_intermediate(z):
    y = z + 1
    y[1:].sub_(y[:-1])
    return y


def assigned(z):
    z[1:3] = z[2:4]
    return z


def transposed(z):
    m = z[:4].view(2, 2)
    m.add_(m.t())
    return z


def part_of_itself(z):
    return z.addcmul_(z[:1], z[1:2])


def blended(z):
    z[1:].lerp_(z[:-1], 0.5)
    return z


def expanded(z):
    z.expand(3, 5).add_(1)
    return z


def copied_first(z):
    z[1:].add_(z[:-1].clone())
    return z


def the_same_part(z):
    z[1:].mul_(z[1:])
    return z


def apart(z):
    z[:2].add_(z[2:4])
    return z


def with_steps(z):
    z[::2].mul_(z[1:2])
    return z


for f in (shifted_add, shifted_copy, of_an_intermediate, assigned, transposed, part_of_itself, blended, expanded,
          copied_first, the_same_part, apart, with_steps):
    for kind, g in (("eager", f), ("compiled", torch.compile(f, backend="eager")),
                    ("dynamic", torch.compile(f, backend="eager", dynamic=True))):
        try:
            print(f.__name__, kind, g(torch.arange(5.0)).tolist())
        except RuntimeError as e:
            said = [line for line in str(e).split("\n") if "single memory location" in line]
            print(f.__name__, kind, "refused:", "more than one" in said[0], "some elements" in said[0])
