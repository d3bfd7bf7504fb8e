// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/explain/report.h"

#include <algorithm>
#include <set>

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
pre code { display: block; font: inherit; width: max-content; min-width: 100%; }
pre span { display: block; padding: 0 .8em; white-space: pre; }
pre .number { display: inline-block; width: 4em; padding: 0; color: var(--faint); user-select: none; }
pre .told { background: var(--bad); }
pre .note { color: var(--faint); padding-left: 5em; white-space: pre-wrap;
  max-width: calc(100vw - 9em); }
pre .gap { color: var(--faint); }
table { border-spacing: 0; }
td { padding: .1em 1.5em .1em 0; vertical-align: top; }
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

/// The part of a file that a kernel's report shows.
struct Excerpt {
  std::vector<Note> notes;    ///< below their lines
  std::set<unsigned> centres; ///< lines shown with their context
};

/// The lines of a source that concern the kernel.
std::string listing(const std::string &file, const Excerpt &excerpt) {
  constexpr unsigned around = 5;
  const std::vector<std::string> lines = sourceLines(file);
  std::string text = "<h3>" + escaped(file) + "</h3>\n<pre><code>";
  unsigned shown = 0; // so far
  const auto show = [&](unsigned line) {
    const bool isTold = std::ranges::find(excerpt.notes, line, &Note::line) != excerpt.notes.end();
    if (line > shown + 1)
      text += "<span class=\"gap\">...</span>";
    shown = line;
    text += std::string("<span") + (isTold ? " class=\"told\"" : "") + "><span class=\"number\">" +
            std::to_string(line) + "</span>" +
            escaped(line <= lines.size() ? lines[line - 1] : "") + "</span>";
    for (const Note &note : excerpt.notes)
      if (note.line == line)
        text += "<span class=\"note\"><b>" + escaped(note.kind) + "</b> " + escaped(note.text) +
                "</span>";
  };
  for (const unsigned centre : excerpt.centres) {
    const unsigned first = std::max(shown + 1, centre > around ? centre - around : 1);
    const auto last = std::min<std::size_t>(centre + around, lines.size());
    for (unsigned line = first; line <= std::max<std::size_t>(last, centre); ++line)
      // Without the source, only lines with remarks can be shown.
      if (line == centre || !lines.empty())
        show(line);
  }
  return text + "</code></pre>\n";
}

std::string printKernel(const KernelReport &kernel) {
  std::string text = "<h2>kernel " + escaped(kernel.name) + "</h2>\n";
  if (kernel.regions.empty())
    text += std::string("<p class=\"verdict scalar\">") + withoutRegions + "</p>\n";
  std::map<std::string, Excerpt> files;
  std::string facts;
  for (const RegionReport &region : kernel.regions) {
    text += "<p class=\"verdict " + (region.verdict ? escaped(region.verdict->kind) : "") +
            "\"><b>" + escaped(region.name) + "</b>: " + escaped(verdictOf(region)) + "</p>\n";
    for (const Note &fact : region.facts)
      facts += row(region.name + ", " + fact.kind, fact.text);
    for (const Note &note : region.lines) {
      files[note.file].notes.push_back(note);
      files[note.file].centres.insert(note.line);
    }
    if (const auto &verdict = region.verdict; verdict && verdict->line)
      files[verdict->file].centres.insert(verdict->line);
  }
  for (const Note &trial : kernel.trials)
    facts += row("trial, " + trial.kind, trial.text);
  if (kernel.trials.empty() && kernel.hasLanes())
    facts += row("trials", withoutTrials);
  for (const Note &note : kernel.code)
    facts += row(note.kind == "frame" ? "stack" : "spills",
                 note.text + (note.line ? ", line " + std::to_string(note.line) : ""));
  if (std::ranges::none_of(kernel.code, [](const Note &note) { return note.kind != "frame"; }))
    facts += row("spills", "none");
  text += "<table>\n" + facts + "</table>\n";
  for (const Note &note : kernel.code)
    if (note.line)
      files[note.file].centres.insert(note.line);
  for (const auto &[file, excerpt] : files)
    text += listing(file, excerpt);
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
