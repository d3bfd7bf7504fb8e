// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a code server is to compile, and how.
#pragma once

#include "compiler/backend/program_builder.h"
#include "compiler/cache/cached_build.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft::compiler {

/// The settings for compiling one program.
struct CodeOrder {
  ProgramBuilder *program = nullptr; ///< prepared and divisible
  ProgramInterface interface;
  std::string target;               ///< for sealing binaries
  std::uint64_t cpuSeconds = 0;     ///< the limit of each child; 0: none
  std::uint64_t bestSeconds = 0;    ///< CPU time for a kernel's best code; 0: cpuSeconds
  std::uint64_t compileThreads = 0; ///< children at a time; 0: as many as CPUs
  bool makesBest = true;            ///< without requests
  bool hostWaits = false;           ///< launches wait for the best code
  std::uint64_t memoryBytes = 0;    ///< the limit of each process; 0: none
  // For the cache.
  std::uint64_t cacheSeconds = 0; ///< CPU time for it after the host has exited
  CacheOrder cache;
  std::string workingFolder;
  std::string log;
  bool isRepeatable = false;
  Hash compiler{};
  std::vector<ObservedFile> files;
};

} // namespace weft::compiler
