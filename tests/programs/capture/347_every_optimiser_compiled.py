# feature: every optimiser compiled: state made before the graph, operators per parameter or per list, clipping of
# gradients
# seed: none
import torch
from torch import nn
O = torch.optim
def names(gm):
    out = []
    for n in gm.graph.nodes:
        if n.op == "call_function": out.append(getattr(n.target, "__name__", str(n.target)))
        elif n.op == "call_method": out.append("." + n.target)
    return " ".join(out)
def run(name, mk, n=3):
    print("==", name)
    for mode in ("step", "train", "meth"):
        torch._dynamo.reset()
        torch.manual_seed(0)
        m = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 2))
        try: o = mk(m.parameters())
        except Exception as e:
            print(name, type(e), e)
            return
        x = torch.randn(3, 4)
        log = []
        def be(gm, ex):
            log.append(names(gm))
            return gm.forward
        def train(x):
            o.zero_grad()
            l = m(x).pow(2).sum()
            l.backward()
            o.step()
            return l
        def step(): o.step()
        c = torch.compile({"step": step, "train": train, "meth": o.step}[mode], backend=be)
        r = []
        for i in range(n):
            if mode != "train":
                o.zero_grad()
                m(x).pow(2).sum().backward()
            try: c(*((x,) if mode == "train" else ()))
            except Exception as e:
                print("EXC", type(e), str(e)[:300])
                break
            r.append([len(g.split()) for g in log])
            if log: print("  ", mode, i, log[0] if mode == "step" or i==0 else len(log[0].split()), log[1:])
            log.clear()
        print(" ", mode, r, [round(p.sum().item(), 4) for p in m.parameters()])
run("SGD", lambda p: O.SGD(p, lr=0.1))
run("SGD mom", lambda p: O.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.1))
run("SGD nest", lambda p: O.SGD(p, lr=0.01, momentum=0.9, nesterov=True))
run("SGD foreach", lambda p: O.SGD(p, lr=0.1, momentum=0.9, foreach=True))
run("SGD nofe", lambda p: O.SGD(p, lr=0.1, momentum=0.9, foreach=False))
run("Adam", lambda p: O.Adam(p, lr=0.1))
run("Adam ams", lambda p: O.Adam(p, lr=0.1, amsgrad=True, weight_decay=0.1))
run("Adam fe", lambda p: O.Adam(p, lr=0.1, foreach=True))
run("AdamW", lambda p: O.AdamW(p, lr=0.1, foreach=False))
run("Adam cap", lambda p: O.Adam(p, lr=torch.tensor(0.1), capturable=False))
run("Adagrad", lambda p: O.Adagrad(p, lr=0.1))
run("Adagrad decay", lambda p: O.Adagrad(p, lr=0.1, lr_decay=0.1, weight_decay=0.1))
run("RMSprop", lambda p: O.RMSprop(p, lr=0.1))
run("RMSprop c", lambda p: O.RMSprop(p, lr=0.1, centered=True, momentum=0.9, weight_decay=0.1))
run("NAdam", lambda p: O.NAdam(p, lr=0.1))
run("NAdam wd", lambda p: O.NAdam(p, lr=0.1, weight_decay=0.1, decoupled_weight_decay=True))
run("RAdam", lambda p: O.RAdam(p, lr=0.1))
run("RAdam wd", lambda p: O.RAdam(p, lr=0.1, weight_decay=0.1))
run("Adamax", lambda p: O.Adamax(p, lr=0.1))
run("Adadelta", lambda p: O.Adadelta(p, lr=0.1))
run("Adadelta wd", lambda p: O.Adadelta(p, lr=0.1, weight_decay=0.1))
run("ASGD", lambda p: O.ASGD(p, lr=0.1))
run("ASGD wd", lambda p: O.ASGD(p, lr=0.1, weight_decay=0.1))
run("Rprop", lambda p: O.Rprop(p, lr=0.1))
run("Adafactor", lambda p: O.Adafactor(p, lr=0.1))
run("LBFGS", lambda p: O.LBFGS(p, lr=0.1))
def two(p):
    p = list(p)
    return O.Adam([{"params": p[:2], "lr": 0.1}, {"params": p[2:], "weight_decay": 0.2}], lr=0.01)
run("groups", two)
run("Adagrad groups", lambda p: (lambda p: O.Adagrad([{"params": p[:2], "lr": 0.1}, {"params": p[2:],
    "weight_decay": 0.2}], lr=0.01))(list(p)))
cnt = []
def be(gm, ex):
    cnt.append(names(gm))
    return gm.forward
for nm, f in dict(
    norm=lambda ps: nn.utils.clip_grad_norm_(ps, 1.0),
    norm1=lambda ps: nn.utils.clip_grad_norm_(ps, 0.5, norm_type=1.0),
    inf=lambda ps: nn.utils.clip_grad_norm_(ps, 0.5, norm_type=float("inf")),
    nofe=lambda ps: nn.utils.clip_grad_norm_(ps, 0.5, foreach=False),
    fe=lambda ps: nn.utils.clip_grad_norm_(ps, 0.5, foreach=True),
    err=lambda ps: nn.utils.clip_grad_norm_(ps, 0.5, error_if_nonfinite=True),
    value=lambda ps: nn.utils.clip_grad_value_(ps, 0.1),
    valuefe=lambda ps: nn.utils.clip_grad_value_(ps, 0.1, foreach=True),
    valuenofe=lambda ps: nn.utils.clip_grad_value_(ps, 0.1, foreach=False),
    total=lambda ps: nn.utils.get_total_norm([p.grad for p in ps]), p2v=lambda ps: nn.utils.parameters_to_vector(ps),
    old=lambda ps: nn.utils.clip_grad_norm_(ps[0], 0.5)).items():
    torch._dynamo.reset()
    torch.manual_seed(0)
    m = nn.Sequential(nn.Linear(4, 3), nn.Linear(3, 2))
    ps = list(m.parameters())
    m(torch.ones(2, 4)).pow(2).sum().backward()
    cnt.clear()
    try: r = torch.compile(lambda: f(ps), backend=be)()
    except Exception as e: r = str(e)[:200]
    print("clip", nm, len(cnt), [len(c.split()) for c in cnt], r, [round(p.grad.sum().item(), 4) for p in ps])

a = [torch.tensor([1., -2.]), torch.tensor([3., 4.])]
b = [torch.ones(2), torch.ones(2) * 2]
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:150])
for f in (lambda: torch._foreach_add(a, b), lambda: torch._foreach_add(a, b, alpha=2),
          lambda: torch._foreach_add(a, [1.0, 2.0]), lambda: torch._foreach_mul(a, torch.tensor(2.)),
          lambda: torch._foreach_addcmul(a, b, b, value=2), lambda: torch._foreach_addcmul(a, b, b, [1., 2.]),
          lambda: torch._foreach_norm(a), lambda: torch._foreach_norm(a, ord=1),
          lambda: torch._foreach_lerp(a, b, 0.5), lambda: torch._foreach_pow(a, 2), lambda: torch._foreach_pow(2.0, a),
          lambda: torch._foreach_maximum(a, 0.0),
          lambda: torch._foreach_add([], 1), lambda: torch._foreach_add(a, b[:1]), lambda: torch._foreach_neg_(b),
          lambda: b, lambda: torch._foreach_copy_(b, a), lambda: torch._foreach_zero_(b)):
    t(f)
def f(a, b):
    torch._foreach_add_(a, b)
    c = torch._foreach_mul(a, 2.0)
    return c[0] + c[1]
cnt.clear()
print(torch.compile(f, backend=be)([x.clone() for x in a], b), torch.compile(f)([x.clone() for x in a], b), cnt)
