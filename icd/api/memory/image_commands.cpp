// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading, writing, copying, filling and mapping images (sections 5.3.4 to 5.3.7).
#include "icd/api/memory/device_commands.h"
#include "icd/api/queue/command.h"

#include <cstdint>

using namespace weft;
using namespace weft::icd;

namespace {

/// The `origin` and `region` of an image: a part of one level, in texels.
struct Part {
  std::uint32_t level = 0;
  Image::Texels origin{}, region{};
};

/// CL_SUCCESS, CL_INVALID_VALUE, or CL_INVALID_MIP_LEVEL. Missing dimensions of the image are one
/// texel large, so that only origins of 0 and regions of 1 are in bounds.
cl_int findPart(const Image &image, const size_t *origin, const size_t *region, Part &part) {
  if (!origin || !region)
    return CL_INVALID_VALUE;
  part = {0, {origin[0], origin[1], origin[2]}, {region[0], region[1], region[2]}};
  if (image.layout().mipLevels > 1) {
    const unsigned component = image.levelComponent();
    if (origin[component] >= image.layout().levelCount())
      return CL_INVALID_MIP_LEVEL;
    part.level = static_cast<std::uint32_t>(origin[component]);
    if (component < part.origin.size())
      part.origin[component] = 0;
  }
  const Image::Texels extent = image.extent(part.level);
  for (std::size_t dimension = 0; dimension < extent.size(); ++dimension)
    if (part.region[dimension] == 0 || part.region[dimension] > extent[dimension] ||
        part.origin[dimension] > extent[dimension] - part.region[dimension])
      return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

device::RectLayout placeOf(const Image &image, const Part &part) {
  return image.place(part.level, part.origin);
}

Footprint footprintOf(const Image &image, const Part &part) {
  return {placeOf(image, part), image.bytesOf(part.region)};
}

/// The layout of a part of an image in host memory, or in a buffer, with these pitches; 0 means no
/// gaps. False if the pitches are invalid.
bool resolvePitches(const Image &image, const Part &part, size_t rowPitch, size_t slicePitch,
                    device::RectLayout &layout) {
  const size_t rowBytes = image.bytesOf(part.region)[0];
  const size_t rows = hasHeight(image.type()) ? part.region[1] : 1;
  if (rowPitch == 0)
    rowPitch = rowBytes;
  size_t planeBytes = 0, allBytes = 0;
  if (rowPitch < rowBytes || (slicePitch && !hasSlices(image.type())) ||
      __builtin_mul_overflow(rowPitch, rows, &planeBytes))
    return false;
  if (slicePitch == 0)
    slicePitch = planeBytes;
  if (slicePitch < planeBytes ||
      __builtin_mul_overflow(slicePitch, part.region[1] * part.region[2], &allBytes))
    return false;
  // The layers of an array of 1D images are the rows of the copy engine.
  layout = {{}, image.type() == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slicePitch : rowPitch, slicePitch};
  return true;
}

/// The arguments of clEnqueueReadImage and clEnqueueWriteImage.
struct TransferArguments {
  const size_t *origin, *region;
  size_t rowPitch, slicePitch;
};

/// `mayAccess`: the member of Memory that says whether the host may; `enqueue`: performs the
/// command.
template <auto mayAccess, auto enqueue, class Host>
cl_int transfer(const CommandSlot &slot, cl_command_type type, Memory &memory,
                const TransferArguments &arguments, Host *host, cl_bool blocking) {
  const Image &image = *memory.image();
  Part part;
  if (cl_int status = findPart(image, arguments.origin, arguments.region, part))
    return status;
  device::RectLayout hostSide;
  if (!resolvePitches(image, part, arguments.rowPitch, arguments.slicePitch, hostSide) || !host)
    return CL_INVALID_VALUE;
  if (!(memory.*mayAccess)())
    return CL_INVALID_OPERATION;
  return enqueue(slot, type, memory, placeOf(image, part), hostSide, image.bytesOf(part.region),
                 host, blocking);
}

/// The image and the buffer of a copy between them.
struct ImageAndBuffer {
  Memory *image = nullptr, *buffer = nullptr;
  device::RectLayout imageSide, bufferSide;
  Region region; ///< in bytes
};

/// Checks shared by clEnqueueCopyImageToBuffer and clEnqueueCopyBufferToImage.
cl_int checkCopy(const Queue &queue, cl_mem imageHandle, cl_mem bufferHandle, const size_t *origin,
                 const size_t *region, size_t offset, ImageAndBuffer &copy) {
  if (cl_int status = findImage(queue, imageHandle, copy.image))
    return status;
  if (cl_int status = findBuffer(queue, bufferHandle, copy.buffer))
    return status;
  const Image &image = *copy.image->image();
  if (image.type() == CL_MEM_OBJECT_IMAGE1D_BUFFER && copy.image->parent() == copy.buffer)
    return CL_INVALID_MEM_OBJECT;
  Part part;
  if (cl_int status = findPart(image, origin, region, part))
    return status;
  copy.region = image.bytesOf(part.region);
  if (!copy.buffer->contains(offset, copy.region[0] * copy.region[1] * copy.region[2]))
    return CL_INVALID_VALUE;
  copy.imageSide = placeOf(image, part);
  copy.bufferSide = {{offset, 0, 0}, copy.region[0], copy.region[0] * copy.region[1]};
  return CL_SUCCESS;
}

/// The arguments of clEnqueueMapImage: the region to map, and where to return its pitches.
struct MapArguments {
  cl_map_flags flags;
  const size_t *origin, *region;
  size_t *rowPitch, *slicePitch;
};

cl_int mapImage(const CommandSlot &slot, Memory &memory, const MapArguments &arguments,
                cl_bool blocking, void *&pointer) {
  const Image &image = *memory.image();
  Part part;
  if (cl_int status = findPart(image, arguments.origin, arguments.region, part))
    return status;
  if (!areMapFlagsValid(arguments.flags) || !arguments.rowPitch ||
      (hasSlices(image.type()) && !arguments.slicePitch))
    return CL_INVALID_VALUE;
  if (!mayMap(memory, arguments.flags))
    return CL_INVALID_OPERATION;
  const cl_int status = enqueueMap(slot, CL_COMMAND_MAP_IMAGE, memory, arguments.flags,
                                   footprintOf(image, part), blocking, pointer);
  if (status == CL_SUCCESS) {
    const weft_image_level &level = image.descriptor().levels[part.level];
    *arguments.rowPitch = level.row_pitch;
    if (arguments.slicePitch)
      *arguments.slicePitch = hasSlices(image.type()) ? level.slice_pitch : 0;
  }
  return status;
}

} // namespace

cl_int weft::icd::copyImage(const CommandSlot &slot, cl_mem sourceHandle, cl_mem destinationHandle,
                            const size_t *sourceOrigin, const size_t *destinationOrigin,
                            const size_t *region) {
  Memory *source = nullptr, *destination = nullptr;
  if (cl_int status = findImage(slot.queue, sourceHandle, source))
    return status;
  if (cl_int status = findImage(slot.queue, destinationHandle, destination))
    return status;
  const Image &from = *source->image(), &to = *destination->image();
  if (&from.format() != &to.format())
    return CL_IMAGE_FORMAT_MISMATCH;
  Part read, written;
  if (cl_int status = findPart(from, sourceOrigin, region, read))
    return status;
  if (cl_int status = findPart(to, destinationOrigin, region, written))
    return status;
  // This includes other images with the same storage: the order of the copy is not defined.
  if (&source->root() == &destination->root() &&
      footprintOf(from, read)
          .movedBy(source->offsetInRoot())
          .overlaps(footprintOf(to, written).movedBy(destination->offsetInRoot())))
    return CL_MEM_COPY_OVERLAP;
  return enqueueCopyRect(slot, CL_COMMAND_COPY_IMAGE, *source, placeOf(from, read), *destination,
                         placeOf(to, written), from.bytesOf(read.region));
}

cl_int weft::icd::copyImageToBuffer(const CommandSlot &slot, cl_mem image, cl_mem buffer,
                                    const size_t *origin, const size_t *region, size_t offset) {
  ImageAndBuffer copy;
  if (cl_int status = checkCopy(slot.queue, image, buffer, origin, region, offset, copy))
    return status;
  return enqueueCopyRect(slot, CL_COMMAND_COPY_IMAGE_TO_BUFFER, *copy.image, copy.imageSide,
                         *copy.buffer, copy.bufferSide, copy.region);
}

cl_int weft::icd::copyBufferToImage(const CommandSlot &slot, cl_mem buffer, cl_mem image,
                                    size_t offset, const size_t *origin, const size_t *region) {
  ImageAndBuffer copy;
  if (cl_int status = checkCopy(slot.queue, image, buffer, origin, region, offset, copy))
    return status;
  return enqueueCopyRect(slot, CL_COMMAND_COPY_BUFFER_TO_IMAGE, *copy.buffer, copy.bufferSide,
                         *copy.image, copy.imageSide, copy.region);
}

cl_int weft::icd::fillImage(const CommandSlot &slot, cl_mem image, const void *color,
                            const size_t *origin, const size_t *region) {
  Memory *memory = nullptr;
  if (cl_int status = findImage(slot.queue, image, memory))
    return status;
  if (!color)
    return CL_INVALID_VALUE;
  const Image &filled = *memory->image();
  Part part;
  if (cl_int status = findPart(filled, origin, region, part))
    return status;
  const Image::Texel texel = filled.texelOf(color);
  return enqueueFillRect(slot, CL_COMMAND_FILL_IMAGE, *memory, placeOf(filled, part),
                         filled.bytesOf(part.region), texel.data(), filled.format().elementBytes);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(
    cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin,
    const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueingOn<findImage>(image, command_queue, num_events_in_wait_list, event_wait_list,
                                 event, [&](const CommandSlot &slot, Memory &memory) {
                                   return transfer<&Memory::hostMayRead, enqueueReadRect>(
                                       slot, CL_COMMAND_READ_IMAGE, memory,
                                       {origin, region, row_pitch, slice_pitch}, ptr,
                                       blocking_read);
                                 });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(
    cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin,
    const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueueingOn<findImage>(image, command_queue, num_events_in_wait_list, event_wait_list,
                                 event, [&](const CommandSlot &slot, Memory &memory) {
                                   return transfer<&Memory::hostMayWrite, enqueueWriteRect>(
                                       slot, CL_COMMAND_WRITE_IMAGE, memory,
                                       {origin, region, input_row_pitch, input_slice_pitch}, ptr,
                                       blocking_write);
                                 });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
                                                   const void *fill_color, const size_t *origin,
                                                   const size_t *region,
                                                   cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list,
                                                   cl_event *event) {
  return enqueueing(
      command_queue, num_events_in_wait_list, event_wait_list, event,
      [&](const CommandSlot &slot) { return fillImage(slot, image, fill_color, origin, region); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
                                                   cl_mem dst_image, const size_t *src_origin,
                                                   const size_t *dst_origin, const size_t *region,
                                                   cl_uint num_events_in_wait_list,
                                                   const cl_event *event_wait_list,
                                                   cl_event *event) {
  return enqueueing(command_queue, num_events_in_wait_list, event_wait_list, event,
                    [&](const CommandSlot &slot) {
                      return copyImage(slot, src_image, dst_image, src_origin, dst_origin, region);
                    });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(
    cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin,
    const size_t *region, size_t dst_offset, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(
      command_queue, num_events_in_wait_list, event_wait_list, event, [&](const CommandSlot &slot) {
        return copyImageToBuffer(slot, src_image, dst_buffer, src_origin, region, dst_offset);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(
    cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
    const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return enqueueing(
      command_queue, num_events_in_wait_list, event_wait_list, event, [&](const CommandSlot &slot) {
        return copyBufferToImage(slot, src_buffer, dst_image, src_offset, dst_origin, region);
      });
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                                                 cl_bool blocking_map, cl_map_flags map_flags,
                                                 const size_t *origin, const size_t *region,
                                                 size_t *image_row_pitch, size_t *image_slice_pitch,
                                                 cl_uint num_events_in_wait_list,
                                                 const cl_event *event_wait_list, cl_event *event,
                                                 cl_int *errcode_ret) {
  void *pointer = nullptr;
  const cl_int status = enqueueingOn<findImage>(
      image, command_queue, num_events_in_wait_list, event_wait_list, event,
      [&](const CommandSlot &slot, Memory &memory) {
        return mapImage(slot, memory,
                        {map_flags, origin, region, image_row_pitch, image_slice_pitch},
                        blocking_map, pointer);
      });
  if (errcode_ret)
    *errcode_ret = status;
  return pointer;
}
