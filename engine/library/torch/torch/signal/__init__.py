# torch.signal: windows.
import torch.signal.windows as windows
