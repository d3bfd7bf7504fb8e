// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of kernels, in the order in which users ask: by kernel, region and line. The
// compiler remarks on their code, and the cache keeps what launches have found out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::command {

/// A remark of `weftc --emit=remarks`, or what a trial has found on a kind of ranges.
struct Note {
  std::string kind, text;
  std::string file; ///< empty: unknown location
  unsigned line = 0;
  std::map<std::string, std::uint64_t, std::less<>> numbers;

  std::uint64_t number(std::string_view name) const;
};

struct RegionReport {
  std::string name;            ///< of its function
  std::optional<Note> verdict; ///< `vectorised` or `scalar`
  std::vector<Note> facts;     ///< of the whole region: costs, masks
  std::vector<Note> lines;     ///< of source lines, in order
};

struct KernelReport {
  std::string name;
  bool isKernel = false; ///< or a function that was not inlined
  std::vector<RegionReport> regions;
  std::vector<Note> code;   ///< spills and frames of its functions; the text names the function
  std::vector<Note> trials; ///< of lanes and single work-items; the kind is that of ranges

  /// Whether some region may run in lanes.
  bool hasLanes() const;
};

struct Report {
  std::vector<KernelReport> kernels;
};

/// Nothing if the text is not output of weftc.
std::optional<Report> readReport(std::string_view json);

/// Adds what the cache keeps of trials on this machine, of programs that are built from one of the
/// inputs with the options. `words`: those of the command.
void addTrials(Report &report, const std::vector<std::string> &words);

/// The lines of a source, read from its file; empty if there is none.
std::vector<std::string> sourceLines(const std::string &file);

/// For a kernel without regions that could be vectorised.
inline constexpr char withoutRegions[] =
    "scalar: vectorisation is off, or all work-items do the same";

/// For a kernel with lanes of which no trial is known.
inline constexpr char withoutTrials[] =
    "no verdict is kept on this machine for this source with these options";

/// "vectorised, VF 16", and the expected gain.
std::string verdictOf(const RegionReport &region);

std::string printText(const Report &report);
/// A complete, self-contained HTML page.
std::string printHtml(const Report &report, const std::string &title);

} // namespace weft::command
