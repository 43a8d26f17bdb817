# feature: modules that users import by file, switches of libraries, schedulers' states, hooks of optimisers,
# functional derivatives' refusals
# seed: none
import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn
import torch.signal.windows as windows
from torch.autograd.functional import hessian, jacobian
from torch.distributions.categorical import Categorical
from torch.distributions.normal import Normal
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.optim import lr_scheduler
from torch.optim.adam import Adam
from torch.optim.sgd import SGD
from torch.utils.data._utils.collate import default_collate

cudnn.benchmark = True
print(torch.backends.cudnn.benchmark, Adam is torch.optim.Adam, Normal(0.0, 1.0), Categorical(torch.ones(2)))
print(torch.accelerator.is_available(), torch.accelerator.current_accelerator(), default_collate([1, 2]))
device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"
print(device, clip_grad_norm_([], 1.0))
print(windows.gaussian(5), windows.bartlett(4, sym=False), windows.exponential(4, tau=2.0), windows.kaiser(3),
      windows.hamming(4), windows.cosine(3))


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


show(lambda: windows.gaussian(4, std=0))
show(lambda: windows.hann(-1))
weight = nn.Parameter(torch.tensor([1.0, -2.0]))
for make in (lambda o: lr_scheduler.OneCycleLR(o, 1.0, 10, three_phase=True, anneal_strategy="linear"),
             lambda o: lr_scheduler.OneCycleLR(o, 0.5, 6),
             lambda o: lr_scheduler.CyclicLR(o, 0.1, 1.0, 2, mode="triangular2"),
             lambda o: lr_scheduler.LambdaLR(o, lambda e: 0.9 ** e)):
    optimizer = SGD([weight], lr=1.0, momentum=0.9)
    scheduler = make(optimizer)
    rates = []
    for step in range(5):
        rates.append(round(scheduler.get_last_lr()[0], 6))
        optimizer.step()
        scheduler.step()
    state = scheduler.state_dict()
    print(rates, optimizer.param_groups[0]["momentum"])
    print({k: state[k] for k in sorted(state)})
    scheduler.load_state_dict(state)
for bad in (dict(pct_start=2), dict(anneal_strategy="no"), dict(total_steps=-1)):
    show(lambda: lr_scheduler.OneCycleLR(optimizer, 1.0, **{"total_steps": 4, **bad}))
show(lambda: lr_scheduler.ReduceLROnPlateau(optimizer, threshold_mode="no"))
show(lambda: lr_scheduler.SequentialLR(optimizer, [], []))
optimizer = SGD([nn.Parameter(torch.ones(1))], lr=0.1)
show(lambda: lr_scheduler.StepLR(optimizer, 2, last_epoch=3))
handle = optimizer.register_state_dict_pre_hook(lambda o: print("about to save"))
optimizer.register_state_dict_post_hook(lambda o, state: {**state, "note": 1})
optimizer.register_load_state_dict_pre_hook(lambda o, state: print("loading", sorted(state)))
optimizer.register_load_state_dict_post_hook(lambda o: print("loaded"))
optimizer.register_step_pre_hook(lambda o, args, kwargs: print("step", len(args), kwargs))
saved = optimizer.state_dict()
handle.remove()
optimizer.load_state_dict(saved)
optimizer.step()
show(lambda: jacobian(lambda a: "s", torch.ones(2)))
show(lambda: jacobian(lambda a: a, [1.0]))
show(lambda: jacobian(lambda a: torch.ones(2), torch.ones(2), strict=True))
show(lambda: hessian(lambda a: a, torch.ones(2)))
show(lambda: torch.autograd.grad(weight.sum(), []))
show(lambda: torch.func.functional_call(nn.Linear(2, 1, bias=False),
                                        {"weight": torch.ones(1, 2), "other": torch.ones(1)}, torch.ones(2)))
for name in ("fft", "nothing"):
    print(hasattr(torch, name) if name != "fft" else hasattr(torch.fft, "nothing"))
