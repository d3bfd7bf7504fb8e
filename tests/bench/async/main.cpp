// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the asynchronous copies move, beside plain C that moves the same on as many threads in the
// same run.
//
//   async [--rounds N] [--megabytes N] [--only SECTION,...] [--tiles BYTES,...] [--table FILE]
//
// OCL_ICD_VENDORS names the vendors folder of a Weft build, or that of its own is taken; with that
// of another platform, the sections of movements run on that. Columns: GB/s of the bytes that go
// through local memory for OpenCL and for C, the best of 5 rounds, and OpenCL's multiple of C, the
// median of the rounds, in which both take turns. Data in memory are 512 MB. The end tells which
// rows reach their limits.
// --table writes the rates for plot.
#include "tests/bench/async/report.h"
#include "tests/bench/async/session.h"
#include "tests/bench/own_build.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

namespace {

using weft::bench::Report;
using weft::bench::Session;

struct Section {
  const char *name;
  void (*run)(const Session &, Report &);
  std::size_t (*rows)(const Session &);
};

std::size_t oneRow(const Session & /*session*/) { return 1; }

constexpr Section sections[] = {
    {"contiguous", weft::bench::benchContiguous, weft::bench::rowsOfContiguous},
    {"idiom", weft::bench::benchIdiom, weft::bench::rowsOfIdiom},
    {"lines", weft::bench::benchLines, weft::bench::rowsOfLines},
    {"gather", weft::bench::benchGather, weft::bench::rowsOfStrided},
    {"scatter", weft::bench::benchScatter, weft::bench::rowsOfStrided},
    {"buffering", weft::bench::benchBuffering, weft::bench::rowsOfBuffering},
    {"prefetch", weft::bench::benchPrefetch, oneRow},
    {"dot", weft::bench::benchDot, oneRow}};

} // namespace

int main(int count, char **arguments) {
  weft::bench::weftVendors();
  setenv("WEFT_TIERS", "best", /*overwrite=*/0); // kernels are measured in their best code
  int rounds = 5, megabytes = 512;
  std::vector<std::string> only;
  std::vector<std::size_t> tiles;
  std::string table;
  weft::test::CommandLine line("async");
  line.option("--rounds", rounds, 1)
      .option("--megabytes", megabytes, 64)
      .option("--only", only)
      .option("--table", table)
      .option("--tiles", [&](const std::string &list) {
        std::ranges::transform(weft::test::splitAtCommas(list), std::back_inserter(tiles),
                               [](const std::string &tile) { return std::stoul(tile); });
      });
  line.parse(count, arguments);
  const auto isSection = [](const std::string &name) {
    return std::ranges::any_of(sections,
                               [&](const Section &section) { return section.name == name; });
  };
  if (!std::ranges::all_of(only, isSection)) {
    std::string known;
    for (const Section &section : sections)
      known += std::string(" ") + section.name;
    line.fail("--only takes of these:" + known);
  }
  const Session session(rounds, weft::bench::megabyte * static_cast<std::size_t>(megabytes), tiles);
  const auto isWanted = [&](const Section &section) {
    return only.empty() || std::ranges::find(only, section.name) != only.end();
  };
  std::size_t rows = 0;
  for (const Section &section : sections)
    rows += isWanted(section) ? section.rows(session) : 0;
  Report report(rows, table);
  for (const Section &section : sections)
    if (isWanted(section))
      section.run(session, report);
  report.summary();
}
