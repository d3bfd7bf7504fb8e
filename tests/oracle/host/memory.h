// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vloadn(), vstoren(), shuffle(), and atomic functions: work-items run one after another, so that
// these are plain. Included by opencl_host.h.
#pragma once

#define WEFT_VECTOR_ACCESS(count)                                                                  \
  template <class Element> auto vload##count(size_t offset, const Element *from) {                 \
    weft::oracle::Vector<Element, count> result{};                                                 \
    for (int index = 0; index < count; ++index)                                                    \
      result[index] = from[offset * count + index];                                                \
    return result;                                                                                 \
  }                                                                                                \
  template <class Element>                                                                         \
  void vstore##count(weft::oracle::Vector<Element, count> value, size_t offset, Element *to) {     \
    for (int index = 0; index < count; ++index)                                                    \
      to[offset * count + index] = value[index];                                                   \
  }
WEFT_VECTOR_ACCESS(2)
WEFT_VECTOR_ACCESS(3)
WEFT_VECTOR_ACCESS(4)
WEFT_VECTOR_ACCESS(8)
WEFT_VECTOR_ACCESS(16)
#undef WEFT_VECTOR_ACCESS

/// Only the bits of the mask count that number the components.
template <class Type, class Mask> auto shuffle(Type from, Mask mask) {
  using namespace weft::oracle;
  constexpr unsigned components = widthOf<Type> == 3 ? 4 : widthOf<Type>;
  Vector<ElementOf<Type>, widthOf<Mask>> result{};
  for (int index = 0; index < widthOf<Mask>; ++index)
    result[index] = from[mask[index] % components];
  return result;
}

template <class Type, class Mask>
auto shuffle2(Type first, weft::oracle::Same<Type> second, Mask mask) {
  using namespace weft::oracle;
  constexpr unsigned components = widthOf<Type> == 3 ? 4 : widthOf<Type>;
  Vector<ElementOf<Type>, widthOf<Mask>> result{};
  for (int index = 0; index < widthOf<Mask>; ++index) {
    const unsigned at = mask[index] % (2 * components);
    result[index] = at < components ? first[at] : second[at - components];
  }
  return result;
}

// The value that was there is returned.
#define WEFT_ATOMIC(name, expression)                                                              \
  template <class Type> Type atomic_##name(Type *at, weft::oracle::Same<Type> y) {                 \
    const Type x = *at;                                                                            \
    *at = expression;                                                                              \
    return x;                                                                                      \
  }                                                                                                \
  template <class Type> Type atom_##name(Type *at, weft::oracle::Same<Type> y) {                   \
    return atomic_##name(at, y);                                                                   \
  }
WEFT_ATOMIC(add, x + y)
WEFT_ATOMIC(sub, x - y)
WEFT_ATOMIC(xchg, y)
WEFT_ATOMIC(min, y < x ? y : x)
WEFT_ATOMIC(max, x < y ? y : x)
WEFT_ATOMIC(and, x &y)
WEFT_ATOMIC(or, x | y)
WEFT_ATOMIC(xor, x ^ y)
#undef WEFT_ATOMIC
template <class Type> Type atomic_inc(Type *at) { return atomic_add(at, 1); }
template <class Type> Type atomic_dec(Type *at) { return atomic_sub(at, 1); }
template <class Type>
Type atomic_cmpxchg(Type *at, weft::oracle::Same<Type> expected, weft::oracle::Same<Type> value) {
  const Type x = *at;
  if (x == expected)
    *at = value;
  return x;
}
