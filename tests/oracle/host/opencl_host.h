// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL C for clang++: the types, and the built-in functions that the random kernels and the
// vectoriser's corpus use, so that their source can run as host code. It is written from the
// specification, shares nothing with kernel-lib, and prefers what is plainly right over what is
// fast. It includes no header of the system: names like `min` and `uint` mean OpenCL's here.
//
// tests/oracle/host_source.h tells how a source is rewritten before it comes here.
#pragma once

#include "tests/oracle/host/interface.h"

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using size_t = unsigned long;

namespace weft::oracle {

template <class Element, int count> using Vector = Element __attribute__((ext_vector_type(count)));

/// Element type and width of a scalar or a vector.
template <class Type> struct Shape {
  using Element = Type;
  static constexpr int width = 1;
  template <class Other> using With = Other;
};
template <class ElementType, int count>
struct Shape<ElementType __attribute__((ext_vector_type(count)))> {
  using Element = ElementType;
  static constexpr int width = count;
  template <class Other> using With = Vector<Other, count>;
};
template <class Type> using ElementOf = typename Shape<Type>::Element;
template <class Type> constexpr int widthOf = Shape<Type>::width;
/// The same shape with other elements.
template <class Type, class Element> using With = typename Shape<Type>::template With<Element>;

/// A parameter that follows the type of the others.
template <class Type> struct SameType {
  using Result = Type;
};
template <class Type> using Same = typename SameType<Type>::Result;

template <class Type> ElementOf<Type> part(const Type &value, int index) {
  if constexpr (widthOf<Type> == 1)
    return value;
  else
    return value[index];
}

template <class Type> void setPart(Type &value, int index, ElementOf<Type> element) {
  if constexpr (widthOf<Type> == 1)
    value = element;
  else
    value[index] = element;
}

/// Applies a function of scalars to each component. All arguments have the same width.
template <class Result, class Function, class... Arguments>
Result componentwise(Function function, const Arguments &...arguments) {
  Result result{};
  for (int index = 0; index < widthOf<Result>; ++index)
    setPart(result, index, static_cast<ElementOf<Result>>(function(part(arguments, index)...)));
  return result;
}

template <class Type, class First, class... Others>
void fillFrom(Type &value, int index, const First &first, const Others &...others) {
  for (int at = 0; at < widthOf<First>; ++at)
    setPart(value, index + at, static_cast<ElementOf<Type>>(part(first, at)));
  if constexpr (sizeof...(Others) != 0)
    fillFrom(value, index + widthOf<First>, others...);
}

/// `(float4)(a, b)`: the components of all arguments, or one scalar for all components.
template <class Type, class First, class... Others>
Type literal(const First &first, const Others &...others) {
  Type value{};
  if constexpr (sizeof...(Others) == 0 && widthOf<First> == 1)
    for (int index = 0; index < widthOf<Type>; ++index)
      setPart(value, index, static_cast<ElementOf<Type>>(first));
  else
    fillFrom(value, 0, first, others...);
  return value;
}

template <class Type> constexpr bool isSigned = static_cast<Type>(-1) < static_cast<Type>(0);
template <class Type> constexpr bool isReal = static_cast<Type>(0.5) != static_cast<Type>(0);
template <class Type> constexpr int bitsOf = 8 * static_cast<int>(sizeof(Type));

template <int bytes, bool withSign> struct IntegerOf;
#define WEFT_INTEGER(bytes, withSign, type)                                                        \
  template <> struct IntegerOf<bytes, withSign> {                                                  \
    using Result = type;                                                                           \
  };
WEFT_INTEGER(1, true, char)
WEFT_INTEGER(1, false, uchar)
WEFT_INTEGER(2, true, short)
WEFT_INTEGER(2, false, ushort)
WEFT_INTEGER(4, true, int)
WEFT_INTEGER(4, false, uint)
WEFT_INTEGER(8, true, long)
WEFT_INTEGER(8, false, ulong)
#undef WEFT_INTEGER
template <class Type> using Signed = typename IntegerOf<sizeof(Type), true>::Result;
template <class Type> using Unsigned = typename IntegerOf<sizeof(Type), false>::Result;

/// Holds sums and products of two elements of the type.
template <class Type, bool withSign = isSigned<Type>> struct WideInteger {
  using Result = __int128;
};
template <class Type> struct WideInteger<Type, false> {
  using Result = unsigned __int128;
};
template <class Type> using Wide = typename WideInteger<Type>::Result;

template <class Type>
constexpr Type lowest = isSigned<Type> ? Type(Wide<Type>(-1) << (bitsOf<Type> - 1)) : Type(0);
template <class Type> constexpr Type highest = static_cast<Type>(~lowest<Type>);

/// What relational functions give for a value of this type: int for scalars, otherwise integers of
/// the same size.
template <class Type> struct RelationOf {
  using Result = With<Type, Signed<ElementOf<Type>>>;
};
template <class Type>
  requires(widthOf<Type> == 1)
struct RelationOf<Type> {
  using Result = int;
};
template <class Type> using Relation = typename RelationOf<Type>::Result;

} // namespace weft::oracle

// Calls f(type) for each type of elements.
#define WEFT_FOR_ELEMENTS(f)                                                                       \
  f(char) f(uchar) f(short) f(ushort) f(int) f(uint) f(long) f(ulong) f(float) f(double)

#define WEFT_VECTORS(type)                                                                         \
  using type##2 = weft::oracle::Vector<type, 2>;                                                   \
  using type##3 = weft::oracle::Vector<type, 3>;                                                   \
  using type##4 = weft::oracle::Vector<type, 4>;                                                   \
  using type##8 = weft::oracle::Vector<type, 8>;                                                   \
  using type##16 = weft::oracle::Vector<type, 16>;
WEFT_FOR_ELEMENTS(WEFT_VECTORS)
#undef WEFT_VECTORS

#include "tests/oracle/host/conversions.h"
#include "tests/oracle/host/memory.h"
#include "tests/oracle/host/relations.h"
#include "tests/oracle/host/work_items.h"
//
#include "tests/oracle/host/sub_groups.h"
// These need those above.
#include "tests/oracle/host/integers.h"
//
#include "tests/oracle/host/reals.h"

#undef WEFT_UNARY
#undef WEFT_BINARY
#undef WEFT_TERNARY

#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define CLK_LOCAL_MEM_FENCE 1u
#define CLK_GLOBAL_MEM_FENCE 2u

// What a source says that means nothing here: memory is one, and groups are as they are launched.
#define kernel
#define global
#define constant const
#define reqd_work_group_size(...)
#define intel_reqd_sub_group_size(...)
