# Recurrent layers, attention and transformers in scripts; messages that list every overload.
import torch
from torch import nn

torch.manual_seed(0)
class M(torch.nn.Module):
    def __init__(self, kind, **kw):
        super().__init__()
        self.emb = nn.Embedding(10, 4)
        self.rnn = kind(4, 3, **kw)
        self.fc = nn.Linear(3 * (2 if kw.get("bidirectional") else 1), 2)
    def forward(self, x):
        y, h = self.rnn(self.emb(x))
        return self.fc(y)
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    for kw in ({}, {"num_layers": 2, "batch_first": True}, {"bidirectional": True, "bias": False}):
        m = M(kind, **kw)
        s = torch.jit.script(m)
        x = torch.tensor([[1, 2, 3], [4, 5, 6]])
        print(torch.allclose(m(x), s(x), atol=1e-6), s(x).shape)
print(s.code)
s(x).sum().backward()
print(s.rnn.weight_ih_l0.grad is not None)
class H(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.LSTM(2, 3)
    def forward(self, x, h: torch.Tensor, c: torch.Tensor):
        out, (hn, cn) = self.l(x, (h, c))
        return out, hn, cn
m = H()
s = torch.jit.script(m)
a, b = s(torch.ones(2, 1, 2), torch.ones(1, 1, 3), torch.zeros(1, 1, 3)), m(torch.ones(2, 1, 2), torch.ones(1, 1, 3),
    torch.zeros(1, 1, 3))
print([torch.allclose(p, q) for p, q in zip(a, b)])
print(s.code)
import io
buf = io.BytesIO()
torch.jit.save(s, buf)
buf.seek(0)
r = torch.jit.load(buf)
print(torch.allclose(r(torch.ones(2, 1, 2), torch.ones(1, 1, 3), torch.zeros(1, 1, 3))[0], a[0]))
torch.manual_seed(0)
def same(m, *args, **kw):
    m.eval()
    s = torch.jit.script(m)
    a, b = m(*args, **kw), s(*args, **kw)
    if isinstance(a, tuple):
        print([None if p is None and q is None else torch.allclose(p, q, atol=1e-5) for p, q in zip(a, b)])
    else: print(torch.allclose(a, b, atol=1e-5), b.shape)
x = torch.randn(3, 2, 4)
mask = torch.triu(torch.ones(3, 3), 1).bool()
pad = torch.tensor([[False, False, True], [False, False, False]])
for kw in ({}, {"add_bias_kv": True}, {"add_zero_attn": True}, {"kdim": 4, "vdim": 4}, {"dropout": 0.1}):
    same(nn.MultiheadAttention(4, 2, **kw), x, x, x)
    same(nn.MultiheadAttention(4, 2, **kw), x, x, x, need_weights=False)
    same(nn.MultiheadAttention(4, 2, **kw), x, x, x, attn_mask=mask, key_padding_mask=pad)
same(nn.MultiheadAttention(4, 2, batch_first=True), x, x, x, average_attn_weights=False)
same(nn.MultiheadAttention(4, 2, kdim=3, vdim=5), x, torch.randn(3, 2, 3), torch.randn(3, 2, 5))
same(nn.MultiheadAttention(4, 2), x[:, 0], x[:, 0], x[:, 0])
same(nn.TransformerEncoderLayer(4, 2, 8), x)
same(nn.TransformerEncoderLayer(4, 2, 8, activation="gelu", norm_first=True, batch_first=True), x)
same(nn.TransformerDecoderLayer(4, 2, 8), x, x)
same(nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2), x)
same(nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8), 2, norm=nn.LayerNorm(4)), x, x)
same(nn.Transformer(4, 2, 1, 1, 8), x, x)
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0), 1, norm=nn.LayerNorm(4))
        self.head = nn.Linear(4, 1)
    def forward(self, x):
        return self.head(self.enc(x)).mean()
same(Model(), x)
s = torch.jit.script(Model())
print(s.code)
s(x).backward()
def show(fn):
    try:
        torch.jit.script(fn)
    except Exception as e:
        print(type(e).__name__, "\n".join([line for line in str(e).split("\n") if "File" not in line]))
def a(x):
    return torch.add(x, "a")
def b(x):
    return x.view("a")
def c(x):
    return torch.zeros(x, x, x)
def d(x):
    return x.sum(dim="k")
def e(x: int):
    return x.foo()
def f(x):
    return torch.nothing(x)
def g(x: int, y: str):
    return x + y
def h(x):
    return torch.cat(x)
def i(x):
    return x.transpose(1)
def j(x):
    return torch.relu(x, 3)
def k(x):
    return torch.relu(y=x)
def l(x):
    return len(3)
for fn in (a, c, d, e, f, g, h, i, j, k, l): show(fn)
