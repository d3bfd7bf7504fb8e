// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs random kernels scalar; then with 2, 4, 8, 16, 32, 64 and the automatic number of lanes, in
// canonical form without lanes, with stages left out at random, along other dimensions, and in code
// of the first tier: all must leave the same bytes. With --oracle, all must leave the bytes that
// the same source leaves as host code (tests/oracle): this finds faults that scalar code and lanes
// share, in built-ins for instance. Each kernel is judged in a process of its own, every fifth one
// with LLVM's verifier after each pass.
//
//   kernels [options]
//     --minutes N      for so long; otherwise
//     --count N        so many kernels (10)
//     --seed S         the first seed (1); the next kernel has the next seed
//     --lanes 4,auto   these values of -cl-weft-vectorise= instead of all, or `one`: another one
//                      for each seed; `form` leaves widening out, with `chaos` each region draws
//                      what it leaves out and how many lanes it has
//                      (compiler/passes/support/lanes/vector_stages.h); `8:2` has them along
//                      dimension 2
//     --oracle         compares with host code, not with the scalar kernel
//     --checks LIST    builds with these checks (-cl-weft-check), of whose reports each is a
//                      failure; random kernels have barriers that not all work-items reach, and
//                      races that write equal values
//     --fault          the oracle has a fault, or with --checks a buffer counts as half as large:
//                      this must be found
//     --copies         all kernels have loops that copy, not only some
//     --cpu LEVEL      the value of -cl-weft-cpu=; otherwise code is for this CPU
//     --keep FOLDER    where failing kernels are written (the current folder)
//     --reduce         makes failing kernels smaller first
//     --print          prints the kernel of the seed and does no more
//     --replay FILE    judges that file's kernel instead of random ones
//
// A failing kernel becomes fuzz-<seed>.cl. The exit code is 1 when any failed.
#include "tests/fuzz/differential.h"
#include "tests/fuzz/kernel_file.h"
#include "tests/fuzz/reducer.h"
#include "tests/support/command_line.h"
#include "tests/support/progress.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace weft::test {
namespace {

constexpr unsigned judgedSeconds = 120 * WEFT_TEST_PATIENCE;

struct Options {
  double minutes = 0;
  std::uint32_t count = 10, seed = 1;
  Comparison comparison;
  bool oneOfLanes = false, hasCopies = false, reduces = false, prints = false;
  std::filesystem::path keep = ".", replay;
};

Options parse(int count, char **arguments) {
  Options options;
  CommandLine line("kernels");
  line.option("--minutes", options.minutes)
      .option("--count", options.count)
      .option("--seed", options.seed)
      .option("--lanes",
              [&](const std::string &list) {
                options.oneOfLanes = list == "one";
                if (!options.oneOfLanes)
                  options.comparison.lanes = splitAtCommas(list);
              })
      .option("--cpu", options.comparison.cpu)
      .flag("--oracle", options.comparison.usesOracle)
      .option("--checks", options.comparison.checks)
      .flag("--fault", options.comparison.hasFault)
      .flag("--copies", options.hasCopies)
      .option("--keep", options.keep)
      .flag("--reduce", options.reduces)
      .flag("--print", options.prints)
      .option("--replay", options.replay);
  line.parse(count, arguments);
  return options;
}

/// Whether two verdicts tell of the same kind of failure: the first word, "region" or a signal's.
bool isSameKind(const Verdict &a, const Verdict &b) {
  const auto firstWord = [](const std::string &text) { return text.substr(0, text.find(' ')); };
  return !a.what.empty() && a.lanes == b.lanes && firstWord(a.what) == firstWord(b.what);
}

void tell(const std::string &name, const Verdict &verdict) {
  std::printf("%s: %s%s%s\n", name.c_str(), verdict.lanes.c_str(),
              verdict.lanes.empty() ? "" : " lanes: ", verdict.what.c_str());
  std::fflush(stdout);
}

void tell(const Compared &compared) {
  std::printf("compared: %llu bytes bit by bit, %llu results of functions within their bounds\n",
              static_cast<unsigned long long>(compared.bytes),
              static_cast<unsigned long long>(compared.measured));
}

void keep(const GeneratedKernel &kernel, const std::string &name, const Verdict &verdict,
          const Options &options) {
  GeneratedKernel kept = kernel;
  std::string what = verdict.what;
  if (options.reduces) {
    // Of a crash the lanes are not known: each of them is tried.
    Comparison comparison = options.comparison;
    if (std::ranges::count(comparison.lanes, verdict.lanes) != 0 &&
        (verdict.lanes != "off" || comparison.usesOracle))
      comparison.lanes = {verdict.lanes};
    kept = reduce(kernel, [&](const GeneratedKernel &candidate) {
      const Verdict found = judge(candidate, comparison, judgedSeconds);
      if (!isSameKind(found, verdict))
        return false;
      what = found.what;
      return true;
    });
  }
  const auto path = options.keep / (name + ".cl");
  std::ofstream(path) << toText(kept, name + ", lanes " + verdict.lanes + ": " + what);
}

int replay(const Options &options) {
  std::ifstream file(options.replay);
  if (!file) {
    std::fprintf(stderr, "kernels: cannot read %s\n", options.replay.c_str());
    return 2;
  }
  std::ostringstream text;
  text << file.rdbuf();
  const GeneratedKernel kernel = fromText(text.str());
  const Verdict verdict = judge(kernel, options.comparison, judgedSeconds);
  const std::string name = options.replay.stem();
  tell(name, verdict.what.empty() ? Verdict{"", "no difference"} : verdict);
  tell(verdict.compared);
  if (!verdict.what.empty() && options.reduces)
    keep(kernel, name + "-reduced", verdict, options);
  return verdict.what.empty() ? 0 : 1;
}

int run(const Options &options) {
  Progress progress;
  const auto minutes = [&] { return progress.seconds() / 60; };
  std::uint32_t seed = options.seed, failures = 0;
  Compared compared;
  for (; options.minutes > 0 ? minutes() < options.minutes : seed - options.seed < options.count;
       ++seed) {
    const std::uint32_t judged = seed - options.seed;
    progress.show(options.minutes > 0 ? minutes() / options.minutes
                                      : static_cast<double>(judged) / options.count,
                  std::to_string(judged) + " kernels, " + std::to_string(failures) + " failures");
    const GeneratedKernel kernel = generateKernel(seed, options.hasCopies);
    Comparison comparison = options.comparison;
    if (options.oneOfLanes)
      comparison.lanes = {comparison.lanes[seed % comparison.lanes.size()]};
    const Verdict verdict = judge(kernel, comparison, judgedSeconds);
    compared += verdict.compared;
    if (verdict.what.empty())
      continue;
    ++failures;
    const std::string name = "fuzz-" + std::to_string(seed);
    progress.clear();
    tell(name, verdict);
    keep(kernel, name, verdict, options);
  }
  progress.clear();
  std::printf("%u kernels from seed %u, %u failures, %.1f minutes\n", seed - options.seed,
              options.seed, failures, minutes());
  tell(compared);
  return failures ? 1 : 0;
}

} // namespace
} // namespace weft::test

int main(int count, char **arguments) {
  using namespace weft::test;
  const Options options = parse(count, arguments);
  if (options.prints) {
    std::printf("%s", toText(generateKernel(options.seed, options.hasCopies), "seed").c_str());
    return 0;
  }
  return options.replay.empty() ? run(options) : replay(options);
}
