// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ballots (OpenCL C 6.15.19). A sub-group has up to 64 work-items, so only the first two words of a
// ballot are used; the caller's other words are ignored.
#include "kernel-lib/sub-group/sub_group.h"

static WEFT_PURE ulong bitsOf(uint4 ballot) { return as_ulong(ballot.xy); }
static WEFT_PURE uint4 ballotOf(ulong bits) { return (uint4)(as_uint2(bits), 0, 0); }

// The bits of all lanes of the largest sub-group.
static WEFT_PURE ulong allLanes(void) { return ~0UL >> (64 - __weft_sub_group_max_size()); }
static WEFT_PURE ulong thisLane(void) { return 1UL << __weft_sub_group_lane(); }
static WEFT_PURE ulong lanesBefore(void) { return thisLane() - 1; }

OVERLOAD __WEFT_SUB_GROUP uint4 sub_group_ballot(int predicate) {
  return ballotOf(lanesWhere(predicate));
}

OVERLOAD WEFT_PURE int sub_group_inverse_ballot(uint4 value) {
  return (bitsOf(value) & thisLane()) != 0;
}

OVERLOAD WEFT_PURE int sub_group_ballot_bit_extract(uint4 value, uint index) {
  return (int)(bitsOf(value) >> (index & 63) & 1);
}

OVERLOAD WEFT_PURE uint sub_group_ballot_bit_count(uint4 value) {
  return (uint)__builtin_popcountl(bitsOf(value) & allLanes());
}

OVERLOAD WEFT_PURE uint sub_group_ballot_inclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(bitsOf(value) & (lanesBefore() | thisLane()));
}

OVERLOAD WEFT_PURE uint sub_group_ballot_exclusive_scan(uint4 value) {
  return (uint)__builtin_popcountl(bitsOf(value) & lanesBefore());
}

OVERLOAD WEFT_PURE uint sub_group_ballot_find_lsb(uint4 value) {
  return (uint)__builtin_ctzg(bitsOf(value) & allLanes(), 64);
}

OVERLOAD WEFT_PURE uint sub_group_ballot_find_msb(uint4 value) {
  return 63 - (uint)__builtin_clzg(bitsOf(value) & allLanes(), 64);
}

OVERLOAD WEFT_PURE uint4 get_sub_group_eq_mask(void) { return ballotOf(thisLane()); }
OVERLOAD WEFT_PURE uint4 get_sub_group_ge_mask(void) {
  return ballotOf(allLanes() & ~lanesBefore());
}
OVERLOAD WEFT_PURE uint4 get_sub_group_gt_mask(void) {
  return ballotOf(allLanes() & ~lanesBefore() & ~thisLane());
}
OVERLOAD WEFT_PURE uint4 get_sub_group_le_mask(void) {
  return ballotOf(lanesBefore() | thisLane());
}
OVERLOAD WEFT_PURE uint4 get_sub_group_lt_mask(void) { return ballotOf(lanesBefore()); }
