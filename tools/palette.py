"""Reduce pictures to a palette of 256 colours: less than half the bytes, no visible difference."""

import struct
import zlib
from base64 import b64decode, b64encode

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

COLOURS = 256
PIXELS = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) {
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  }
  return [image.width, image.height, btoa(text)];
}"""

Array = npt.NDArray[np.int64]


def with_palette(page: Page, picture: bytes) -> bytes:
    """Return the picture as a PNG with a palette; ``page``, of any site, only decodes it."""
    width, height, pixels = page.evaluate(PIXELS, b64encode(picture).decode())
    rgb = np.frombuffer(b64decode(pixels), np.uint8).reshape(-1, 4)[:, :3].astype(np.int64)
    colours, back, counts = np.unique(
        rgb @ np.array([65_536, 256, 1]), return_inverse=True, return_counts=True
    )
    apart = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    boxes = _boxes(apart, counts)
    palette = np.array([np.average(apart[b], axis=0, weights=counts[b]) for b in boxes])
    number = np.empty(len(colours), np.uint8)
    for index, box in enumerate(boxes):
        number[box] = index
    rows = number[back].reshape(height, width)
    return _png(rows, palette.round().astype(np.uint8))


def _boxes(colours: Array, counts: Array) -> list[Array]:
    """Cut the colours into 256 boxes, always splitting the box with the largest error."""
    boxes = [np.arange(len(colours))]
    wrong = [_wrong(colours, counts, boxes[0])]
    while len(boxes) < min(COLOURS, len(colours)):
        worst = int(np.argmax(wrong))
        box = boxes.pop(worst)
        wrong.pop(worst)
        axis = int(np.argmax(np.ptp(colours[box], axis=0)))
        middle = np.average(colours[box, axis], weights=counts[box])
        low = colours[box, axis] <= middle
        for half in (box[low], box[~low]):
            boxes.append(half)
            wrong.append(_wrong(colours, counts, half))
    return boxes


def _wrong(colours: Array, counts: Array, box: Array) -> float:
    inside, weights = colours[box], counts[box]
    apart = inside - np.average(inside, axis=0, weights=weights)
    return float((apart**2).sum(axis=1) @ weights)


def _png(rows: npt.NDArray[np.uint8], palette: npt.NDArray[np.uint8]) -> bytes:
    height, width = rows.shape
    lines = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
