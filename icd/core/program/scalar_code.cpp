// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/scalar_code.h"

#include "icd/core/background.h"
#include "icd/core/program/executable.h"

#include <new>

namespace weft::icd {

using Result = device::VersionTrial::Result;

std::unique_ptr<ScalarCode> ScalarCode::of(Executable &owner, const weft_kernel_description &lanes,
                                           const device::KernelVersion *first) {
  return areFor(lanes) ? std::unique_ptr<ScalarCode>(new ScalarCode(owner, lanes, first)) : nullptr;
}

void ScalarCode::request() noexcept {
  try {
    if (!runInBackground([executable = owner.shared_from_this(), this] { require(); }))
      refuse();
  } catch (const std::bad_alloc &) {
    refuse();
  }
}

void ScalarCode::require() noexcept {
  if (isBegun.exchange(true))
    return;
  try {
    program = owner.builder()->buildScalar(lanes.name, lanes.lane_dimension);
    KernelCode *const code = program ? program->find(lanes.name) : nullptr;
    const KernelCode::Version *const version = code ? code->require(true) : nullptr;
    if (version && version->isBest &&
        version->loaded.kernel->argument_block_bytes == lanes.argument_block_bytes &&
        version->loaded.kernel->local_memory_bytes == lanes.local_memory_bytes &&
        needsNoMore(*version->loaded.kernel, lanes))
      return add(version->loaded);
  } catch (const std::bad_alloc &) {
    // As if it could not be built.
  }
  refuse();
}

/// Asked before anything else, when the executable is complete.
Result ScalarCode::find(device::RangeKind kind) noexcept {
  const KernelBuilder *const builder = owner.builder();
  if (!builder || !builder->mayBeScalar()) {
    refuse();
    return {};
  }
  try {
    return builder->findResult(lanes.name, kind);
  } catch (const std::bad_alloc &) {
    return {};
  }
}

void ScalarCode::keep(device::RangeKind kind, const Result &result) noexcept {
  try {
    static_cast<void>(runInBackground([executable = owner.shared_from_this(), this, kind, result] {
      try {
        executable->builder()->keepResult(lanes.name, kind, result);
      } catch (const std::bad_alloc &) {
        // The next process tries the kernel again.
      }
    }));
  } catch (const std::bad_alloc &) {
    // Likewise.
  }
}

} // namespace weft::icd
