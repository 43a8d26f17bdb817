# What lists and dicts in the arguments of nodes are.
from _vitrine_fx import immutable_dict, immutable_list
