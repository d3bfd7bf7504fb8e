// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as people write them, with lanes, without, and on other platforms. All results are
// compared.
//
//   typical [options]
//     --only a,b        only the kernels that these patterns match: image/*, sobel, *sort*
//     --rounds N        in which the columns take turns (5)
//     --cpu LEVEL       x86-64-v3 (AVX2) or x86-64-v2 (SSE4.2): what Weft uses; others do as they
//                       like
//     --also OPTIONS    one more column of Weft, with these build options; may come several times
//     --no-peers        Weft alone
//     --beside A=DIR    beside platform A, whose .icd file is in DIR; may come several times.
//                       DIR:LIBRARIES has a folder of libraries that it needs. Without it, beside
//                       those of /etc/OpenCL/vendors
//     --kernels FOLDER  other kernels than those of the suite
//     --table FILE      writes the figures, too
//     --list            the names of the kernels
//
// OCL_ICD_VENDORS names the vendors folder of a Weft build; without it, that of its own is taken.
// Each kernel is a file that says how to launch it (kernel_file.h). A column runs it in a process
// of its own, and the columns take turns. Times are microseconds of a launch, in the best code;
// `over` is how many times as fast as that column the first one is. The scalar column must have the
// same bits, and other platforms the same numbers within a tolerance.
#include "tests/bench/platforms.h"
#include "tests/bench/statistics.h"
#include "tests/bench/table_file.h"
#include "tests/bench/typical/measured_kernel.h"
#include "tests/bench/typical/row.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace weft::bench {
namespace {

/// A row is slower where its ratio is below this: less is within what runs differ by.
constexpr double level = 0.95;

struct Options {
  std::vector<std::string> only, also;
  std::string cpu, table;
  std::filesystem::path kernels = WEFT_TYPICAL_KERNELS;
  PlatformOptions platforms;
  unsigned rounds = 5;
  bool list = false;
  // Of the processes that measure.
  std::filesystem::path measured, results;
  std::string buildOptions;
};

Options parse(int count, char **arguments) {
  Options options;
  test::CommandLine line("typical");
  line.option("--only", options.only)
      .option("--rounds", options.rounds, 1)
      .option("--cpu", options.cpu)
      .option("--also", [&](const std::string &text) { options.also.push_back(text); })
      .option("--kernels", options.kernels)
      .option("--table", options.table)
      .flag("--list", options.list)
      .option("--measure", options.measured)
      .option("--results", options.results)
      .option("--options", options.buildOptions);
  addPlatformOptions(line, options.platforms);
  line.parse(count, arguments);
  return options;
}

[[noreturn]] void complain(const std::string &what) {
  std::fprintf(stderr, "typical: %s\n", what.c_str());
  std::exit(2);
}

// The files of the chosen kernels by their names, such as image/sobel.
std::map<std::string, std::filesystem::path> chosenKernels(const Options &options) {
  std::map<std::string, std::filesystem::path> chosen;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(options.kernels)) {
    if (entry.path().extension() != ".cl")
      continue;
    const std::string file = entry.path().stem();
    const std::string name = entry.path().parent_path().filename().string() + "/" + file;
    const auto matches = [&](const std::string &pattern) {
      return fnmatch(pattern.c_str(), name.c_str(), 0) == 0 ||
             fnmatch(pattern.c_str(), file.c_str(), 0) == 0;
    };
    if (options.only.empty() || std::ranges::any_of(options.only, matches))
      chosen[name] = entry.path();
  }
  return chosen;
}

std::vector<Column> columnsOf(const Options &options) {
  const std::vector<Platform> platforms = weftAndOthers(options.platforms);
  if (platforms.empty())
    complain(
        "set OCL_ICD_VENDORS to the vendors folder of a Weft build: this program lies in none");
  const Platform &weft = platforms.front();
  const std::string cpu = options.cpu.empty() ? "" : "-cl-weft-cpu=" + options.cpu;
  std::vector<Column> columns = {
      {"weft", weft, cpu},
      {"scalar", weft, cpu + " -cl-weft-vectorise=off", /*needsBits=*/true},
  };
  for (const std::string &also : options.also)
    columns.push_back({also, weft, std::string(cpu).append(" ").append(also)});
  for (std::size_t i = 1; i < platforms.size(); ++i)
    columns.push_back({platforms[i].name, platforms[i], ""});
  return columns;
}

/// The rows as they come, and what they amount to at the end.
class Table {
public:
  Table(const std::vector<Column> &columns, const std::string &path)
      : columns(columns), file(path), means(columns.size()), behind(columns.size()) {
    std::vector<std::string> names = {"kernel", "weft us"};
    std::printf("%-32s %10s", "microseconds", "weft");
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const std::string &name = columns[i].name;
      std::printf(" %10s  over it", name.c_str());
      names.insert(names.end(), {name + " us", "weft over " + name});
    }
    std::printf("\n");
    file.names(names);
  }

  void row(const std::string &name, const std::vector<Cell> &cells) {
    std::vector<double> numbers = {1e6 * cells[0].seconds};
    std::string problems;
    std::printf("%-32s %10.1f", name.c_str(), numbers[0]);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell &cell = cells[i];
      if (!cell.isRight())
        problems += "  " + columns[i].name + ": " + cell.problem;
      if (i == 0)
        continue;
      std::printf(" %10.1f %8.2f", 1e6 * cell.seconds, cell.ratio);
      // A wrong result has no speed.
      const double ratio = cell.isRight() ? cell.ratio : NAN;
      numbers.insert(numbers.end(), {1e6 * cell.seconds, ratio});
      means[i].add(ratio);
      if (ratio < level)
        behind[i] += "  " + name + " " + std::to_string(ratio).substr(0, 4) + "\n";
    }
    std::printf("%s\n", problems.c_str());
    std::fflush(stdout);
    file.row(name, numbers);
    if (!problems.empty())
      wrong += "  " + name + problems + "\n";
    isGood &= cells[0].isRight() && cells[1].isRight();
  }

  /// Prints the summary. False if Weft failed, or its lanes have other results than single
  /// work-items.
  bool end() const {
    std::printf("%-43s", "geometric mean");
    for (std::size_t i = 1; i < columns.size(); ++i)
      std::printf(" %10s %8.2f", "", means[i].value());
    std::printf("\n");
    for (std::size_t i = 1; i < columns.size(); ++i)
      std::printf("below %.2f of %s:\n%s", level, columns[i].name.c_str(), orNone(behind[i]));
    std::printf("failed, or with other results than the first column:\n%s", orNone(wrong));
    return isGood;
  }

private:
  static const char *orNone(const std::string &lines) {
    return lines.empty() ? "  none\n" : lines.c_str();
  }

  const std::vector<Column> &columns;
  const TableFile file;
  std::vector<GeometricMean> means;
  std::vector<std::string> behind;
  std::string wrong;
  bool isGood = true;
};

int run(const Options &options) {
  const std::map<std::string, std::filesystem::path> kernels = chosenKernels(options);
  if (options.list) {
    for (const auto &[name, path] : kernels)
      std::printf("%s\n", name.c_str());
    return 0;
  }
  if (kernels.empty())
    complain("no kernel has such a name");
  const std::vector<Column> columns = columnsOf(options);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("typical-" + std::to_string(getpid()));
  test::Progress progress(kernels.size());
  Table table(columns, options.table);
  for (const auto &[name, path] : kernels) {
    progress.step(name);
    const std::vector<Cell> cells = measureRow(path, columns, options.rounds, folder);
    progress.clear();
    table.row(name, cells);
  }
  std::filesystem::remove_all(folder);
  const bool isGood = table.end();
  std::printf("%zu kernels in %s\n", kernels.size(), test::clockText(progress.seconds()).c_str());
  return isGood ? 0 : 1;
}

} // namespace
} // namespace weft::bench

int main(int count, char **arguments) {
  setenv("WEFT_TIERS", "best", /*overwrite=*/0); // kernels are measured in their best code
  std::signal(SIGPIPE, SIG_IGN);                 // processes of columns may fail
  const weft::bench::Options options = weft::bench::parse(count, arguments);
  if (options.measured.empty())
    return weft::bench::run(options);
  weft::bench::serveSamples(weft::bench::readKernelFile(options.measured), options.buildOptions,
                            options.results);
  return 0;
}
