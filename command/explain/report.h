// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's remarks on kernels, in the order in which users ask: by kernel, region and line.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::command {

/// A remark of `weftc --emit=remarks`.
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
  std::vector<Note> code; ///< spills and frames of its functions; the text names the function
};

struct Report {
  std::vector<KernelReport> kernels;
};

/// Nothing if the text is not output of weftc.
std::optional<Report> readReport(std::string_view json);

/// The lines of a source, read from its file; empty if there is none.
std::vector<std::string> sourceLines(const std::string &file);

/// For a kernel without regions that could be vectorised.
inline constexpr char withoutRegions[] =
    "scalar: vectorisation is off, or all work-items do the same";

/// "vectorised, VF 16", and the expected gain.
std::string verdictOf(const RegionReport &region);

std::string printText(const Report &report);
/// A complete, self-contained HTML page.
std::string printHtml(const Report &report, const std::string &title);

} // namespace weft::command
