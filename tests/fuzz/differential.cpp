// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/differential.h"

#include "tests/oracle/host_launch.h"
#include "tests/passes/program_harness.h"
#include "tests/support/trapped_pages.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

namespace weft::test {
namespace {

constexpr std::size_t pageBytes = 4096;

class Memory {
public:
  /// `hidesHalf`: checks are told that `in` has half of its elements.
  explicit Memory(bool hidesHalf) : hidesHalf(hidesHalf) {
    std::mt19937 random(7);
    for (unsigned i = 0; i < KernelSizes::inputs; ++i) {
      const auto value = static_cast<std::int32_t>(random());
      // Some small numbers, so that tests for equality and zero divisors meet.
      in.as<std::int32_t>()[i] = random() % 4 == 0 ? value % 16 : value;
      reals.as<float>()[i] = static_cast<float>(static_cast<std::int32_t>(random())) / (1 << 26);
    }
    const auto someElements = [&] {
      return in.as<std::int32_t>() + random() % (KernelSizes::inputs - 63);
    };
    constexpr unsigned count = KernelSizes::nodes;
    for (unsigned i = 0; i < count; ++i)
      nodes.as<GeneratedNode>()[i] = {
          nodes.as<GeneratedNode>() + (i * 5 + 3) % count, someElements(),
          reinterpret_cast<std::int32_t *>(out.data() + KernelSizes::ownedBegin) +
              (i * 7 + 5) % count,
          reinterpret_cast<std::uint64_t>(someElements())};
  }

  /// What a launch leaves in both outputs, or why it counts as wrong.
  struct Result {
    std::vector<unsigned char> contents;
    std::string mistake;
  };
  Result run(const weft_kernel_description &kernel, const Range &range) {
    fill();
    Launch launch(kernel);
    launch.set(4, someNumber);
    for (const auto &[index, pages] :
         {std::pair{0u, &out}, {1u, &in}, {2u, &reals}, {3u, &counters}, {5u, &nodes}})
      launch.object(index, pages->data(), pages->size() / (hidesHalf && pages == &in ? 2 : 1));
    if (!launch.run(range))
      return {{}, "memory: written beside its own"};
    if (!launch.mistakes().empty())
      return {{}, "checks: " + launch.mistakes().front()};
    return {contents(), ""};
  }

  std::vector<unsigned char> run(const HostProgram &program, const Range &range,
                                 MeasuredFunctions &functions, unsigned subGroupSize) {
    fill();
    using Kernel = void(unsigned char *, const std::int32_t *, const float *, std::uint32_t *, int,
                        const GeneratedNode *);
    auto *kernel = reinterpret_cast<Kernel *>(program.find("k"));
    const auto workItem = [&] {
      kernel(out.as<unsigned char>(), in.as<std::int32_t>(), reals.as<float>(),
             counters.as<std::uint32_t>(), someNumber, nodes.as<GeneratedNode>());
    };
    runOnHost(program, range, functions, workItem, subGroupSize);
    return contents();
  }

private:
  static constexpr int someNumber = 900;

  void fill() {
    std::memset(out.data(), 0x3f, out.size()); // no not-a-number in any type
    std::memset(counters.data(), 0x10, counters.size());
  }
  std::vector<unsigned char> contents() const {
    std::vector<unsigned char> bytes(out.data(), out.data() + out.size());
    bytes.insert(bytes.end(), counters.data(), counters.data() + counters.size());
    return bytes;
  }

  const bool hidesHalf;
  TrappedPages out{KernelSizes::outBytes};
  TrappedPages in{KernelSizes::inputs * sizeof(std::int32_t)};
  TrappedPages reals{KernelSizes::inputs * sizeof(float)};
  TrappedPages counters{pageBytes};
  TrappedPages nodes{KernelSizes::nodes * sizeof(GeneratedNode)};
};

Range sizesOf(const GeneratedRange &range) {
  Range sizes;
  sizes.dimensions = range.dimensions;
  sizes.global = range.global;
  sizes.local = range.local;
  sizes.offset = range.offset;
  return sizes;
}

std::string describe(const GeneratedRange &range) {
  std::string text;
  for (const auto *sizes : {&range.global, &range.local, &range.offset}) {
    text += text.empty() ? "global" : sizes == &range.local ? " local" : " offset";
    for (unsigned d = 0; d < range.dimensions; ++d)
      text += " " + std::to_string((*sizes)[d]);
  }
  return text;
}

std::string firstDifference(const std::vector<unsigned char> &expected,
                            const std::vector<unsigned char> &found) {
  std::size_t at = 0;
  while (expected[at] == found[at])
    ++at;
  constexpr std::size_t outBytes = KernelSizes::outBytes;
  char text[128];
  std::uint32_t words[2];
  std::memcpy(&words[0], expected.data() + at / 4 * 4, 4);
  std::memcpy(&words[1], found.data() + at / 4 * 4, 4);
  const bool isCounter = at >= outBytes;
  std::snprintf(text, sizeof text, "%s %zu, byte %zu: 0x%08x instead of 0x%08x",
                isCounter ? "counter" : "region",
                isCounter ? (at - outBytes) / 4 : at / KernelSizes::regionBytes,
                isCounter ? at % 4 : at % KernelSizes::regionBytes, words[1], words[0]);
  return text;
}

constexpr std::string_view firstTier = "first";

// The options for what `--lanes` names. The same source draws the same.
std::string vectoriseOption(const std::string &lanes, const std::string &source) {
  const std::string option = " -cl-weft-vectorise=";
  if (lanes == firstTier)
    return "";
  if (const std::size_t colon = lanes.find(':'); colon != std::string::npos)
    return vectoriseOption(lanes.substr(0, colon), source) +
           " -cl-weft-lane-dimension=" + lanes.substr(colon + 1);
  if (lanes == "form")
    return option + "auto -cl-weft-without=widening";
  if (lanes == "chaos")
    return option +
           "8 -cl-weft-chaos=" + std::to_string(1 + std::hash<std::string>()(source) % 997);
  return option + lanes;
}

// Options for less exact arithmetic, which all codes of a kernel use alike; most kernels have none.
// The same source draws the same. Without them results are those of the host.
std::string arithmeticOption(const std::string &source) {
  const std::string options[] = {" -cl-mad-enable", " -cl-unsafe-math-optimizations", "", ""};
  return options[std::hash<std::string>()(source) / 997 % std::size(options)];
}

constexpr std::string_view sizedPrefix = "sized ";

std::string localSizeOption(const GeneratedRange &range) {
  return " -cl-weft-local-size=" + std::to_string(range.local[0]) + "," +
         std::to_string(range.local[1]) + "," + std::to_string(range.local[2]);
}

// What is made for a local size runs no others.
bool hasWholeGroups(const GeneratedRange &range) {
  bool areWhole = true;
  for (unsigned d = 0; d < 3; ++d)
    areWhole &= range.global[d] % range.local[d] == 0;
  return areWhole;
}

class Trial {
public:
  Trial(const GeneratedKernel &kernel, const Comparison &comparison)
      : kernel(kernel), comparison(comparison),
        memory(!comparison.checks.empty() && comparison.hasFault) {}

  Verdict run() {
    if (comparison.usesOracle ? askOracle() : runScalar())
      for (const std::string &lanes : comparison.lanes)
        if (!runLanes(lanes))
          break;
    return verdict;
  }

private:
  bool fails(const std::string &lanes, const std::string &what) {
    verdict.lanes = lanes;
    verdict.what = what;
    return false;
  }
  std::string optionsFor(const std::string &lanes) const {
    return "-cl-std=CL3.0" + (comparison.cpu.empty() ? "" : " -cl-weft-cpu=" + comparison.cpu) +
           (comparison.usesOracle ? "" : arithmeticOption(kernel.source)) +
           vectoriseOption(lanes, kernel.source);
  }

  bool runScalar() {
    const LoadedProgram scalar(kernel.source, optionsFor("off"), kernel.isVerified);
    if (!scalar.isLoaded())
      return fails("off", scalar.log());
    for (const GeneratedRange &range : kernel.ranges) {
      Memory::Result result = memory.run(*scalar.find("k"), sizesOf(range));
      if (!result.mistake.empty())
        return fails("off", result.mistake + ", " + describe(range));
      expected.push_back(std::move(result.contents));
    }
    return true;
  }

  bool askOracle() {
    std::vector<std::string> definitions;
    if (comparison.hasFault)
      definitions.emplace_back("WEFT_ORACLE_FAULT");
    const HostProgram program(kernel.source, comparison.cpu, definitions);
    if (!program.isLoaded())
      return fails("host", program.log());
    // How large sub-groups are is up to the compiler.
    const LoadedProgram sizing(kernel.source, optionsFor("off"), kernel.isVerified);
    if (!sizing.isLoaded())
      return fails("off", sizing.log());
    const unsigned subGroupSize = sizing.find("k")->sub_group_size;
    MeasuredFunctions functions(comparison.cpu);
    for (const GeneratedRange &range : kernel.ranges)
      expected.push_back(memory.run(program, sizesOf(range), functions, subGroupSize));
    verdict.compared.measured = functions.count();
    return functions.fault().empty() || fails("host", "function " + functions.fault());
  }

  bool runLanes(const std::string &lanes) {
    if (!lanes.starts_with(sizedPrefix))
      return runRanges(lanes, optionsFor(lanes), 0, kernel.ranges.size());
    for (std::size_t i = 0; i < kernel.ranges.size(); ++i)
      if (hasWholeGroups(kernel.ranges[i]) &&
          !runRanges(lanes,
                     optionsFor(lanes.substr(sizedPrefix.size())) +
                         localSizeOption(kernel.ranges[i]),
                     i, i + 1))
        return false;
    return true;
  }

  /// Those from `first` to before `last`.
  bool runRanges(const std::string &lanes, const std::string &options, std::size_t first,
                 std::size_t last) {
    const LoadedProgram program(
        kernel.source,
        options + (kernel.areUniform ? " -cl-uniform-work-group-size" : "") +
            (comparison.checks.empty() ? "" : " -cl-weft-check=" + comparison.checks),
        kernel.isVerified, lanes == firstTier ? compiler::Tier::First : compiler::Tier::Best);
    if (!program.isLoaded())
      return fails(lanes, program.log());
    for (std::size_t i = first; i < last; ++i) {
      const auto [found, mistake] = memory.run(*program.find("k"), sizesOf(kernel.ranges[i]));
      if (!mistake.empty())
        return fails(lanes, mistake + ", " + describe(kernel.ranges[i]));
      verdict.compared.bytes += found.size();
      if (found != expected[i])
        return fails(lanes,
                     firstDifference(expected[i], found) + ", " + describe(kernel.ranges[i]));
    }
    return true;
  }

  const GeneratedKernel &kernel;
  const Comparison &comparison;
  Verdict verdict;
  Memory memory;
  std::vector<std::vector<unsigned char>> expected;
};

} // namespace

Verdict compare(const GeneratedKernel &kernel, const Comparison &comparison) {
  return Trial(kernel, comparison).run();
}

Verdict judge(const GeneratedKernel &kernel, const Comparison &comparison, unsigned seconds) {
  int ends[2];
  if (pipe(ends) != 0)
    return {"", "no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    // CPU time: a busy machine makes nothing fail.
    const rlimit limit{seconds, seconds};
    setrlimit(RLIMIT_CPU, &limit);
    close(ends[0]);
    const Verdict verdict = compare(kernel, comparison);
    std::string text(sizeof(Compared), '\0');
    std::memcpy(text.data(), &verdict.compared, sizeof(Compared));
    text += verdict.lanes + "\n" + verdict.what;
    const bool isWritten = write(ends[1], text.data(), text.size()) == ssize_t(text.size());
    _exit(isWritten ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return {"", signal == SIGXCPU || signal == SIGKILL ? "hangs" : strsignal(signal)};
  }
  if (text.size() <= sizeof(Compared))
    return {"", "no answer"};
  Verdict verdict;
  std::memcpy(&verdict.compared, text.data(), sizeof(Compared));
  text.erase(0, sizeof(Compared));
  const std::size_t line = text.find('\n');
  verdict.lanes = text.substr(0, line);
  verdict.what = text.substr(line + 1);
  return verdict;
}

} // namespace weft::test
