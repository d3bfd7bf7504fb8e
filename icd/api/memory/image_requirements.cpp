// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The requirements of an image, queried before its creation (cl_ext_image_requirements_info).
#include "icd/api/memory/image_description.h"
#include "icd/api/memory/memory_flags.h"
#include "icd/core/context/context.h"
#include "icd/core/platform/limits.h"

#include <CL/cl_ext.h>

#include <algorithm>

using namespace weft::icd;

namespace {

/// The queries for one maximum size: they ignore that size, and sizes of 0 mean any.
struct LargestSize {
  cl_image_requirements_info_ext name;
  std::size_t ImageLimits::*limit;
  bool (*isOf)(cl_mem_object_type);
  std::size_t cl_image_desc::*member;
};
constexpr LargestSize largestSizes[] = {
    {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, &ImageLimits::width, isImageType,
     &cl_image_desc::image_width},
    {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, &ImageLimits::height, hasHeight,
     &cl_image_desc::image_height},
    {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, &ImageLimits::depth, hasDepth,
     &cl_image_desc::image_depth},
    {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, &ImageLimits::layers, isImageArray,
     &cl_image_desc::image_array_size},
};

bool areFlagsValid(cl_mem_flags flags) {
  constexpr cl_mem_flags access = kernelAccessFlags | CL_MEM_KERNEL_READ_AND_WRITE;
  return !hasUnknownBits(flags, access | hostAccessFlags | hostPointerFlags) &&
         hasAtMostOne(flags & access);
}

/// Every other query is about a possible image.
bool isDescriptionValid(const cl_image_desc &description) {
  return isImageType(description.image_type) && description.num_samples == 0 &&
         areImageSizesValid(description);
}

/// Whether an image of the description is possible, with the requested sizes or some size if
/// unspecified.
bool isSizeOpen(cl_image_desc description, const LargestSize &asked) {
  if (description.image_type == 0)
    return true;
  for (std::size_t *size : {&description.image_width, &description.image_height,
                            &description.image_depth, &description.image_array_size})
    *size = std::max<std::size_t>(*size, 1);
  (description.*asked.member) = 1;
  return asked.isOf(description.image_type) && isDescriptionValid(description);
}

/// The bytes of a texel, or of the largest one if the format is unspecified.
std::size_t elementBytes(const ImageFormat *format) {
  return format ? format->elementBytes
                : std::ranges::max(imageFormats(), {}, &ImageFormat::elementBytes).elementBytes;
}

cl_int answerSize(const cl_image_desc *description, const ImageFormat *format,
                  const InfoTarget &target) {
  if (!description || !format)
    return CL_INVALID_VALUE;
  ImageLayout layout;
  // Pitches are those of a buffer.
  if (resolveLayout(*description, *format, true, layout))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  return target.scalar<size_t>(layout.bytes());
}

cl_int answer(const cl_image_desc *description, const ImageFormat *format,
              cl_image_requirements_info_ext name, const InfoTarget &target) {
  const auto largest = std::ranges::find(largestSizes, name, &LargestSize::name);
  if (largest != std::end(largestSizes)) {
    if (description && !isSizeOpen(*description, *largest))
      return CL_INVALID_IMAGE_DESCRIPTOR;
    const cl_mem_object_type type = description ? description->image_type : 0;
    return target.scalar<cl_uint>(static_cast<cl_uint>(imageLimits(type).*largest->limit));
  }
  if (description && !isDescriptionValid(*description))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  switch (name) {
  case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
  case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
  case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
    return target.scalar<size_t>(imageAlignmentTexels * elementBytes(format));
  case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
    return answerSize(description, format, target);
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetImageRequirementsInfoEXT(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *image_format, const cl_image_desc *image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value,
    size_t *param_value_size_ret) {
  if (!Context::fromHandle(context))
    return CL_INVALID_CONTEXT;
  if (properties && *properties != 0)
    return CL_INVALID_PROPERTY; // There are none.
  if (!areFlagsValid(flags))
    return CL_INVALID_VALUE;
  const ImageFormat *format = image_format ? findImageFormat(*image_format) : nullptr;
  if (image_format && !format)
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  return answer(image_desc, format, param_name,
                InfoTarget(param_value_size, param_value, param_value_size_ret));
}
