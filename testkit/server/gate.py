"""Invalid requests, and a check of the refusals that they get."""

import json
from typing import Any

import httpx

from perudo.server.request_refusals import RULE_OF, RequestReason
from testkit.server.seated import as_refusal

LARGEST = 16 * 1024


def refused(answer: httpx.Response, status: int, reason: str) -> dict[str, Any]:
    """Check that the answer is this refusal, and return it."""
    refusal = as_refusal(answer)
    assert (answer.status_code, refusal["reason"]) == (status, reason), answer.text
    assert refusal["clause"] == RULE_OF[RequestReason(reason)]
    assert refusal["text"].endswith(f" [{refusal['clause']}]")
    return refusal


MALFORMED = {
    "nothing": b"",
    "no object": b"null",
    "a list": b"[]",
    "a text": b'"Ann"',
    "cut off": b'{"name": "Ann',
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "binary": bytes(range(256)),
    "deep": b'{"house": ' + b"[" * 8000 + b"]" * 8000 + b"}",
    "deep, open": b"[" * 16_000,
    "NaN": b'{"seats": NaN}',
    "infinite": b'{"seats": Infinity}',
    "huge": b'{"seats": 1e400}',
    "many digits": b'{"seats": ' + b"9" * 5000 + b"}",
    "beyond 64 bits": b'{"turn_seconds": 99999999999999999999}',
    "negative": b'{"turn_seconds": -1}',
    "a fraction": b'{"seats": 2.5}',
    "a float": b'{"seats": 2.0}',
    "a number as text": b'{"seats": "3"}',
    "true as a number": b'{"seats": true}',
    "a number as text field": b'{"edition": 7}',
    "a list as text": b'{"name": ["Ann"]}',
    "an object as list": b'{"options": {"calza": true}}',
    "unknown": b'{"flavour": "red"}',
    "unknown with a lone surrogate": b'{"\\ud800": 1}',
    "a lone surrogate": b'{"edition": "\\ud800"}',
    "a lone surrogate in a house rule": b'{"house": {"\\udfff": "on"}}',
    "too long": b'{"edition": "' + b"x" * 300 + b'"}',
    "too many": json.dumps({"options": ["calza"] * 11}).encode(),
    "yes for true": b'{"listed": "yes"}',
}


ACTS: dict[str, dict[str, Any]] = {
    "neither": {},
    "both": {"bid": [1, 2], "call": "dudo"},
    "one number": {"bid": [1]},
    "three numbers": {"bid": [1, 2, 3]},
    "texts": {"bid": ["1", "2"]},
    "null": {"bid": [None, 2]},
    "huge": {"bid": [10**30, 2]},
    "a word that is none": {"call": "calzone"},
    "no version": {"bid": [1, 2], "version": None},
    "a version below": {"bid": [1, 2], "version": -1},
    "a version above all": {"bid": [1, 2], "version": 2**53 + 1},
    "a version as text": {"bid": [1, 2], "version": "3"},
    "answers to nothing": {"call": "calza", "answers": [[], 2]},
}


SECURITY = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
