# feature: numbers of unnamed values after every construct of a script
import torch, math
import torch.nn.functional as F
from typing import *
class P(NamedTuple):
    a: int
    b: int
def helper(x, k: int = 2):
    return x * k
def unchecked(o: Optional[int]) -> int:
    return 1 if o is None else o

def f0(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    pass
    return torch.sin(x)

def f1(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = bool(x)
    return torch.sin(x)

def f2(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = int(x)
    return torch.sin(x)

def f3(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = float(x)
    return torch.sin(x)

def f4(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = str(n)
    return torch.sin(x)

def f5(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = float(n)
    return torch.sin(x)

def f6(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = int(n)
    return torch.sin(x)

def f7(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = bool(n)
    return torch.sin(x)

def f8(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = bool(f)
    return torch.sin(x)

def f9(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = len(xs)
    return torch.sin(x)

def f10(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if f: pass
    return torch.sin(x)

def f11(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if x: pass
    return torch.sin(x)

def f12(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if n: pass
    return torch.sin(x)

def f13(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if xs: pass
    return torch.sin(x)

def f14(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if n > 1: pass
    return torch.sin(x)

def f15(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if x.sum() > 0: pass
    return torch.sin(x)

def f16(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if not f: pass
    return torch.sin(x)

def f17(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if f and f: pass
    return torch.sin(x)

def f18(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if f or f: pass
    return torch.sin(x)

def f19(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if n is None: pass
    return torch.sin(x)

def f20(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if o is None: pass
    return torch.sin(x)

def f21(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if o is not None: pass
    return torch.sin(x)

def f22(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if o: pass
    return torch.sin(x)

def f23(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if f:
      z = 1
    else:
      z = 2
    return torch.sin(x)

def f24(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in range(3): pass
    return torch.sin(x)

def f25(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in range(n): pass
    return torch.sin(x)

def f26(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in range(1, n): pass
    return torch.sin(x)

def f27(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in range(1, n, 2): pass
    return torch.sin(x)

def f28(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in xs: pass
    return torch.sin(x)

def f29(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i, j in enumerate(xs): pass
    return torch.sin(x)

def f30(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i, j in zip(xs, xs): pass
    return torch.sin(x)

def f31(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in enumerate(xs): pass
    return torch.sin(x)

def f32(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in x: pass
    return torch.sin(x)

def f33(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for k in d: pass
    return torch.sin(x)

def f34(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for k, v in d.items(): pass
    return torch.sin(x)

def f35(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for k in d.keys(): pass
    return torch.sin(x)

def f36(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for k in d.values(): pass
    return torch.sin(x)

def f37(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in s: pass
    return torch.sin(x)

def f38(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in [1, 2]: pass
    return torch.sin(x)

def f39(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    for i in (1, 2): pass
    return torch.sin(x)

def f40(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    while f: pass
    return torch.sin(x)

def f41(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    while n > 0: n -= 1
    return torch.sin(x)

def f42(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    while x.sum() > 0: x = x - 1
    return torch.sin(x)

def f43(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = [i for i in xs]
    return torch.sin(x)

def f44(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = [i + 1 for i in xs if i > 1]
    return torch.sin(x)

def f45(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = {i: 1 for i in xs}
    return torch.sin(x)

def f46(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = [i for i in range(3)]
    return torch.sin(x)

def f47(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = [1, 2]
    return torch.sin(x)

def f48(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = (1, 2)
    return torch.sin(x)

def f49(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = {"a": 1}
    return torch.sin(x)

def f50(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    a, b = t
    return torch.sin(x)

def f51(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    a, b = 1, 2
    return torch.sin(x)

def f52(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    a, b = x
    return torch.sin(x)

def f53(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = t[0]
    return torch.sin(x)

def f54(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = xs[0]
    return torch.sin(x)

def f55(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = xs[1:]
    return torch.sin(x)

def f56(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = xs[:2]
    return torch.sin(x)

def f57(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = xs[::2]
    return torch.sin(x)

def f58(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = s[0]
    return torch.sin(x)

def f59(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = s[1:2]
    return torch.sin(x)

def f60(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[0]
    return torch.sin(x)

def f61(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[1:]
    return torch.sin(x)

def f62(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[:, 0]
    return torch.sin(x)

def f63(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[0, 1:2]
    return torch.sin(x)

def f64(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[None]
    return torch.sin(x)

def f65(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[..., 0]
    return torch.sin(x)

def f66(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[x > 0]
    return torch.sin(x)

def f67(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x[xs]
    return torch.sin(x)

def f68(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = d["a"]
    return torch.sin(x)

def f69(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    d["a"] = 1
    return torch.sin(x)

def f70(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    xs[0] = 1
    return torch.sin(x)

def f71(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    x[0] = 1
    return torch.sin(x)

def f72(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    x[1:] = x
    return torch.sin(x)

def f73(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    x[x > 0] = 1.0
    return torch.sin(x)

def f74(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    n += 1
    return torch.sin(x)

def f75(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    x += 1
    return torch.sin(x)

def f76(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    xs += [1]
    return torch.sin(x)

def f77(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    s += "a"
    return torch.sin(x)

def f78(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    f"{n}"
    return torch.sin(x)

def f79(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = f"{n} {s}"
    return torch.sin(x)

def f80(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = "{} {}".format(n, s)
    return torch.sin(x)

def f81(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = s.upper()
    return torch.sin(x)

def f82(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = s % n
    return torch.sin(x)

def f83(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    print(n)
    return torch.sin(x)

def f84(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    print(x, n, "a")
    return torch.sin(x)

def f85(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    assert f
    return torch.sin(x)

def f86(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    assert n > 1, "bad"
    return torch.sin(x)

def f87(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    assert x.sum() > 0, f"bad {n}"
    return torch.sin(x)

def f88(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if n > 1:
      raise ValueError("x")
    return torch.sin(x)

def f89(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    if n > 1:
      raise ValueError
    return torch.sin(x)

def f90(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.shape
    return torch.sin(x)

def f91(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.shape[0]
    return torch.sin(x)

def f92(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.size(0)
    return torch.sin(x)

def f93(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.size()
    return torch.sin(x)

def f94(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.dim()
    return torch.sin(x)

def f95(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.dtype
    return torch.sin(x)

def f96(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.device
    return torch.sin(x)

def f97(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.ndim
    return torch.sin(x)

def f98(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.T
    return torch.sin(x)

def f99(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.numel()
    return torch.sin(x)

def f100(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.requires_grad
    return torch.sin(x)

def f101(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.view(-1, 2)
    return torch.sin(x)

def f102(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.view([2, 3])
    return torch.sin(x)

def f103(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.sum(dim=1)
    return torch.sin(x)

def f104(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.sum(dim=[1, 2], keepdim=True)
    return torch.sin(x)

def f105(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.cat([x, x])
    return torch.sin(x)

def f106(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.zeros(2, 3)
    return torch.sin(x)

def f107(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.zeros([2, 3], dtype=torch.float32)
    return torch.sin(x)

def f108(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.zeros_like(x)
    return torch.sin(x)

def f109(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.tensor(1.0)
    return torch.sin(x)

def f110(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.tensor([1, 2])
    return torch.sin(x)

def f111(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.arange(3)
    return torch.sin(x)

def f112(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.full([2], 1.5)
    return torch.sin(x)

def f113(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.rand(2)
    return torch.sin(x)

def f114(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.nn.functional.relu(x)
    return torch.sin(x)

def f115(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.relu(x)
    return torch.sin(x)

def f116(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.softmax(x, dim=1)
    return torch.sin(x)

def f117(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.linear(x, x)
    return torch.sin(x)

def f118(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x @ x
    return torch.sin(x)

def f119(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x ** 2
    return torch.sin(x)

def f120(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = -x
    return torch.sin(x)

def f121(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = -n
    return torch.sin(x)

def f122(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = -1
    return torch.sin(x)

def f123(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = not f
    return torch.sin(x)

def f124(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = ~x
    return torch.sin(x)

def f125(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = abs(n)
    return torch.sin(x)

def f126(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = abs(x)
    return torch.sin(x)

def f127(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = min(n, 2)
    return torch.sin(x)

def f128(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = max(xs)
    return torch.sin(x)

def f129(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = sum(xs)
    return torch.sin(x)

def f130(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = round(1.5)
    return torch.sin(x)

def f131(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = sorted(xs)
    return torch.sin(x)

def f132(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = n // 2
    return torch.sin(x)

def f133(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = n / 2
    return torch.sin(x)

def f134(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = n % 2
    return torch.sin(x)

def f135(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = n ** 2
    return torch.sin(x)

def f136(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = math.sqrt(2.0)
    return torch.sin(x)

def f137(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = math.pi
    return torch.sin(x)

def f138(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = 1 if f else 2
    return torch.sin(x)

def f139(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x if f else -x
    return torch.sin(x)

def f140(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = n in xs
    return torch.sin(x)

def f141(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = "a" in d
    return torch.sin(x)

def f142(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = 0 < n < 3
    return torch.sin(x)

def f143(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = isinstance(n, int)
    return torch.sin(x)

def f144(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = isinstance(o, int)
    return torch.sin(x)

def f145(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = helper(x)
    return torch.sin(x)

def f146(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = helper(x, 3)
    return torch.sin(x)

def f147(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    xs.append(1)
    return torch.sin(x)

def f148(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = xs.pop()
    return torch.sin(x)

def f149(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.to(torch.float64)
    return torch.sin(x)

def f150(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.float()
    return torch.sin(x)

def f151(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.item()
    return torch.sin(x)

def f152(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.tolist()
    return torch.sin(x)

def f153(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.max(dim=0)
    return torch.sin(x)

def f154(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z, y = x.max(dim=0)
    return torch.sin(x)

def f155(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.max(dim=0)[0]
    return torch.sin(x)

def f156(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z, y = x.chunk(2)
    return torch.sin(x)

def f157(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.chunk(2)
    return torch.sin(x)

def f158(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.split(1, dim=0)[0]
    return torch.sin(x)

def f159(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.stack([x, x], 1)
    return torch.sin(x)

def f160(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.t().contiguous()
    return torch.sin(x)

def f161(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.masked_fill(x > 0, 0.0)
    return torch.sin(x)

def f162(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.where(x > 0, x, 0)
    return torch.sin(x)

def f163(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x == 1
    return torch.sin(x)

def f164(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z: List[int] = []
    return torch.sin(x)

def f165(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z: Optional[int] = None
    return torch.sin(x)

def f166(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = None
    return torch.sin(x)

def f167(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.jit.annotate(List[int], [])
    return torch.sin(x)

def f170(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = int(x.size(0)) * 2
    return torch.sin(x)

def f171(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = list(xs)
    return torch.sin(x)

def f172(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = list(range(3))
    return torch.sin(x)

def f173(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = d.get("a", 0)
    return torch.sin(x)

def f174(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = list(d.keys())
    return torch.sin(x)

def f175(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = "a" + s
    return torch.sin(x)

def f176(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = P(1, 2)
    return torch.sin(x)

def f177(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = P(1, 2).a
    return torch.sin(x)

def f178(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = p.a
    return torch.sin(x)

def f179(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    a = b = n
    return torch.sin(x)

def f180(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    x.add_(1)
    return torch.sin(x)

def f181(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = unchecked(o)
    return torch.sin(x)

def f182(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = "x" == s
    return torch.sin(x)

def f183(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.expand(2, -1)
    return torch.sin(x)

def f184(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.permute(0, 1)
    return torch.sin(x)

def f185(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.mean()
    return torch.sin(x)

def f186(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x.std()
    return torch.sin(x)

def f187(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = x * 2 + 1
    return torch.sin(x)

def f188(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = 2 * x
    return torch.sin(x)

def f189(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = 1 - x
    return torch.sin(x)

def f190(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = 1 / x
    return torch.sin(x)

def f191(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = n * x
    return torch.sin(x)

def f192(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = divmod(n, 2)
    return torch.sin(x)

def f193(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.max(x, x)
    return torch.sin(x)

def f194(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.sum(x)
    return torch.sin(x)

def f195(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = torch.matmul(x, x)
    return torch.sin(x)

def f198(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.dropout(x, 0.5, True)
    return torch.sin(x)

def f199(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.dropout(x, 0.5, f)
    return torch.sin(x)

def f200(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.pad(x, [1, 1])
    return torch.sin(x)

def f201(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.gelu(x)
    return torch.sin(x)

def f202(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.conv2d(x, x)
    return torch.sin(x)

def f203(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.cross_entropy(x, x)
    return torch.sin(x)

def f204(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.mse_loss(x, x)
    return torch.sin(x)

def f205(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.layer_norm(x, [2])
    return torch.sin(x)

def f208(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.embedding(x, x)
    return torch.sin(x)

def f209(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.normalize(x)
    return torch.sin(x)

def f210(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.one_hot(x)
    return torch.sin(x)

def f211(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.batch_norm(x, None, None, training=True)
    return torch.sin(x)

def f212(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.log_softmax(x, 1)
    return torch.sin(x)

def f213(x, n: int, f: bool, xs: List[int], d: Dict[str, int], s: str, t: Tuple[int, int], o: Optional[int], p: P):
    z = F.softmax(x)
    return torch.sin(x)

def run(f, c):
    try:
        g = torch.jit.script(f).graph
        for n in g.nodes():
            if n.kind() == 'aten::sin': print(c, '|', n.output().debugName(), [i.debugName() for i in g.inputs()][0])
    except Exception as e: print(c, '|', type(e).__name__, [l for l in str(e).split('\n') if l.strip()][0])

run(f0, 'pass')
run(f1, 'z = bool(x)')
run(f2, 'z = int(x)')
run(f3, 'z = float(x)')
run(f4, 'z = str(n)')
run(f5, 'z = float(n)')
run(f6, 'z = int(n)')
run(f7, 'z = bool(n)')
run(f8, 'z = bool(f)')
run(f9, 'z = len(xs)')
run(f10, 'if f: pass')
run(f11, 'if x: pass')
run(f12, 'if n: pass')
run(f13, 'if xs: pass')
run(f14, 'if n > 1: pass')
run(f15, 'if x.sum() > 0: pass')
run(f16, 'if not f: pass')
run(f17, 'if f and f: pass')
run(f18, 'if f or f: pass')
run(f19, 'if n is None: pass')
run(f20, 'if o is None: pass')
run(f21, 'if o is not None: pass')
run(f22, 'if o: pass')
run(f23, 'if f:\\n  z = 1\\nelse:\\n  z = 2')
run(f24, 'for i in range(3): pass')
run(f25, 'for i in range(n): pass')
run(f26, 'for i in range(1, n): pass')
run(f27, 'for i in range(1, n, 2): pass')
run(f28, 'for i in xs: pass')
run(f29, 'for i, j in enumerate(xs): pass')
run(f30, 'for i, j in zip(xs, xs): pass')
run(f31, 'for i in enumerate(xs): pass')
run(f32, 'for i in x: pass')
run(f33, 'for k in d: pass')
run(f34, 'for k, v in d.items(): pass')
run(f35, 'for k in d.keys(): pass')
run(f36, 'for k in d.values(): pass')
run(f37, 'for i in s: pass')
run(f38, 'for i in [1, 2]: pass')
run(f39, 'for i in (1, 2): pass')
run(f40, 'while f: pass')
run(f41, 'while n > 0: n -= 1')
run(f42, 'while x.sum() > 0: x = x - 1')
run(f43, 'z = [i for i in xs]')
run(f44, 'z = [i + 1 for i in xs if i > 1]')
run(f45, 'z = {i: 1 for i in xs}')
run(f46, 'z = [i for i in range(3)]')
run(f47, 'z = [1, 2]')
run(f48, 'z = (1, 2)')
run(f49, 'z = {"a": 1}')
run(f50, 'a, b = t')
run(f51, 'a, b = 1, 2')
run(f52, 'a, b = x')
run(f53, 'z = t[0]')
run(f54, 'z = xs[0]')
run(f55, 'z = xs[1:]')
run(f56, 'z = xs[:2]')
run(f57, 'z = xs[::2]')
run(f58, 'z = s[0]')
run(f59, 'z = s[1:2]')
run(f60, 'z = x[0]')
run(f61, 'z = x[1:]')
run(f62, 'z = x[:, 0]')
run(f63, 'z = x[0, 1:2]')
run(f64, 'z = x[None]')
run(f65, 'z = x[..., 0]')
run(f66, 'z = x[x > 0]')
run(f67, 'z = x[xs]')
run(f68, 'z = d["a"]')
run(f69, 'd["a"] = 1')
run(f70, 'xs[0] = 1')
run(f71, 'x[0] = 1')
run(f72, 'x[1:] = x')
run(f73, 'x[x > 0] = 1.0')
run(f74, 'n += 1')
run(f75, 'x += 1')
run(f76, 'xs += [1]')
run(f77, 's += "a"')
run(f78, 'f"{n}"')
run(f79, 'z = f"{n} {s}"')
run(f80, 'z = "{} {}".format(n, s)')
run(f81, 'z = s.upper()')
run(f82, 'z = s % n')
run(f83, 'print(n)')
run(f84, 'print(x, n, "a")')
run(f85, 'assert f')
run(f86, 'assert n > 1, "bad"')
run(f87, 'assert x.sum() > 0, f"bad {n}"')
run(f88, 'if n > 1:\\n  raise ValueError("x")')
run(f89, 'if n > 1:\\n  raise ValueError')
run(f90, 'z = x.shape')
run(f91, 'z = x.shape[0]')
run(f92, 'z = x.size(0)')
run(f93, 'z = x.size()')
run(f94, 'z = x.dim()')
run(f95, 'z = x.dtype')
run(f96, 'z = x.device')
run(f97, 'z = x.ndim')
run(f98, 'z = x.T')
run(f99, 'z = x.numel()')
run(f100, 'z = x.requires_grad')
run(f101, 'z = x.view(-1, 2)')
run(f102, 'z = x.view([2, 3])')
run(f103, 'z = x.sum(dim=1)')
run(f104, 'z = x.sum(dim=[1, 2], keepdim=True)')
run(f105, 'z = torch.cat([x, x])')
run(f106, 'z = torch.zeros(2, 3)')
run(f107, 'z = torch.zeros([2, 3], dtype=torch.float32)')
run(f108, 'z = torch.zeros_like(x)')
run(f109, 'z = torch.tensor(1.0)')
run(f110, 'z = torch.tensor([1, 2])')
run(f111, 'z = torch.arange(3)')
run(f112, 'z = torch.full([2], 1.5)')
run(f113, 'z = torch.rand(2)')
run(f114, 'z = torch.nn.functional.relu(x)')
run(f115, 'z = torch.relu(x)')
run(f116, 'z = F.softmax(x, dim=1)')
run(f117, 'z = F.linear(x, x)')
run(f118, 'z = x @ x')
run(f119, 'z = x ** 2')
run(f120, 'z = -x')
run(f121, 'z = -n')
run(f122, 'z = -1')
run(f123, 'z = not f')
run(f124, 'z = ~x')
run(f125, 'z = abs(n)')
run(f126, 'z = abs(x)')
run(f127, 'z = min(n, 2)')
run(f128, 'z = max(xs)')
run(f129, 'z = sum(xs)')
run(f130, 'z = round(1.5)')
run(f131, 'z = sorted(xs)')
run(f132, 'z = n // 2')
run(f133, 'z = n / 2')
run(f134, 'z = n % 2')
run(f135, 'z = n ** 2')
run(f136, 'z = math.sqrt(2.0)')
run(f137, 'z = math.pi')
run(f138, 'z = 1 if f else 2')
run(f139, 'z = x if f else -x')
run(f140, 'z = n in xs')
run(f141, 'z = "a" in d')
run(f142, 'z = 0 < n < 3')
run(f143, 'z = isinstance(n, int)')
run(f144, 'z = isinstance(o, int)')
run(f145, 'z = helper(x)')
run(f146, 'z = helper(x, 3)')
run(f147, 'xs.append(1)')
run(f148, 'z = xs.pop()')
run(f149, 'z = x.to(torch.float64)')
run(f150, 'z = x.float()')
run(f151, 'z = x.item()')
run(f152, 'z = x.tolist()')
run(f153, 'z = x.max(dim=0)')
run(f154, 'z, y = x.max(dim=0)')
run(f155, 'z = x.max(dim=0)[0]')
run(f156, 'z, y = x.chunk(2)')
run(f157, 'z = x.chunk(2)')
run(f158, 'z = x.split(1, dim=0)[0]')
run(f159, 'z = torch.stack([x, x], 1)')
run(f160, 'z = x.t().contiguous()')
run(f161, 'z = x.masked_fill(x > 0, 0.0)')
run(f162, 'z = torch.where(x > 0, x, 0)')
run(f163, 'z = x == 1')
run(f164, 'z: List[int] = []')
run(f165, 'z: Optional[int] = None')
run(f166, 'z = None')
run(f167, 'z = torch.jit.annotate(List[int], [])')
run(f170, 'z = int(x.size(0)) * 2')
run(f171, 'z = list(xs)')
run(f172, 'z = list(range(3))')
run(f173, 'z = d.get("a", 0)')
run(f174, 'z = list(d.keys())')
run(f175, 'z = "a" + s')
run(f176, 'z = P(1, 2)')
run(f177, 'z = P(1, 2).a')
run(f178, 'z = p.a')
run(f179, 'a = b = n')
run(f180, 'x.add_(1)')
run(f181, 'z = unchecked(o)')
run(f182, 'z = "x" == s')
run(f183, 'z = x.expand(2, -1)')
run(f184, 'z = x.permute(0, 1)')
run(f185, 'z = x.mean()')
run(f186, 'z = x.std()')
run(f187, 'z = x * 2 + 1')
run(f188, 'z = 2 * x')
run(f189, 'z = 1 - x')
run(f190, 'z = 1 / x')
run(f191, 'z = n * x')
run(f192, 'z = divmod(n, 2)')
run(f193, 'z = torch.max(x, x)')
run(f194, 'z = torch.sum(x)')
run(f195, 'z = torch.matmul(x, x)')
run(f198, 'z = F.dropout(x, 0.5, True)')
run(f199, 'z = F.dropout(x, 0.5, f)')
run(f200, 'z = F.pad(x, [1, 1])')
run(f201, 'z = F.gelu(x)')
run(f202, 'z = F.conv2d(x, x)')
run(f203, 'z = F.cross_entropy(x, x)')
run(f204, 'z = F.mse_loss(x, x)')
run(f205, 'z = F.layer_norm(x, [2])')
run(f208, 'z = F.embedding(x, x)')
run(f209, 'z = F.normalize(x)')
run(f210, 'z = F.one_hot(x)')
run(f211, 'z = F.batch_norm(x, None, None, training=True)')
run(f212, 'z = F.log_softmax(x, 1)')
run(f213, 'z = F.softmax(x)')
