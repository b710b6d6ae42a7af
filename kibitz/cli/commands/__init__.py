"""The commands: a file each, named like the command; `kibitz.cli.main` loads the one asked for."""
