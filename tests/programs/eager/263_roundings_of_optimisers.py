# Steps of optimisers follow PyTorch's to the last digit: products of vectors, additions of a multiple
# and interpolations are rounded as its kernels round them.
import torch

torch.manual_seed(0)
for size in (2, 5, 31, 32, 33, 100):
    a, b = torch.randn(size), torch.randn(size)
    print(size, a.dot(b).item(), torch.add(a, b, alpha=0.37)[0].item(), a.sub(b, alpha=1.3)[1].item(),
          torch.addcmul(a, b, a, value=0.3)[0].item(),
          torch.lerp(a, b, 0.3)[1].item(), torch.lerp(a, b, 0.7)[0].item())
print(torch.add(torch.tensor([1, 2]), torch.tensor([3, 4]), alpha=2), torch.ones(2, 1).add(torch.arange(3), alpha=0.5),
      torch.ones(2, dtype=torch.float64).sub(3, alpha=2))


def rosenbrock(w):
    return (1 - w[0]) ** 2 + 100 * (w[1] - w[0] ** 2) ** 2


for options in ({"lr": 0.1}, {"line_search_fn": "strong_wolfe", "history_size": 5}):
    w = torch.tensor([-1.5, 2.0], requires_grad=True)
    optimiser = torch.optim.LBFGS([w], max_iter=20, **options)

    def closure():
        optimiser.zero_grad()
        loss = rosenbrock(w)
        loss.backward()
        return loss

    for step in range(6):
        loss = optimiser.step(closure)
        print(f"{loss.item():.7g}", w.tolist())
    state = optimiser.state_dict()["state"][0]
    print(state["func_evals"], state["n_iter"])
for make in (lambda p: torch.optim.SGD(p, lr=1e-4, momentum=0.9, nesterov=True, weight_decay=0.01),
             lambda p: torch.optim.Adam(p, lr=0.05),
             lambda p: torch.optim.RMSprop(p, lr=0.01, momentum=0.5), lambda p: torch.optim.Adagrad(p, lr=0.3),
             lambda p: torch.optim.AdamW(p, lr=0.05, amsgrad=True)):
    w = torch.tensor([-1.5, 2.0], requires_grad=True)
    optimiser = make([w])
    for step in range(25):
        optimiser.zero_grad()
        rosenbrock(w).backward()
        optimiser.step()
    print(type(optimiser).__name__, w.tolist())
