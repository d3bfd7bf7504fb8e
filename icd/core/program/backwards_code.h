// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of one checked kernel that runs the work-items of a group one by one in another order
// (weft_checks::first_item): a program of its own, which is built when a launch needs it.
#pragma once

#include <memory>
#include <mutex>

namespace weft::icd {

class Executable;
class KernelCode;

/// For one kernel. Thread-safe.
class BackwardsCode {
public:
  BackwardsCode() = default;
  BackwardsCode(const BackwardsCode &) = delete;
  BackwardsCode &operator=(const BackwardsCode &) = delete;

  /// `owner`: the executable that contains the kernel of that name. Waits for the build of the
  /// program; null if that fails.
  KernelCode *find(const Executable &owner, const char *kernel) noexcept;

private:
  std::mutex mutex;
  bool isBuilt = false;
  std::shared_ptr<Executable> program;
};

} // namespace weft::icd
