// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a successful build makes of a program for a device: its kernels, and their code as it comes.
//
// A program from a binary or from the cache has all its code at once. Otherwise the compiler goes
// on when the build has returned (compiler/client/program_code.h), and what needs the code
// of a kernel waits for it: the first code, which is there in a few milliseconds. Later launches,
// and the later groups of one that runs, use the best code when it has come. No thread waits for
// that: launches look for arrivals. Both codes of a kernel stay loaded as long as the program.
//
// The compiler makes the best code of all kernels by itself, at low priority. It is asked for that
// of a kernel which has run a fair number of work-items, or for a while: such code competes with
// the application. A kernel that is launched once on a few work-items costs no more than its first
// code.
//
// Code serves every local size. Where work-groups have few work-items along the lanes, or the
// kernel has loops with barriers, code for one local size is much faster
// (device::gainsFromKnownSize): such a launch has it made when the kernel has run a fair number of
// work-items in groups of that size, for the first few such sizes. It is a program of its own with
// one kernel, built in the background, and kept in the cache as programs are.
//
// Of the threads that wait for code of one program, one receives what comes, for all of them; the
// others sleep until something has come. The mutex is never held for long.
#pragma once

#include "compiler/client/program_code.h"
#include "device/base/progress.h"
#include "device/base/settings.h"
#include "device/launch/launch.h"
#include "device/launch/version_trial.h"
#include "device/program/module.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::icd {

using BinaryRef = std::shared_ptr<const compiler::Binary>;
using ModuleRef = std::shared_ptr<const device::Module>;

class Executable;

/// Builds a kernel of a program once more, for a local size alone; null if that fails.
using SizedBuild = std::function<std::shared_ptr<Executable>(
    const std::string &kernel, const std::array<std::uint64_t, 3> &localSize)>;

/// One kernel of an executable. Thread-safe.
class KernelCode final : public device::KernelVersions {
public:
  /// Code that is loaded, for as long as the executable.
  struct Version {
    ModuleRef module;
    device::KernelVersion loaded;
    bool isBest;
    std::unique_ptr<device::VersionTrial> trial; ///< where the kernel has a scalar version
  };

  /// What the source says of the kernel; the members that depend on code are 0.
  const weft_kernel_description &interface() const { return *declared; }
  /// What code says of it, of the version that came first. Waits for it; null with an error logged
  /// if it cannot be made.
  const weft_kernel_description *description() noexcept;
  /// The newest version that is loaded, or null.
  const Version *current() const noexcept { return latest.load(std::memory_order_acquire); }
  /// The version to launch on a range. Waits where the user wants the best code. Null as above.
  const Version *launchable(const device::NdRange &range) noexcept;
  /// Whether launches on the range take no other version any more.
  bool isLast(const Version &version, const device::NdRange &range) const noexcept {
    const bool isSized = &version != current();
    return version.isBest &&
           (isSized || !device::gainsFromKnownSize(*version.loaded.kernel, range));
  }
  /// The newest version that launches on a range would take, or null.
  const Version *current(const device::NdRange &range) const noexcept;

  /// device::KernelVersions: looks for arrivals, for a launch that runs.
  const device::KernelVersion *newest(std::uint64_t nanoseconds) noexcept override;
  std::uint64_t nanosecondsToBetter() noexcept override;

private:
  friend class Executable;
  const Version *require(bool best) noexcept;
  void await(compiler::Tier tier) noexcept;
  void use(std::uint64_t items) noexcept;
  void useSized(const device::NdRange &range, std::uint64_t items) noexcept;
  const Version *sizedVersion(const device::NdRange &range) const noexcept;

  Executable *owner = nullptr;
  std::uint32_t position = 0;
  const weft_kernel_description *declared = nullptr;
  std::atomic<const Version *> first{nullptr}; ///< the version that came first
  std::atomic<const Version *> latest{nullptr};
  std::atomic<std::uint64_t> used{0};    ///< about how many work-items have run without best code
  std::atomic<std::uint64_t> askedAt{0}; ///< for best code: monotonicNanoseconds(), or 0
  std::uint64_t nanosecondsOfBest = 0;   ///< what it may take
  std::array<bool, 2> hasFailed{};       ///< by Tier; guarded by the executable's mutex

  /// Code for one local size alone.
  struct SizedCode {
    const std::array<std::uint64_t, 3> localSize;
    SizedCode *const next;
    std::shared_ptr<Executable> program;
    std::atomic<KernelCode *> code{nullptr}; ///< in that program
  };
  SizedCode *findSized(const device::NdRange &range) const noexcept;
  SizedCode *orderSized(const device::NdRange &range, std::uint64_t items);
  void buildSized(SizedCode &sized) noexcept;
  std::atomic<SizedCode *> newestSize{nullptr}; ///< the first of the list, which grows in front
  // Guarded by the executable's mutex.
  std::forward_list<SizedCode> sizes;
  std::size_t sizeCount = 0;                                       ///< in the list
  std::map<std::array<std::uint64_t, 3>, std::uint64_t> usedSizes; ///< work-items of other sizes
};

class Executable : public std::enable_shared_from_this<Executable> {
public:
  /// Of an executable binary. Null with the log extended if it cannot be loaded.
  static std::shared_ptr<Executable> load(BinaryRef binary, std::string &log);
  /// Of a program whose code follows.
  static std::shared_ptr<Executable> expect(std::unique_ptr<compiler::ProgramCode> code);
  /// How its kernels are built for one local size, and whether launches wait for that. Before the
  /// first launch; without it they are not.
  void setSizedBuild(SizedBuild build, TierChoice choice) {
    sizedBuild = std::move(build);
    sizedChoice = choice;
  }
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
  void prefer(const KernelCode &kernel) noexcept;
  void declare(std::size_t count);
  void countHostKernels();
  void describe(const compiler::ProgramInterface &interface);
  template <class Condition, class Request>
  void await(const char *what, Condition isOver, Request request);
  // The following require the mutex.
  void receiveAndWait(std::unique_lock<std::mutex> &lock, Progress &progress, const char *what);
  void receiveWhatIsThere() noexcept;
  void giveUp() noexcept;
  void take(const compiler::ProgramCode::Arrival &arrival) noexcept;
  const char *nameOf(std::uint32_t kernel) const;
  void tellOfFailure(const compiler::ProgramCode::Arrival &arrival, std::string &error);
  void tell(const compiler::CodeRecord &record) const;
  void takeKernel(const compiler::ProgramCode::Arrival &arrival, const ModuleRef &module);
  void takeIntermediate(const compiler::ProgramCode::Arrival &arrival);
  void takeWhole(BinaryRef whole, const ModuleRef &module);
  void addVersion(KernelCode &kernel, const ModuleRef &module,
                  const weft_kernel_description *description, bool isBest);

  // What does not change.
  std::uint64_t builtAt = 0;      ///< monotonicNanoseconds()
  std::deque<KernelCode> kernels; ///< those of blocks behind the others
  std::size_t hostKernels = 0;
  std::uint32_t flags = 0;
  std::uint64_t variableBytes = 0;
  device::Arena *arena = nullptr; ///< of the static objects that have been constructed
  compiler::ProgramCode::Wishes wishes;
  SizedBuild sizedBuild;
  TierChoice sizedChoice = TierChoice::Auto;
  // For kernels without code yet: what their descriptions point to.
  compiler::ProgramInterface interface;
  std::vector<weft_kernel_description> descriptions;
  std::vector<std::vector<weft_argument_description>> arguments;

  /// Whether something may come; without the mutex a hint.
  std::atomic<bool> isPending{false};
  std::mutex mutex; ///< guards what follows
  /// Null when all is there. Only the thread that receives replaces or changes it.
  std::unique_ptr<compiler::ProgramCode> code;
  bool isReceiving = false;        ///< some thread is, without the mutex
  std::condition_variable arrived; ///< something has, or nobody receives any more
  unsigned bestCodes = 0;          ///< of kernels, that the compiler has made, or cannot make
  unsigned requestsLost = 0;       ///< how often the compiler was replaced: ask it again
  std::deque<KernelCode::Version> versions;
  std::string failedSource; ///< a file for a report, or empty
  BinaryRef whole;          ///< with all code
  BinaryRef intermediate;   ///< what code is made from, where a host has asked for that
  bool wholeHasFailed = false, intermediateHasFailed = false;
};

using ExecutableRef = std::shared_ptr<Executable>;

} // namespace weft::icd
