// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/explain/report.h"

#include <algorithm>

namespace weft::command {
namespace {

std::string padded(const std::string &text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

/// Each line of the source followed by its remarks.
std::string printLines(const RegionReport &region,
                       std::map<std::string, std::vector<std::string>> &sources) {
  std::string text;
  const Note *last = nullptr;
  for (const Note &note : region.lines) {
    const bool isNewFile = !last || last->file != note.file;
    if (isNewFile && !sources.contains(note.file))
      sources[note.file] = sourceLines(note.file);
    if (isNewFile)
      text += "    " + note.file + "\n";
    if (isNewFile || last->line != note.line) {
      const std::vector<std::string> &lines = sources[note.file];
      text += padded(std::to_string(note.line), 8) + " | " +
              (note.line <= lines.size() ? lines[note.line - 1] : "") + "\n";
    }
    text += padded("", 8) + " |   ^ " + note.kind + ": " + note.text + "\n";
    last = &note;
  }
  return text;
}

} // namespace

std::string printText(const Report &report) {
  std::string text;
  std::map<std::string, std::vector<std::string>> sources;
  for (const KernelReport &kernel : report.kernels) {
    text += (text.empty() ? "kernel " : "\nkernel ") + kernel.name + "\n";
    if (kernel.regions.empty())
      text += std::string("  ") + withoutRegions + "\n";
    for (const RegionReport &region : kernel.regions) {
      text += "  " + region.name + ": " + verdictOf(region) + "\n";
      for (const Note &fact : region.facts)
        text += "    " + fact.kind + ": " + fact.text + "\n";
      text += printLines(region, sources);
    }
    for (const Note &trial : kernel.trials)
      text += "  trial, " + trial.kind + ": " + trial.text + "\n";
    if (kernel.trials.empty() && kernel.hasLanes())
      text += std::string("  trials: ") + withoutTrials + "\n";
    for (const Note &note : kernel.code)
      text += "  " + std::string(note.kind == "frame" ? "stack" : "spills") + ": " + note.text +
              (note.line ? ", line " + std::to_string(note.line) : "") + "\n";
    if (std::ranges::none_of(kernel.code, [](const Note &note) { return note.kind != "frame"; }))
      text += "  spills: none\n";
  }
  return text.empty() ? "there are no kernels\n" : text;
}

} // namespace weft::command
