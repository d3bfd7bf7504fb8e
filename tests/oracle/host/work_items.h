// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of work-items, barriers and collectives (sections 6.15.1, 6.15.8 and 6.15.16).
// Included by opencl_host.h.
#pragma once

extern "C" __attribute__((visibility("default"))) weft::oracle::Services *weft_oracle_services;
weft::oracle::Services *weft_oracle_services = nullptr;

namespace weft::oracle {
inline Services &services() { return *weft_oracle_services; }
inline const WorkItem &item() { return *weft_oracle_services->item; }
} // namespace weft::oracle

inline uint get_work_dim() { return weft::oracle::services().dimensions; }

// Beyond the dimensions of the launch, ids are 0 and sizes are 1.
#define WEFT_ID(name, values, beyond)                                                              \
  inline size_t name(uint dimension) {                                                             \
    using namespace weft::oracle;                                                                  \
    return dimension < 3 ? values[dimension] : beyond;                                             \
  }
WEFT_ID(get_global_id, item().globalId, 0)
WEFT_ID(get_local_id, item().localId, 0)
WEFT_ID(get_group_id, item().groupId, 0)
WEFT_ID(get_local_size, item().localSize, 1)
WEFT_ID(get_enqueued_local_size, services().enqueuedLocalSize, 1)
WEFT_ID(get_global_size, services().globalSize, 1)
WEFT_ID(get_global_offset, services().globalOffset, 0)
WEFT_ID(get_num_groups, services().groupCount, 1)
#undef WEFT_ID

inline size_t get_local_linear_id() {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
         get_local_id(0);
}

inline size_t get_global_linear_id() {
  const auto own = [](uint d) { return get_global_id(d) - get_global_offset(d); };
  return (own(2) * get_global_size(1) + own(1)) * get_global_size(0) + own(0);
}

inline void barrier(uint) { weft::oracle::services().barrier(); }

namespace weft::oracle {

/// Folds the values of the work-items from `first` up to, but without, `end` into `start`.
template <class Type, class Operation>
Type folded(Type value, Type start, size_t ownCount, bool isWhole, Operation operation) {
  Slot *slots = services().slots;
  __builtin_memcpy(&slots[get_local_linear_id()], &value, sizeof(Type));
  services().barrier();
  const size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  const size_t end = isWhole ? items : get_local_linear_id() + ownCount;
  for (size_t index = 0; index < end; ++index) {
    Type other;
    __builtin_memcpy(&other, &slots[index], sizeof(Type));
    start = operation(start, other);
  }
  services().barrier();
  return start;
}

} // namespace weft::oracle

// The operations of collectives: their names, what they begin with, and the result for x and y.
// Sums and products wrap.
#define WEFT_COMMON_OPERATIONS(MAKE)                                                               \
  MAKE(add, 0, Wide<Type>(x) + y)                                                                  \
  MAKE(min, highest<Type>, y < x ? y : x)                                                          \
  MAKE(max, lowest<Type>, x < y ? y : x)
#define WEFT_OTHER_OPERATIONS(MAKE)                                                                \
  MAKE(mul, 1, Wide<Type>(x) * y)                                                                  \
  MAKE(and, Type(-1), x &y)                                                                        \
  MAKE(or, 0, x | y)                                                                               \
  MAKE(xor, 0, x ^ y)                                                                              \
  MAKE(logical_and, 1, x != 0 && y != 0)                                                           \
  MAKE(logical_or, 0, x != 0 || y != 0)                                                            \
  MAKE(logical_xor, 0, (x != 0) != (y != 0))

#define WEFT_COLLECTIVES(name, start, expression)                                                  \
  template <class Type> Type work_group_reduce_##name(Type value) {                                \
    using namespace weft::oracle;                                                                  \
    return folded<Type>(value, start, 0, true, [](Type x, Type y) { return Type(expression); });   \
  }                                                                                                \
  template <class Type> Type work_group_scan_inclusive_##name(Type value) {                        \
    using namespace weft::oracle;                                                                  \
    return folded<Type>(value, start, 1, false, [](Type x, Type y) { return Type(expression); });  \
  }                                                                                                \
  template <class Type> Type work_group_scan_exclusive_##name(Type value) {                        \
    using namespace weft::oracle;                                                                  \
    return folded<Type>(value, start, 0, false, [](Type x, Type y) { return Type(expression); });  \
  }
WEFT_COMMON_OPERATIONS(WEFT_COLLECTIVES)
WEFT_OTHER_OPERATIONS(WEFT_COLLECTIVES)
#undef WEFT_COLLECTIVES

inline int work_group_any(int value) {
  return weft::oracle::folded<int>(value != 0, 0, 0, true, [](int x, int y) { return x | y; });
}
inline int work_group_all(int value) {
  return weft::oracle::folded<int>(value != 0, 1, 0, true, [](int x, int y) { return x & y; });
}

template <class Type> Type work_group_broadcast(Type value, size_t x, size_t y = 0, size_t z = 0) {
  using namespace weft::oracle;
  Slot *slots = services().slots;
  __builtin_memcpy(&slots[get_local_linear_id()], &value, sizeof(Type));
  services().barrier();
  __builtin_memcpy(&value, &slots[(z * get_local_size(1) + y) * get_local_size(0) + x],
                   sizeof(Type));
  services().barrier();
  return value;
}
