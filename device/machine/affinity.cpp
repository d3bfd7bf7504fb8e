// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/machine/affinity.h"

#include <hwloc.h>
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

namespace {

/// hwloc binds a thread by means of a cpu_set_t, and does not check whether there is memory for it.
/// A thread's next allocation gets a block of the same size that it has just freed.
bool hasRoomToBind(hwloc_const_bitmap_t set) {
  cpu_set_t *const room = CPU_ALLOC(hwloc_bitmap_last(set) + 1);
  if (room)
    CPU_FREE(room);
  return room;
}

} // namespace

bool AffinityMask::apply() const {
  hwloc_topology *const machine = Topology::ofProcess().machine();
  hwloc_bitmap_s *const set = machine ? hwloc_bitmap_alloc() : nullptr;
  const bool isBound = set && !hwloc_bitmap_from_ulongs(set, words.size(), words.data()) &&
                       hasRoomToBind(set) && !hwloc_set_cpubind(machine, set, HWLOC_CPUBIND_THREAD);
  hwloc_bitmap_free(set);
  return isBound;
}

ProcessingUnits AffinityMask::units() const {
  ProcessingUnits result;
  for (unsigned unit = 0; unit < maxUnits; ++unit)
    if (contains(unit))
      result.push_back(unit);
  return result;
}

} // namespace weft::device
