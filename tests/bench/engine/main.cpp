// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What commands, objects and memory cost beside the work itself: one figure for each of the queue
// engine's targets, for Weft and, beside it, for other platforms.
//
//   engine [options] [rounds]     20 rounds by default; a figure is the best of them, or,
//                                 beside native code, that of medians
//     --beside NAME=DIR           beside the platform whose .icd file is in DIR; may come several
//                                 times. DIR:LIBRARIES has a folder of libraries that it needs.
//                                 Without it, beside those of /etc/OpenCL/vendors
//     --no-peers                  Weft alone
//     --table FILE                writes the figures for plot, too
//
// OCL_ICD_VENDORS names the vendors folder of a Weft build; without it, that of its own is taken.
// Each platform is measured in a process of its own. Copies, fills and the vector addition are
// measured as ratios to threads that do the same natively on the same memory, the better of cached
// and non-temporal stores; launches of groups that compute for a while, as ratios to oneTBB's
// parallel_for over the same in C++.
#include "tests/bench/engine/measurement.h"
#include "tests/bench/figures.h"
#include "tests/bench/platforms.h"
#include "tests/bench/table_file.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace weft::bench;

struct Row {
  const char *what, *name, *unit;
  double limit; ///< on a quiet two-core machine: at most; at least where it is a share of native
};

const Row rows[] = {
    {"enqueue 64 work-items + clFinish", "tiny", "us", 2},
    {"the same, batched 5,000", "batched", "us", 0.4},
    {"... out of order", "unordered", "us", 0},
    {"a kernel enqueues 5,000 of 64, each", "child", "us", 2},
    {"256 groups of 64 + clFinish", "groups", "us", 6},
    {"100 kernels of 64 + clFinish", "enqueued", "us", 0},
    {"... in a command buffer", "replayed", "us", 0},
    {"... of the time of enqueuing them", "replay", "x", 0.333},
    {"blocking read of 64 bytes", "read", "us", 0.5},
    {"blocking write of 64 bytes", "write", "us", 0.5},
    {"clSetKernelArg", "argument", "ns", 50},
    {"event create + release", "event", "ns", 100},
    {"chain of 10,000 over two queues", "chain", "us", 1.5},
    {"clCreateBuffer + release, 4 KB", "buffer", "us", 1},
    {"2 groups of 1 us", "loop-2-1", "x native", 0.91},
    {"16 groups of 1 us", "loop-16-1", "x native", 0.91},
    {"64 groups of 1 us", "loop-64-1", "x native", 0.91},
    {"1,024 groups of 1 us", "loop-1024-1", "x native", 0.91},
    {"2 groups of 10 us", "loop-2-10", "x native", 0.91},
    {"16 groups of 10 us", "loop-16-10", "x native", 0.91},
    {"64 groups of 10 us", "loop-64-10", "x native", 0.91},
    {"1,024 groups of 10 us", "loop-1024-10", "x native", 0.91},
    {"2 groups of 100 us", "loop-2-100", "x native", 0.91},
    {"16 groups of 100 us", "loop-16-100", "x native", 0.91},
    {"64 groups of 100 us", "loop-64-100", "x native", 0.91},
    {"1,024 groups of 100 us", "loop-1024-100", "x native", 0.91},
    {"copy of 256 MB", "copy", "x native", 0.95},
    {"fill of 256 MB", "fill", "x native", 0.95},
    {"read of an image of 256 MB", "image-read", "x native", 0.9},
    {"copy of an image of 256 MB", "image-copy", "x native", 0.9},
    {"vector add 3 x 64 MB", "add", "x native", 0.95},
    {"... in shared virtual memory", "shared", "x buffers", 0.95},
    {"uneven kernel", "uneven", "x ideal", 1.1},
};

Figures measure(const Platform &platform, const std::string &rounds,
                weft::test::Progress &progress) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  int status;
  progress.step(platform.name);
  return figuresOf(
      platform.environment() + "'" + self + "' --measure " + rounds, status,
      [&](const std::string &name) { progress.step(platform.name + ", behind \"" + name + '"'); });
}

bool isWithin(const Row &row, double figure) {
  const bool isShare = std::string_view(row.unit).starts_with("x native") ||
                       std::string_view(row.unit) == "x buffers";
  return isShare ? figure >= row.limit : figure <= row.limit;
}

/// False if Weft lacks a figure.
bool printTable(const std::vector<Platform> &platforms, const std::vector<Figures> &results,
                const TableFile &table) {
  std::printf("%-36s", "");
  std::vector<std::string> names = {"what"};
  for (const Platform &platform : platforms) {
    std::printf("%12s%s", platform.name.c_str(),
                &platform == &platforms[0] ? "            target" : " / Weft's");
    names.push_back(platform.name);
  }
  std::printf("\n");
  table.names(names);
  bool isComplete = true;
  unsigned limits = 0, reached = 0;
  for (const Row &row : rows) {
    std::vector<double> numbers;
    for (const Figures &figures : results)
      numbers.push_back(figure(figures, row.name));
    const double ours = numbers[0];
    isComplete &= ours > 0 || row.name == std::string("uneven");
    std::printf("%-36s%12.3f %-9s", row.what, ours, row.unit);
    if (row.limit > 0)
      std::printf("%8.2f", row.limit);
    else
      std::printf("%8s", "");
    limits += row.limit > 0 && std::isfinite(ours);
    reached += row.limit > 0 && isWithin(row, ours);
    for (size_t i = 1; i < platforms.size(); ++i)
      std::printf("%12.3f %8.1f", numbers[i], numbers[i] / ours);
    std::printf("\n");
    table.row(std::string(row.what) + ", " + row.unit, numbers);
  }
  std::printf("%u of %u targets are reached\n", reached, limits);
  return isComplete;
}

} // namespace

int main(int argc, char **argv) {
  setenv("WEFT_TIERS", "best", /*overwrite=*/0); // kernels are measured in their best code
  int measuredRounds = 0;
  std::vector<std::string> words;
  PlatformOptions platformOptions;
  std::string table;
  weft::test::CommandLine line("engine");
  line.option("--measure", measuredRounds, 1).option("--table", table).words(words);
  addPlatformOptions(line, platformOptions);
  line.parse(argc, argv);
  if (measuredRounds != 0) {
    measureEngine(measuredRounds);
    return 0;
  }
  const std::string rounds = std::to_string(words.empty() ? 20 : std::max(1, std::stoi(words[0])));
  const std::vector<Platform> platforms = weftAndOthers(platformOptions);
  if (platforms.empty()) {
    std::fprintf(
        stderr,
        "set OCL_ICD_VENDORS to the vendors folder of a Weft build: this program lies in none\n");
    return 2;
  }
  weft::test::Progress progress(platforms.size() * std::size(rows));
  std::vector<Figures> results;
  for (const Platform &platform : platforms)
    results.push_back(measure(platform, rounds, progress));
  progress.clear();
  const bool isComplete = printTable(platforms, results, TableFile(table));
  std::printf("%s rounds in %s\n", rounds.c_str(),
              weft::test::clockText(progress.seconds()).c_str());
  return isComplete ? 0 : 1;
}
