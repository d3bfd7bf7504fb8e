// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating images, and queries about images and their formats (sections 5.3.1, 5.3.2 and 5.3.8).
#include "icd/api/memory/image_description.h"
#include "icd/api/memory/memory_flags.h"
#include "icd/api/memory/memory_properties.h"
#include "icd/core/context/context.h"

#include <algorithm>
#include <vector>

using namespace weft::icd;

namespace {

/// The arguments of the entry points that create images.
struct ImageArguments {
  const cl_mem_properties *properties;
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *description;
  void *host;
};

/// CL_SUCCESS, or the error in a descriptor, apart from its sizes and pitches. `parent` is the
/// memory object that it names, or null.
cl_int checkDescription(const Context &context, const cl_image_desc &description,
                        const Memory *parent) {
  const bool isFromBuffer = parent && parent->isBuffer();
  if (!isImageType(description.image_type) || description.num_samples ||
      (description.mem_object && (!parent || parent->pipe() || &parent->context() != &context)) ||
      (description.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && !isFromBuffer))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  return areImageSizesValid(description) ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

bool areFlagsValid(cl_mem_flags flags, const Memory *parent) {
  return parent ? areWindowFlagsValid(flags, parent->flags()) : areMemoryFlagsValid(flags);
}

/// Finds the format: CL_SUCCESS or the error. Precedes the check of pitches, which depends on the
/// texel size.
cl_int findLayout(const ImageArguments &arguments, const Memory *parent, bool isExternal,
                  ImageLayout &layout) {
  const cl_image_desc &description = *arguments.description;
  const ImageFormat *format = findImageFormat(*arguments.format);
  if (!format || !format->fits(description.image_type))
    return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  if (!parent)
    return resolveLayout(description, *format, arguments.host || isExternal, layout);
  return parent->isBuffer() ? resolveLayoutInBuffer(description, *format, *parent, layout)
                            : resolveLayoutOfImage(description, *format, *parent->image(), layout);
}

cl_mem createImage(cl_context handle, const ImageArguments &arguments, cl_int &error) {
  Context *context = live(Context::fromHandle(handle));
  if (!context)
    return fail(error, CL_INVALID_CONTEXT);
  MemoryProperties properties;
  if ((error = readMemoryProperties(*context, MemoryKind::Image, arguments.properties, properties)))
    return nullptr;
  const cl_image_desc *description = arguments.description;
  Memory *parent = description ? Memory::fromHandle(description->mem_object) : nullptr;
  if (!areFlagsValid(arguments.flags, parent))
    return fail(error, CL_INVALID_VALUE);
  if ((error = checkExternal(properties, arguments.flags, arguments.host)))
    return nullptr;
  if (parent && properties.file)
    return fail(error, CL_INVALID_IMAGE_DESCRIPTOR);
  if (!arguments.format || !isImageFormat(*arguments.format))
    return fail(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  if (!description)
    return fail(error, CL_INVALID_IMAGE_DESCRIPTOR);
  if (cl_int status = checkDescription(*context, *description, parent))
    return fail(error, status);
  if (!isHostPointerValid(arguments.flags, arguments.host))
    return fail(error, CL_INVALID_HOST_PTR);
  ImageLayout layout;
  if (cl_int status = findLayout(arguments, parent, properties.file.has_value(), layout))
    return fail(error, status);

  Memory *memory = nullptr;
  if (properties.file) {
    std::unique_ptr<ExternalMemory> external = properties.mapFile(layout.bytes());
    if (!external)
      return fail(error, CL_INVALID_PROPERTY);
    memory = Memory::createExternal(*context, arguments.flags, layout.bytes(), &layout,
                                    std::move(external), std::move(properties.list));
  } else if (parent)
    memory = Memory::createImageFrom(*parent, arguments.flags, layout, std::move(properties.list));
  else
    error = Memory::createImage(*context, arguments.flags, layout, arguments.host,
                                std::move(properties.list), memory);
  return memory ? memory->handle() : nullptr;
}

/// clCreateImage2D and clCreateImage3D report wrong pitches as wrong sizes.
cl_mem createPlainImage(cl_context context, const ImageArguments &arguments, cl_int &error) {
  cl_mem image = createImage(context, arguments, error);
  if (error == CL_INVALID_IMAGE_DESCRIPTOR)
    error = CL_INVALID_IMAGE_SIZE;
  return image;
}

/// Whether kernels may use images of a format as a flag of clGetSupportedImageFormats requests:
/// every format may be read, and written by another kernel.
bool allows(const ImageFormat &format, cl_mem_flags flags) {
  return !(flags & CL_MEM_KERNEL_READ_AND_WRITE) || format.isReadWrite();
}

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                              const cl_image_format *image_format,
                                              const cl_image_desc *image_desc, void *host_ptr,
                                              cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return createImage(context, {nullptr, flags, image_format, image_desc, host_ptr}, error);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                                            const cl_mem_properties *properties,
                                                            cl_mem_flags flags,
                                                            const cl_image_format *image_format,
                                                            const cl_image_desc *image_desc,
                                                            void *host_ptr, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return createImage(context, {properties, flags, image_format, image_desc, host_ptr}, error);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format,
                                                size_t image_width, size_t image_height,
                                                size_t image_row_pitch, void *host_ptr,
                                                cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = image_width;
    description.image_height = image_height;
    description.image_row_pitch = image_row_pitch;
    return createPlainImage(context, {nullptr, flags, image_format, &description, host_ptr}, error);
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format,
                                                size_t image_width, size_t image_height,
                                                size_t image_depth, size_t image_row_pitch,
                                                size_t image_slice_pitch, void *host_ptr,
                                                cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE3D;
    description.image_width = image_width;
    description.image_height = image_height;
    // A depth of 1 is not valid here.
    description.image_depth = image_depth > 1 ? image_depth : 0;
    description.image_row_pitch = image_row_pitch;
    description.image_slice_pitch = image_slice_pitch;
    return createPlainImage(context, {nullptr, flags, image_format, &description, host_ptr}, error);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type image_type,
                                                           cl_uint num_entries,
                                                           cl_image_format *image_formats,
                                                           cl_uint *num_image_formats) {
  if (!Context::fromHandle(context))
    return CL_INVALID_CONTEXT;
  constexpr cl_mem_flags access = kernelAccessFlags | CL_MEM_KERNEL_READ_AND_WRITE;
  if (hasUnknownBits(flags, access | hostPointerFlags | hostAccessFlags) ||
      !hasAtMostOne(flags & access) || !isImageType(image_type) ||
      (num_entries == 0 && image_formats))
    return CL_INVALID_VALUE;
  cl_uint count = 0;
  for (const ImageFormat &format : imageFormats())
    if (format.fits(image_type) && allows(format, flags)) {
      if (image_formats && count < num_entries)
        image_formats[count] = format.descriptor();
      ++count;
    }
  if (num_image_formats)
    *num_image_formats = count;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name,
                                               size_t param_value_size, void *param_value,
                                               size_t *param_value_size_ret) {
  const Memory *memory = Memory::fromHandle(image);
  if (!memory || !memory->image())
    return CL_INVALID_MEM_OBJECT;
  const ImageLayout &layout = memory->image()->layout();
  const cl_mem_object_type type = layout.type;
  const InfoTarget target(param_value_size, param_value, param_value_size_ret);
  const auto sizeIf = [&](bool isThere, size_t size) {
    return target.scalar<size_t>(isThere ? size : 0);
  };
  switch (param_name) {
  case CL_IMAGE_FORMAT:
    return target.scalar<cl_image_format>(layout.format->descriptor());
  case CL_IMAGE_ELEMENT_SIZE:
    return target.scalar<size_t>(layout.format->elementBytes);
  case CL_IMAGE_ROW_PITCH:
    return target.scalar<size_t>(layout.rowPitch);
  case CL_IMAGE_SLICE_PITCH:
    return sizeIf(hasSlices(type), layout.slicePitch);
  case CL_IMAGE_WIDTH:
    return target.scalar<size_t>(layout.width);
  case CL_IMAGE_HEIGHT:
    return sizeIf(hasHeight(type), layout.height);
  case CL_IMAGE_DEPTH:
    return sizeIf(hasDepth(type), layout.depth);
  case CL_IMAGE_ARRAY_SIZE:
    return sizeIf(isImageArray(type), layout.layers);
  case CL_IMAGE_BUFFER: {
    Memory *parent = memory->parent();
    return target.scalar<cl_mem>(parent && parent->isBuffer() ? parent->handle() : nullptr);
  }
  case CL_IMAGE_NUM_MIP_LEVELS:
    return target.scalar<cl_uint>(layout.mipLevels);
  case CL_IMAGE_NUM_SAMPLES:
    return target.scalar<cl_uint>(0);
  default:
    return CL_INVALID_VALUE;
  }
}
