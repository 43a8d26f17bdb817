# Named tuples of ops with several results are made natively, on first use.
