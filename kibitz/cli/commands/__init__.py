"""The commands, in files by subject; `kibitz.cli.main` loads the one that is asked for."""
