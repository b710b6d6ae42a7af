"""From matches to numbers: every file is one measure, a pure function from matches to a table."""
