#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""png_check.py FILE: a PNG file of 24-bit colours is whole, and more than one colour is in it."""

import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG file"
at, chunks = 8, {}
while at < len(data):
    size, kind = struct.unpack_from(">I4s", data, at)
    content = data[at + 8 : at + 8 + size]
    (checksum,) = struct.unpack_from(">I", data, at + 8 + size)
    assert checksum == zlib.crc32(kind + content), f"checksum of {kind}"
    chunks[kind] = content
    at += 12 + size
width, height, depth, colours = struct.unpack_from(">IIBB", chunks[b"IHDR"])
rows = zlib.decompress(chunks[b"IDAT"])
assert (depth, colours) == (8, 2) and len(rows) == height * (1 + 3 * width), "wrong size"
pixels = {rows[at : at + 3] for y in range(height) for at in range(y * (3 * width + 1) + 1, (y + 1) * (3 * width + 1), 3)}
assert len(pixels) > 1, "one colour only"
print(f"{width} x {height}, {len(pixels)} colours")
