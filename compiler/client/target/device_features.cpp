// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/target/device_features.h"

#include <array>

namespace weft::compiler {
namespace {

constexpr std::uint32_t v1 = encodeVersion(1, 0, 0);
constexpr std::uint32_t openCl3 = encodeVersion(3, 0, 0);

constexpr std::array extensions{
    NamedVersion{"cl_khr_icd", v1},
    NamedVersion{"cl_khr_extended_versioning", v1},
    NamedVersion{"cl_khr_global_int32_base_atomics", v1},
    NamedVersion{"cl_khr_global_int32_extended_atomics", v1},
    NamedVersion{"cl_khr_local_int32_base_atomics", v1},
    NamedVersion{"cl_khr_local_int32_extended_atomics", v1},
    NamedVersion{"cl_khr_int64_base_atomics", v1},
    NamedVersion{"cl_khr_int64_extended_atomics", v1},
    NamedVersion{"cl_khr_byte_addressable_store", v1},
    NamedVersion{"cl_khr_fp16", v1},
    NamedVersion{"cl_khr_fp64", v1},
    NamedVersion{"cl_khr_device_uuid", v1},
    NamedVersion{"cl_khr_extended_async_copies", v1},
    NamedVersion{"cl_khr_async_work_group_copy_fence", v1},
    NamedVersion{"cl_khr_extended_bit_ops", v1},
    NamedVersion{"cl_khr_integer_dot_product", encodeVersion(2, 0, 0)},
    NamedVersion{"cl_khr_create_command_queue", v1},
    NamedVersion{"cl_khr_command_buffer", encodeVersion(0, 9, 8)},
    NamedVersion{"cl_khr_command_buffer_mutable_dispatch", encodeVersion(0, 9, 5)},
    NamedVersion{"cl_khr_command_buffer_multi_device", encodeVersion(0, 9, 2)},
    NamedVersion{"cl_khr_semaphore", v1},
    NamedVersion{"cl_khr_external_semaphore", encodeVersion(1, 0, 1)},
    NamedVersion{"cl_khr_external_semaphore_sync_fd", v1},
    NamedVersion{"cl_khr_external_memory", encodeVersion(1, 0, 1)},
    NamedVersion{"cl_khr_external_memory_opaque_fd", v1},
    NamedVersion{"cl_khr_priority_hints", v1},
    NamedVersion{"cl_khr_throttle_hints", v1},
    NamedVersion{"cl_khr_kernel_clock", v1},
    NamedVersion{"cl_khr_suggested_local_work_size", v1},
    NamedVersion{"cl_khr_work_group_uniform_arithmetic", v1},
    NamedVersion{"cl_khr_subgroup_extended_types", v1},
    NamedVersion{"cl_khr_subgroup_non_uniform_vote", v1},
    NamedVersion{"cl_khr_subgroup_ballot", v1},
    NamedVersion{"cl_khr_subgroup_non_uniform_arithmetic", v1},
    NamedVersion{"cl_khr_subgroup_shuffle", v1},
    NamedVersion{"cl_khr_subgroup_shuffle_relative", v1},
    NamedVersion{"cl_khr_subgroup_clustered_reduce", v1},
    NamedVersion{"cl_khr_subgroup_rotate", v1},
    NamedVersion{"cl_intel_subgroups", v1},
    NamedVersion{"cl_intel_subgroups_char", v1},
    NamedVersion{"cl_intel_subgroups_short", encodeVersion(1, 1, 0)},
    NamedVersion{"cl_intel_subgroups_long", v1},
    NamedVersion{"cl_intel_subgroup_local_block_io", encodeVersion(1, 0, 1)},
    NamedVersion{"cl_intel_required_subgroup_size", v1},
    NamedVersion{"cl_intel_spirv_subgroups", v1},
    NamedVersion{"cl_khr_il_program", v1},
    NamedVersion{"cl_khr_spirv_no_integer_wrap_decoration", v1},
    NamedVersion{"cl_khr_spirv_linkonce_odr", v1},
    NamedVersion{"cl_khr_spirv_extended_debug_info", v1},
    NamedVersion{"cl_khr_spirv_queries", v1},
    NamedVersion{"cl_ext_float_atomics", v1},
    NamedVersion{"cl_ext_buffer_device_address", encodeVersion(1, 0, 2)},
    NamedVersion{"cl_intel_unified_shared_memory", encodeVersion(1, 2, 0)},
    NamedVersion{"cl_intel_device_attribute_query", v1},
    NamedVersion{"cl_intel_exec_by_local_thread", v1},
    NamedVersion{"cl_intel_mem_force_host_memory", v1},
    NamedVersion{"cl_pocl_content_size", v1},
    NamedVersion{"cl_arm_printf", encodeVersion(2, 0, 0)},
    NamedVersion{"cl_khr_3d_image_writes", v1},
    NamedVersion{"cl_khr_depth_images", v1},
    NamedVersion{"cl_khr_image2d_from_buffer", v1},
    NamedVersion{"cl_khr_mipmap_image", v1},
    NamedVersion{"cl_khr_mipmap_image_writes", v1},
    NamedVersion{"cl_khr_srgb_image_writes", v1},
    NamedVersion{"cl_ext_image_from_buffer", v1},
    NamedVersion{"cl_ext_image_requirements_info", encodeVersion(0, 5, 0)},
    NamedVersion{"cl_ext_image_unorm_int_2_101010", v1},
};

constexpr std::array platform{
    NamedVersion{"cl_khr_icd", v1},
    NamedVersion{"cl_khr_command_buffer", encodeVersion(0, 9, 8)},
    NamedVersion{"cl_khr_command_buffer_mutable_dispatch", encodeVersion(0, 9, 5)},
    NamedVersion{"cl_khr_command_buffer_multi_device", encodeVersion(0, 9, 2)},
    NamedVersion{"cl_khr_semaphore", v1},
    NamedVersion{"cl_khr_external_semaphore", encodeVersion(1, 0, 1)},
    NamedVersion{"cl_khr_external_semaphore_sync_fd", v1},
    NamedVersion{"cl_khr_external_memory", encodeVersion(1, 0, 1)},
    NamedVersion{"cl_khr_external_memory_opaque_fd", v1},
    NamedVersion{"cl_khr_extended_versioning", v1},
};

constexpr std::array features{
    NamedVersion{"__opencl_c_atomic_order_acq_rel", openCl3},
    NamedVersion{"__opencl_c_atomic_order_seq_cst", openCl3},
    NamedVersion{"__opencl_c_atomic_scope_device", openCl3},
    NamedVersion{"__opencl_c_atomic_scope_all_devices", openCl3},
    NamedVersion{"__opencl_c_ext_fp16_global_atomic_load_store", openCl3},
    NamedVersion{"__opencl_c_ext_fp16_local_atomic_load_store", openCl3},
    NamedVersion{"__opencl_c_ext_fp16_global_atomic_add", openCl3},
    NamedVersion{"__opencl_c_ext_fp16_local_atomic_add", openCl3},
    NamedVersion{"__opencl_c_ext_fp32_global_atomic_add", openCl3},
    NamedVersion{"__opencl_c_ext_fp32_local_atomic_add", openCl3},
    NamedVersion{"__opencl_c_ext_fp64_global_atomic_add", openCl3},
    NamedVersion{"__opencl_c_ext_fp64_local_atomic_add", openCl3},
    NamedVersion{"__opencl_c_ext_fp16_global_atomic_min_max", openCl3},
    NamedVersion{"__opencl_c_ext_fp16_local_atomic_min_max", openCl3},
    NamedVersion{"__opencl_c_ext_fp32_global_atomic_min_max", openCl3},
    NamedVersion{"__opencl_c_ext_fp32_local_atomic_min_max", openCl3},
    NamedVersion{"__opencl_c_ext_fp64_global_atomic_min_max", openCl3},
    NamedVersion{"__opencl_c_ext_fp64_local_atomic_min_max", openCl3},
    NamedVersion{"__opencl_c_fp64", openCl3},
    NamedVersion{"__opencl_c_generic_address_space", openCl3},
    NamedVersion{"__opencl_c_int64", openCl3},
    NamedVersion{"__opencl_c_integer_dot_product_input_4x8bit", openCl3},
    NamedVersion{"__opencl_c_integer_dot_product_input_4x8bit_packed", openCl3},
    NamedVersion{"__opencl_c_kernel_clock_scope_device", openCl3},
    NamedVersion{"__opencl_c_kernel_clock_scope_work_group", openCl3},
    NamedVersion{"__opencl_c_kernel_clock_scope_sub_group", openCl3},
    NamedVersion{"__opencl_c_program_scope_global_variables", openCl3},
    NamedVersion{"__opencl_c_subgroups", openCl3},
    NamedVersion{"__opencl_c_work_group_collective_functions", openCl3},
    NamedVersion{"__opencl_c_images", openCl3},
    NamedVersion{"__opencl_c_pipes", openCl3},
    NamedVersion{"__opencl_c_device_enqueue", openCl3},
    NamedVersion{"__opencl_c_3d_image_writes", openCl3},
    NamedVersion{"__opencl_c_read_write_images", openCl3},
    NamedVersion{"__opencl_c_ext_image_unorm_int_2_101010", openCl3},
};

} // namespace

std::span<const NamedVersion> deviceExtensions() { return extensions; }
std::span<const NamedVersion> deviceFeatures() { return features; }
std::span<const NamedVersion> platformExtensions() { return platform; }

} // namespace weft::compiler
