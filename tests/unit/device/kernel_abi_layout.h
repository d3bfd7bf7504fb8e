// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* How the structures of the kernel ABI are laid out in each of its languages: F(structure, field,
 * offset) and S(structure, size). Who changes a line here increments WEFT_KERNEL_ABI_VERSION. */
#pragma once

#include "device/kernel_abi.h"
#include "device/kernel_abi_checks.h"
#include "device/kernel_abi_enqueue.h"
#include "device/kernel_abi_image.h"
#include "device/kernel_abi_pipe.h"

#define WEFT_ABI_TESTED_VERSION 28u

/* What kernels see. */
#define WEFT_ABI_OF_KERNELS(F, S)                                                                  \
  F(weft_printf_argument, kind, 0)                                                                 \
  F(weft_printf_argument, element_bytes, 1)                                                        \
  F(weft_printf_argument, lanes, 2)                                                                \
  F(weft_printf_argument, reserved, 3)                                                             \
  F(weft_launch, work_dimensions, 0)                                                               \
  F(weft_launch, stream_arguments, 4)                                                              \
  F(weft_launch, global_offset, 8)                                                                 \
  F(weft_launch, global_size, 32)                                                                  \
  F(weft_launch, local_size, 56)                                                                   \
  F(weft_launch, group_count, 80)                                                                  \
  F(weft_launch, groups_at_large_buffers, 104)                                                     \
  F(weft_launch, arguments, 112)                                                                   \
  F(weft_launch, print, 120)                                                                       \
  F(weft_launch, print_context, 128)                                                               \
  F(weft_launch, enqueue, 136)                                                                     \
  F(weft_launch, enqueue_context, 144)                                                             \
  F(weft_launch, stop, 152)                                                                        \
  F(weft_launch, stop_context, 160)                                                                \
  F(weft_ndrange, dimensions, 0)                                                                   \
  F(weft_ndrange, offset, 8)                                                                       \
  F(weft_ndrange, global_size, 32)                                                                 \
  F(weft_ndrange, local_size, 56)                                                                  \
  F(weft_enqueue_request, operation, 0)                                                            \
  F(weft_enqueue_request, kernel_number, 4)                                                        \
  F(weft_enqueue_request, queue, 8)                                                                \
  F(weft_enqueue_request, event, 16)                                                               \
  F(weft_enqueue_request, range, 24)                                                               \
  F(weft_enqueue_request, block, 32)                                                               \
  F(weft_enqueue_request, local_sizes, 40)                                                         \
  F(weft_enqueue_request, wait_list, 48)                                                           \
  F(weft_enqueue_request, output, 56)                                                              \
  F(weft_enqueue_request, local_count, 64)                                                         \
  F(weft_enqueue_request, wait_count, 68)                                                          \
  F(weft_enqueue_request, value, 72)                                                               \
  F(weft_copy_stream, source, 0)                                                                   \
  F(weft_copy_stream, step, 8)                                                                     \
  F(weft_copy_stream, begin, 16)                                                                   \
  F(weft_worker, local_memory, 0)                                                                  \
  F(weft_worker, local_memory_bytes, 8)                                                            \
  F(weft_worker, context_array, 16)                                                                \
  F(weft_worker, context_array_bytes, 24)                                                          \
  F(weft_worker, stack_begin, 32)                                                                  \
  F(weft_worker, stack_end, 40)                                                                    \
  F(weft_worker, streams, 48)                                                                      \
  F(weft_image_level, data, 0)                                                                     \
  F(weft_image_level, row_pitch, 8)                                                                \
  F(weft_image_level, slice_pitch, 16)                                                             \
  F(weft_image_level, width, 24)                                                                   \
  F(weft_image_level, height, 28)                                                                  \
  F(weft_image_level, depth, 32)                                                                   \
  F(weft_image, levels, 0)                                                                         \
  F(weft_image, level_count, 600)                                                                  \
  F(weft_image, layers, 604)                                                                       \
  F(weft_image, type, 608)                                                                         \
  F(weft_image, channel_order, 612)                                                                \
  F(weft_image, channel_type, 616)                                                                 \
  F(weft_image, element_bytes, 620)                                                                \
  F(weft_image, routines, 624)                                                                     \
  F(weft_image, words, 632)                                                                        \
  F(weft_image_words, component, 0)                                                                \
  F(weft_image_words, mask, 32)                                                                    \
  F(weft_image_words, pitch, 48)                                                                   \
  F(weft_image_words, last, 60)                                                                    \
  F(weft_image_words, are_direct, 72)                                                              \
  F(weft_pipe, packet_bytes, 0)                                                                    \
  F(weft_pipe, max_packets, 4)                                                                     \
  F(weft_pipe, written, 64)                                                                        \
  F(weft_pipe, written_pending, 72)                                                                \
  F(weft_pipe, read, 128)                                                                          \
  F(weft_pipe_slot, turn, 0)                                                                       \
  F(weft_pipe_slot, reserved_packets, 4)                                                           \
  S(weft_printf_argument, 8)                                                                       \
  S(weft_launch, 168)                                                                              \
  S(weft_copy_stream, 24)                                                                          \
  S(weft_worker, 56)                                                                               \
  S(weft_image_level, 40)                                                                          \
  S(weft_image, 712)                                                                               \
  S(weft_image_words, 80)                                                                          \
  S(weft_ndrange, 80)                                                                              \
  S(weft_enqueue_request, 80)                                                                      \
  S(weft_pipe, 192)                                                                                \
  S(weft_pipe_slot, 8)

/* The table of a program. */
#define WEFT_ABI_OF_PROGRAMS(F, S)                                                                 \
  F(weft_argument_description, name, 0)                                                            \
  F(weft_argument_description, type_name, 8)                                                       \
  F(weft_argument_description, kind, 16)                                                           \
  F(weft_argument_description, address_qualifier, 20)                                              \
  F(weft_argument_description, access_qualifier, 24)                                               \
  F(weft_argument_description, type_qualifiers, 28)                                                \
  F(weft_argument_description, offset, 32)                                                         \
  F(weft_argument_description, size, 36)                                                           \
  F(weft_argument_description, image_type, 40)                                                     \
  F(weft_argument_description, is_depth_image, 44)                                                 \
  F(weft_kernel_description, name, 0)                                                              \
  F(weft_kernel_description, function, 8)                                                          \
  F(weft_kernel_description, arguments, 16)                                                        \
  F(weft_kernel_description, argument_count, 24)                                                   \
  F(weft_kernel_description, argument_block_bytes, 28)                                             \
  F(weft_kernel_description, local_memory_bytes, 32)                                               \
  F(weft_kernel_description, context_fixed_bytes, 40)                                              \
  F(weft_kernel_description, context_item_bytes, 48)                                               \
  F(weft_kernel_description, private_memory_bytes, 56)                                             \
  F(weft_kernel_description, stack_bytes, 64)                                                      \
  F(weft_kernel_description, required_work_group_size, 72)                                         \
  F(weft_kernel_description, work_group_size_hint, 84)                                             \
  F(weft_kernel_description, flags, 96)                                                            \
  F(weft_kernel_description, lane_dimension, 100)                                                  \
  F(weft_kernel_description, sub_group_size, 104)                                                  \
  F(weft_kernel_description, required_sub_group_size, 108)                                         \
  F(weft_kernel_description, required_sub_groups, 112)                                             \
  F(weft_kernel_description, attributes, 120)                                                      \
  F(weft_program_description, magic, 0)                                                            \
  F(weft_program_description, abi_version, 4)                                                      \
  F(weft_program_description, flags, 8)                                                            \
  F(weft_program_description, kernel_count, 12)                                                    \
  F(weft_program_description, kernels, 16)                                                         \
  F(weft_program_description, global_variable_bytes, 24)                                           \
  F(weft_extent, offset, 0)                                                                        \
  F(weft_extent, size, 8)                                                                          \
  F(weft_extent, cells, 16)                                                                        \
  F(weft_extent, contents, 24)                                                                     \
  F(weft_extent, readable, 32)                                                                     \
  F(weft_extent, writable, 40)                                                                     \
  F(weft_access_places, sites, 0)                                                                  \
  F(weft_access_places, numbers, 8)                                                                \
  F(weft_access_places, count, 16)                                                                 \
  F(weft_check_site, kernel, 0)                                                                    \
  F(weft_check_site, file, 8)                                                                      \
  F(weft_check_site, name, 16)                                                                     \
  F(weft_check_site, line, 24)                                                                     \
  F(weft_check_site, column, 28)                                                                   \
  F(weft_check_site, mistake, 32)                                                                  \
  F(weft_check_site, bytes, 36)                                                                    \
  F(weft_check_site, origin, 40)                                                                   \
  F(weft_check_site, argument, 44)                                                                 \
  F(weft_check_site, related_line, 48)                                                             \
  F(weft_check_site, related_column, 52)                                                           \
  F(weft_checks, extents, 0)                                                                       \
  F(weft_checks, report, 8)                                                                        \
  F(weft_checks, look_up, 16)                                                                      \
  F(weft_checks, check_context, 24)                                                                \
  F(weft_checks, report_race, 32)                                                                  \
  F(weft_checks, launch_bits, 40)                                                                  \
  F(weft_checks, local_cells, 48)                                                                  \
  F(weft_checks, tracks_reads, 56)                                                                 \
  F(weft_checks, is_strict, 64)                                                                    \
  F(weft_checks, local_contents, 72)                                                               \
  F(weft_checks, local_copies, 80)                                                                 \
  F(weft_checks, begin_copy, 88)                                                                   \
  F(weft_checks, await_copy, 96)                                                                   \
  F(weft_checks, end_copies, 104)                                                                  \
  F(weft_checks, fence_copies, 112)                                                                \
  F(weft_checks, touch, 120)                                                                       \
  F(weft_checks, note_copy, 128)                                                                   \
  F(weft_checks, delays_copies, 136)                                                               \
  F(weft_checks, watched, 144)                                                                     \
  F(weft_checks, first_item, 160)                                                                  \
  F(weft_bytes, begin, 0)                                                                          \
  F(weft_bytes, size, 8)                                                                           \
  F(weft_copies, count, 0)                                                                         \
  F(weft_copies, local_written, 8)                                                                 \
  F(weft_copies, local_read, 24)                                                                   \
  F(weft_copies, global_written, 40)                                                               \
  F(weft_copies, global_read, 56)                                                                  \
  F(weft_copy_shape, bytes, 0)                                                                     \
  F(weft_copy_shape, lines, 8)                                                                     \
  F(weft_copy_shape, planes, 16)                                                                   \
  F(weft_copy_shape, source_line, 24)                                                              \
  F(weft_copy_shape, source_plane, 32)                                                             \
  F(weft_copy_shape, destination_line, 40)                                                         \
  F(weft_copy_shape, destination_plane, 48)                                                        \
  F(weft_checked_launch, launch, 0)                                                                \
  F(weft_checked_launch, checks, 168)                                                              \
  S(weft_check_site, 56)                                                                           \
  S(weft_access_places, 24)                                                                        \
  S(weft_argument_description, 48)                                                                 \
  S(weft_kernel_description, 128)                                                                  \
  S(weft_program_description, 32)
