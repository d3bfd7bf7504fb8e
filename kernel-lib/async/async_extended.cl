// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of lines and planes, and the fence between copies (OpenCL C, cl_khr_extended_async_copies
// and cl_khr_async_work_group_copy_fence). The compiler's prelude declares them
// (compiler/frontend/prelude.h). Offsets, line lengths and plane areas count elements; a copy of
// lines is a copy of one plane.
#include "kernel-lib/async/async.h"

OVERLOAD WEFT_CONVERGENT event_t async_work_group_copy_3D3D(
    local void *destination, size_t destination_offset, const global void *source,
    size_t source_offset, size_t element, size_t line_elements, size_t lines, size_t planes,
    size_t source_line, size_t source_plane, size_t destination_line, size_t destination_plane,
    event_t event) {
  __weft_group_step_planes_to_local((local uchar *)destination + destination_offset * element,
                                    (const global uchar *)source + source_offset * element,
                                    line_elements * element, lines, planes, source_line * element,
                                    source_plane * element, destination_line * element,
                                    destination_plane * element);
  return eventOfCopy(event);
}

OVERLOAD WEFT_CONVERGENT event_t async_work_group_copy_3D3D(
    global void *destination, size_t destination_offset, const local void *source,
    size_t source_offset, size_t element, size_t line_elements, size_t lines, size_t planes,
    size_t source_line, size_t source_plane, size_t destination_line, size_t destination_plane,
    event_t event) {
  __weft_group_step_planes_to_global((global uchar *)destination + destination_offset * element,
                                     (const local uchar *)source + source_offset * element,
                                     line_elements * element, lines, planes, source_line * element,
                                     source_plane * element, destination_line * element,
                                     destination_plane * element);
  return eventOfCopy(event);
}

OVERLOAD WEFT_CONVERGENT event_t async_work_group_copy_2D2D(
    local void *destination, size_t destination_offset, const global void *source,
    size_t source_offset, size_t element, size_t line_elements, size_t lines, size_t source_line,
    size_t destination_line, event_t event) {
  return async_work_group_copy_3D3D(destination, destination_offset, source, source_offset, element,
                                    line_elements, lines, 1, source_line, 0, destination_line, 0,
                                    event);
}

OVERLOAD WEFT_CONVERGENT event_t async_work_group_copy_2D2D(
    global void *destination, size_t destination_offset, const local void *source,
    size_t source_offset, size_t element, size_t line_elements, size_t lines, size_t source_line,
    size_t destination_line, event_t event) {
  return async_work_group_copy_3D3D(destination, destination_offset, source, source_offset, element,
                                    line_elements, lines, 1, source_line, 0, destination_line, 0,
                                    event);
}

// Copies are performed in the order of their issue.
OVERLOAD WEFT_CONVERGENT void async_work_group_copy_fence(cl_mem_fence_flags flags) { (void)flags; }
