// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/explain/report.h"

#include <algorithm>

namespace weft::command {
namespace {

constexpr char head[] = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; --ink: light-dark(#1c1c1c, #e6e6e6); --paper: light-dark(#fff, #16181c);
  --faint: light-dark(#767676, #9a9a9a); --good: light-dark(#d9f2dd, #173b20);
  --bad: light-dark(#fbe3d6, #4a2413); --rule: light-dark(#d0d0d0, #3a3d44); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 75em; margin: 2em auto; padding: 0 1em; }
h2 { border-bottom: 1px solid var(--rule); margin-top: 2em; }
p.verdict { padding: .4em .8em; border-radius: .3em; }
p.vectorised { background: var(--good); }
p.scalar { background: var(--bad); }
pre { overflow-x: auto; border: 1px solid var(--rule); border-radius: .3em; padding: .5em 0;
  font: 13px/1.45 ui-monospace, monospace; tab-size: 4; }
pre span { display: block; padding: 0 .8em; white-space: pre; }
pre .number { display: inline-block; width: 4em; padding: 0; color: var(--faint); user-select: none; }
pre .told { background: var(--bad); }
pre .note { color: var(--faint); padding-left: 5em; white-space: pre-wrap; }
td { padding-right: 1.5em; vertical-align: top; }
</style>
)";

std::string escaped(const std::string &text) {
  std::string result;
  for (const char letter : text)
    switch (letter) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += letter;
    }
  return result;
}

std::string row(const std::string &term, const std::string &meaning) {
  return "<tr><td>" + escaped(term) + "</td><td>" + escaped(meaning) + "</td></tr>\n";
}

/// The whole source, with the notes of a kernel below its lines.
std::string listing(const std::string &file, const std::vector<Note> &notes) {
  const std::vector<std::string> lines = sourceLines(file);
  std::string text = "<h3>" + escaped(file) + "</h3>\n<pre>";
  const unsigned last = notes.empty() ? 0 : std::ranges::max(notes, {}, &Note::line).line;
  for (unsigned line = 1; line <= std::max<std::size_t>(lines.size(), last); ++line) {
    const bool isTold = std::ranges::find(notes, line, &Note::line) != notes.end();
    // Without the source there is nothing to show but the lines that are told of.
    if (lines.empty() && !isTold)
      continue;
    text += std::string("<span") + (isTold ? " class=\"told\"" : "") + "><span class=\"number\">" +
            std::to_string(line) + "</span>" +
            escaped(line <= lines.size() ? lines[line - 1] : "") + "</span>";
    for (const Note &note : notes)
      if (note.line == line)
        text += "<span class=\"note\"><b>" + escaped(note.kind) + "</b> " + escaped(note.text) +
                "</span>";
  }
  return text + "</pre>\n";
}

std::string printKernel(const KernelReport &kernel) {
  std::string text = "<h2>kernel " + escaped(kernel.name) + "</h2>\n";
  if (kernel.regions.empty())
    text += std::string("<p class=\"verdict scalar\">") + withoutRegions + "</p>\n";
  std::map<std::string, std::vector<Note>> notesOf;
  std::string facts;
  for (const RegionReport &region : kernel.regions) {
    text += "<p class=\"verdict " + (region.verdict ? escaped(region.verdict->kind) : "") +
            "\"><b>" + escaped(region.name) + "</b>: " + escaped(verdictOf(region)) + "</p>\n";
    for (const Note &fact : region.facts)
      facts += row(region.name + ", " + fact.kind, fact.text);
    for (const Note &note : region.lines)
      notesOf[note.file].push_back(note);
    if (const auto &verdict = region.verdict; verdict && verdict->line)
      notesOf[verdict->file];
  }
  for (const Note &note : kernel.code)
    facts += row(note.kind == "frame" ? "stack" : "spills",
                 note.text + (note.line ? ", line " + std::to_string(note.line) : ""));
  if (std::ranges::none_of(kernel.code, [](const Note &note) { return note.kind != "frame"; }))
    facts += row("spills", "none");
  text += "<table>\n" + facts + "</table>\n";
  for (const auto &[file, notes] : notesOf)
    text += listing(file, notes);
  return text;
}

} // namespace

std::string printHtml(const Report &report, const std::string &title) {
  std::string text = head;
  text +=
      "<title>" + escaped(title) + "</title>\n</head>\n<body>\n<h1>" + escaped(title) + "</h1>\n";
  for (const KernelReport &kernel : report.kernels)
    text += printKernel(kernel);
  return text + "<p>Made by weft " WEFT_VERSION "</p>\n</body>\n</html>\n";
}

} // namespace weft::command
