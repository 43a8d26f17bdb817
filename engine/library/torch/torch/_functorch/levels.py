# How many transforms run: custom Functions ask, and those that differentiate tell the printer.
vmaps = [0]
derivatives = [0]
