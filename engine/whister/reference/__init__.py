"""The catalogue as a work of reference: its data, citations, comparisons and search. The site and the command line use
these modules; none of them is loaded in the browser.
"""
