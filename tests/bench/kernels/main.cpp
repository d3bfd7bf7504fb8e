// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What vectorised kernels reach: each beside the same kernel with vectorisation off, beside the
// same work by hand in C++, and beside every other platform that is installed. All results are
// checked.
//
//   kernels [options]
//     --only a,b        only the rows whose names begin so
//     --rounds N        samples of each column (7)
//     --vectorise V     what -cl-weft-vectorise= gets in Weft's column (auto)
//     --cpu LEVEL       x86-64-v3 (AVX2) or x86-64-v2 (SSE4.2): Weft's columns and the native
//                       version use no more instructions than that; other platforms do as they like
//     --clock cpu       CPU time instead of wall-clock time; with one thread (WEFT_THREADS=1, or
//                       taskset) it is steady on a busy machine
//     --compile         how long the builds take instead
//     --spirv           the modules in SPIR-V that Clang makes of the sources, beside the sources
//     --no-peers        Weft alone
//     --list            the names of the rows
//
// OCL_ICD_VENDORS must name the vendors folder of a Weft build; other platforms are those of
// /etc/OpenCL/vendors. Each row of each platform runs in a process of its own. Every figure is a
// median; columns alternate within a process, and ratios are those of samples taken beside each
// other. A platform is compared with Weft by way of the native version, which runs beside both.
#include "tests/bench/kernels/measurement.h"
#include "tests/support/command_line.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string_view>

namespace weft::bench {
namespace {

std::vector<Case> allCases() {
  std::vector<Case> all;
  for (const auto &family : {streamCases(), imageCases(), loopCases(), mathsCases(), groupCases(),
                             divergenceCases(), rowCases(), orderCases()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

struct Options {
  MeasurementOptions measurement;
  std::vector<std::string> only;
  bool builds = false, peers = true, list = false;
  std::string measuredCase; ///< set in the processes that measure
};

[[noreturn]] void complain(const std::string &what) {
  std::fprintf(stderr, "kernels: %s\n", what.c_str());
  std::exit(2);
}

Options parse(int count, char **arguments) {
  Options options;
  test::CommandLine line("kernels");
  line.option("--only", options.only)
      .option("--rounds", options.measurement.rounds, 1)
      .option("--vectorise", options.measurement.vectorise)
      .option("--cpu", options.measurement.cpu)
      .option("--clock",
              [&](const std::string &clock) { options.measurement.isCpuTime = clock == "cpu"; })
      .flag("--compile", options.builds)
      .flag("--no-peers", options.peers, false)
      .flag("--list", options.list)
      .flag("--spirv", options.measurement.isModule)
      .flag("--peer", options.measurement.isPeer)
      .option("--case", options.measuredCase);
  line.parse(count, arguments);
  return options;
}

bool isChosen(const Case &test, const Options &options) {
  return options.only.empty() || std::ranges::any_of(options.only, [&](const std::string &prefix) {
           return std::string_view(test.name).starts_with(prefix);
         });
}

// ---- The parent: one process for each row and platform.

struct Platform {
  std::string name, icd;
};

std::vector<Platform> peers() {
  std::vector<Platform> found;
  if (std::filesystem::is_directory("/etc/OpenCL/vendors"))
    for (const auto &entry : std::filesystem::directory_iterator("/etc/OpenCL/vendors"))
      if (entry.path().extension() == ".icd" && entry.path().stem() != "weft")
        found.push_back({entry.path().stem(), entry.path()});
  return found;
}

struct Outcome {
  std::map<std::string, double> figures;
  std::string wrong; ///< the columns whose results are wrong, or "failed"

  double operator[](const char *name) const {
    const auto found = figures.find(name);
    return found == figures.end() ? NAN : found->second;
  }
};

// The native versions of each CPU are in a program of their own, beside this one.
std::string measuringProgram(const std::string &cpu) {
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  if (!cpu.empty())
    program += "-" + cpu;
  if (!std::filesystem::exists(program))
    complain("there are no native versions for " + cpu);
  return program;
}

class Runner {
public:
  explicit Runner(const Options &options)
      : options(options), measuring(measuringProgram(options.measurement.cpu)),
        cache(std::filesystem::temp_directory_path() / ("kernels-" + std::to_string(getpid()))) {}
  ~Runner() {
    std::error_code ignored;
    std::filesystem::remove_all(cache, ignored);
  }

  Outcome run(const Case &test, const Platform &platform, bool isPeer) const {
    // Nothing comes from a cache, in Weft by its switch and elsewhere because it is empty.
    std::filesystem::remove_all(cache);
    std::filesystem::create_directories(cache);
    const MeasurementOptions &measurement = options.measurement;
    const std::string folder = cache.string();
    const std::string command =
        "OCL_ICD_VENDORS='" + platform.icd + "' WEFT_CACHE=0 POCL_KERNEL_CACHE=0 POCL_CACHE_DIR='" +
        folder + "' XDG_CACHE_HOME='" + folder + "' '" + measuring + "' --case '" + test.name +
        "' --rounds " + std::to_string(measurement.rounds) + " --vectorise " +
        measurement.vectorise + (measurement.cpu.empty() ? "" : " --cpu " + measurement.cpu) +
        (measurement.isCpuTime ? " --clock cpu" : "") + (isPeer ? " --peer" : "") +
        (options.builds ? " --compile" : "") + (measurement.isModule ? " --spirv" : "");
    Outcome outcome;
    FILE *pipe = popen(command.c_str(), "r");
    char name[64], value[64];
    while (pipe && std::fscanf(pipe, "%63s %63s", name, value) == 2)
      if (name == std::string_view("wrong"))
        outcome.wrong += (outcome.wrong.empty() ? "" : " ") + std::string(value);
      else
        outcome.figures[name] = std::atof(value);
    if ((!pipe || pclose(pipe) != 0) && outcome.wrong.empty())
      outcome.wrong = "failed";
    return outcome;
  }

private:
  const Options &options;
  const std::string measuring;
  const std::filesystem::path cache;
};

class GeometricMean {
public:
  void add(double value) {
    if (std::isfinite(value) && value > 0)
      sum += std::log(value), ++count;
  }
  double value() const { return count ? std::exp(sum / count) : NAN; }

private:
  double sum = 0;
  int count = 0;
};

/// Of the speed of modules over that of their sources, on average.
constexpr double modulesTarget = 0.98;

/// A ratio, the target, and a mark where it is missed.
void printRatio(double ratio, double target) {
  std::printf(" %7.2f %-4g%c", ratio, target, ratio >= target ? ' ' : '<');
}

int runTable(const Options &options, const Platform &weft, const std::vector<Platform> &others) {
  const Runner runner(options);
  std::printf("%-26s %9s %9s %9s %12s  %12s ", "milliseconds", "weft", "scalar", "native",
              "over scalar", "over native");
  for (const Platform &platform : others)
    std::printf(" %9s  over it", platform.name.c_str());
  std::printf("\n");
  GeometricMean overScalar, overNative;
  std::vector<GeometricMean> overOthers(others.size());
  unsigned rows = 0, reached = 0;
  bool isGood = true;
  for (const Case &test : allCases()) {
    if (!isChosen(test, options))
      continue;
    const Outcome ours = runner.run(test, weft, /*isPeer=*/false);
    std::printf("%-26s %9.3f %9.3f %9.3f", test.name, ours["kernel"], ours["scalar"],
                ours["native"]);
    printRatio(ours["overScalar"], test.overScalar);
    printRatio(ours["overNative"], test.overNative);
    overScalar.add(ours["overScalar"]);
    overNative.add(ours["overNative"]);
    ++rows;
    reached += ours["overScalar"] >= test.overScalar && ours["overNative"] >= test.overNative;
    for (std::size_t i = 0; i < others.size(); ++i) {
      std::fflush(stdout);
      const Outcome theirs = runner.run(test, others[i], /*isPeer=*/true);
      const double ratio = ours["overNative"] / theirs["overNative"];
      overOthers[i].add(ratio);
      std::printf(" %9.3f %8.2f%s", theirs["kernel"], ratio,
                  theirs.wrong.empty() ? "" : (" (" + theirs.wrong + ")").c_str());
    }
    if (!ours.wrong.empty())
      std::printf("  WRONG: %s", ours.wrong.c_str());
    isGood &= ours.wrong.empty();
    std::printf("\n");
    std::fflush(stdout);
  }
  std::printf("%-26s %29s %7.2f      %8.2f     ", "geometric mean", "", overScalar.value(),
              overNative.value());
  for (const GeometricMean &mean : overOthers)
    std::printf(" %9s %8.2f", "", mean.value());
  std::printf("\n%u of %u rows reach both targets; < marks what misses one\n", reached, rows);
  return isGood ? 0 : 1;
}

int runModules(const Options &options, const Platform &weft) {
  const Runner runner(options);
  std::printf("%-26s %9s %9s %12s\n", "milliseconds", "SPIR-V", "source", "over source");
  GeometricMean overSource;
  bool isGood = true;
  for (const Case &test : allCases()) {
    if (!isChosen(test, options))
      continue;
    const Outcome outcome = runner.run(test, weft, /*isPeer=*/false);
    std::printf("%-26s %9.3f %9.3f", test.name, outcome["kernel"], outcome["source"]);
    printRatio(outcome["overSource"], modulesTarget);
    std::printf("%s\n", outcome.wrong.empty() ? "" : ("  WRONG: " + outcome.wrong).c_str());
    std::fflush(stdout);
    overSource.add(outcome["overSource"]);
    isGood &= outcome.wrong.empty();
  }
  std::printf("%-46s %7.3f  (at least %g)\n", "geometric mean", overSource.value(), modulesTarget);
  return isGood ? 0 : 1;
}

int runBuilds(const Options &options, const Platform &weft, const std::vector<Platform> &others) {
  const Runner runner(options);
  std::printf("%-26s %10s %10s %7s", "milliseconds of a build", "vectorised", "scalar", "ratio");
  for (const Platform &platform : others)
    std::printf(" %9s", platform.name.c_str());
  std::printf("\n");
  double vectorised = 0, scalar = 0, slowest = 0;
  bool isGood = true;
  for (const Case &test : allCases()) {
    if (!isChosen(test, options))
      continue;
    const Outcome ours = runner.run(test, weft, /*isPeer=*/false);
    std::printf("%-26s %10.1f %10.1f %7.2f", test.name, ours["vectorised"], ours["scalar"],
                ours["vectorised"] / ours["scalar"]);
    for (const Platform &platform : others)
      std::printf(" %9.1f", runner.run(test, platform, /*isPeer=*/true)["vectorised"]);
    std::printf("%s\n", ours.wrong.empty() ? "" : "  FAILED");
    std::fflush(stdout);
    isGood &= ours.wrong.empty();
    vectorised += ours["vectorised"];
    scalar += ours["scalar"];
    slowest = std::max(slowest, ours["vectorised"]);
  }
  std::printf("%-26s %10.1f %10.1f %7.2f  (at most 2.5; slowest build %.0f ms, at most 1000)\n",
              "all", vectorised, scalar, vectorised / scalar, slowest);
  return isGood ? 0 : 1;
}

int measureOne(const Options &options) {
  for (const Case &test : allCases())
    if (test.name == options.measuredCase) {
      if (!options.builds)
        return measure(test, options.measurement) ? 0 : 1;
      measureBuilds(test, options.measurement);
      return 0;
    }
  complain("no row is named " + options.measuredCase);
}

int run(const Options &options) {
  if (!options.measuredCase.empty())
    return measureOne(options);
  if (options.list) {
    for (const Case &test : allCases())
      std::printf("%s\n", test.name);
    return 0;
  }
  const char *vendors = std::getenv("OCL_ICD_VENDORS");
  if (!vendors)
    complain("set OCL_ICD_VENDORS to the vendors folder of a Weft build");
  if (options.measurement.isModule)
    return runModules(options, {"weft", vendors});
  const std::vector<Platform> others = options.peers ? peers() : std::vector<Platform>{};
  return options.builds ? runBuilds(options, {"weft", vendors}, others)
                        : runTable(options, {"weft", vendors}, others);
}

} // namespace
} // namespace weft::bench

int main(int count, char **arguments) {
  setenv("WEFT_TIERS", "best", /*overwrite=*/0); // kernels are measured in their best code
  return weft::bench::run(weft::bench::parse(count, arguments));
}
