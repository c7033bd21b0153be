"""Rewrite the matrix with `python -m tests.site.matrix`, then read the diff."""

import os
from importlib import import_module

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    import_module("tests.site.matrix.writing").main()
