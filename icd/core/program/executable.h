// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of a successful build of a program for a device: its kernels, and their code as it
// arrives.
//
// A program from a binary or from the cache has all its code immediately. Otherwise the compiler
// continues after the build has returned (code_arrivals.h), and each kernel has the code that has
// arrived so far (kernel_code.h), for all launches or for some (special_code.h).
#pragma once

#include "icd/core/program/code_arrivals.h"
#include "icd/core/program/kernel_builder.h"
#include "icd/core/program/kernel_code.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft::icd {

class Executable final : public std::enable_shared_from_this<Executable>, private CodeReceiver {
public:
  /// From an executable binary. Null with the log extended if it cannot be loaded.
  static std::shared_ptr<Executable> load(BinaryRef binary, std::string &log);
  /// For a program whose code follows.
  static std::shared_ptr<Executable> expect(std::unique_ptr<compiler::ProgramCode> code);
  /// How its kernels are built for one local size, or without lanes. Before the first launch;
  /// otherwise they are not.
  void setBuilder(std::shared_ptr<const KernelBuilder> ofKernels) {
    kernelBuilder = std::move(ofKernels);
  }
  /// Null if there is none.
  const KernelBuilder *builder() const noexcept { return kernelBuilder.get(); }
  /// Constructs the program's static objects, in an arena that is never destroyed; they are
  /// destroyed with the executable. Once, before all launches. False if out of memory.
  bool construct(device::Arena &where) noexcept;
  ~Executable();
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  /// Number of kernels visible to hosts.
  std::size_t kernelCount() const { return hostKernels; }
  KernelCode &kernel(std::size_t position) { return kernels[position]; }
  /// A kernel that others enqueue, by its number in the program; null if there is none.
  KernelCode *kernelOfBlock(std::size_t number) {
    return number >= hostKernels && number < kernels.size() ? &kernels[number] : nullptr;
  }
  /// Null if there is none.
  KernelCode *find(std::string_view name);
  bool hasDebugInfo() const { return (flags & compiler::binaryHasDebugInfo) != 0; }
  bool hasArgumentInfo() const { return (flags & compiler::binaryHasKernelArgInfo) != 0; }
  bool hasConstructors() const { return findHidden(WEFT_KERNEL_CONSTRUCTS) != nullptr; }
  bool hasDestructors() const { return findHidden(WEFT_KERNEL_DESTROYS) != nullptr; }
  bool hasMutableGlobals() const { return (flags & compiler::binaryHasMutableGlobals) != 0; }
  std::uint64_t globalVariableBytes() const { return variableBytes; }

  /// The program's binary, the same at each call: with the code of all kernels if that is ready or
  /// the user wants to wait for it; otherwise the intermediate binary. Null if that fails.
  /// Thread-safe.
  BinaryRef binary() noexcept;

private:
  friend class KernelCode;
  Executable() = default;

  const KernelCode *findHidden(std::uint32_t kernelFlag) const noexcept;
  void declare(std::size_t count);
  void countHostKernels();
  void describe(const compiler::ProgramInterface &interface);
  // CodeReceiver
  const char *kernelName(std::uint32_t position) const override {
    return kernels[position].interface().name;
  }
  void takeKernel(std::uint32_t position, compiler::Tier tier, const ModuleRef &module) override;
  void takeIntermediate(BinaryRef binary) override;
  void takeWhole(BinaryRef binary, const ModuleRef &module) override;

  // Immutable.
  std::deque<KernelCode> kernels; ///< those of blocks come last
  std::size_t hostKernels = 0;
  std::uint32_t flags = 0;
  std::uint64_t variableBytes = 0;
  device::Arena *arena = nullptr; ///< of the constructed static objects
  compiler::ProgramCode::Wishes wishes;
  std::shared_ptr<const KernelBuilder> kernelBuilder;
  // For kernels without code: referenced by their descriptions.
  compiler::ProgramInterface interface;
  std::vector<weft_kernel_description> descriptions;
  std::vector<std::vector<weft_argument_description>> arguments;

  CodeArrivals arrivals{*this};
  // Guarded by the mutex of the arrivals.
  BinaryRef whole;        ///< with all code
  BinaryRef intermediate; ///< if a host has requested it
  bool wholeHasFailed = false, intermediateHasFailed = false;
};

using ExecutableRef = std::shared_ptr<Executable>;

} // namespace weft::icd
