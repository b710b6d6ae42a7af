"""`python -m kibitz` is `kibitz`."""

from kibitz.cli.main import main

if __name__ == "__main__":
    main()
