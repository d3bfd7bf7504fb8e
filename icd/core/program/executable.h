// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a successful build makes of a program for a device: its kernels, and their code as it comes.
//
// A program from a binary or from the cache has all its code at once. Otherwise the compiler goes
// on when the build has returned (code_arrivals.h), and each kernel has the code that has come so
// far (kernel_code.h), for all local sizes or for one (sized_code.h).
#pragma once

#include "icd/core/program/code_arrivals.h"
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
  /// Of an executable binary. Null with the log extended if it cannot be loaded.
  static std::shared_ptr<Executable> load(BinaryRef binary, std::string &log);
  /// Of a program whose code follows.
  static std::shared_ptr<Executable> expect(std::unique_ptr<compiler::ProgramCode> code);
  /// How its kernels are built for one local size. Before the first launch; without it they are
  /// not.
  void setSizedBuild(SizedBuild build) { buildOfSizes = std::move(build); }
  const SizedBuild &sizedBuild() const noexcept { return buildOfSizes; }
  /// Constructs the program's static objects, in an arena that lives for ever; they are destroyed
  /// with the executable. Once, before all launches. False where there is no memory for it.
  bool construct(device::Arena &where) noexcept;
  ~Executable();
  Executable(const Executable &) = delete;
  Executable &operator=(const Executable &) = delete;

  /// Of kernels that hosts see.
  std::size_t kernelCount() const { return hostKernels; }
  KernelCode &kernel(std::size_t position) { return kernels[position]; }
  /// A kernel that others enqueue, by its number in the program; null where there is none.
  KernelCode *kernelOfBlock(std::size_t number) {
    return number >= hostKernels && number < kernels.size() ? &kernels[number] : nullptr;
  }
  /// Null where there is none.
  KernelCode *find(std::string_view name);
  bool hasDebugInfo() const { return (flags & compiler::binaryHasDebugInfo) != 0; }
  bool hasArgumentInfo() const { return (flags & compiler::binaryHasKernelArgInfo) != 0; }
  bool hasConstructors() const { return findHidden(WEFT_KERNEL_CONSTRUCTS) != nullptr; }
  bool hasDestructors() const { return findHidden(WEFT_KERNEL_DESTROYS) != nullptr; }
  bool hasMutableGlobals() const { return (flags & compiler::binaryHasMutableGlobals) != 0; }
  std::uint64_t globalVariableBytes() const { return variableBytes; }

  /// The program's binary, the same at each call: with the code of all kernels where that is there
  /// or the user wishes to wait for it; otherwise what the code is made from. Null if that fails.
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

  // What does not change.
  std::deque<KernelCode> kernels; ///< those of blocks behind the others
  std::size_t hostKernels = 0;
  std::uint32_t flags = 0;
  std::uint64_t variableBytes = 0;
  device::Arena *arena = nullptr; ///< of the static objects that have been constructed
  compiler::ProgramCode::Wishes wishes;
  SizedBuild buildOfSizes;
  // For kernels without code yet: what their descriptions point to.
  compiler::ProgramInterface interface;
  std::vector<weft_kernel_description> descriptions;
  std::vector<std::vector<weft_argument_description>> arguments;

  CodeArrivals arrivals{*this};
  // Guarded by the mutex of the arrivals.
  BinaryRef whole;        ///< with all code
  BinaryRef intermediate; ///< what code is made from, where a host has asked for that
  bool wholeHasFailed = false, intermediateHasFailed = false;
};

using ExecutableRef = std::shared_ptr<Executable>;

} // namespace weft::icd
