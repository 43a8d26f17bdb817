# What index_add, index_copy, index_fill, index_select, put, take refuse, and in which order.
import torch
def t(n, f):
    try: print(n, f())
    except Exception as e: print(n, type(e).__name__, str(e)[:200])
x = torch.arange(6.).reshape(2, 3)
I = [torch.tensor([0, 1]), torch.tensor([0., 1.]), torch.tensor([True, False]), torch.tensor([[0, 1]]),
     torch.tensor([5]), torch.tensor([0, 1], dtype=torch.int32), torch.tensor([0], dtype=torch.uint8), torch.tensor(1)]
S = [torch.ones(2, 3), torch.ones(2, 3).int(), torch.ones(2), torch.ones(()), torch.ones(2, 2)]
for n, i in enumerate(I):
    for d in (0, 1, 2):
        t((n, d, "fill"), lambda: x.index_fill(d, i, 7))
        t((n, d, "sel"), lambda: x.index_select(d, i))
        for k, s in enumerate(S):
            t((n, d, "add", k), lambda: x.index_add(d, i, s))
            t((n, d, "copy", k), lambda: x.index_copy(d, i, s))
    for k, s in enumerate(S):
        t((n, "put", k), lambda: x.put(i, s))
        t((n, "puta", k), lambda: x.clone().put_(i, s, accumulate=True))
    t((n, "take"), lambda: x.take(i))
    t((n, "fills"), lambda: x.byte().index_fill(0, i, -0.75))
    t((n, "fills"), lambda: x.byte().index_fill(0, i, torch.tensor(1.5)))
for c in (x, x.byte(), x.int(), x.bool()):
    t("w", lambda: torch.where(c, x, torch.ones(4)))
    t("w", lambda: torch.where(c, x, 1))
t("t", lambda: torch.ones(1, 1, 1).t_())
t("t", lambda: torch.ones(1, 1, 1).t())
t("n", lambda: x.narrow(3, 3, -1))
t("n", lambda: x[0, 0].narrow(3, 3, -1))
t("n", lambda: x.narrow(3, 3, 1))
t("n", lambda: x.narrow(0, 3, 1))
t("n", lambda: x.narrow(0, 1, 2))
t("k", lambda: torch.ones(0).kthvalue(0))
t("k", lambda: torch.ones(0, 3).kthvalue(1, 0))
t("k", lambda: torch.ones(0, 3).kthvalue(1))
t("k", lambda: x.kthvalue(0))
t("u", lambda: x[0, 0].unbind(1))
t("u", lambda: x[0, 0].unbind())
t("u", lambda: x.unbind(2))
