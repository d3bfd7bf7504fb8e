// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/threads/affinity.h"

#include <sched.h>

namespace weft::device {

AffinityMask::AffinityMask(const ProcessingUnits &units) {
  for (const unsigned unit : units)
    add(unit);
}

AffinityMask::AffinityMask(unsigned unit) { add(unit); }

void AffinityMask::add(unsigned unit) {
  if (unit < maxUnits)
    words[unit / wordBits] |= 1ul << unit % wordBits;
}

bool AffinityMask::contains(unsigned unit) const {
  return unit < maxUnits && (words[unit / wordBits] >> unit % wordBits & 1);
}

AffinityMask AffinityMask::ofThread() {
  AffinityMask mask;
  if (sched_getaffinity(0, sizeof mask.words, reinterpret_cast<cpu_set_t *>(mask.words.data())))
    mask.words.fill(0);
  return mask;
}

bool AffinityMask::apply() const {
  return !sched_setaffinity(0, sizeof words, reinterpret_cast<const cpu_set_t *>(words.data()));
}

ProcessingUnits AffinityMask::units() const {
  ProcessingUnits result;
  for (unsigned unit = 0; unit < maxUnits; ++unit)
    if (contains(unit))
      result.push_back(unit);
  return result;
}

} // namespace weft::device
