# What belongs to capture (torch.compile, torch.jit, torch.fx ...) is registered there.
