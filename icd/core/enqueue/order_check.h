// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the results of a checked launch depend on the order in which it runs.
//
// The memory that the launch may write is kept, the launch runs, and its results are kept. Then it
// runs again from the same memory with its groups in another order, the work-items between two
// barriers in another order, and asynchronous copies at the wait instead of at the call. Where the
// results differ, it runs again for each of these alone, to tell which one matters, and once more
// with a watch on the first element that differs, to tell who writes it. In the end memory has the
// results of the first run.
//
// Such launches run one at a time in the process.
#pragma once

#include "icd/core/enqueue/checked_run.h"
#include "icd/core/program/kernel_code.h"

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace weft::icd {

class OrderCheck {
public:
  /// Everything passed outlives it. Does nothing without `checks`, or if the kernel does not check
  /// its order.
  OrderCheck(const LaunchChecks *checks, const Executable &executable, KernelCode &code,
             device::Arena &arena, const device::Launch &launch) noexcept;
  ~OrderCheck();
  OrderCheck(const OrderCheck &) = delete;
  OrderCheck &operator=(const OrderCheck &) = delete;

  /// After the launch, which is complete. Waits for the compiler.
  void compare() noexcept;

private:
  struct Object {
    unsigned char *begin = nullptr;
    std::size_t bytes = 0;
    std::size_t argument = 0; ///< through which the kernel has it, if any
    std::unique_ptr<unsigned char[]> before, results;
  };
  struct Difference {
    const Object *object;
    std::size_t offset;
  };
  std::string_view obstacle() const;
  void findObjects();
  void add(unsigned char *begin, std::size_t bytes, std::size_t argument);
  bool mayWrite(std::size_t argument) const;
  void keep(std::unique_ptr<unsigned char[]> Object::*copy);
  void restore(std::unique_ptr<unsigned char[]> Object::*copy) noexcept;
  std::optional<WatchedWrite> runAgain(const Repetition &repetition) noexcept;
  std::optional<Difference> firstDifference() const noexcept;
  OrderDifference describe(const Difference &difference, const Repetition &all);
  const char *causeOf(const Difference &difference, const Repetition &all) noexcept;

  const LaunchChecks *checks;
  KernelCode &code;
  device::Arena &arena;
  const device::Launch launch; ///< without checks
  std::vector<Object> objects;
  std::unique_lock<std::mutex> turn;
  bool isExamined = false;
};

} // namespace weft::icd
