# feature: bernoulli_ takes probabilities that broadcast
# seed: 0
import torch
def t(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, str(e).split("\n")[0][:200])
t("a",lambda: torch.zeros(3).bernoulli_(torch.ones(2)))
t("b",lambda: torch.zeros(3).bernoulli_(torch.ones(1)))
t("c",lambda: torch.zeros(2,3).bernoulli_(torch.ones(3)))
t("d",lambda: torch.zeros(3).bernoulli_(torch.ones(2,3)))
t("e",lambda: torch.zeros(3).bernoulli_(torch.tensor(1.)))
t("f",lambda: torch.zeros(3).bernoulli_(torch.tensor([1,1,1])))
t("g",lambda: torch.zeros(3).bernoulli_(torch.tensor([2.,1,1])))
t("h",lambda: torch.zeros(0).bernoulli_(torch.ones(1)))
