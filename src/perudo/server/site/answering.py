"""Answer with pages: for a reader, with a content policy, compressed."""

import gzip

from starlette.requests import Request
from starlette.responses import Response

from perudo.i18n.languages import LANGUAGES
from perudo.server.answers import LANGUAGE_COOKIE, language
from perudo.server.context import COOKIE_SECONDS
from perudo.web.reader import THEMES, Reader
from perudo.web.refusal_page import refusal_page
from perudo.web.rendering import Page

THEME_COOKIE = "perudo_theme"
SMALL = 1_000
"""Bytes below which compression gains nothing."""


def reader_of(request: Request) -> Reader:
    theme = request.cookies.get(THEME_COOKIE, "")
    return Reader(language(request), theme if theme in THEMES else THEMES[0])


def page_answer(request: Request, page: Page, status: int = 200) -> Response:
    """Answer with a page, which is made for one reader and never cached."""
    headers = {
        "content-security-policy": page.policy,
        "cache-control": "no-store",
        "content-language": language(request),
    }
    answer = packed(request, page.html.encode(), "text/html; charset=utf-8", headers, status)
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        # Later requests of the page are answered in the same language.
        answer.set_cookie(LANGUAGE_COOKIE, asked, max_age=COOKIE_SECONDS, samesite="lax")
    return answer


def packed(
    request: Request, body: bytes, media: str, headers: dict[str, str], status: int = 200
) -> Response:
    headers = {**headers, "vary": "accept-encoding, accept-language, cookie"}
    if len(body) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = gzip.compress(body, 9)
    return Response(body, status, media_type=media, headers=headers)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, rather than a program for JSON."""
    path = request.scope.get("path", "")
    return not path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def refused_page(request: Request, status: int, text: str) -> Response:
    return page_answer(request, refusal_page(reader_of(request), text), status)
