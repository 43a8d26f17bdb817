from torch._C._fft import *
