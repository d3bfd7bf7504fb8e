// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The prelude of every program: Clang's base header, then the functions and macros of OpenCL C that
// Clang does not declare. The pragmas declare the extension's name, so that programs may enable it.
// The path is absolute, so that no folder of the program can provide another base header.
#pragma clang system_header
#include "/__weft__/system/opencl-c-base.h"

// The version of OpenCL C, or the one on which a version of C++ for OpenCL is based.
#ifndef __OPENCL_CPP_VERSION__
#define __WEFT_C_VERSION __OPENCL_C_VERSION__
#elif __OPENCL_CPP_VERSION__ == 100
#define __WEFT_C_VERSION 200
#else
#define __WEFT_C_VERSION 300
#endif

// Many programs use half without enabling it first.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Clang declares these built-ins only for OpenCL C 2.0 and newer, where it defines their macros.
// declarations.cpp declares the collectives for older versions.
#if __WEFT_C_VERSION < 200
#define __opencl_c_work_group_collective_functions 1
#define cl_khr_extended_bit_ops 1
#define cl_khr_integer_dot_product 1
#define __opencl_c_integer_dot_product_input_4x8bit 1
#define __opencl_c_integer_dot_product_input_4x8bit_packed 1
#define cl_khr_subgroup_extended_types 1
#define cl_khr_subgroup_non_uniform_vote 1
#define cl_khr_subgroup_ballot 1
#define cl_khr_subgroup_non_uniform_arithmetic 1
#define cl_khr_subgroup_shuffle 1
#define cl_khr_subgroup_shuffle_relative 1
#define cl_khr_subgroup_clustered_reduce 1
#define cl_khr_subgroup_rotate 1
#define cl_intel_required_subgroup_size 1
#endif
#if __WEFT_C_VERSION < 120
#define __opencl_subgroup_builtins 1
#define cl_intel_subgroups 1
#define cl_intel_subgroups_char 1
#define cl_intel_subgroups_short 1
#define cl_intel_subgroups_long 1
#define cl_intel_subgroup_local_block_io 1
#endif

#if __WEFT_C_VERSION >= 200
#define cl_ext_float_atomics 1
#pragma OPENCL EXTENSION cl_ext_float_atomics : begin
#pragma OPENCL EXTENSION cl_ext_float_atomics : end
#define __opencl_c_ext_fp16_global_atomic_load_store 1
#define __opencl_c_ext_fp16_local_atomic_load_store 1
#define __opencl_c_ext_fp16_global_atomic_add 1
#define __opencl_c_ext_fp16_local_atomic_add 1
#define __opencl_c_ext_fp32_global_atomic_add 1
#define __opencl_c_ext_fp32_local_atomic_add 1
#define __opencl_c_ext_fp64_global_atomic_add 1
#define __opencl_c_ext_fp64_local_atomic_add 1
#define __opencl_c_ext_fp16_global_atomic_min_max 1
#define __opencl_c_ext_fp16_local_atomic_min_max 1
#define __opencl_c_ext_fp32_global_atomic_min_max 1
#define __opencl_c_ext_fp32_local_atomic_min_max 1
#define __opencl_c_ext_fp64_global_atomic_min_max 1
#define __opencl_c_ext_fp64_local_atomic_min_max 1
#endif

// Not in Clang's tables.
#ifdef __IMAGE_SUPPORT__
#define cl_khr_image2d_from_buffer 1
#pragma OPENCL EXTENSION cl_khr_image2d_from_buffer : begin
#pragma OPENCL EXTENSION cl_khr_image2d_from_buffer : end
#define cl_ext_image_unorm_int_2_101010 1
#pragma OPENCL EXTENSION cl_ext_image_unorm_int_2_101010 : begin
#pragma OPENCL EXTENSION cl_ext_image_unorm_int_2_101010 : end
#endif

#define cl_khr_kernel_clock 1
#define __opencl_c_kernel_clock_scope_device 1
#define __opencl_c_kernel_clock_scope_work_group 1
#define __opencl_c_kernel_clock_scope_sub_group 1

#define cl_khr_work_group_uniform_arithmetic 1
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : begin
#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : end

#define __WEFT_COLLECTIVE(__type, __operation)                                                     \
  __attribute__((overloadable, convergent)) __type work_group_reduce_##__operation(__type);        \
  __attribute__((overloadable, convergent)) __type work_group_scan_inclusive_##__operation(        \
      __type);                                                                                     \
  __attribute__((overloadable, convergent)) __type work_group_scan_exclusive_##__operation(__type);
#define __WEFT_COLLECTIVES(__type)                                                                 \
  __WEFT_COLLECTIVE(__type, mul)                                                                   \
  __WEFT_COLLECTIVE(__type, and)                                                                   \
  __WEFT_COLLECTIVE(__type, or)                                                                    \
  __WEFT_COLLECTIVE(__type, xor)

__WEFT_COLLECTIVES(int)
__WEFT_COLLECTIVES(uint)
__WEFT_COLLECTIVES(long)
__WEFT_COLLECTIVES(ulong)
__WEFT_COLLECTIVE(half, mul)
__WEFT_COLLECTIVE(float, mul)
__WEFT_COLLECTIVE(double, mul)
__WEFT_COLLECTIVE(int, logical_and)
__WEFT_COLLECTIVE(int, logical_or)
__WEFT_COLLECTIVE(int, logical_xor)

#undef __WEFT_COLLECTIVES
#undef __WEFT_COLLECTIVE

#define cl_khr_extended_async_copies 1
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : begin
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : end

#define __WEFT_COPY_BUILTIN __attribute__((overloadable, convergent))

event_t __WEFT_COPY_BUILTIN async_work_group_copy_2D2D(
    __local void *dst, size_t dst_offset, const __global void *src, size_t src_offset,
    size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines,
    size_t src_total_line_length, size_t dst_total_line_length, event_t event);
event_t __WEFT_COPY_BUILTIN async_work_group_copy_2D2D(
    __global void *dst, size_t dst_offset, const __local void *src, size_t src_offset,
    size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines,
    size_t src_total_line_length, size_t dst_total_line_length, event_t event);
event_t __WEFT_COPY_BUILTIN async_work_group_copy_3D3D(
    __local void *dst, size_t dst_offset, const __global void *src, size_t src_offset,
    size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines, size_t num_planes,
    size_t src_total_line_length, size_t src_total_plane_area, size_t dst_total_line_length,
    size_t dst_total_plane_area, event_t event);
event_t __WEFT_COPY_BUILTIN async_work_group_copy_3D3D(
    __global void *dst, size_t dst_offset, const __local void *src, size_t src_offset,
    size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines, size_t num_planes,
    size_t src_total_line_length, size_t src_total_plane_area, size_t dst_total_line_length,
    size_t dst_total_plane_area, event_t event);

#define cl_khr_async_work_group_copy_fence 1
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : begin
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : end

void __WEFT_COPY_BUILTIN async_work_group_copy_fence(cl_mem_fence_flags flags);

#undef __WEFT_COPY_BUILTIN

#define cl_intel_bfloat16_conversions 1
#define __WEFT_BFLOAT16(__n)                                                                       \
  __attribute__((overloadable, const)) ushort##__n intel_convert_bfloat16##__n##_as_ushort##__n(   \
      float##__n);                                                                                 \
  __attribute__((overloadable, const)) float##__n intel_convert_as_bfloat16##__n##_float##__n(     \
      ushort##__n);
__WEFT_BFLOAT16()
__WEFT_BFLOAT16(2)
__WEFT_BFLOAT16(3)
__WEFT_BFLOAT16(4)
__WEFT_BFLOAT16(8)
__WEFT_BFLOAT16(16)
#undef __WEFT_BFLOAT16

#define cl_intel_split_work_group_barrier 1
#define __WEFT_BARRIER __attribute__((overloadable, convergent))
void __WEFT_BARRIER intel_work_group_barrier_arrive(cl_mem_fence_flags);
void __WEFT_BARRIER intel_work_group_barrier_wait(cl_mem_fence_flags);
#if __WEFT_C_VERSION >= 200
void __WEFT_BARRIER intel_work_group_barrier_arrive(cl_mem_fence_flags, memory_scope);
void __WEFT_BARRIER intel_work_group_barrier_wait(cl_mem_fence_flags, memory_scope);
#endif
#undef __WEFT_BARRIER

// Clang's are constants for which it cannot generate code.
#ifdef __cplusplus
#define __WEFT_C_FUNCTION extern "C" __attribute__((const))
#else
#define __WEFT_C_FUNCTION __attribute__((const))
#endif
#ifdef __opencl_c_device_enqueue
__WEFT_C_FUNCTION clk_event_t __weft_null_device_event(void);
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT (__weft_null_device_event())
#endif
#ifdef CLK_NULL_RESERVE_ID
__WEFT_C_FUNCTION reserve_id_t __weft_null_reservation(void);
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID (__weft_null_reservation())
#endif
#undef __WEFT_C_FUNCTION

#ifdef cl_intel_subgroups
#include "/__weft__/system/weft-sub-groups.h"
#endif
#undef __WEFT_C_VERSION
