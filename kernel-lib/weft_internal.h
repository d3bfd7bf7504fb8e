// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface between the kernel library and the compiler's passes.
//
// The passes know every function here by its name, which begins with __weft_; the layouts of the
// launch and of the worker are those of the kernel ABI. The library is compiled for spir64 without
// Clang's own built-in declarations, so it declares what it defines.
#pragma once

#include "device/kernel_abi.h"
#include "device/kernel_abi_image.h"
#include "device/kernel_abi_pipe.h"

#define __WEFT_PURE __attribute__((const, nothrow))

// The only sources of divergence: the ids of the work-item in its group.
__WEFT_PURE ulong __weft_local_id_x(void);
__WEFT_PURE ulong __weft_local_id_y(void);
__WEFT_PURE ulong __weft_local_id_z(void);
// Uniform in a group: its ids, and its sizes (smaller than enqueued at the edge of a non-uniform
// range).
__WEFT_PURE ulong __weft_group_id_x(void);
__WEFT_PURE ulong __weft_group_id_y(void);
__WEFT_PURE ulong __weft_group_id_z(void);
__WEFT_PURE ulong __weft_local_size_x(void);
__WEFT_PURE ulong __weft_local_size_y(void);
__WEFT_PURE ulong __weft_local_size_z(void);
__WEFT_PURE __constant const weft_launch *__weft_launch(void);
__WEFT_PURE __constant const weft_worker *__weft_worker(void);

// Ends a region: every work-item of the group reaches this before any continues.
__attribute__((convergent, nothrow)) void __weft_barrier(void);

// Group steps. A call to any function whose name begins with __weft_group_step_ ends a region, is
// executed once for the group with group-uniform operands, and its result is the same for all
// work-items. The functions themselves are ordinary library functions, which are not inlined before
// regions are formed; then the passes may drop their noinline. They may call memcpy.
#define WEFT_GROUP_STEP __attribute__((noinline, convergent, nothrow))

// Events. The retarget pass turns event_t (target("spirv.Event")) into a 64-bit number, 0 for no
// event, and replaces calls of these two by their argument.
__WEFT_PURE event_t __weft_event_from_value(ulong value);
__WEFT_PURE ulong __weft_event_value(event_t event);

// Collectives. __weft_collective_<what>_<type>(value): <what> is reduce, scan_inclusive or
// scan_exclusive with _add, _mul, _min or _max, and of integers _and, _or or _xor; <type> is i32,
// u32, i64, u64, f16, f32 or f64. __weft_collective_broadcast_<type>(value, linear local id of the
// source). Each ends a region; the passes write the loop over the group's work-items.

// Sub-groups. A sub-group is a gang of work-items in the order of their linear local ids, of
// __weft_sub_group_max_size() work-items, a power of two from 8 to 64 that is fixed when the kernel
// is built; the last of a group may have fewer. Convergent operations act on exactly the work-items
// active at the call, in lane order.
__WEFT_PURE uint __weft_sub_group_max_size(void);
__WEFT_PURE uint __weft_sub_group_id(void);
__WEFT_PURE uint __weft_sub_group_lane(void);
// The sub-group's earlier memory accesses happen before its later ones.
__attribute__((convergent, nothrow)) void __weft_sub_group_barrier(void);

#define __WEFT_SUB_GROUP __attribute__((convergent, nothrow, const))
// Bit k: lane k is active and its predicate is not 0.
__WEFT_SUB_GROUP ulong __weft_sub_group_ballot(uint predicate);
// x of a lane, whose number is taken modulo the maximum size; unspecified if that lane is inactive.
__WEFT_SUB_GROUP uchar __weft_sub_group_shuffle_i8(uchar x, uint lane);
__WEFT_SUB_GROUP ushort __weft_sub_group_shuffle_i16(ushort x, uint lane);
__WEFT_SUB_GROUP uint __weft_sub_group_shuffle_i32(uint x, uint lane);
__WEFT_SUB_GROUP ulong __weft_sub_group_shuffle_i64(ulong x, uint lane);
// __weft_sub_group_<reduce|scan_inclusive|scan_exclusive>_<operation>_<type>(x) and
// __weft_sub_group_clustered_<operation>_<type>(x, size), the reduction over the lane's aligned
// cluster of `size` lanes, a power of two: <operation> is add, mul, min or max, and for integers
// and, or, xor too; <type> is i8, u8, i16, u16, i32, u32, i64, u64, f16, f32 or f64.
// kernel-lib/sub-group/sub_group.h declares them.

// 1 / sqrt(x), each element within 2 units in the last place. Code generation chooses the
// instructions that suit the CPU (compiler/passes/target/arithmetic/reciprocal_roots.h).
__WEFT_PURE __attribute__((overloadable)) float __weft_rsqrt(float x);
__WEFT_PURE __attribute__((overloadable)) float2 __weft_rsqrt(float2 x);
__WEFT_PURE __attribute__((overloadable)) float3 __weft_rsqrt(float3 x);
__WEFT_PURE __attribute__((overloadable)) float4 __weft_rsqrt(float4 x);
__WEFT_PURE __attribute__((overloadable)) float8 __weft_rsqrt(float8 x);
__WEFT_PURE __attribute__((overloadable)) float16 __weft_rsqrt(float16 x);

// The sum of the products of the four bytes of a and b: both unsigned, both signed, or those of b
// signed. Code generation chooses the instructions
// (compiler/passes/target/arithmetic/dot_products.h).
__WEFT_PURE int __weft_dot_uu(uint a, uint b);
__WEFT_PURE int __weft_dot_ss(uint a, uint b);
__WEFT_PURE int __weft_dot_us(uint a, uint b);

// Whether an instruction of the CPU multiplies a float by 2^n for any integer n: 1 or 0, resolved
// before the code is optimised (compiler/passes/normalise/target_questions.h).
__WEFT_PURE int __weft_cpu_scales(void);

// Pipes and reservations are numbers too: kernel-lib/pipe/pipe.h has the conversions. A call of any
// function whose name begins with __weft_call_ remains a call, one for each work-item.

// Images and samplers. The retarget pass turns both into 64-bit numbers, as in the argument block
// (device/kernel_abi_image.h), and replaces calls of __weft_image_value (kernel-lib/image/image.h)
// and of this one by their argument.
__WEFT_PURE ulong __weft_sampler_value(sampler_t sampler);

// Accesses to texels, by a routine of weft_image_routine_index. Coordinates are 32-bit words, one
// per dimension; if one is the level, there are four. The vectoriser emits one call of the routine
// for many work-items, weft-image-accesses one for each remaining one. The contents of a read_only
// image are constant during a launch, so its reads are pure; reads of a read_write image are not.
#define __WEFT_IMAGE_ACCESSES(COORDINATE)                                                          \
  __WEFT_PURE __attribute__((overloadable)) uint4 __weft_image_read(                               \
      ulong image, ulong sampler, uint routine, COORDINATE coordinate);                            \
  __attribute__((overloadable, pure, nothrow)) uint4 __weft_image_read_mutable(                    \
      ulong image, ulong sampler, uint routine, COORDINATE coordinate);                            \
  __attribute__((overloadable, nothrow)) void __weft_image_write(                                  \
      ulong image, ulong sampler, uint routine, COORDINATE coordinate, uint4 texel);
__WEFT_IMAGE_ACCESSES(uint)
__WEFT_IMAGE_ACCESSES(uint2)
__WEFT_IMAGE_ACCESSES(uint3)
__WEFT_IMAGE_ACCESSES(uint4)
#undef __WEFT_IMAGE_ACCESSES
