"""The catalogue as a work of reference: its data, citations, comparisons and finding.

The site and the command line read these modules; nothing of them goes to the browser.
"""
