"""Adapters: the deals of any rule set as environments for learning programs.

``indices`` numbers the actions, ``steps`` plays a deal by these numbers, ``observing`` gives what a seat sees as
arrays, and ``payoffs`` and ``lengths`` give limits for the result and the length of a deal. ``petting_zoo`` and
``open_spiel`` use them, and need packages that the engine does not.
"""
