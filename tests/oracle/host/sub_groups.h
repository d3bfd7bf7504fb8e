// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of sub-groups (sections 6.15.1 and 6.15.19). Included by opencl_host.h.
//
// Each call meets the work-items of its sub-group that are active there: those that come to the
// same line and column, in the same round of each loop around it. toHostSource() marks the loops.
#pragma once

namespace weft::oracle {

/// Where a call stands in the source: what lies before it runs before it, but for loops.
struct Place {
  unsigned line, column;
  static Place here(unsigned line = __builtin_LINE(), unsigned column = __builtin_COLUMN()) {
    return {line, column};
  }
};

/// Of a loop, or of a call of a function that calls such functions.
class Scope {
public:
  explicit Scope(unsigned line = __builtin_LINE()) { services().enterScope(line); }
  ~Scope() { services().leaveScope(); }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;
};

/// The active work-items, with the value of each.
template <class Type> class Met {
public:
  Met(const Type &value, Place place) {
    services().meet(place.line, place.column, &value, sizeof(Type), all);
  }
  bool has(unsigned lane) const { return lane < maxSubGroupSize && (all.active >> lane & 1) != 0; }
  Type operator[](unsigned lane) const {
    Type value{};
    if (has(lane))
      __builtin_memcpy(&value, &all.slots[lane], sizeof(Type));
    return value;
  }
  unsigned first() const { return static_cast<unsigned>(__builtin_ctzl(all.active)); }

private:
  Meeting all;
};

inline uint groupItems() { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
inline uint subGroupsOf(ulong items) {
  return (items + services().subGroupSize - 1) / services().subGroupSize;
}
inline uint4 maskOf(ulong bits) { return uint4{uint(bits), uint(bits >> 32), 0, 0}; }
inline ulong bitsOfMask(uint4 mask) { return ulong(mask[1]) << 32 | mask[0]; }
/// A bit for each lane below `count`.
inline ulong lanesBelow(uint count) { return count >= 64 ? ~0UL : (1UL << count) - 1; }
inline ulong allLanes() { return lanesBelow(services().subGroupSize); }

/// Folds what the active lanes from `begin` up to, but without, `end` gave into `start`.
template <class Type, class Operation>
Type foldedLanes(const Met<Type> &met, uint begin, uint end, Type start, Operation operation) {
#ifdef WEFT_ORACLE_FAULT // shows that a wrong result is found
  ++begin;
#endif
  for (uint lane = begin; lane < end; ++lane)
    if (met.has(lane))
      start = operation(start, met[lane]);
  return start;
}

} // namespace weft::oracle

inline uint get_max_sub_group_size() { return weft::oracle::services().subGroupSize; }
inline uint get_sub_group_id() { return get_local_linear_id() / get_max_sub_group_size(); }
inline uint get_sub_group_local_id() { return get_local_linear_id() % get_max_sub_group_size(); }
inline uint get_sub_group_size() {
  const uint left = weft::oracle::groupItems() - get_sub_group_id() * get_max_sub_group_size();
  return left < get_max_sub_group_size() ? left : get_max_sub_group_size();
}
inline uint get_num_sub_groups() { return weft::oracle::subGroupsOf(weft::oracle::groupItems()); }
inline uint get_enqueued_num_sub_groups() {
  return weft::oracle::subGroupsOf(get_enqueued_local_size(0) * get_enqueued_local_size(1) *
                                   get_enqueued_local_size(2));
}

#define WEFT_PLACE weft::oracle::Place place = weft::oracle::Place::here()

// ---- Votes and ballots

inline int sub_group_elect(WEFT_PLACE) {
  return weft::oracle::Met<int>(0, place).first() == get_sub_group_local_id();
}
template <class Type> int sub_group_non_uniform_all_equal(Type value, WEFT_PLACE) {
  const weft::oracle::Met<Type> met(value, place);
  return weft::oracle::foldedLanes<Type>(met, 0, 64, 1, [&](Type x, Type y) {
           return Type(x != 0 && y == met[met.first()]);
         }) != 0;
}
inline uint4 sub_group_ballot(int predicate, WEFT_PLACE) {
  const weft::oracle::Met<int> met(predicate, place);
  ulong bits = 0;
  for (uint lane = 0; lane < 64; ++lane)
    bits |= ulong(met[lane] != 0) << lane;
  return weft::oracle::maskOf(bits);
}
#define WEFT_VOTES(prefix)                                                                         \
  inline int prefix##_any(int predicate, WEFT_PLACE) {                                             \
    return weft::oracle::bitsOfMask(sub_group_ballot(predicate, place)) != 0;                      \
  }                                                                                                \
  inline int prefix##_all(int predicate, WEFT_PLACE) {                                             \
    return weft::oracle::bitsOfMask(sub_group_ballot(predicate == 0, place)) == 0;                 \
  }
WEFT_VOTES(sub_group)
WEFT_VOTES(sub_group_non_uniform)
#undef WEFT_VOTES

inline int sub_group_ballot_bit_extract(uint4 mask, uint lane) {
  return weft::oracle::bitsOfMask(mask) >> (lane & 63) & 1;
}
inline int sub_group_inverse_ballot(uint4 mask) {
  return sub_group_ballot_bit_extract(mask, get_sub_group_local_id());
}
#define WEFT_MASKS(name, lanes)                                                                    \
  inline uint4 get_sub_group_##name##_mask() {                                                     \
    using namespace weft::oracle;                                                                  \
    const uint own = get_sub_group_local_id();                                                     \
    return maskOf((lanes) & allLanes());                                                           \
  }
WEFT_MASKS(eq, 1UL << own)
WEFT_MASKS(ge, ~lanesBelow(own))
WEFT_MASKS(gt, ~lanesBelow(own + 1))
WEFT_MASKS(le, lanesBelow(own + 1))
WEFT_MASKS(lt, lanesBelow(own))
#undef WEFT_MASKS
#define WEFT_COUNTS(name, lanes)                                                                   \
  inline uint sub_group_ballot_##name(uint4 mask) {                                                \
    using namespace weft::oracle;                                                                  \
    const uint own = get_sub_group_local_id();                                                     \
    (void)own;                                                                                     \
    return __builtin_popcountl(bitsOfMask(mask) & (lanes));                                        \
  }
WEFT_COUNTS(bit_count, allLanes())
WEFT_COUNTS(inclusive_scan, lanesBelow(own + 1))
WEFT_COUNTS(exclusive_scan, lanesBelow(own))
#undef WEFT_COUNTS
inline uint sub_group_ballot_find_lsb(uint4 mask) {
  return __builtin_ctzl(weft::oracle::bitsOfMask(mask));
}
inline uint sub_group_ballot_find_msb(uint4 mask) {
  return 63 - __builtin_clzl(weft::oracle::bitsOfMask(mask));
}

// ---- Values of other lanes: zero where the other is not active

#define WEFT_SHUFFLE(name, lane, ...)                                                              \
  template <class Type> Type sub_group_##name(Type value, ##__VA_ARGS__, WEFT_PLACE) {             \
    const weft::oracle::Met<Type> met(value, place);                                               \
    const uint own = get_sub_group_local_id(), most = get_max_sub_group_size();                    \
    (void)own, (void)most;                                                                         \
    return met[lane];                                                                              \
  }
WEFT_SHUFFLE(broadcast, of, uint of)
WEFT_SHUFFLE(non_uniform_broadcast, of, uint of)
WEFT_SHUFFLE(broadcast_first, met.first())
WEFT_SHUFFLE(shuffle, of, uint of)
WEFT_SHUFFLE(shuffle_xor, own ^ mask, uint mask)
WEFT_SHUFFLE(shuffle_up, own - delta, uint delta)
WEFT_SHUFFLE(shuffle_down, own + delta, uint delta)
WEFT_SHUFFLE(rotate, (own + delta) % most, int delta)
WEFT_SHUFFLE(clustered_rotate, own / size * size + (own + delta) % size, int delta, uint size)
#undef WEFT_SHUFFLE

// ---- Reductions and scans

#define WEFT_OPERATION(prefix, name, start, expression)                                            \
  template <class Type> Type sub_group_##prefix##reduce_##name(Type value, WEFT_PLACE) {           \
    using namespace weft::oracle;                                                                  \
    return foldedLanes<Type>({value, place}, 0, 64, start,                                         \
                             [](Type x, Type y) { return Type(expression); });                     \
  }                                                                                                \
  template <class Type> Type sub_group_##prefix##scan_inclusive_##name(Type value, WEFT_PLACE) {   \
    using namespace weft::oracle;                                                                  \
    return foldedLanes<Type>({value, place}, 0, get_sub_group_local_id() + 1, start,               \
                             [](Type x, Type y) { return Type(expression); });                     \
  }                                                                                                \
  template <class Type> Type sub_group_##prefix##scan_exclusive_##name(Type value, WEFT_PLACE) {   \
    using namespace weft::oracle;                                                                  \
    return foldedLanes<Type>({value, place}, 0, get_sub_group_local_id(), start,                   \
                             [](Type x, Type y) { return Type(expression); });                     \
  }
#define WEFT_NON_UNIFORM(name, start, expression)                                                  \
  WEFT_OPERATION(non_uniform_, name, start, expression)                                            \
  template <class Type>                                                                            \
  Type sub_group_clustered_reduce_##name(Type value, uint size, WEFT_PLACE) {                      \
    using namespace weft::oracle;                                                                  \
    const uint begin = get_sub_group_local_id() / size * size;                                     \
    return foldedLanes<Type>({value, place}, begin, begin + size, start,                           \
                             [](Type x, Type y) { return Type(expression); });                     \
  }
#define WEFT_BOTH(name, start, expression)                                                         \
  WEFT_OPERATION(, name, start, expression)                                                        \
  WEFT_NON_UNIFORM(name, start, expression)
WEFT_COMMON_OPERATIONS(WEFT_BOTH)
WEFT_OTHER_OPERATIONS(WEFT_NON_UNIFORM)
#undef WEFT_BOTH
#undef WEFT_NON_UNIFORM
#undef WEFT_OPERATION
#undef WEFT_PLACE

/// One element for each lane; of the next as many for the next component.
inline uint intel_sub_group_block_read(const uint *from) { return from[get_sub_group_local_id()]; }
inline uint2 intel_sub_group_block_read2(const uint *from) {
  const uint lane = get_sub_group_local_id();
  return uint2{from[lane], from[lane + get_max_sub_group_size()]};
}
