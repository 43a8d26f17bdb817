# feature: sizes that were seen to change or that a program marked have symbols of their own, others that are equal
# share one
# seed: none
import torch
n=[0]
def be(gm, ex):
    n[0]+=1
    return gm
def go(f, *argss, **kw):
    torch._dynamo.reset()
    n[0]=0
    c=torch.compile(f, backend=be, **kw)
    r=[]
    for a in argss:
        try: c(*a)
        except Exception as e: print("EXC", str(e).split("\n")[0][:100])
        r.append(n[0])
    print(r)
T=torch.ones
xy=lambda x,y: x.sum()+y.sum()
go(xy, (T(3),T(3)),(T(4),T(4)),(T(5),T(6)),(T(6),T(6)))
go(xy, (T(3),T(3)),(T(4),T(4)),(T(5),T(6)), dynamic=True)
xpy=lambda x,y: x+y
go(xpy, (T(3),T(3)),(T(4),T(4)),(T(5),T(5)),(T(1),T(5)),(T(5),T(1)))
xpy2=lambda x,y: x@y
go(xpy2, (T(3,4),T(4,3)),(T(5,6),T(6,5)),(T(7,8),T(8,9)))
go(xy, (T(3),T(3)),(T(4),T(3)),(T(5),T(6)),(T(6),T(6)))
xn=lambda x,n: x.sum()+n
go(xn, (T(3),3),(T(4),4),(T(5),6))
go(xn, (T(3),3),(T(5),6), dynamic=True)
def md(*s):
    t=T(*s)
    for i in range(t.dim()): torch._dynamo.mark_dynamic(t,i)
    return t
x1=lambda x: x.sum()
go(x1, (md(3,3),),(md(4,5),))
go(x1, (T(3,3),),(T(4,5),),(T(6,6),), dynamic=True)
m2=lambda x: x.shape[0]==x.shape[1] and x+1
go(m2, (T(3,3),),(T(4,4),),(T(5,5),),(T(5,6),),(T(6,7),))
go(lambda x: x.sum(), (T(3,3,3),),(T(4,3,4),),(T(5,3,6),),(T(5,5,5),))
go(lambda l: l[0].sum()+l[1].sum(), ([T(2),T(2)],),([T(3),T(3)],),([T(4),T(5)],))
class M(torch.nn.Module):
    def forward(self, x): return x.view(x.shape[0], -1)
go(M(), (T(3,3,4),),(T(4,4,4),),(T(5,6,4),))
go(lambda x: x.view(-1), (T(3,3),),(T(4,4),),(T(5,6),))
go(lambda x: x @ x.T, (T(3,3),),(T(4,4),),(T(5,6),))
go(lambda x: x @ x, (T(3,3),),(T(4,4),),(T(5,5),))
go(lambda x: x + x.T, (T(3,3),),(T(4,4),),(T(5,5),))
go(lambda x, y: torch.cat([x,y]), (T(3),T(3)),(T(4),T(4)),(T(5),T(6)))
