#!/usr/bin/env python
"""Runs Django's and the site's own management commands."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

# The guard is needed: AI players compute in spawned processes, which import this module again.
if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piecepack_site.settings")
    # A pool would try for 20 seconds, and then say that it has no connection instead of why.
    os.environ["DATABASE_POOL_MAX"] = "0"
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, OperationalError) as error:
        if "--traceback" in sys.argv:
            raise
        if isinstance(error, ImproperlyConfigured):
            sys.exit(f"A setting is missing or wrong. {error}. docs/operators.md explains each.")
        sys.exit(f"The database failed: {str(error).strip()}. `manage.py doctor database disk` says what to check.")
