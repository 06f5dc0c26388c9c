"""The peer of the benchmarks: a page with one doctest that jupyterlite-sphinx runs, all of it on our own server."""

project = "peer"
extensions = ["jupyterlite_sphinx"]
html_theme = "basic"
html_show_sphinx = False
jupyterlite_dir = "lite"
jupyterlite_silence = True
suppress_warnings = ["config.cache"]
