"""Run the yardstick beside a running site, on its database."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import httpx

from tests.support.processes import free_port, start
from tests.support.site import START_SECONDS, ServerSite


@contextmanager
def plain_site(site: ServerSite, webs: int) -> Iterator[list[str]]:
    """Run so many processes of the yardstick, and give their addresses."""
    ports = [free_port() for _ in range(webs)]
    command = [sys.executable, "-m", "uvicorn", "bench.plain.asgi:application", "--host", "127.0.0.1", "--port"]
    log = site.directory / "plain.log"
    services = [start(f"plain-{port}", [*command, str(port)], log=log, env=site.env) for port in ports]
    urls = [f"http://127.0.0.1:{port}" for port in ports]
    try:
        for service, url in zip(services, urls, strict=True):
            service.wait_until(partial(_answers, url), START_SECONDS)
        yield urls
    finally:
        for service in services:
            service.kill()


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/table/1/answer/", timeout=10, trust_env=False).status_code == httpx.codes.FORBIDDEN
    except httpx.TransportError:
        return False
