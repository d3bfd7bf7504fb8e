// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one launch of a checked kernel (device/kernel_abi_checks.h) needs of the driver: the objects
// in its arguments, and reports.
#pragma once

#include "device/kernel_abi_checks.h"
#include "device/launch/launch.h"
#include "icd/core/program/kernel.h"

#include <array>
#include <atomic>
#include <optional>
#include <string>

namespace weft::icd {

class LaunchChecks {
public:
  /// Everything passed outlives it. `arguments` were captured for a checked kernel.
  LaunchChecks(const Context &context, const weft_kernel_description &kernel,
               const device::NdRange &range, const CapturedArguments &arguments);
  LaunchChecks(const LaunchChecks &) = delete;
  LaunchChecks &operator=(const LaunchChecks &) = delete;

  const weft_checks *forKernel() const noexcept { return &checks; }

private:
  using Id = std::array<std::uint64_t, 3>;
  static void report(void *launch, const weft_check_site *site, std::uint64_t first,
                     std::uint64_t second, std::uint64_t x, std::uint64_t y,
                     std::uint64_t z) noexcept;
  static std::uint64_t lookUp(void *launch, std::uint64_t address, std::uint32_t ofSize) noexcept;

  /// The object of a buffer argument that contains an address: its begin, and its size.
  std::optional<weft_extent> objectOfArgumentsAt(std::uint64_t address) const noexcept;
  std::string describeArgument(std::size_t index) const;
  std::string describeObject(const weft_check_site &site, std::uint64_t size) const;
  std::string describeItem(const Id &id) const;
  std::string messageOf(const weft_check_site &site, std::uint64_t first,
                        std::uint64_t second) const;
  /// Whether no more reports of the place will be delivered; remembers some places.
  bool isDone(const weft_check_site &site) const noexcept;
  void setDone(const weft_check_site &site) noexcept;
  static std::size_t slotOf(const weft_check_site &site) noexcept;

  const Context &context;
  const weft_kernel_description &kernel;
  const device::NdRange &range;
  const CapturedArguments &arguments;
  weft_checks checks;
  std::array<std::atomic<const weft_check_site *>, 64> done{};
};

} // namespace weft::icd
