"""The environment, and whether it makes the site a server."""

import environ

env = environ.Env()
EMBEDDED = not env.str("DATABASE_URL", default="")
