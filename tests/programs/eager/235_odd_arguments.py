# feature: refused and odd arguments of pixel_shuffle, prelu, repeat_interleave, flip, pad and norms of nothing
# seed: none
import torch, torch.nn.functional as F
def t(name, f):
    try: 
        r=f(); print(name, r.shape if isinstance(r,torch.Tensor) and r.numel()>8 else r)
    except Exception as e: print(name, type(e).__name__, str(e).split("\n")[0][:160])
x=torch.arange(16.).reshape(1,4,2,2)
for r in (0,-1,3): t(f"ps{r}", lambda: F.pixel_shuffle(x,r)); t(f"pu{r}", lambda: F.pixel_unshuffle(x,r))
t("ps2d", lambda: F.pixel_shuffle(torch.ones(2,2),2)); t("pu2d", lambda: F.pixel_unshuffle(torch.ones(2,2),2))
t("pu odd", lambda: F.pixel_unshuffle(torch.ones(1,1,3,4),2))
w1=torch.tensor([0.5])
t("prelu0", lambda: F.prelu(torch.tensor(-2.), w1)); t("prelu1", lambda: F.prelu(torch.tensor([-2.,1]), w1)); t("prelu w0", lambda: F.prelu(torch.tensor([-2.,1]), torch.tensor(0.5)))
t("prelu w2", lambda: F.prelu(torch.tensor([-2.,1]), torch.tensor([0.5,.1]))); t("prelu 2", lambda: F.prelu(torch.ones(2,3), torch.ones(2))); t("prelu e", lambda: F.prelu(torch.ones(2,3), torch.ones(0)))
t("prelu 22", lambda: F.prelu(torch.ones(2,3), torch.ones(3,1))); t("prelu 01", lambda: F.prelu(torch.tensor(1.), torch.ones(2))); t("prelu int", lambda: F.prelu(torch.tensor([1]), torch.ones(1)));t("prelu dt", lambda: F.prelu(torch.tensor([1.]).double(), torch.ones(1)))
t("ri 0d", lambda: torch.repeat_interleave(torch.tensor(2))); t("ri 2d", lambda: torch.repeat_interleave(torch.ones(2,2).long())); t("ri f", lambda: torch.repeat_interleave(torch.tensor([1.0,2.0]))); t("ri neg", lambda: torch.repeat_interleave(torch.tensor([1,-2])))
t("rit 0d", lambda: torch.repeat_interleave(torch.arange(3), torch.tensor(2))); t("rit 2d", lambda: torch.repeat_interleave(torch.arange(4), torch.ones(2,2).long())); t("rit f", lambda: torch.repeat_interleave(torch.arange(2), torch.tensor([1.0,2.0]))); t("rit neg", lambda: torch.repeat_interleave(torch.arange(2), torch.tensor([1,-2]))); t("rin", lambda: torch.repeat_interleave(torch.arange(2), -1)); t("ri0", lambda: torch.repeat_interleave(torch.tensor(3), 2, 0)); t("rie", lambda: torch.repeat_interleave(torch.tensor([]).long()))
t("flip0", lambda: torch.tensor(1.).flip(0)); t("flip0e", lambda: torch.tensor(1.).flip([])); t("flip01", lambda: torch.tensor(1.).flip(1)); t("fliplr", lambda: torch.ones(2).fliplr()); t("flip dup", lambda: torch.ones(2,2).flip([0,0]))
t("cflip", lambda: torch.compile(lambda x: x.flip(0)+1)(torch.tensor(1.)))
y=torch.arange(6.).reshape(2,3)
for p in ((0,0,0),(1,),(-4,0),(0,-4),(-2,-2),(1,-5),(-1,-2,0,0),(1,1,1,1,1,1)):
    t(f"pad{p}", lambda: F.pad(y,p))
for m in ("reflect","replicate","circular"):
    for p in ((1,1),(-1,1),(-2,-2),(-4,1),(3,0),(4,0)):
        t(f"pad {m}{p}", lambda: F.pad(y,p,m)); t(f"pad3 {m}{p}", lambda: F.pad(y[None],p,m))
t("vn", lambda: torch.linalg.vector_norm(torch.ones(2,0), float("inf"), 1)); t("vn-", lambda: torch.linalg.vector_norm(torch.ones(2,0), -1, 1)); t("vn2", lambda: torch.linalg.vector_norm(torch.ones(2,0), 2, 1)); t("vn0", lambda: torch.linalg.vector_norm(torch.ones(2,0), 0, 1)); t("vnall", lambda: torch.linalg.vector_norm(torch.ones(2,0), float("inf")))
V=torch.linalg.vector_norm
e=torch.ones(2,0)
for o in (float("inf"),-float("inf"),-1,-0.5,0,1,2): 
    t(f"{o} 1", lambda: V(e,o,1)); t(f"{o} all", lambda: V(e,o)); t(f"{o} 0", lambda: V(e,o,0)); t(f"{o} 01", lambda: V(e,o,(0,1))); t(f"{o} -1k", lambda: V(e,o,-1,keepdim=True)); t(f"{o} none1d", lambda: V(torch.ones(0),o))
t("norm", lambda: torch.norm(e,float("inf"))); t("norm1", lambda: e.norm(float("inf"),1)); t("fud", lambda: torch.tensor(1.).flipud())
