// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes WEFT_BODY once for each integer type and width, with the definitions of gentype/widths.h
// and those below.

#define scalar char
#define INTEGER_BITS 8
#define IS_SIGNED 1
#define signed_type char
#define unsigned_type uchar
#define wide_type short // twice as many bits; no such type for 64 bits
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
#undef wide_type

#define scalar uchar
#define INTEGER_BITS 8
#define IS_SIGNED 0
#define signed_type char
#define unsigned_type uchar
#define wide_type ushort
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
#undef wide_type

#define scalar short
#define INTEGER_BITS 16
#define IS_SIGNED 1
#define signed_type short
#define unsigned_type ushort
#define wide_type int
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
#undef wide_type

#define scalar ushort
#define INTEGER_BITS 16
#define IS_SIGNED 0
#define signed_type short
#define unsigned_type ushort
#define wide_type uint
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
#undef wide_type

#define scalar int
#define INTEGER_BITS 32
#define IS_SIGNED 1
#define signed_type int
#define unsigned_type uint
#define wide_type long
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
#undef wide_type

#define scalar uint
#define INTEGER_BITS 32
#define IS_SIGNED 0
#define signed_type int
#define unsigned_type uint
#define wide_type ulong
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
#undef wide_type

#define scalar long
#define INTEGER_BITS 64
#define IS_SIGNED 1
#define signed_type long
#define unsigned_type ulong
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type

#define scalar ulong
#define INTEGER_BITS 64
#define IS_SIGNED 0
#define signed_type long
#define unsigned_type ulong
#include "kernel-lib/gentype/widths.h"
#undef scalar
#undef INTEGER_BITS
#undef IS_SIGNED
#undef signed_type
#undef unsigned_type
