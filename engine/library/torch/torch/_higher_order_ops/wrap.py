from torch._higher_order_ops._impl import tag_activation_checkpoint, wrap
