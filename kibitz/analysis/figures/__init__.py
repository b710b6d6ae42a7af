"""From numbers to pictures: a figure takes a table and a caption and returns a drawing.

Every file is one figure; style.py holds what they share, output.py turns them into SVG and PNG.
"""
