// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long programs wait before their first kernel runs: every figure is the median over fresh
// processes, for Weft and, beside it, for every other platform that is installed.
//
//   startup [runs]           a one-line kernel; 15 runs by default
//   startup --hard [runs]    the programs of hard_programs.h; one run by default
//     --only NAME,...        only these of them
//     --seconds N            ends a process after that time (120)
//   startup --print NAME     prints the source of one of them, for other tools
//
// OCL_ICD_VENDORS must name the vendors folder of a Weft build. Other platforms are those of
// /etc/OpenCL/vendors. Each figure's process measures itself, from just before its first OpenCL
// call.
#include "tests/bench/startup/fresh_processes.h"
#include "tests/bench/startup/measured_process.h"
#include "tests/support/command_line.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace weft::bench;

Figures measurePlatform(const Platform &platform, int runs) {
  const CacheFolder cache;
  std::vector<Figures> plain, cold, warm;
  for (int i = 0; i < runs; ++i) {
    cache.empty();
    plain.push_back(runOnce(platform, cache, "--queue"));
    cold.push_back(runOnce(platform, cache, "--build"));
    warm.push_back(runOnce(platform, cache, "--build"));
  }
  Figures all = medians(plain, "");
  all.merge(medians(cold, " cold"));
  all.merge(medians(warm, " warm"));
  return all;
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
    {"... until its first result", "result warm", 0},
    {"slowest launch at a new size", "sizes cold", 0},
};

bool printSmallBuilds(const std::vector<Platform> &platforms, int runs) {
  std::vector<Figures> results;
  for (const Platform &platform : platforms)
    results.push_back(measurePlatform(platform, runs));
  std::printf("%-34s", "median milliseconds");
  for (const Platform &platform : platforms)
    std::printf("%12s%s", platform.name.c_str(),
                &platform == &platforms[0] ? "   limit" : "   times Weft's");
  std::printf("\n");
  bool isGood = true;
  for (const Row &row : rows) {
    double ours = results[0][row.name];
    isGood &= ours > 0;
    std::printf("%-34s%12.3f", row.what, ours);
    if (row.limit > 0)
      std::printf(" %7.0f", row.limit);
    else
      std::printf("%8s", "");
    for (size_t i = 1; i < platforms.size(); ++i)
      std::printf("%12.3f %14.1f", results[i][row.name], results[i][row.name] / ours);
    std::printf("\n");
  }
  return isGood;
}

struct HardOptions {
  int runs = 1;
  unsigned seconds = 120;
  std::vector<std::string> only;
};

// False if Weft fails, or if a platform's results are not Weft's.
bool printHardRow(const HardProgram &program, const std::vector<Platform> &platforms,
                  const HardOptions &options) {
  std::printf("%-42s", program.description.c_str());
  bool isGood = true;
  double checksum = 0;
  for (const Platform &platform : platforms) {
    std::vector<Figures> runs;
    for (int i = 0; i < options.runs; ++i)
      runs.push_back(
          runOnce(platform, CacheFolder(), "--build-hard " + program.name, options.seconds));
    Figures figures = medians(runs, "");
    const bool isFirst = &platform == &platforms[0];
    const bool hasFailed = !figures.contains("checksum");
    if (isFirst)
      checksum = figures["checksum"];
    isGood &= !(isFirst && hasFailed);
    if (hasFailed) {
      std::printf("%10s%10s%10s ", "-", "-", "-");
      continue;
    }
    const bool isSame = figures["checksum"] == checksum;
    isGood &= isSame;
    std::printf("%10.3f%10.3f", figures["build"] / 1000, figures["result"] / 1000);
    if (figures.contains("code"))
      std::printf("%10.3f%c", figures["code"] / 1000, isSame ? ' ' : '!');
    else
      std::printf("%10s%c", "-", isSame ? ' ' : '!');
  }
  std::printf("\n");
  std::fflush(stdout);
  return isGood;
}

bool printHardBuilds(const std::vector<Platform> &platforms, const HardOptions &options) {
  std::printf("%-42s", "median seconds: build, first result, binary");
  for (const Platform &platform : platforms)
    std::printf("%30s ", platform.name.c_str());
  std::printf("\n");
  bool isGood = true;
  for (const HardProgram &program : makeHardPrograms())
    if (options.only.empty() || std::ranges::find(options.only, program.name) != options.only.end())
      isGood &= printHardRow(program, platforms, options);
  if (!isGood)
    std::printf("a build failed, or platforms differ in their results (!)\n");
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
  weft::test::CommandLine line("startup");
  line.flag("--queue", measuresQueue).flag("--build", measuresBuild);
  line.option("--build-hard", measuredProgram).option("--print", printedProgram);
  line.flag("--hard", isHard).option("--only", options.only);
  line.option("--seconds", options.seconds).words(words);
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
  const std::vector<Platform> platforms = findPlatforms();
  if (platforms.empty()) {
    std::fprintf(stderr, "set OCL_ICD_VENDORS to the vendors folder of a Weft build\n");
    return 2;
  }
  const int runs = words.empty() ? (isHard ? 1 : 15) : std::max(1, std::atoi(words[0].c_str()));
  options.runs = runs;
  return (isHard ? printHardBuilds(platforms, options) : printSmallBuilds(platforms, runs)) ? 0 : 1;
}
