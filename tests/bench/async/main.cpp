// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the asynchronous copies move, beside plain C that moves the same on as many threads in the
// same run.
//
//   async [--rounds N] [--megabytes N] [--only SECTION,...] [--tiles BYTES,...]
//
// OCL_ICD_VENDORS must name the vendors folder of a Weft build; with that of another platform, the
// sections of movements run on that. Columns: GB/s of the bytes that go through local memory for
// OpenCL and for C, the best of 5 rounds, and OpenCL's multiple of C, the median of the rounds, in
// which both take turns. Data in memory are 512 MB. The end tells which rows reach their limits.
#include "tests/bench/async/report.h"
#include "tests/bench/async/session.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

using weft::bench::Report;
using weft::bench::Session;

struct Section {
  const char *name;
  void (*run)(const Session &, Report &);
};

constexpr Section sections[] = {
    {"contiguous", weft::bench::benchContiguous}, {"idiom", weft::bench::benchIdiom},
    {"lines", weft::bench::benchLines},           {"gather", weft::bench::benchGather},
    {"scatter", weft::bench::benchScatter},       {"buffering", weft::bench::benchBuffering},
    {"prefetch", weft::bench::benchPrefetch},     {"dot", weft::bench::benchDot}};

std::vector<std::string> divide(const char *list) {
  std::vector<std::string> parts;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

int usage() {
  std::fprintf(stderr, "usage: async [--rounds N] [--megabytes N] [--only SECTION,...] "
                       "[--tiles BYTES,...]\nsections:");
  for (const Section &section : sections)
    std::fprintf(stderr, " %s", section.name);
  std::fprintf(stderr, "\n");
  return 2;
}

} // namespace

int main(int count, char **arguments) {
  int rounds = 5, megabytes = 512;
  std::vector<std::string> only;
  std::vector<std::size_t> tiles;
  for (int i = 1; i < count; i += 2) {
    const std::string option = arguments[i];
    const char *value = i + 1 < count ? arguments[i + 1] : "";
    if (option == "--rounds" && std::atoi(value) > 0)
      rounds = std::atoi(value);
    else if (option == "--megabytes" && std::atoi(value) >= 64)
      megabytes = std::atoi(value);
    else if (option == "--only")
      only = divide(value);
    else if (option == "--tiles")
      std::ranges::transform(divide(value), std::back_inserter(tiles),
                             [](const std::string &tile) { return std::stoul(tile); });
    else
      return usage();
  }
  const auto isSection = [](const std::string &name) {
    return std::ranges::any_of(sections,
                               [&](const Section &section) { return section.name == name; });
  };
  if (!std::ranges::all_of(only, isSection))
    return usage();
  const Session session(rounds, weft::bench::megabyte * static_cast<std::size_t>(megabytes), tiles);
  Report report;
  for (const Section &section : sections)
    if (only.empty() || std::ranges::find(only, section.name) != only.end())
      section.run(session, report);
  report.summary();
}
