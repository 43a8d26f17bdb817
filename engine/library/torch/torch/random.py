# Seeds and states of the default generator.
from torch._C import default_generator, get_rng_state, set_rng_state, manual_seed, seed, initial_seed


class fork_rng:
    """Restores the generator's state on leaving."""

    def __init__(self, devices=None, enabled=True, device_type="cpu"):
        self.enabled = enabled

    def __enter__(self):
        if self.enabled:
            self.state = get_rng_state()
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        if self.enabled:
            set_rng_state(self.state)
        return False
