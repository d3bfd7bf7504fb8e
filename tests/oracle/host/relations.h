// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select(), any(), all(), bitselect() and the relational functions (section 6.15.7). Included by
// opencl_host.h.
#pragma once

/// The highest bit of a component chooses, of a scalar any bit.
template <class Type, class Mask>
Type select(Type otherwise, weft::oracle::Same<Type> chosen, Mask mask) {
  using namespace weft::oracle;
  static_assert(widthOf<Type> == widthOf<Mask> &&
                sizeof(ElementOf<Type>) == sizeof(ElementOf<Mask>));
  Type result{};
  for (int index = 0; index < widthOf<Type>; ++index) {
    const auto test = part(mask, index);
    const bool isChosen =
        widthOf<Type> == 1 ? test != 0 : (test >> (bitsOf<ElementOf<Mask>> - 1) & 1) != 0;
    setPart(result, index, isChosen ? part(chosen, index) : part(otherwise, index));
  }
  return result;
}

template <class Type> int any(Type value) {
  using namespace weft::oracle;
  int result = 0;
  for (int index = 0; index < widthOf<Type>; ++index)
    result |= part(value, index) < 0;
  return result;
}

template <class Type> int all(Type value) {
  using namespace weft::oracle;
  int result = 1;
  for (int index = 0; index < widthOf<Type>; ++index)
    result &= part(value, index) < 0;
  return result;
}

/// Of integers.
template <class Type>
Type bitselect(Type first, weft::oracle::Same<Type> second, weft::oracle::Same<Type> mask) {
  return (first & ~mask) | (second & mask);
}

template <class Type> weft::oracle::Relation<Type> isnan(Type value) {
  using namespace weft::oracle;
  constexpr int yes = widthOf<Type> == 1 ? 1 : -1;
  return componentwise<Relation<Type>>([](auto x) { return x != x ? yes : 0; }, value);
}

template <class Type>
weft::oracle::Relation<Type> isless(Type left, weft::oracle::Same<Type> right) {
  using namespace weft::oracle;
  constexpr int yes = widthOf<Type> == 1 ? 1 : -1;
  return componentwise<Relation<Type>>([](auto x, auto y) { return x < y ? yes : 0; }, left, right);
}
