// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long programs wait before their first kernel runs: every figure is the median over fresh
// processes, for Weft and, beside it, for every other platform that is installed.
//
//   startup [runs]           a one-line kernel; 15 runs by default
//   startup --hard [runs]    the programs of hard_programs.h; one run by default
//     --only NAME,...        only these of them
//     --seconds N            ends a process after that time (120)
//   startup --print NAME     prints the source of one of them, for other tools
//   --beside NAME=DIR        beside the platform whose .icd file is in DIR; may come several times.
//                            DIR:LIBRARIES has a folder of libraries that it needs. Without it,
//                            beside those of /etc/OpenCL/vendors
//   --no-peers               Weft alone
//   --table FILE             writes the figures for plot, too
//
// OCL_ICD_VENDORS names the vendors folder of a Weft build; without it, that of its own is taken.
// Each figure's process measures itself, from just before its first OpenCL call.
#include "tests/bench/startup/fresh_processes.h"
#include "tests/bench/startup/measured_process.h"
#include "tests/bench/table_file.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace weft::bench;

using weft::test::Progress;

Figures measurePlatform(const Platform &platform, int runs, Progress &progress) {
  const CacheFolder cache;
  std::vector<Figures> plain, cold, warm;
  const auto measure = [&](std::vector<Figures> &to, const char *mode, const char *what) {
    progress.step(platform.name + what);
    to.push_back(runOnce(platform, cache, mode));
  };
  for (int i = 0; i < runs; ++i) {
    cache.empty();
    measure(plain, "--queue", ", without a build");
    measure(cold, "--build", ", a build");
    measure(warm, "--build", ", a build from the cache");
  }
  Figures all = medians(plain, "");
  all.merge(medians(cold, " cold"));
  all.merge(medians(warm, " warm"));
  return all;
}

std::vector<std::string> columnNames(const std::vector<Platform> &platforms) {
  std::vector<std::string> names = {"what"};
  for (const Platform &platform : platforms)
    names.push_back(platform.name);
  return names;
}

struct Row {
  const char *what, *name;
  double limit; ///< milliseconds that Weft may take on a quiet two-core machine
};

const Row rows[] = {
    {"clGetPlatformIDs", "platforms", 2},
    {"... devices, context and queue", "queue", 8},
    {"first build of a one-line kernel", "build cold", 0},
    {"... until its first result", "result cold", 15},
    {"... until there is a binary", "code cold", 60},
    {"the same build from the cache", "build warm", 1},
    {"... and until its first result", "result warm", 0},
    {"slowest launch at a new size", "sizes cold", 0},
};

bool printSmallBuilds(const std::vector<Platform> &platforms, int runs, const TableFile &table) {
  constexpr std::size_t processes = 3; // of a run
  Progress progress(processes * platforms.size() * static_cast<std::size_t>(runs));
  std::vector<Figures> results;
  for (const Platform &platform : platforms)
    results.push_back(measurePlatform(platform, runs, progress));
  progress.clear();
  std::printf("%-34s", "median milliseconds");
  for (const Platform &platform : platforms)
    std::printf("%12s%s", platform.name.c_str(),
                &platform == &platforms[0] ? "   limit" : "   times Weft's");
  std::printf("\n");
  table.names(columnNames(platforms));
  bool isGood = true;
  unsigned limits = 0, reached = 0;
  for (const Row &row : rows) {
    const double ours = figure(results[0], row.name);
    isGood &= ours > 0;
    std::vector<double> numbers;
    for (const Figures &figures : results)
      numbers.push_back(figure(figures, row.name));
    table.row(row.what, numbers);
    std::printf("%-34s%12.3f", row.what, ours);
    if (row.limit > 0)
      std::printf(" %7.0f", row.limit);
    else
      std::printf("%8s", "");
    limits += row.limit > 0;
    reached += row.limit > 0 && ours <= row.limit;
    for (size_t i = 1; i < platforms.size(); ++i)
      std::printf("%12.3f %14.1f", numbers[i], numbers[i] / ours);
    std::printf("\n");
  }
  std::printf("%u of %u limits are kept; %d runs in %s\n", reached, limits, runs,
              weft::test::clockText(progress.seconds()).c_str());
  return isGood;
}

struct HardOptions {
  int runs = 1;
  unsigned seconds = 120;
  std::vector<std::string> only;
};

// False if Weft fails, or if a platform's results are not Weft's.
bool printHardRow(const HardProgram &program, const std::vector<Platform> &platforms,
                  const HardOptions &options, Progress &progress, const TableFile &table) {
  std::string line;
  const auto add = [&line]<class... Values>(const char *format, Values... values) {
    char text[128];
    std::snprintf(text, sizeof text, format, values...);
    line += text;
  };
  bool isGood = true;
  double checksum = 0;
  std::vector<double> numbers;
  for (const Platform &platform : platforms) {
    std::vector<Figures> runs;
    for (int i = 0; i < options.runs; ++i) {
      progress.step(program.name + ", " + platform.name);
      runs.push_back(
          runOnce(platform, CacheFolder(), "--build-hard " + program.name, options.seconds));
    }
    Figures figures = medians(runs, "");
    const bool isFirst = &platform == &platforms[0];
    const bool hasFailed = !figures.contains("checksum");
    if (isFirst)
      checksum = figures["checksum"];
    isGood &= !(isFirst && hasFailed);
    if (hasFailed) {
      add("%10s%10s%10s ", "-", "-", "-");
      numbers.insert(numbers.end(), {NAN, NAN});
      continue;
    }
    const bool isSame = figures["checksum"] == checksum;
    for (const char *name : {"build", "result"})
      numbers.push_back(isSame ? figure(figures, name) / 1000 : NAN);
    isGood &= isSame;
    add("%10.3f%10.3f", figures["build"] / 1000, figures["result"] / 1000);
    if (figures.contains("code"))
      add("%10.3f%c", figures["code"] / 1000, isSame ? ' ' : '!');
    else
      add("%10s%c", "-", isSame ? ' ' : '!');
  }
  progress.clear();
  std::printf("%-42s%s\n", program.description.c_str(), line.c_str());
  std::fflush(stdout);
  table.row(program.description, numbers);
  return isGood;
}

bool printHardBuilds(const std::vector<Platform> &platforms, const HardOptions &options,
                     const TableFile &table) {
  std::vector<HardProgram> programs = makeHardPrograms();
  std::erase_if(programs, [&](const HardProgram &program) {
    return !options.only.empty() && std::ranges::count(options.only, program.name) == 0;
  });
  std::printf("%-42s", "median seconds: build, first result, binary");
  std::vector<std::string> names = {"program"};
  for (const Platform &platform : platforms) {
    std::printf("%30s ", platform.name.c_str());
    names.insert(names.end(), {platform.name + " build", platform.name + " result"});
  }
  std::printf("\n");
  table.names(names);
  bool isGood = true;
  Progress progress(programs.size() * platforms.size() * static_cast<std::size_t>(options.runs));
  for (const HardProgram &program : programs)
    isGood &= printHardRow(program, platforms, options, progress, table);
  if (!isGood)
    std::printf("a build failed, or platforms differ in their results (!)\n");
  std::printf("%zu programs in %s\n", programs.size(),
              weft::test::clockText(progress.seconds()).c_str());
  return isGood;
}

HardProgram findHardProgram(const std::string &name) {
  const std::vector<HardProgram> programs = makeHardPrograms();
  const auto found = std::ranges::find(programs, name, &HardProgram::name);
  if (found != programs.end())
    return *found;
  std::fprintf(stderr, "startup: no program '%s'; there are:\n", name.c_str());
  for (const HardProgram &program : programs)
    std::fprintf(stderr, "  %-18s%s\n", program.name.c_str(), program.description.c_str());
  std::exit(2);
}

} // namespace

int main(int argc, char **argv) {
  bool measuresQueue = false, measuresBuild = false, isHard = false;
  std::string measuredProgram, printedProgram;
  HardOptions options;
  std::vector<std::string> words;
  PlatformOptions platformOptions;
  std::string tableFile;
  weft::test::CommandLine line("startup");
  line.flag("--queue", measuresQueue).flag("--build", measuresBuild);
  line.option("--build-hard", measuredProgram).option("--print", printedProgram);
  line.flag("--hard", isHard).option("--only", options.only);
  line.option("--seconds", options.seconds).option("--table", tableFile).words(words);
  addPlatformOptions(line, platformOptions);
  line.parse(argc, argv);
  if (!printedProgram.empty()) {
    std::fputs(findHardProgram(printedProgram).source.c_str(), stdout);
    return 0;
  }
  if (measuresQueue)
    measureQueue();
  if (measuresBuild)
    measureSmallBuild();
  if (!measuredProgram.empty())
    measureHardBuild(findHardProgram(measuredProgram));
  if (measuresQueue || measuresBuild || !measuredProgram.empty())
    return 0;

  for (const std::string &name : options.only)
    findHardProgram(name);
  const std::vector<Platform> platforms = weftAndOthers(platformOptions);
  if (platforms.empty()) {
    std::fprintf(
        stderr,
        "set OCL_ICD_VENDORS to the vendors folder of a Weft build: this program lies in none\n");
    return 2;
  }
  const int runs = words.empty() ? (isHard ? 1 : 15) : std::max(1, std::atoi(words[0].c_str()));
  options.runs = runs;
  const TableFile table(tableFile);
  const bool isGood = isHard ? printHardBuilds(platforms, options, table)
                             : printSmallBuilds(platforms, runs, table);
  return isGood ? 0 : 1;
}
