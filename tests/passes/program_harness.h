// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds OpenCL C programs in this process or by a command, loads them, and runs kernels as the
// executor would, with guarded local memory and context array.
#pragma once

#include "compiler/options/tier.h"
#include "device/base/files/descriptor.h"
#include "device/kernel_abi_checks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace weft::test {

struct BuiltProgram {
  bool success = false;
  std::string log;
  std::vector<std::byte> payload;
};

/// Compiles and links OpenCL C or a SPIR-V module; `options` as clBuildProgram takes them.
BuiltProgram buildSource(const std::string &source, const std::string &options = {},
                         bool verifies = true, compiler::Tier tier = compiler::Tier::Best);

struct Range {
  std::array<std::uint64_t, 3> global{1, 1, 1};
  std::array<std::uint64_t, 3> local{1, 1, 1};
  std::array<std::uint64_t, 3> offset{0, 0, 0};
  std::uint32_t dimensions = 1;
  /// Where the parts begin, but for the first, that run one by one, in groups; a third by default.
  std::vector<std::uint64_t> cuts{};

  std::uint64_t groups(unsigned dimension) const {
    return (global[dimension] + local[dimension] - 1) / local[dimension];
  }
  /// Where the parts begin and end, in the order in which they run: in uneven parts, as a scheduler
  /// might, the last one first.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts() const;
};

/// A loaded program. Tests assert that it `isLoaded()`.
class LoadedProgram {
public:
  explicit LoadedProgram(const std::string &source, const std::string &options = {},
                         bool verifies = true, compiler::Tier tier = compiler::Tier::Best);
  ~LoadedProgram();
  LoadedProgram(const LoadedProgram &) = delete;
  LoadedProgram &operator=(const LoadedProgram &) = delete;

  bool isLoaded() const { return description != nullptr; }
  const std::string &log() const { return buildLog; }
  const weft_program_description &program() const { return *description; }
  const weft_kernel_description *find(const std::string &name) const;

private:
  std::string buildLog;
  // Open as long as the program is loaded: dlopen takes an equal name for the same file.
  Descriptor file;
  void *handle = nullptr;
  const weft_program_description *description = nullptr;
};

/// One launch: arguments are set by index, then run() executes all groups on this thread.
class Launch {
public:
  explicit Launch(const weft_kernel_description &kernel);

  template <typename Value> Launch &set(unsigned index, const Value &value) {
    std::memcpy(block + kernel.arguments[index].offset, &value, sizeof(Value));
    return *this;
  }
  template <typename Value> Launch &buffer(unsigned index, std::vector<Value> &values) {
    return set(index, values.data());
  }
  Launch &local(unsigned index, std::uint64_t bytes);
  /// A pointer to memory of so many bytes, which checked kernels must stay within.
  Launch &object(unsigned index, const void *begin, std::uint64_t bytes);

  /// False when something was written outside local memory or context array.
  bool run(const Range &range);
  /// What the kernel printed, one record dump a call.
  const std::vector<std::string> &printed() const { return output; }
  /// What a checked kernel reported.
  const std::vector<std::string> &mistakes() const { return reports; }

private:
  static void report(void *context, const weft_check_site *site, std::uint64_t first,
                     std::uint64_t second, std::uint64_t x, std::uint64_t y, std::uint64_t z);
  static void reportRace(void *context, const weft_launch *launch, const weft_access_places *places,
                         const weft_check_site *site, std::uint64_t cell, std::uint64_t offset,
                         std::uint64_t size, std::uint32_t flags, std::uint64_t x, std::uint64_t y,
                         std::uint64_t z);
  static std::uint64_t lookUp(void *context, std::uint64_t address, std::uint32_t what);
  void makeShadows(weft_checks &checks);
  static std::int32_t print(void *context, const char *format, std::uint32_t count,
                            const weft_printf_argument *arguments);

  const weft_kernel_description &kernel;
  alignas(WEFT_BLOCK_ALIGNMENT) unsigned char block[4096] = {};
  std::uint64_t localBytes;
  std::vector<std::string> output, reports;
  struct Object {
    std::uint64_t begin, size;
    unsigned argument;
  };
  std::vector<Object> objects;
  std::map<std::uint64_t, std::vector<std::uint64_t>> cells; ///< by the object's begin
  std::uint64_t shadowBytes = 0;                             ///< behind local memory
  std::vector<weft_extent> extents;                          ///< of the arguments
};

} // namespace weft::test
