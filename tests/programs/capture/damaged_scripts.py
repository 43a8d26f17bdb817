# A saved script of which one number is another, its checksum put right: refused, or it runs; the process lives.
import io
import struct

import torch


@torch.jit.script
class Pair:
    def __init__(self, first: torch.Tensor, count: int):
        self.first = first
        self.count = count


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))

    def forward(self, x, n: int = 2):
        pair = Pair(x * self.weight, n)
        rows = [pair.first, x]
        return rows[0] + rows[1] + pair.count


def checksum(part):
    total = 1469598103934665603
    for byte in part:
        total = ((total ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return total


def graph_of(data):
    """(where the part called "graph" begins, its size) of a saved script of this project's format."""
    at = 16
    while True:
        parts = []
        for _ in range(2):
            size = struct.unpack_from("<Q", data, at)[0]
            parts.append((at + 8, size))
            at += 8 + size
        at += 8
        if data[parts[0][0]:parts[0][0] + parts[0][1]] == b"graph":
            return parts[1]


stream = io.BytesIO()
torch.jit.save(torch.jit.script(Net()), stream)
data = stream.getvalue()
print(torch.jit.load(io.BytesIO(data))(torch.ones(2)))
x = torch.ones(2)
if data[:8] == b"VTSCRIPT":
    begin, size = graph_of(data)
    graph = data[begin:begin + size]
    for at in range(0, size - 8):
        number = struct.unpack_from("<q", graph, at)[0]
        if not 0 <= number < 40:
            continue
        changed = graph[:at] + struct.pack("<q", number - 1 if at % 2 and number else number + 1) + graph[at + 8:]
        file = data[:begin] + changed + struct.pack("<Q", checksum(changed)) + data[begin + size + 8:]
        try:
            torch.jit.load(io.BytesIO(file))(x)
        except Exception:
            pass
print("every file was refused, or ran")
