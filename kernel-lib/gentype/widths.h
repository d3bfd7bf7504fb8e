// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes WEFT_BODY once for each vector width of the element type `scalar`. gentype/floating.h
// and gentype/integer.h include this file; it has no guard because it is meant to be included
// often.
//
// For the body: WIDTH; gentype, the type of that width; VECTOR(type), that width of another element
// type; CONVERT(x, type), a plain conversion to VECTOR(type).

#define WEFT_PASTE_(a, b) a##b
#define WEFT_PASTE(a, b) WEFT_PASTE_(a, b)

#define WIDTH 1
#define VECTOR(type) type
#define CONVERT(x, type) ((type)(x))
#define gentype scalar
#include WEFT_BODY
#undef WIDTH
#undef VECTOR
#undef CONVERT
#undef gentype

#define VECTOR(type) WEFT_PASTE(type, WIDTH)
#define CONVERT(x, type) __builtin_convertvector(x, VECTOR(type))
#define gentype VECTOR(scalar)

#define WIDTH 2
#include WEFT_BODY
#undef WIDTH

#define WIDTH 3
#include WEFT_BODY
#undef WIDTH

#define WIDTH 4
#include WEFT_BODY
#undef WIDTH

#define WIDTH 8
#include WEFT_BODY
#undef WIDTH

#define WIDTH 16
#include WEFT_BODY
#undef WIDTH

#undef VECTOR
#undef CONVERT
#undef gentype
#undef WEFT_PASTE
#undef WEFT_PASTE_
