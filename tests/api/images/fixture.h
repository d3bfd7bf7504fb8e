// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of images share: descriptions of images of every kind, and a model of one on the
// host, which knows nothing of pitches and levels but where a texel is.
#pragma once

#include "tests/api/fixture.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace weft::test {

using Sampler = Handle<cl_sampler, clReleaseSampler>;
using Texels = std::array<size_t, 3>;

inline cl_image_desc describe(cl_mem_object_type type, size_t width, size_t height = 0,
                              size_t depthOrLayers = 0) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = width;
  description.image_height = height;
  if (type == CL_MEM_OBJECT_IMAGE3D)
    description.image_depth = depthOrLayers;
  else
    description.image_array_size = depthOrLayers;
  return description;
}
/// An array of 1D images has its layers where others have their height.
inline cl_image_desc describe1dArray(size_t width, size_t layers) {
  return describe(CL_MEM_OBJECT_IMAGE1D_ARRAY, width, 0, layers);
}

/// Small images of all kinds that need no other memory object.
inline std::vector<cl_image_desc> imagesOfAllKinds() {
  return {describe(CL_MEM_OBJECT_IMAGE1D, 37), describe1dArray(19, 5),
          describe(CL_MEM_OBJECT_IMAGE2D, 23, 11), describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 13, 7, 4),
          describe(CL_MEM_OBJECT_IMAGE3D, 9, 6, 5)};
}

/// The size of an image as regions count it.
inline Texels extentOf(const cl_image_desc &description) {
  switch (description.image_type) {
  case CL_MEM_OBJECT_IMAGE1D:
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    return {description.image_width, 1, 1};
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    return {description.image_width, description.image_array_size, 1};
  case CL_MEM_OBJECT_IMAGE2D:
    return {description.image_width, description.image_height, 1};
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return {description.image_width, description.image_height, description.image_array_size};
  default:
    return {description.image_width, description.image_height, description.image_depth};
  }
}

using Bytes = std::vector<unsigned char>;

/// Texels in a box, without gaps.
class Model {
public:
  Model(const Texels &extent, size_t elementBytes, unsigned char fill = 0)
      : extent(extent), elementBytes(elementBytes),
        bytes(extent[0] * extent[1] * extent[2] * elementBytes, fill) {}

  unsigned char *at(size_t x, size_t y, size_t z) {
    return bytes.data() + ((z * extent[1] + y) * extent[0] + x) * elementBytes;
  }
  const unsigned char *at(size_t x, size_t y, size_t z) const {
    return const_cast<Model *>(this)->at(x, y, z);
  }
  void randomise(std::mt19937 &random) {
    for (unsigned char &byte : bytes)
      byte = static_cast<unsigned char>(random());
  }
  /// Copies a box of texels out of another model.
  void copy(const Texels &to, const Model &source, const Texels &from, const Texels &region) {
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x)
          std::memcpy(at(to[0] + x, to[1] + y, to[2] + z),
                      source.at(from[0] + x, from[1] + y, from[2] + z), elementBytes);
  }
  void fill(const Texels &to, const Texels &region, const unsigned char *texel) {
    for (size_t z = 0; z < region[2]; ++z)
      for (size_t y = 0; y < region[1]; ++y)
        for (size_t x = 0; x < region[0]; ++x)
          std::memcpy(at(to[0] + x, to[1] + y, to[2] + z), texel, elementBytes);
  }

  Texels extent;
  size_t elementBytes;
  Bytes bytes;
};

/// A random part of an extent.
struct Box {
  Texels origin, region;

  static Box in(const Texels &extent, std::mt19937 &random) {
    Box box;
    for (size_t d = 0; d < extent.size(); ++d) {
      box.region[d] = std::uniform_int_distribution<size_t>(1, extent[d])(random);
      box.origin[d] = std::uniform_int_distribution<size_t>(0, extent[d] - box.region[d])(random);
    }
    return box;
  }
};

class ImageApi : public Api {
protected:
  static constexpr cl_image_format rgba8{CL_RGBA, CL_UNORM_INT8};

  Memory image(const cl_image_desc &description, const cl_image_format &format = rgba8,
               cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) const {
    cl_int error = CL_SUCCESS;
    Memory made = clCreateImage(context, flags, &format, &description, host, &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return made;
  }
  /// What clCreateImage says; the image goes at once.
  cl_int creation(const cl_image_desc *description, const cl_image_format *format = &rgba8,
                  cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) const {
    return errorOf([&](cl_int *error) {
      return Memory(clCreateImage(context, flags, format, description, host, error));
    });
  }

  std::vector<cl_image_format> formats(cl_mem_object_type type,
                                       cl_mem_flags flags = CL_MEM_READ_WRITE) const {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_image_format> list(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, list.data(), nullptr),
              CL_SUCCESS);
    return list;
  }

  template <class T> static T info(cl_mem of, cl_image_info name) {
    return queried<T>([&](size_t bytes, T *value, size_t *size) {
      return clGetImageInfo(of, name, bytes, value, size);
    });
  }
  static size_t elementBytes(cl_mem of) { return info<size_t>(of, CL_IMAGE_ELEMENT_SIZE); }

  /// Whole images, without gaps between rows.
  void write(cl_mem to, const Model &model) const {
    const Texels zero{};
    EXPECT_EQ(clEnqueueWriteImage(queue, to, CL_TRUE, zero.data(), model.extent.data(), 0, 0,
                                  model.bytes.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  Bytes read(cl_mem from, const Texels &extent) const {
    const Texels zero{};
    Bytes bytes(extent[0] * extent[1] * extent[2] * elementBytes(from));
    EXPECT_EQ(clEnqueueReadImage(queue, from, CL_TRUE, zero.data(), extent.data(), 0, 0,
                                 bytes.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  /// An image with random texels, and what is in it.
  Memory randomImage(const cl_image_desc &description, const cl_image_format &format,
                     std::mt19937 &random, Model &model) const {
    Memory made = image(description, format);
    model = Model(extentOf(description), elementBytes(made));
    model.randomise(random);
    write(made, model);
    return made;
  }

  static std::string name(const cl_image_format &format) {
    return std::to_string(format.image_channel_order) + ", " +
           std::to_string(format.image_channel_data_type);
  }
};

} // namespace weft::test
