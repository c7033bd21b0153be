"""Pages drawn without a site, shown in a real browser with their styles and scripts."""

from pathlib import Path

from django.contrib.staticfiles import finders
from playwright.sync_api import BrowserContext, Page, Route

HOME = "http://127.0.0.1:9"


def still_page(context: BrowserContext, html: str) -> Page:
    """Show a page; only static files answer it."""

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(HOME)
        if path.startswith("/static/"):
            route.fulfill(path=Path(str(finders.find(path.removeprefix("/static/")))))
        else:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")

    context.route(f"{HOME}/**", serve)
    page = context.new_page()
    page.goto(f"{HOME}/table/214/")
    return page
