// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What vectorised kernels reach: each beside the same kernel with vectorisation off, beside the
// same work by hand in C++, and beside every other platform that is installed. All results are
// checked.
//
//   kernels [options]
//     --only a,b        only the rows of these names; where none has a name, those that begin so
//     --rounds N        samples of each column (7)
//     --vectorise V     what -cl-weft-vectorise= gets in Weft's column (auto)
//     --cpu LEVEL       x86-64-v3 (AVX2) or x86-64-v2 (SSE4.2), on AArch64 neoverse-v2 or
//     cortex-a76:
//                       Weft's columns and the native version are compiled for that; other
//                       platforms do as they like
//     --clock cpu       CPU time instead of wall-clock time; with one thread (WEFT_THREADS=1, or
//                       taskset) it is steady on a busy machine
//     --compile         how long the builds take instead
//     --spirv           the modules in SPIR-V that Clang makes of the sources, beside the sources
//     --no-peers        Weft alone
//     --beside A=DIR    beside platform A, whose .icd file is in DIR; may come several times.
//                       DIR:LIBRARIES has a folder of libraries that it needs. Without it, beside
//                       those of /etc/OpenCL/vendors
//     --table FILE      writes the figures for plot, too
//     --list            the names of the rows
//     --case A --once N about an N-th of one row's work once by Weft and once by the native
//     version,
//                       between marks for a tool that counts instructions (cycles)
//
// OCL_ICD_VENDORS names the vendors folder of a Weft build; without it, that of its own is taken.
// Each row of each platform runs in a process of its own. Every figure is a median; columns
// alternate within a process, and ratios are those of samples taken beside each other. A platform
// is compared with Weft by way of the native version, which runs beside both; the rows that the
// best other platform wins are named at the end.
#include "tests/bench/kernels/measurement.h"
#include "tests/bench/kernels/once.h"
#include "tests/bench/platforms.h"
#include "tests/bench/statistics.h"
#include "tests/bench/table_file.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

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
  for (const auto &family : {streamCases(), imageCases(), loopCases(), hashCases(), mathsCases(),
                             groupCases(), divergenceCases(), rowCases(), orderCases()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

struct Options {
  MeasurementOptions measurement;
  std::vector<std::string> only;
  PlatformOptions platforms;
  std::string table;
  bool builds = false, list = false;
  std::string measuredCase; ///< set in the processes that measure
  std::size_t once = 0;     ///< the part of a counted case
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
      .flag("--list", options.list)
      .flag("--spirv", options.measurement.isModule)
      .flag("--peer", options.measurement.isPeer)
      .option("--case", options.measuredCase)
      .option("--once", options.once, 1)
      .option("--table", options.table);
  addPlatformOptions(line, options.platforms);
  line.parse(count, arguments);
  return options;
}

// ---- The parent: one process for each row and platform.

std::vector<Case> chosenCases(const Options &options) {
  const std::vector<Case> all = allCases();
  std::vector<Case> chosen;
  const auto isNamed = [&](const std::string &name) {
    return std::ranges::any_of(all, [&](const Case &test) { return test.name == name; });
  };
  const auto isChosen = [&](const std::string_view name) {
    return std::ranges::any_of(options.only, [&](const std::string &wanted) {
      return isNamed(wanted) ? name == wanted : name.starts_with(wanted);
    });
  };
  for (const Case &test : all)
    if (options.only.empty() || isChosen(test.name))
      chosen.push_back(test);
  return chosen;
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
        platform.environment() + "WEFT_CACHE=0 POCL_KERNEL_CACHE=0 POCL_CACHE_DIR='" + folder +
        "' XDG_CACHE_HOME='" + folder + "' '" + measuring + "' --case '" + test.name +
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

template <class... Values> std::string text(const char *format, Values... values) {
  char line[256];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

/// Of the speed of modules over that of their sources, on average.
constexpr double modulesTarget = 0.98;

/// A ratio, the target, and a mark where it is missed.
std::string ratioText(double ratio, double target) {
  return text(" %7.2f %-4g%c", ratio, target, ratio >= target ? ' ' : '<');
}

/// The rows of one table: shows how far it is, prints whole rows, and writes them for plot.
class Table {
public:
  Table(const Options &options, std::size_t columns)
      : runner(options), chosen(chosenCases(options)), progress(chosen.size() * columns),
        file(options.table) {}

  const std::vector<Case> &cases() const { return chosen; }
  void head(const std::vector<std::string> &names) const { file.names(names); }

  Outcome run(const Case &test, const Platform &platform, bool isPeer) {
    progress.step(std::string(test.name) + ", " + platform.name);
    Outcome outcome = runner.run(test, platform, isPeer);
    isGood &= isPeer || outcome.wrong.empty();
    return outcome;
  }

  /// Prints a row, and writes the numbers for plot.
  void row(const Case &test, const std::string &line, const Outcome &ours,
           const std::vector<double> &numbers) {
    progress.clear();
    std::printf("%-26s%s%s\n", test.name, line.c_str(),
                ours.wrong.empty() ? "" : ("  WRONG: " + ours.wrong).c_str());
    std::fflush(stdout);
    file.row(test.name, numbers);
  }

  /// The exit code, behind the last row.
  int end() const {
    std::printf("%zu rows in %s\n", chosen.size(), test::clockText(progress.seconds()).c_str());
    return isGood ? 0 : 1;
  }

private:
  const Runner runner;
  const std::vector<Case> chosen;
  test::Progress progress;
  const TableFile file;
  bool isGood = true;
};

int runTable(const Options &options, const Platform &weft, const std::vector<Platform> &others) {
  Table table(options, 1 + others.size());
  std::printf("%-26s %9s %9s %9s %12s  %12s ", "milliseconds", "weft", "scalar", "native",
              "over scalar", "over native");
  std::vector<std::string> names = {"kernel",    "weft ms",          "scalar ms",
                                    "native ms", "weft over scalar", "weft over native"};
  for (const Platform &platform : others) {
    std::printf(" %9s  over it", platform.name.c_str());
    names.insert(names.end(), {platform.name + " ms", platform.name + " over native"});
  }
  std::printf("\n");
  table.head(names);
  GeometricMean overScalar, overNative;
  std::vector<GeometricMean> overOthers(others.size());
  std::string behind;
  unsigned reached = 0;
  for (const Case &test : table.cases()) {
    const Outcome ours = table.run(test, weft, /*isPeer=*/false);
    std::string line = text(" %9.3f %9.3f %9.3f", ours["kernel"], ours["scalar"], ours["native"]) +
                       ratioText(ours["overScalar"], test.overScalar) +
                       ratioText(ours["overNative"], test.overNative);
    std::vector<double> numbers = {ours["kernel"], ours["scalar"], ours["native"],
                                   ours["overScalar"], ours["overNative"]};
    overScalar.add(ours["overScalar"]);
    overNative.add(ours["overNative"]);
    reached += ours["overScalar"] >= test.overScalar && ours["overNative"] >= test.overNative;
    double overBest = INFINITY;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const Outcome theirs = table.run(test, others[i], /*isPeer=*/true);
      const double ratio = ours["overNative"] / theirs["overNative"];
      line += text(" %9.3f %8.2f", theirs["kernel"], ratio) +
              (theirs.wrong.empty() ? "" : " (" + theirs.wrong + ")");
      // A wrong result has no speed.
      const bool isRight = theirs.wrong.empty();
      if (isRight) {
        overOthers[i].add(ratio);
        overBest = std::min(overBest, ratio);
      }
      numbers.insert(numbers.end(),
                     {isRight ? theirs["kernel"] : NAN, isRight ? theirs["overNative"] : NAN});
    }
    if (overBest < 1)
      behind += "  " + std::string(test.name) + text(" %.2f\n", overBest);
    table.row(test, line, ours, numbers);
  }
  std::printf("%-26s %29s %7.2f      %8.2f     ", "geometric mean", "", overScalar.value(),
              overNative.value());
  for (const GeometricMean &mean : overOthers)
    std::printf(" %9s %8.2f", "", mean.value());
  std::printf("\n%u of %zu rows reach both targets; < marks what misses one\n", reached,
              table.cases().size());
  if (!others.empty())
    std::printf("rows below the best other platform:\n%s",
                behind.empty() ? "  none\n" : behind.c_str());
  return table.end();
}

int runModules(const Options &options, const Platform &weft) {
  Table table(options, 1);
  std::printf("%-26s %9s %9s %12s\n", "milliseconds", "SPIR-V", "source", "over source");
  table.head({"kernel", "SPIR-V ms", "source ms", "over source"});
  GeometricMean overSource;
  for (const Case &test : table.cases()) {
    const Outcome outcome = table.run(test, weft, /*isPeer=*/false);
    table.row(test,
              text(" %9.3f %9.3f", outcome["kernel"], outcome["source"]) +
                  ratioText(outcome["overSource"], modulesTarget),
              outcome, {outcome["kernel"], outcome["source"], outcome["overSource"]});
    overSource.add(outcome["overSource"]);
  }
  std::printf("%-46s %7.3f  (at least %g)\n", "geometric mean", overSource.value(), modulesTarget);
  return table.end();
}

int runBuilds(const Options &options, const Platform &weft, const std::vector<Platform> &others) {
  Table table(options, 1 + others.size());
  std::printf("%-26s %10s %10s %7s", "milliseconds of a build", "vectorised", "scalar", "ratio");
  std::vector<std::string> names = {"kernel", "weft", "weft scalar"};
  for (const Platform &platform : others) {
    std::printf(" %9s", platform.name.c_str());
    names.push_back(platform.name);
  }
  std::printf("\n");
  table.head(names);
  double vectorised = 0, scalar = 0, slowest = 0;
  for (const Case &test : table.cases()) {
    const Outcome ours = table.run(test, weft, /*isPeer=*/false);
    std::string line = text(" %10.1f %10.1f %7.2f", ours["vectorised"], ours["scalar"],
                            ours["vectorised"] / ours["scalar"]);
    std::vector<double> numbers = {ours["vectorised"], ours["scalar"]};
    for (const Platform &platform : others) {
      numbers.push_back(table.run(test, platform, /*isPeer=*/true)["vectorised"]);
      line += text(" %9.1f", numbers.back());
    }
    table.row(test, line, ours, numbers);
    vectorised += ours["vectorised"];
    scalar += ours["scalar"];
    slowest = std::max(slowest, ours["vectorised"]);
  }
  std::printf("%-26s %10.1f %10.1f %7.2f  (at most 2.5; slowest build %.0f ms, at most 1000)\n",
              "all", vectorised, scalar, vectorised / scalar, slowest);
  return table.end();
}

int measureOne(const Options &options) {
  for (const Case &test : allCases())
    if (test.name == options.measuredCase) {
      if (options.once) {
        runOnce(test, options.measurement, options.once);
        return 0;
      }
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
  std::vector<Platform> others = weftAndOthers(options.platforms);
  if (others.empty())
    complain(
        "set OCL_ICD_VENDORS to the vendors folder of a Weft build: this program lies in none");
  const Platform weft = others.front();
  others.erase(others.begin());
  if (options.measurement.isModule)
    return runModules(options, weft);
  return options.builds ? runBuilds(options, weft, others) : runTable(options, weft, others);
}

} // namespace
} // namespace weft::bench

int main(int count, char **arguments) {
  setenv("WEFT_TIERS", "best", /*overwrite=*/0); // kernels are measured in their best code
  return weft::bench::run(weft::bench::parse(count, arguments));
}
