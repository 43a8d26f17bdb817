# feature: sizes of index and source are checked by scatter, index_add and index_copy; axes by flip
# seed: none
import torch
def t(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, str(e).split("\n")[0])
for name,x,d,i,s in (("scalar source",torch.zeros(3),0,torch.tensor([0,1]),torch.tensor(1.)),
                     ("scalars",torch.tensor(0.),0,torch.tensor(0),torch.tensor(1.)),
                     ("scalar index",torch.zeros(3),0,torch.tensor(1),torch.tensor([1.,2])),
 ("flat source",torch.zeros(2,2),0,torch.zeros(1,1).long(),torch.ones(2)),
 ("nothing",torch.zeros(0),0,torch.tensor([],dtype=torch.long),torch.ones(0)),
 ("many rows",torch.zeros(2,2),1,torch.tensor([[0,1],[1,0],[0,0]]),torch.ones(3,2)),
 ("short source",torch.zeros(2,2),1,torch.tensor([[0,1]]),torch.ones(1,1)),
 ("out of range",torch.zeros(2,2),1,torch.tensor([[0,2]]),torch.ones(1,2))):
    for fn in ("scatter_add","scatter","index_add","index_copy"):
        if not (name == "scalar source" and fn == "index_add"): t(name+" "+fn, lambda: getattr(x,fn)(d,i,s))
    t(name+" scatter_reduce", lambda: x.scatter_reduce(d,i,s,"sum"))
t("scalar self", lambda: torch.tensor(0.).scatter_add(0, torch.tensor([0,0]), torch.tensor([1.,2])))
t("flip", lambda: torch.tensor(1.).flip((0,0)))
t("flip1", lambda: torch.tensor(1.).flip(-1))
t("flip2", lambda: torch.ones(2,0).flip(-3))
t("flip3", lambda: torch.ones(0).flip((0,0)))
t("flip4", lambda: torch.ones(0).flip(1))
