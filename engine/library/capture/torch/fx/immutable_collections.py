# What lists and dicts in the arguments of nodes are.
from _vitrine_fx import immutable_dict, immutable_list
from torch.utils._pytree import _flatten_mapping, _flatten_sequence, _flatten_with_indices, _flatten_with_mapping_keys, register_pytree_node

register_pytree_node(immutable_list, _flatten_sequence, lambda values, context: immutable_list(values),
                     serialized_type_name="torch.fx.immutable_collections.immutable_list", flatten_with_keys_fn=_flatten_with_indices)
register_pytree_node(immutable_dict, _flatten_mapping, lambda values, context: immutable_dict(zip(context, values)),
                     serialized_type_name="torch.fx.immutable_collections.immutable_dict", flatten_with_keys_fn=_flatten_with_mapping_keys)
