// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs of a build besides its source and options, and its outcome.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::compiler {

struct Header {
  std::string includeName;
  std::string source;
};

/// The value of a specialisation constant of a SPIR-V module, by its SpecId.
struct Specialisation {
  std::uint32_t id = 0;
  std::string bytes; ///< as many as the constant has; one for a boolean
};
using Specialisations = std::vector<Specialisation>;

enum class BuildStatus {
  Success,
  Failure,             ///< the log says why; also when the compiler crashed, hung or was killed
  InvalidOptions,      ///< CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS
  CompilerUnavailable, ///< weftc cannot be started
};

/// When the compiler worked on a build: in monotonicNanoseconds(), 0 if it did not.
struct BuildTimes {
  std::uint64_t begin = 0, frontendEnd = 0, end = 0;
};

} // namespace weft::compiler
