# feature: what torch.cuda answers on a machine without a GPU; the default device
import torch

print(torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.is_initialized())
print(torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.memory_reserved(),
      torch.cuda.memory_stats())
print(torch.cuda.is_bf16_supported(), torch.cuda.empty_cache(), torch.cuda.manual_seed(3),
      torch.cuda.manual_seed_all(3))
for f in (
    lambda: torch.zeros(2, device="cuda"),
    lambda: torch.ones(2).cuda(),
    lambda: torch.ones(2).to("cuda"),
    lambda: torch.tensor([1.0], device="cuda:0"),
    lambda: torch.randn(2, device=torch.device("cuda", 0)),
    lambda: torch.empty(3, device=0),
    lambda: torch.zeros(3).new_zeros(2, device="cuda"),
    lambda: torch.nn.Linear(2, 2).cuda(),
    lambda: torch.nn.Linear(2, 2).to("cuda:0"),
    lambda: torch.cuda.init(),
    lambda: torch.cuda.synchronize(),
    lambda: torch.cuda.current_device(),
    lambda: torch.cuda.get_device_name(),
    lambda: torch.cuda.get_device_properties(0),
    lambda: torch.cuda.mem_get_info(),
    lambda: torch.cuda.current_stream(),
    lambda: torch.cuda.device(0).__enter__(),
    lambda: torch.cuda.Event(),
    lambda: torch.cuda.Stream(),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
with torch.device("meta"):
    print(torch.zeros(3).device, torch.tensor([1, 2]).device, torch.zeros(2, device="cpu").device)
print(torch.zeros(3).device)
torch.set_default_device("meta")
print(torch.get_default_device(), torch.ones(2).device, torch.nn.Linear(2, 3).weight.device, torch.arange(4).device)
torch.set_default_device("cpu")
print(torch.zeros(1), torch.get_default_device())
print(issubclass(torch.OutOfMemoryError, RuntimeError), torch.cuda.OutOfMemoryError is torch.OutOfMemoryError,
      torch.OutOfMemoryError)
