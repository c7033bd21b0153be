#!/usr/bin/env python
"""Runs Django's and the site's own management commands."""

import os
import sys

from django.core.management import execute_from_command_line

# The guard is needed: AI players compute in spawned processes, which import this module again.
if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piecepack_site.settings")
    execute_from_command_line(sys.argv)
