# feature: what a module's constructs become, numbered and inlined
import torch, math
import torch.nn as nn
import torch.nn.functional as F
from typing import *
CONST = 3
class P(NamedTuple):
    a: int
    b: int
def hlp(x): return x + 1


class M0(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return x.sin()


class M1(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.l(x).sin()


class M2(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        y = self.l(x)
        return y.sin()


class M3(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for m in self.ml:
            x = m(x)
        return x.sin()


class M4(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for m in self.ml: pass
        return x.sin()


class M5(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for i, m in enumerate(self.ml):
            x = m(x)
        return x.sin()


class M6(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for k, m in self.md.items():
            x = m(x)
        return x.sin()


class M7(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for m in self.md.values():
            x = m(x)
        return x.sin()


class M8(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.sq(x).sin()


class M9(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for m in self.sq:
            x = m(x)
        return x.sin()


class M10(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.ml[0](x).sin()


class M11(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.md["a"](x).sin()


class M12(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x * self.k).sin()


class M13(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x * self.w).sin()


class M14(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x * self.c).sin()


class M15(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        if self.training:
            x = x + 1
        return x.sin()


class M16(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        if self.flag:
            x = x + 1
        return x.sin()


class M17(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        if self.cflag:
            x = x + 1
        return x.sin()


class M18(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        if self.o is not None:
            x = x + 1
        return x.sin()


class M19(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        if self.none is not None:
            x = x + 1
        return x.sin()


class M20(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        self.k = 4
        return x.sin()


class M21(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        self.k += 4
        return x.sin()


class M22(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        self.b = x
        return x.sin()


class M23(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.h(x).sin()


class M24(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.h2(x, 3).sin()


class M25(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x + self.t[0]).sin()


class M26(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x + self.lst[0]).sin()


class M27(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x + self.p.a).sin()


class M28(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return F.relu(self.l(x)).sin()


class M29(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return F.dropout(x, 0.5, self.training).sin()


class M30(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return torch.relu(self.bn(x)).sin()


class M31(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.act(x).sin()


class M32(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.conv(x).sin()


class M33(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.ln(x).sin()


class M34(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.emb(x).sin()


class M35(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.drop(x).sin()


class M36(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.pool(x).sin()


class M37(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.fl(x).sin()


class M38(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        if x.sum() > 0:
            y = self.l(x)
        else:
            y = self.l2(x)
        return y.sin()


class M39(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (self.l.weight + self.l.bias).sin()


class M40(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.un(x).sin()


class M41(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.ig(x).sin()


class M42(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return hlp(x).sin()


class M43(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return (x * CONST).sin()


class M44(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.sm(x).sin()


class M45(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.g(x).sin()


class M46(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        y, z = self.two(x)
        return y.sin()


class M47(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        return self.pl[0].sin()


class M48(nn.Module):
    c: Final[int]
    o: Optional[int]
    cflag: Final[bool]
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.l2 = nn.Linear(2, 2)
        self.k = 3
        self.c = 4
        self.flag = True
        self.cflag = True
        self.o = None
        self.none = None
        self.ml = nn.ModuleList([nn.Linear(2, 2), nn.ReLU()])
        self.md = nn.ModuleDict({"a": nn.Linear(2, 2)})
        self.sq = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
        self.w = nn.Parameter(torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.t = (1, 2)
        self.lst = [1, 2]
        self.p = P(1, 2)
        self.bn = nn.BatchNorm1d(2)
        self.act = nn.ReLU()
        self.conv = nn.Conv2d(1, 1, 1)
        self.ln = nn.LayerNorm(2)
        self.emb = nn.Embedding(2, 2)
        self.drop = nn.Dropout(0.5)
        self.pool = nn.MaxPool2d(2)
        self.fl = nn.Flatten()
        self.sm = nn.Softmax(dim=1)
        self.g = nn.GELU()
        self.pl = nn.ParameterList([nn.Parameter(torch.ones(2))])
    def h(self, x): return x + 1
    def h2(self, x, k: int, z: float = 2.0): return x + k
    def two(self, x): return x, x
    @torch.jit.unused
    def un(self, x): return x
    @torch.jit.ignore
    def ig(self, x): return x
    def forward(self, x):
        for p in self.pl:
            x = x + p
        return x.sin()


def run(f, c):
    try:
        s = torch.jit.script(f)
        for n in s.graph.nodes():
            if n.kind() == 'aten::sin': print(c, '|', n.output().debugName())
        print([n.kind() for n in s.inlined_graph.nodes()
               if n.kind() != "prim::Constant" and n.kind() != "prim::GetAttr"])
    except Exception as e: print(c, '|', type(e).__name__, [l for l in str(e).split('\n') if l.strip()][0])

run(M0(), 'return x.sin()')
run(M1(), 'return self.l(x).sin()')
run(M2(), 'y = self.l(x)\\nreturn y.sin()')
run(M3(), 'for m in self.ml:\\n    x = m(x)\\nreturn x.sin()')
run(M4(), 'for m in self.ml: pass\\nreturn x.sin()')
run(M5(), 'for i, m in enumerate(self.ml):\\n    x = m(x)\\nreturn x.sin()')
run(M6(), 'for k, m in self.md.items():\\n    x = m(x)\\nreturn x.sin()')
run(M7(), 'for m in self.md.values():\\n    x = m(x)\\nreturn x.sin()')
run(M8(), 'return self.sq(x).sin()')
run(M9(), 'for m in self.sq:\\n    x = m(x)\\nreturn x.sin()')
run(M10(), 'return self.ml[0](x).sin()')
run(M11(), 'return self.md["a"](x).sin()')
run(M12(), 'return (x * self.k).sin()')
run(M13(), 'return (x * self.w).sin()')
run(M14(), 'return (x * self.c).sin()')
run(M15(), 'if self.training:\\n    x = x + 1\\nreturn x.sin()')
run(M16(), 'if self.flag:\\n    x = x + 1\\nreturn x.sin()')
run(M17(), 'if self.cflag:\\n    x = x + 1\\nreturn x.sin()')
run(M18(), 'if self.o is not None:\\n    x = x + 1\\nreturn x.sin()')
run(M19(), 'if self.none is not None:\\n    x = x + 1\\nreturn x.sin()')
run(M20(), 'self.k = 4\\nreturn x.sin()')
run(M21(), 'self.k += 4\\nreturn x.sin()')
run(M22(), 'self.b = x\\nreturn x.sin()')
run(M23(), 'return self.h(x).sin()')
run(M24(), 'return self.h2(x, 3).sin()')
run(M25(), 'return (x + self.t[0]).sin()')
run(M26(), 'return (x + self.lst[0]).sin()')
run(M28(), 'return F.relu(self.l(x)).sin()')
run(M29(), 'return F.dropout(x, 0.5, self.training).sin()')
run(M30(), 'return torch.relu(self.bn(x)).sin()')
run(M31(), 'return self.act(x).sin()')
run(M32(), 'return self.conv(x).sin()')
run(M33(), 'return self.ln(x).sin()')
run(M34(), 'return self.emb(x).sin()')
run(M35(), 'return self.drop(x).sin()')
run(M36(), 'return self.pool(x).sin()')
run(M37(), 'return self.fl(x).sin()')
run(M38(), 'if x.sum() > 0:\\n    y = self.l(x)\\nelse:\\n    y = self.l2(x)\\nreturn y.sin()')
run(M39(), 'return (self.l.weight + self.l.bias).sin()')
run(M40(), 'return self.un(x).sin()')
run(M41(), 'return self.ig(x).sin()')
run(M42(), 'return hlp(x).sin()')
run(M43(), 'return (x * CONST).sin()')
run(M44(), 'return self.sm(x).sin()')
run(M45(), 'return self.g(x).sin()')
run(M46(), 'y, z = self.two(x)\\nreturn y.sin()')
run(M47(), 'return self.pl[0].sin()')
run(M48(), 'for p in self.pl:\\n    x = x + p\\nreturn x.sin()')