"""torch.multinomial: one draw, several, with and without replacement, and what they leave of the stream."""
import torch
p = torch.tensor([[0.2,0.3,0.5]]*6)
for rep in (True, False):
    for n in (1,2):
        for q in (p[:1], p, p[0].expand(6,3), p[0]):
            torch.manual_seed(0)
            print(rep, n, torch.multinomial(q, n, rep).flatten().tolist(), torch.rand(1).item())

# Counts and chances are broadcast; their dtypes must be equal.
for count, chance in ((torch.ones(3), torch.ones(2)), (torch.ones(3), torch.ones(3, dtype=torch.float64)),
                      (torch.full((2, 3), 4.0), torch.ones(3)), (torch.ones(3), torch.zeros(()))):
    try:
        print(torch.binomial(count, chance))
    except RuntimeError as e:
        print(e)
