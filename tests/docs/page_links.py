#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""That links between the pages, and from them to files and headings, lead somewhere.

  page_links.py <source folder>
"""

import re
import sys
from pathlib import Path


def anchors(page):
    """Of a page's headings, as the usual viewers make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def problems(source):
    for page in [*source.glob("*.md"), *source.glob("docs/*.md")]:
        text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"\w+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{page.name}: no {link}"
            elif anchor and anchor not in anchors(target):
                yield f"{page.name}: no heading {link}"


found = list(problems(Path(sys.argv[1])))
for problem in found:
    print(problem, file=sys.stderr)
sys.exit(1 if found else 0)
