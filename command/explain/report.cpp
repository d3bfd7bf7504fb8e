// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/explain/report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <tuple>

namespace weft::command {
namespace {

constexpr std::string_view regionMark = ".region.", codePrefix = "kernel_";

/// The kernel that a function belongs to: `k.region.0` is a work-item's code, `kernel_k` the entry
/// point.
std::string kernelOf(const std::string &function) {
  const std::size_t mark = function.find(regionMark);
  if (mark != function.npos)
    return function.substr(0, mark);
  return function.starts_with(codePrefix) ? function.substr(codePrefix.size()) : function;
}

template <class Named> Named &named(std::vector<Named> &list, const std::string &name) {
  const auto found = std::ranges::find(list, name, &Named::name);
  if (found != list.end())
    return *found;
  list.emplace_back().name = name;
  return list.back();
}

Note noteOf(const nlohmann::json &remark) {
  return {remark.at("kind"), remark.at("text"), remark.value("file", ""), remark.value("line", 0u),
          remark.at("numbers")};
}

/// For a function's code: nothing if it needs no memory.
std::optional<Note> codeNote(Note note, const std::string &function) {
  if (note.kind == "frame") {
    note.text = function + " has " + note.text;
    return note.number("bytes") ? std::optional(note) : std::nullopt;
  }
  const std::uint64_t spills = note.number("NumSpills") + note.number("NumFoldedSpills");
  const std::uint64_t reloads = note.number("NumReloads") + note.number("NumFoldedReloads");
  if (!spills && !reloads)
    return std::nullopt;
  note.text = function + " stores " + std::to_string(spills) +
              " registers to the stack and loads " + std::to_string(reloads);
  if (note.kind == "loop spills")
    note.text += ", in a loop";
  return note;
}

void add(Report &report, const nlohmann::json &remark) {
  const std::string function = remark.at("function");
  Note note = noteOf(remark);
  if (note.kind == "kernel") {
    named(report.kernels, function).isKernel = true;
    return;
  }
  if (note.kind == "frame" || note.kind == "spills" || note.kind == "loop spills") {
    if (auto code = codeNote(std::move(note), function))
      named(report.kernels, kernelOf(function)).code.push_back(std::move(*code));
    return;
  }
  RegionReport &region = named(named(report.kernels, kernelOf(function)).regions, function);
  if (note.kind == "vectorised" || note.kind == "scalar")
    region.verdict = std::move(note);
  else
    (note.line ? region.lines : region.facts).push_back(std::move(note));
}

/// Duplicated code has the same remark several times.
void tidy(RegionReport &region) {
  const auto key = [](const Note &note) {
    return std::tie(note.file, note.line, note.kind, note.text);
  };
  std::ranges::stable_sort(region.lines, {}, key);
  const auto rest = std::ranges::unique(region.lines, {}, key);
  region.lines.erase(rest.begin(), rest.end());
}

/// Loops over work-items have the kernel's own line: their spills are in its total.
void dropDriverLoops(KernelReport &kernel) {
  const auto total = std::ranges::find(kernel.code, "spills", &Note::kind);
  if (total == kernel.code.end())
    return;
  const unsigned line = total->line;
  std::erase_if(kernel.code, [line](const Note &note) {
    return note.kind == "loop spills" && note.line == line;
  });
}

} // namespace

std::uint64_t Note::number(std::string_view name) const {
  const auto found = numbers.find(name);
  return found == numbers.end() ? 0 : found->second;
}

bool KernelReport::hasLanes() const {
  return std::ranges::any_of(regions, [](const RegionReport &region) {
    return region.verdict && region.verdict->kind == "vectorised";
  });
}

std::optional<Report> readReport(std::string_view json) {
  Report report;
  try {
    const auto text = nlohmann::json::parse(json);
    for (const auto &remark : text.at("remarks"))
      add(report, remark);
  } catch (const nlohmann::json::exception &) {
    return std::nullopt;
  }
  for (KernelReport &kernel : report.kernels) {
    dropDriverLoops(kernel);
    for (RegionReport &region : kernel.regions)
      tidy(region);
  }
  std::erase_if(report.kernels, [](const KernelReport &kernel) { return !kernel.isKernel; });
  return report;
}

std::vector<std::string> sourceLines(const std::string &file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::string verdictOf(const RegionReport &region) {
  if (!region.verdict)
    return "runs once for the group, or has no remark";
  std::string text = region.verdict->text;
  for (const Note &fact : region.facts)
    if (fact.kind == "cost" && fact.number("gang") && region.verdict->kind == "vectorised") {
      char gain[80];
      std::snprintf(gain, sizeof gain, "; estimated %.1f times as fast as single work-items",
                    static_cast<double>(fact.number("items")) /
                        static_cast<double>(fact.number("gang")));
      text += gain;
    }
  return text;
}

} // namespace weft::command
