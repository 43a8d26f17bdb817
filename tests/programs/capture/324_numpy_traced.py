# feature: numpy inside compiled functions: nodes of the graph, what comes out, what breaks
# seed: none
import torch, numpy as np
x=torch.arange(12.).reshape(3,4)
A=np.arange(6, dtype=np.float32).reshape(2, 3)
def n1(x):
    a = x.numpy()
    return torch.from_numpy(a * 2 + 1)
def n2(x): return x * np.pi + np.sqrt(4)
def n3(x): return torch.as_tensor(np.asarray([1.0, 2.0])), x + 1
def n4(x): return x.numpy().mean(), np.maximum(x.numpy(), 0)
def n5(a): return (a * 2).sum(axis=0)
def n6(a): return np.sin(a) + np.ones_like(a), a.T, a.shape, a.ndim, len(a), a.size
def n7(a): return a[0], a[:, 1:], a > 2, -a, a @ a.T
def n8(a): return np.concatenate([a, a]), np.stack([a, a]), np.where(a > 2, a, 0)
def n9(a): return torch.from_numpy(a).sum()

def n11(a): return a.reshape(-1), a.astype(np.float64), a.max(axis=1)
def n12(a): return isinstance(a, np.ndarray), a + 1

def n14(x): return np.zeros((2, 2), dtype=np.float32) + 1, np.arange(3), x + 1
def n15(a): return float(a.sum())
def n16(a):
    if a.sum() > 0: return a + 1
    return a - 1
def n17(a): return a.tolist()

def n19(a): return np.exp(a).astype("float32"), np.clip(a, 1, 3)
def n20(x, a): return x[:2, :3] + torch.from_numpy(a), x[:2,:3].numpy() * a
def show(v):
    if isinstance(v, np.ndarray):
        return "A" + str(v.shape) + str([round(float(q),3) for q in v.reshape(-1)[:6].tolist()])
    if isinstance(v, torch.Tensor):
        return "T" + str(tuple(v.shape)) + str([round(float(q),3) for q in v.reshape(-1)[:6].tolist()])
    if isinstance(v, (tuple, list)): return "(" + ", ".join(show(q) for q in v) + ")"
    return str(v)
for f, args in ((n1,(x,)),(n2,(x,)),(n3,(x,)),(n4,(x,)),(n5,(A,)),(n6,(A,)),(n7,(A,)),(n8,(A,)),(n9,(A,)),(n11,(A,)),
                (n12,(A,)),(n14,(x,)),(n15,(A,)),(n16,(A,)),(n17,(A,)),(n19,(A,)),(n20,(x,A))):
    torch._dynamo.reset()
    G=[]
    def be(gm, ex):
        G.append([str(n.target) if n.op=="call_method" else n.name for n in gm.graph.nodes if "call" in n.op])
        return gm.forward
    try: r = show(torch.compile(f, backend=be)(*args))
    except Exception as e: r = type(e).__name__ + str(e)[:100]
    print(f.__name__, G, r)
