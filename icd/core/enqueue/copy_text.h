// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of asynchronous copies for which a group has not waited.
#pragma once

#include "device/checks/copies_in_flight.h"

#include <string>

namespace weft::icd {

/// An access of a kernel, at `offset` of an object.
struct TouchingAccess {
  const weft_check_site &site;
  std::uint64_t address, bytes, offset;
  bool writes() const;
};

/// "read of 4 bytes at byte 8 of <object>, to which the asynchronous copy at k.cl:3:13 writes until
/// the group has waited for it".
std::string touchText(const TouchingAccess &access, const device::CopyInFlight &copy,
                      const std::string &object);

/// "asynchronous copy that writes where the one at k.cl:3:13 writes, for which the group has not
/// waited".
std::string conflictText(const device::CopyInFlight &copy, const device::CopyInFlight &other);

/// Of a wait that is not for a copy in flight.
std::string waitText(const device::CopiesInFlight::Waited &waited);

} // namespace weft::icd
