# torch.autograd: gradients on request, custom functions, checks.
from torch._C import _backward as backward
from torch._C import _grad as grad
from torch.autograd.function import Function
from torch.autograd.grad_mode import no_grad, enable_grad, inference_mode, set_grad_enabled
from torch.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from torch.autograd.gradcheck import gradcheck, gradgradcheck
import torch.autograd.function as function
import torch.autograd.forward_ad as forward_ad
import torch.autograd.functional as functional
import torch.autograd.graph as graph
import torch.autograd.grad_mode as grad_mode
import torch.autograd.profiler as profiler


def Variable(data, requires_grad=False, volatile=None):
    out = data.detach()
    if requires_grad:
        out.requires_grad_()
    return out
