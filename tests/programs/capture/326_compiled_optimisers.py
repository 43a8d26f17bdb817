# feature: training steps and optimisers compiled: graphs, operations, recompiles, equal weights
# seed: none
import torch
x=torch.randn(3,4)
def run(name, mk, n=3):
    torch._dynamo.reset()
    torch.manual_seed(0)
    m=torch.nn.Linear(4,2)
    o=mk(m.parameters())
    def be(gm, ex):
        print("   graph of", sum("call" in n.op for n in gm.graph.nodes))
        return gm.forward
    def c_step(x):
        o.zero_grad()
        l = m(x).sum()
        l.backward()
        o.step()
        return l
    print(name)
    c=torch.compile(c_step, backend=be)
    for i in range(n):
        print("  call", i)
        c(x)
    def so(): o.step()
    print(name,"step only")
    torch._dynamo.reset()
    m(x).sum().backward()
    c=torch.compile(so, backend=be)
    for i in range(2):
        print("  call", i)
        c()
    torch._dynamo.reset()
    print("o.step")
    c=torch.compile(o.step, backend=be)
    for i in range(2):
        print("  call", i)
        c()
run("SGD", lambda p: torch.optim.SGD(p, lr=0.1))
run("SGDm", lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.1))
run("Adam", lambda p: torch.optim.Adam(p, lr=0.1))
run("AdamW", lambda p: torch.optim.AdamW(p, lr=0.1))
for make in (lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9), lambda p: torch.optim.Adam(p, lr=0.1),
             lambda p: torch.optim.AdamW(p, lr=0.1, weight_decay=0.1)):
    finals = []
    for backend in (None, "eager", "aot_eager", "inductor"):
        torch._dynamo.reset()
        torch.manual_seed(0)
        m = torch.nn.Linear(4, 2)
        o = make(m.parameters())
        def step(x):
            o.zero_grad()
            loss = (m(x) ** 2).mean()
            loss.backward()
            o.step()
            return loss
        f = torch.compile(step, backend=backend) if backend else step
        for _ in range(4):
            loss = f(x)
        finals.append(m.weight.detach().clone())
    print(type(o).__name__, [torch.allclose(finals[0], w, atol=1e-5) for w in finals])
