import torch


@torch.compile
def scale(x, options):
    # TODO: another label should not cost a compilation
    if options["label"] == "train":
        pass
    return x * options["factor"]


x = torch.ones(3)
print(scale(x, {"factor": 2, "label": "train"}))
print(scale(x, {"factor": 2, "label": "test"}))
