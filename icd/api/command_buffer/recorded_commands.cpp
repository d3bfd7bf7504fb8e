// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recording barriers and memory commands (section 5.17): they are checked and created as for
// queues.
#include "icd/api/command_buffer/recording.h"
#include "icd/api/memory/device_commands.h"
#include "icd/api/memory/memory_pointers.h"

namespace weft::icd {
namespace {

class Recorder final : public CommandRecorder {
public:
  Recorder(const RecordingTarget &target, cl_sync_point_khr *syncPoint)
      : target(target), syncPoint(syncPoint) {}
  cl_int record(cl_command_type type, std::unique_ptr<Operation> operation) override {
    return target.commandBuffer->record({.queue = target.queueIndex,
                                         .type = type,
                                         .operation = std::move(operation),
                                         .launch = {},
                                         .waitList = target.waitList,
                                         .properties = {}},
                                        syncPoint, nullptr);
  }

private:
  const RecordingTarget &target;
  cl_sync_point_khr *syncPoint;
};

/// Performs the common checks, then calls body(const CommandSlot &), which records in that slot.
/// These commands have no properties, and no handle for changing them.
template <class Body> cl_int recording(const RecordingCall &call, Body &&body) noexcept {
  return guarded([&]() -> cl_int {
    RecordingTarget target;
    if (cl_int status = findTarget(call, target))
      return status;
    if ((call.properties && *call.properties != 0) || call.handle)
      return CL_INVALID_VALUE;
    Recorder recorder(target, call.syncPoint);
    return body(CommandSlot{.queue = target.queue(), .waitList = {}, .recorder = &recorder});
  });
}

} // namespace

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
                                                   cl_command_queue command_queue,
                                                   const cl_command_properties_khr *properties,
                                                   cl_uint num_sync_points_in_wait_list,
                                                   const cl_sync_point_khr *sync_point_wait_list,
                                                   cl_sync_point_khr *sync_point,
                                                   cl_mutable_command_khr *mutable_handle) {
  return recording(
      {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
       sync_point_wait_list, sync_point, mutable_handle},
      [&](const CommandSlot &slot) { return slot.recorder->record(CL_COMMAND_BARRIER, nullptr); });
}

cl_int CL_API_CALL clCommandCopyBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    size_t src_offset, size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return copyBuffer(slot, src_buffer, dst_buffer, src_offset, dst_offset, size);
                   });
}

cl_int CL_API_CALL clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return copyBufferRect(
                         slot, {src_buffer, src_origin, src_row_pitch, src_slice_pitch},
                         {dst_buffer, dst_origin, dst_row_pitch, dst_slice_pitch}, region);
                   });
}

cl_int CL_API_CALL clCommandCopyBufferToImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_image,
    size_t src_offset, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return copyBufferToImage(slot, src_buffer, dst_image, src_offset, dst_origin,
                                              region);
                   });
}

cl_int CL_API_CALL clCommandCopyImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_image,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return copyImage(slot, src_image, dst_image, src_origin, dst_origin, region);
                   });
}

cl_int CL_API_CALL clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return copyImageToBuffer(slot, src_image, dst_buffer, src_origin, region,
                                              dst_offset);
                   });
}

cl_int CL_API_CALL clCommandFillBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem buffer, const void *pattern,
    size_t pattern_size, size_t offset, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return fillBuffer(slot, buffer, pattern, pattern_size, offset, size);
                   });
}

cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr command_buffer,
                                         cl_command_queue command_queue,
                                         const cl_command_properties_khr *properties, cl_mem image,
                                         const void *fill_color, const size_t *origin,
                                         const size_t *region, cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr *sync_point_wait_list,
                                         cl_sync_point_khr *sync_point,
                                         cl_mutable_command_khr *mutable_handle) {
  return recording(
      {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
       sync_point_wait_list, sync_point, mutable_handle},
      [&](const CommandSlot &slot) { return fillImage(slot, image, fill_color, origin, region); });
}

cl_int CL_API_CALL clCommandSVMMemcpyKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, void *dst_ptr, const void *src_ptr, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return copyMemory(slot, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size,
                                       /*blocking=*/false);
                   });
}

cl_int CL_API_CALL clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer,
                                          cl_command_queue command_queue,
                                          const cl_command_properties_khr *properties,
                                          void *svm_ptr, const void *pattern, size_t pattern_size,
                                          size_t size, cl_uint num_sync_points_in_wait_list,
                                          const cl_sync_point_khr *sync_point_wait_list,
                                          cl_sync_point_khr *sync_point,
                                          cl_mutable_command_khr *mutable_handle) {
  return recording({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                    sync_point_wait_list, sync_point, mutable_handle},
                   [&](const CommandSlot &slot) {
                     return fillMemory(slot, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern, pattern_size,
                                       size);
                   });
}

} // namespace weft::icd
