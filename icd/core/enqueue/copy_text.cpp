// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/enqueue/copy_text.h"

#include "icd/core/enqueue/mistake_text.h"

namespace weft::icd {

static std::string placeOf(const weft_check_site &site) {
  return placeText(site.file, site.line, site.column);
}

bool TouchingAccess::writes() const { return site.mistake != WEFT_MISTAKE_READ; }

std::string touchText(const TouchingAccess &access, const device::CopyInFlight &copy,
                      const std::string &object) {
  std::string text = wordOf(access.site.mistake);
  if (access.site.bytes)
    text += " of " + bytesText(access.site.bytes);
  text += " at byte " + std::to_string(access.offset) + " of " + object;
  const bool isWritten = copy.written.overlaps(access.address, access.bytes);
  text += isWritten ? ", to which the asynchronous copy" : ", from which the asynchronous copy";
  return text + placeOf(*copy.site) + (isWritten ? " writes" : " reads") +
         " until the group has waited for it";
}

std::string conflictText(const device::CopyInFlight &copy, const device::CopyInFlight &other) {
  const bool bothWrite = copy.written.overlaps(other.written);
  const bool writes = bothWrite || copy.written.overlaps(other.read);
  const bool othersWrites = bothWrite || !writes;
  return std::string("asynchronous copy that ") + (writes ? "writes" : "reads") + " where the one" +
         placeOf(*other.site) + (othersWrites ? " writes" : " reads") +
         ", for which the group has not waited";
}

std::string waitText(const device::CopiesInFlight::Waited &waited) {
  if (waited.kind == device::CopiesInFlight::Wait::Unknown)
    return "wait for an event that no asynchronous copy has";
  return "wait for an event for which the group has waited" + placeOf(*waited.earlier) + " already";
}

} // namespace weft::icd
