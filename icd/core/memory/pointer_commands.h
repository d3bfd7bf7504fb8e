// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands on memory that the host identifies by address: shared virtual memory, unified shared
// memory, and any other memory of the process. Arguments have been validated. All throw only
// bad_alloc.
#pragma once

#include "icd/core/context/queue.h"

#include <span>

namespace weft::icd {

/// Copies between non-overlapping regions.
cl_int enqueueCopyMemory(const CommandSlot &slot, cl_command_type type, void *destination,
                         const void *source, std::size_t bytes, bool blocking);
/// Repeats the pattern, at most 128 bytes, over `bytes`.
cl_int enqueueFillMemory(const CommandSlot &slot, cl_command_type type, void *memory,
                         const void *pattern, std::size_t patternBytes, std::size_t bytes);
/// Maps shared virtual memory, and ends the map that began at an address: the host may access what
/// is mapped. Nothing moves.
cl_int enqueueMapPointer(const CommandSlot &slot, cl_map_flags flags, void *memory,
                         std::size_t bytes, bool blocking);
cl_int enqueueUnmapPointer(const CommandSlot &slot, void *memory);
/// A command that only preserves the order: host and devices see the same memory.
cl_int enqueueSynchronisation(const CommandSlot &slot, cl_command_type type, bool blocking = false);

using FreeFunction = void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *);
/// Frees shared virtual memory of the queue's context, or calls `free`, if given, to do so.
cl_int enqueueFree(const CommandSlot &slot, std::span<void *const> pointers, FreeFunction free,
                   void *userData);

} // namespace weft::icd
