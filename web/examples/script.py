import torch


@torch.jit.script
def collatz(n: int):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


print(collatz(27))
print(collatz.code)
