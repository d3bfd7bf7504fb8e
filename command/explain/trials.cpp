// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the cache as a program does that builds one of the inputs with clBuildProgram: by the source
// and the options, of which the order of macros counts.
#include "command/explain/report.h"
#include "compiler/client/compiler_client.h"
#include "device/launch/trial_note.h"

#include <cstdio>
#include <fstream>
#include <iterator>

namespace weft::command {
namespace {

using compiler::BuildNotes;
using compiler::BuildRequest;
using device::VersionTrial;

/// The inputs of a command, and its options for builds. What only weftc takes changes no program
/// that hosts build.
struct Inputs {
  std::vector<std::string> files;
  compiler::CompileOptions options;
};

Inputs inputsOf(const std::vector<std::string> &words) {
  Inputs inputs;
  std::string ignored; // weftc has reported it
  for (std::size_t index = 0; index < words.size(); ++index) {
    const std::string &word = words[index];
    if (!word.starts_with("-"))
      inputs.files.push_back(word);
    else if (word == "-o" || word == "-mllvm")
      ++index;
    else if (word.starts_with("--"))
      compiler::parseShortOption(word.substr(2), inputs.options, ignored);
    else
      compiler::parseOption(words, index, inputs.options, ignored);
  }
  return inputs;
}

std::string describe(const VersionTrial::Result &result) {
  const bool isScalar = result.verdict == VersionTrial::Verdict::Scalar;
  const char *const chosen = isScalar ? "single work-items" : "lanes";
  if (!(result.gain > 0))
    return std::string(chosen) + " are faster";
  char text[96];
  std::snprintf(text, sizeof text, "%s, %.2f times as fast as %s", chosen,
                static_cast<double>(result.gain), isScalar ? "lanes" : "single work-items");
  return text;
}

void addTrials(KernelReport &kernel, const BuildNotes &notes) {
  for (std::size_t index = 0; index != device::rangeKinds; ++index) {
    const auto kind = static_cast<device::RangeKind>(index);
    const auto note = notes.find(device::nameOfTrial(kernel.name, kind));
    const VersionTrial::Result result =
        note ? device::trialResultOf(*note) : VersionTrial::Result();
    if (result.verdict != VersionTrial::Verdict::Pending)
      kernel.trials.push_back({nameOf(kind), describe(result), {}, 0, {}});
  }
}

} // namespace

void addTrials(Report &report, const std::vector<std::string> &words) {
  const compiler::HostState host = compiler::HostState::capture();
  const Inputs inputs = inputsOf(words);
  for (const std::string &file : inputs.files) {
    std::ifstream stream(file, std::ios::binary);
    BuildRequest request;
    request.options = inputs.options;
    request.source.assign(std::istreambuf_iterator<char>(stream), {});
    const BuildNotes notes(std::move(request), host);
    for (KernelReport &kernel : report.kernels)
      addTrials(kernel, notes);
  }
}

} // namespace weft::command
