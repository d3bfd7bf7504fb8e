// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, writing, copying, filling and mapping buffers (sections 5.2.3 to 5.2.5).
#include "icd/api/memory/device_commands.h"
#include "icd/api/queue/command.h"

using namespace weft::icd;

namespace {

/// Checks shared by clEnqueueReadBuffer and clEnqueueWriteBuffer.
cl_int checkTransfer(bool mayAccess, const Memory &buffer, std::size_t offset, std::size_t size,
                     const void *host) {
  if (!buffer.contains(offset, size) || !host)
    return CL_INVALID_VALUE;
  return mayAccess ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/// The arguments that describe a rectangular transfer between a buffer and the host.
struct RectArguments {
  const size_t *bufferOrigin, *hostOrigin, *region;
  size_t bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch;
};

struct RectTransfer {
  Region region;
  Rectangle bufferSide, hostSide;
};

cl_int checkRectTransfer(bool mayAccess, const Memory &buffer, const RectArguments &arguments,
                         const void *host, RectTransfer &transfer) {
  if (!arguments.bufferOrigin || !arguments.hostOrigin || !arguments.region || !host)
    return CL_INVALID_VALUE;
  transfer.region = {arguments.region[0], arguments.region[1], arguments.region[2]};
  const auto bufferSide = resolveRectangle(arguments.bufferOrigin, transfer.region,
                                           arguments.bufferRowPitch, arguments.bufferSlicePitch);
  const auto hostSide = resolveRectangle(arguments.hostOrigin, transfer.region,
                                         arguments.hostRowPitch, arguments.hostSlicePitch);
  if (!bufferSide || !hostSide || bufferSide->last > buffer.size())
    return CL_INVALID_VALUE;
  transfer.bufferSide = *bufferSide;
  transfer.hostSide = *hostSide;
  return mayAccess ? CL_SUCCESS : CL_INVALID_OPERATION;
}

/// `mayAccess`: the member of Memory that says whether the host may; `enqueue`: performs the
/// command.
template <auto mayAccess, auto enqueue, class Host>
cl_int enqueueRectTransfer(const CommandSlot &slot, cl_command_type type, Memory &memory,
                           const RectArguments &arguments, Host *host, cl_bool blocking) {
  RectTransfer transfer;
  if (cl_int status = checkRectTransfer((memory.*mayAccess)(), memory, arguments, host, transfer))
    return status;
  return enqueue(slot, type, memory, transfer.bufferSide.layout, transfer.hostSide.layout,
                 transfer.region, host, blocking);
}

} // namespace

cl_int weft::icd::copyBuffer(const CommandSlot &slot, cl_mem sourceHandle, cl_mem destinationHandle,
                             size_t sourceOffset, size_t destinationOffset, size_t size) {
  Memory *source = nullptr, *destination = nullptr;
  if (cl_int status = findBuffer(slot.queue, sourceHandle, source))
    return status;
  if (cl_int status = findBuffer(slot.queue, destinationHandle, destination))
    return status;
  if (!source->contains(sourceOffset, size) || !destination->contains(destinationOffset, size))
    return CL_INVALID_VALUE;
  const std::size_t from = source->offsetInRoot() + sourceOffset;
  const std::size_t to = destination->offsetInRoot() + destinationOffset;
  if (&source->root() == &destination->root() && from < to + size && to < from + size)
    return CL_MEM_COPY_OVERLAP;
  return enqueueCopy(slot, *source, sourceOffset, *destination, destinationOffset, size);
}

cl_int weft::icd::copyBufferRect(const CommandSlot &slot, const RectSide &sourceSide,
                                 const RectSide &destinationSide, const size_t *region) {
  Memory *source = nullptr, *destination = nullptr;
  if (cl_int status = findBuffer(slot.queue, sourceSide.buffer, source))
    return status;
  if (cl_int status = findBuffer(slot.queue, destinationSide.buffer, destination))
    return status;
  if (!sourceSide.origin || !destinationSide.origin || !region)
    return CL_INVALID_VALUE;
  const Region extent{region[0], region[1], region[2]};
  const auto from =
      resolveRectangle(sourceSide.origin, extent, sourceSide.rowPitch, sourceSide.slicePitch);
  const auto to = resolveRectangle(destinationSide.origin, extent, destinationSide.rowPitch,
                                   destinationSide.slicePitch);
  if (!from || !to || from->last > source->size() || to->last > destination->size())
    return CL_INVALID_VALUE;
  if (source == destination && (from->layout.rowPitch != to->layout.rowPitch ||
                                from->layout.slicePitch != to->layout.slicePitch))
    return CL_INVALID_VALUE;
  if (&source->root() == &destination->root() &&
      Footprint(from->layout, extent)
          .movedBy(source->offsetInRoot())
          .overlaps(Footprint(to->layout, extent).movedBy(destination->offsetInRoot())))
    return CL_MEM_COPY_OVERLAP;
  return enqueueCopyRect(slot, CL_COMMAND_COPY_BUFFER_RECT, *source, from->layout, *destination,
                         to->layout, extent);
}

cl_int weft::icd::fillBuffer(const CommandSlot &slot, cl_mem buffer, const void *pattern,
                             size_t patternSize, size_t offset, size_t size) {
  Memory *memory = nullptr;
  if (cl_int status = findBuffer(slot.queue, buffer, memory))
    return status;
  if (!memory->contains(offset, size) || !isFillPatternValid(pattern, patternSize, size) ||
      offset % patternSize != 0)
    return CL_INVALID_VALUE;
  return enqueueFill(slot, *memory, pattern, patternSize, offset, size);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                    cl_bool blocking_read, size_t offset,
                                                    size_t size, void *ptr,
                                                    cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list,
                                                    cl_event *event) {
  return enqueueingOn(buffer, command_queue, num_events_in_wait_list, event_wait_list, event,
                      [&](const CommandSlot &slot, Memory &memory) -> cl_int {
                        if (cl_int status =
                                checkTransfer(memory.hostMayRead(), memory, offset, size, ptr))
                          return status;
                        return enqueueRead(slot, memory, offset, size, ptr, blocking_read);
                      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                     cl_bool blocking_write, size_t offset,
                                                     size_t size, const void *ptr,
                                                     cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list,
                                                     cl_event *event) {
  return enqueueingOn(buffer, command_queue, num_events_in_wait_list, event_wait_list, event,
                      [&](const CommandSlot &slot, Memory &memory) -> cl_int {
                        if (cl_int status =
                                checkTransfer(memory.hostMayWrite(), memory, offset, size, ptr))
                          return status;
                        return enqueueWrite(slot, memory, offset, size, ptr, blocking_write);
                      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(
    cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
    const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
    size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
    size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueingOn(buffer, command_queue, num_events_in_wait_list, event_wait_list, event,
                      [&](const CommandSlot &slot, Memory &memory) -> cl_int {
                        return enqueueRectTransfer<&Memory::hostMayRead, enqueueReadRect>(
                            slot, CL_COMMAND_READ_BUFFER_RECT, memory,
                            {buffer_origin, host_origin, region, buffer_row_pitch,
                             buffer_slice_pitch, host_row_pitch, host_slice_pitch},
                            ptr, blocking_read);
                      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(
    cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
    const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
    size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
    size_t host_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueingOn(buffer, command_queue, num_events_in_wait_list, event_wait_list, event,
                      [&](const CommandSlot &slot, Memory &memory) -> cl_int {
                        return enqueueRectTransfer<&Memory::hostMayWrite, enqueueWriteRect>(
                            slot, CL_COMMAND_WRITE_BUFFER_RECT, memory,
                            {buffer_origin, host_origin, region, buffer_row_pitch,
                             buffer_slice_pitch, host_row_pitch, host_slice_pitch},
                            ptr, blocking_write);
                      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue,
                                                    cl_mem src_buffer, cl_mem dst_buffer,
                                                    size_t src_offset, size_t dst_offset,
                                                    size_t size, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list,
                                                    cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return copyBuffer(slot, src_buffer, dst_buffer, src_offset, dst_offset, size);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferRect(
    cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin,
    const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
    size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(
      command_queue, num_events_in_wait_list, event_wait_list, event, [&](const CommandSlot &slot) {
        return copyBufferRect(slot, {src_buffer, src_origin, src_row_pitch, src_slice_pitch},
                              {dst_buffer, dst_origin, dst_row_pitch, dst_slice_pitch}, region);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                    const void *pattern, size_t pattern_size,
                                                    size_t offset, size_t size,
                                                    cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list,
                                                    cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return fillBuffer(slot, buffer, pattern, pattern_size, offset, size);
                    });
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                                  cl_bool blocking_map, cl_map_flags map_flags,
                                                  size_t offset, size_t size,
                                                  cl_uint num_events_in_wait_list,
                                                  const cl_event *event_wait_list, cl_event *event,
                                                  cl_int *errcode_ret) {
  void *pointer = nullptr;
  const cl_int status = enqueueingOn(
      buffer, command_queue, num_events_in_wait_list, event_wait_list, event,
      [&](const CommandSlot &slot, Memory &memory) -> cl_int {
        if (size == 0 || !memory.contains(offset, size) || !areMapFlagsValid(map_flags))
          return CL_INVALID_VALUE;
        if (!mayMap(memory, map_flags))
          return CL_INVALID_OPERATION;
        return enqueueMap(slot, CL_COMMAND_MAP_BUFFER, memory, map_flags, Footprint(offset, size),
                          blocking_map, pointer);
      });
  if (errcode_ret)
    *errcode_ret = status;
  return pointer;
}
