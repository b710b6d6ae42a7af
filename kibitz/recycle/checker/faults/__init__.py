"""The words of the reports: one function for each slug, grouped by subject."""
