// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/kernel_launch.h"

#include "icd/core/context/context.h"
#include "icd/core/enqueue/checked_run.h"
#include "icd/core/enqueue/enqueued_kernels.h"
#include "icd/core/enqueue/order_check.h"
#include "icd/core/platform/limits.h"

#include <atomic>
#include <limits>
#include <new>

namespace weft::icd {
namespace {

class LaunchOperation : public Operation {
public:
  LaunchOperation(const Kernel::Code &kernel, Context &context, const device::NdRange &range,
                  bool isEmpty)
      : executable(kernel.executable), code(*kernel.code), context(context), range(range),
        isEmpty(isEmpty) {}

  cl_int execute(device::Arena &arena) noexcept override {
    if (isEmpty)
      return CL_SUCCESS;
    const KernelCode::Version *version = code.launchable(range);
    return version ? run(arena, launchOf(*version)) : CL_OUT_OF_RESOURCES;
  }

  float expectedNanoseconds() const noexcept override {
    const KernelCode::Version *version = code.current(range);
    return isEmpty   ? 0
           : version ? device::expectedNanoseconds(*version->loaded.kernel, range)
                     : std::numeric_limits<float>::infinity();
  }

  const char *name() const noexcept override { return code.interface().name; }

  std::uint64_t endOfParent() const noexcept override {
    return parentEnded.load(std::memory_order_relaxed);
  }

  /// After capturing arguments for this kernel. Throws bad_alloc.
  void prepareChecks(const weft_kernel_description &kernel) {
    if (kernel.flags & WEFT_KERNEL_IS_CHECKED)
      checks = std::make_unique<LaunchChecks>(context, kernel, range, arguments);
  }

  CapturedArguments arguments;

protected:
  static cl_int statusOf(device::LaunchStatus status) noexcept {
    return status == device::LaunchStatus::Complete ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
  }
  device::Launch launchOf(const KernelCode::Version &version) const noexcept {
    return {.version = version.loaded,
            .range = range,
            .arguments = arguments.block(),
            .localMemoryBytes = arguments.localBytes,
            .largeBuffers = arguments.largeBuffers,
            .versions = version.isBest ? nullptr : &code,
            .output = context.printfOutput(),
            .zeroesLocalMemory = context.initializes(Context::localMemory),
            .isCancelled = context.isCancelled()};
  }
  /// Including kernels enqueued by the launch. `prepared` may hold state shared by repetitions.
  template <class... Plan>
  cl_int run(device::Arena &arena, const device::Launch &prepared, const Plan &...plan) noexcept {
    const bool enqueues = prepared.version.kernel->flags & WEFT_KERNEL_ENQUEUES;
    if (!(prepared.version.kernel->flags & WEFT_KERNEL_TRACKS_CONTENTS))
      context.allocations().noteWrites();
    if (!enqueues && !checks)
      return statusOf(device::run(arena, prepared, plan...));
    device::Launch parent = prepared;
    OrderCheck order(checks.get(), *executable, code, arena, prepared);
    const CheckedRun checked(checks.get(), parent);
    if (!enqueues) {
      const device::LaunchStatus status = device::run(arena, parent, plan...);
      if (status == device::LaunchStatus::Complete)
        order.compare();
      return statusOf(status);
    }
    EnqueuedKernels enqueued(context, *executable, arena);
    enqueued.addTo(parent);
    const cl_int status = statusOf(device::run(arena, parent, plan...));
    const cl_int ofAll = enqueued.finish(status);
    parentEnded.store(enqueued.endOfLaunch(), std::memory_order_relaxed);
    return ofAll;
  }

  ExecutableRef executable; ///< keeps the code loaded
  KernelCode &code;
  Context &context; ///< that of the queue
  const device::NdRange range;
  const bool isEmpty;
  std::unique_ptr<LaunchChecks> checks; ///< of checked kernels
  std::atomic<std::uint64_t> parentEnded{0};
};

/// A launch repeated on one device: once no better code will come, everything before the first
/// group is computed in advance.
class RepeatedLaunch final : public LaunchOperation {
public:
  using LaunchOperation::LaunchOperation;
  ~RepeatedLaunch() override { delete prepared.load(std::memory_order_relaxed); }
  RepeatedLaunch(const RepeatedLaunch &) = delete;
  RepeatedLaunch &operator=(const RepeatedLaunch &) = delete;

  cl_int execute(device::Arena &arena) noexcept override {
    if (const Prepared *ready = prepared.load(std::memory_order_acquire))
      return run(arena, ready->launch, ready->plan);
    const KernelCode::Version *version = isEmpty ? nullptr : code.launchable(range);
    if (!version || !code.isLast(*version, range))
      return LaunchOperation::execute(arena);
    prepare(arena, launchOf(*version));
    return run(arena, launchOf(*version));
  }

private:
  struct Prepared {
    device::Launch launch;
    device::LaunchPlan plan;
  };

  /// Several replays may arrive here concurrently; one of them stores its plan.
  void prepare(const device::Arena &arena, const device::Launch &launch) noexcept {
    auto *made = new (std::nothrow) Prepared{launch, device::planOf(arena, launch)};
    const Prepared *none = nullptr;
    if (!prepared.compare_exchange_strong(none, made, std::memory_order_acq_rel))
      delete made;
  }

  std::atomic<const Prepared *> prepared{nullptr};
};

} // namespace

cl_int KernelOnDevice::find(const Kernel &kernel, const Device &device, KernelOnDevice &found) {
  found.kernel = &kernel;
  found.code = kernel.codeFor(device);
  if (!found.code)
    return CL_INVALID_PROGRAM_EXECUTABLE;
  found.description = found.code->code->description();
  return found.description ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int makeLaunch(const KernelOnDevice &kernel, const device::NdRange &range, bool isEmpty,
                  LaunchUse use, std::unique_ptr<Operation> &operation) {
  const weft_kernel_description &description = *kernel.description;
  if (kernel.kernel->localMemoryUse(description) > localMemoryBytes ||
      !fitsPrivateMemory(description, range.localSize))
    return CL_OUT_OF_RESOURCES;
  Context &context = kernel.kernel->context();
  std::unique_ptr<LaunchOperation> launch;
  if (use == LaunchUse::Once)
    launch = std::make_unique<LaunchOperation>(*kernel.code, context, range, isEmpty);
  else
    launch = std::make_unique<RepeatedLaunch>(*kernel.code, context, range, isEmpty);
  if (cl_int status = kernel.kernel->capture(description, launch->arguments))
    return status;
  launch->prepareChecks(description);
  operation = std::move(launch);
  return CL_SUCCESS;
}

} // namespace weft::icd
