// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_extended_bit_ops (OpenCL C 3.0, 6.15.3): fields of bits, and bits in reverse.
#ifndef gentype
#include "kernel-lib/weft_kernel_lib.h"

#define WEFT_BODY "kernel-lib/integer/bit_fields.cl"
#include "kernel-lib/gentype/integer.h"
#else

// A shift by the full width is a shift by zero in OpenCL C, so an empty field, which looks like a
// full one to the shifts, needs a select.
OVERLOAD gentype bitfield_insert(gentype base, gentype insert, uint offset, uint count) {
  unsigned_type ones = (unsigned_type)-1 >> (unsigned_type)(INTEGER_BITS - count);
  unsigned_type field = count == 0 ? 0 : (unsigned_type)(ones << (unsigned_type)offset);
  gentype mask = (gentype)__builtin_astype(field, scalar);
  return (base & ~mask) | ((insert << (gentype)(scalar)offset) & mask);
}

// Shifts the field to the top, which drops the bits above it, and from there to the bottom.
#define EXTRACT(result)                                                                            \
  VECTOR(unsigned_type) raised = __builtin_astype(base, VECTOR(unsigned_type));                    \
  raised = raised << (VECTOR(unsigned_type))(unsigned_type)(INTEGER_BITS - count - offset);        \
  VECTOR(result) field = __builtin_astype(raised, VECTOR(result));                                 \
  field = field >> (VECTOR(result))(result)(INTEGER_BITS - count);                                 \
  return count == 0 ? (VECTOR(result))0 : field;
OVERLOAD VECTOR(signed_type)
    bitfield_extract_signed(gentype base, uint offset, uint count){EXTRACT(signed_type)} OVERLOAD
    VECTOR(unsigned_type)
        bitfield_extract_unsigned(gentype base, uint offset, uint count){EXTRACT(unsigned_type)}
#undef EXTRACT

OVERLOAD gentype bit_reverse(gentype x) {
  return __builtin_elementwise_bitreverse(x);
}

#endif
