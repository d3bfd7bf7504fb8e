#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes manual pages from what tells users the same elsewhere.

  manual_pages.py command <text> <version> <page>    <page> is weftc.1 or weft.1: of what --help printed
  manual_pages.py environment <README.md> <version> <page>    weft.7: the README's environment variables
  manual_pages.py source <weft_opt.cpp> <version> <page>    weft-opt.1: of the comment that a source begins with

What --help prints begins with a paragraph and a usage line. Titles stand at the left, entries two
columns in with what they mean behind at least two spaces, or on the lines below.
"""

import re
import sys
from pathlib import Path


def escaped(text):
    """Text as troff wants it: no line begins a request, hyphens are those of options."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def header(page, version, brief):
    name, section = Path(page).stem, Path(page).suffix[1:]
    return [
        f'.TH {name.upper()} {section} "" "Weft {version}"',
        ".SH NAME",
        f"{name} \\- {escaped(brief)}",
    ]


def entries(lines):
    """Pairs of an entry and its meaning, from lines that begin with two spaces."""
    found = []
    for line in lines:
        if line.startswith("   "):
            found[-1][1].append(line.strip())
            continue
        term, _, meaning = line.strip().partition("  ")
        found.append((term, [meaning.strip()] if meaning else []))
    return [(term, " ".join(meaning)) for term, meaning in found]


def helpSection(title, lines):
    page = [f".SH {escaped(title.upper())}"]
    for term, meaning in entries(lines):
        page += [".TP", f".B {escaped(term)}", escaped(meaning)] if meaning else [".PP", escaped(term)]
    return page


def commandPage(text, version, page):
    brief, usage, *rest = [block.split("\n") for block in Path(text).read_text().strip().split("\n\n")]
    name = Path(page).stem
    lines = header(page, version, re.sub(rf"^{name} ", "", " ".join(brief)).rstrip("."))
    lines += [".SH SYNOPSIS", escaped(usage[0].removeprefix("Usage: "))]
    for number, (title, *body) in enumerate(rest):
        if body and body[0].startswith(" "):
            lines += helpSection(title, body)
        else:
            lines += [".PP" if number else ".SH DESCRIPTION", escaped(" ".join([title, *body]))]
    others = {"weftc": ["weft (1),", "weft (7)"], "weft": ["weftc (1),", "weft (7)"]}.get(name, ["weftc (1)"])
    return lines + [".SH SEE ALSO"] + [f".BR {other}" for other in others]


def inline(text):
    """A line of Markdown: code in bold, links by their text."""
    text = escaped(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text))
    return re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)


def environmentPage(readme, version, page):
    text = Path(readme).read_text()
    section = re.search(r"^## Environment variables\n(.*?)^## ", text, re.DOTALL | re.MULTILINE)
    lines = header(page, version, "OpenCL on CPUs: its environment variables")
    lines += [".SH DESCRIPTION", "Weft is a platform that programs find through the loader of OpenCL."]
    lines += ["Variables of the environment change what it does.", ".SH ENVIRONMENT"]
    for block in section.group(1).strip().split("\n\n"):
        if not block.startswith("|"):
            lines += [".PP", inline(" ".join(block.split("\n")))]
            continue
        for row in block.split("\n")[2:]:
            term, meaning = (cell.strip() for cell in row.strip("|").split("|", 1))
            lines += [".TP", inline(term), inline(meaning)]
    return lines + [".SH SEE ALSO", ".BR weftc (1)"]


def sourcePage(source, version, page):
    comment = re.match(r"// SPDX.*\n((?://.*\n)+)", Path(source).read_text()).group(1)
    text = re.sub(r"^// ?", "", comment, flags=re.MULTILINE)
    name = Path(page).stem
    brief, usage, *rest = text.strip().removeprefix(f"{name}: ").split("\n\n")
    brief, _, description = " ".join(brief.split("\n")).partition(", ")
    lines = header(page, version, brief) + [".SH SYNOPSIS"]
    for line in usage.split("\n"):
        command, _, effect = line.strip().partition("  ")
        lines += [".TP", f".B {escaped(command)}", escaped(effect.strip())]
    lines += [".SH DESCRIPTION", escaped(description[:1].upper() + description[1:])]
    for block in rest:
        lines += [".PP", inline(" ".join(block.split("\n")))]
    return lines + [".SH SEE ALSO", ".BR weftc (1)"]


def main(kind, source, version, page):
    make = {"command": commandPage, "environment": environmentPage, "source": sourcePage}[kind]
    Path(page).write_text("\n".join(make(source, version, page)) + "\n")


main(*sys.argv[1:])
