// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler tells of kernels, in the order in which people ask: by kernel, region and line.
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
  std::string file; ///< empty: the place is not known
  unsigned line = 0;
  std::map<std::string, std::uint64_t, std::less<>> numbers;

  std::uint64_t number(std::string_view name) const;
};

struct RegionReport {
  std::string name;            ///< of its function
  std::optional<Note> verdict; ///< `vectorised` or `scalar`
  std::vector<Note> facts;     ///< of the region as a whole: costs, masks
  std::vector<Note> lines;     ///< of lines of the source, in their order
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

/// Nothing if the text is not what weftc writes.
std::optional<Report> readReport(std::string_view json);

/// The lines of a source, read from its file; empty where there is none.
std::vector<std::string> sourceLines(const std::string &file);

/// What there is to say of a kernel without a region that could have lanes.
inline constexpr char withoutRegions[] =
    "scalar: vectorisation is off, or its work is the same for all work-items";

/// "vectorised, VF 16", and what it is expected to gain.
std::string verdictOf(const RegionReport &region);

std::string printText(const Report &report);
/// A whole page of HTML that needs no other file.
std::string printHtml(const Report &report, const std::string &title);

} // namespace weft::command
