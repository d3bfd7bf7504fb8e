// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mipmapped images (cl_khr_mipmap_image): each command works on the level that its origin tells.
#include "tests/api/images/fixture.h"

namespace weft::test {
namespace {

class Mipmaps : public ImageApi {
protected:
  using Origin = std::array<size_t, 4>;

  /// Which component of an origin is the level.
  static size_t levelComponent(cl_mem_object_type type) {
    return type == CL_MEM_OBJECT_IMAGE1D                                          ? 1
           : type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D ? 2
                                                                                  : 3;
  }
  static Origin originAt(cl_mem_object_type type, const Texels &texel, size_t level) {
    Origin origin{texel[0], texel[1], texel[2], 0};
    origin[levelComponent(type)] = level;
    return origin;
  }
  /// The sizes of a level: layers stay.
  static Texels extentOfLevel(const cl_image_desc &description, size_t level) {
    cl_image_desc smaller = description;
    for (size_t *size : {&smaller.image_width, &smaller.image_height, &smaller.image_depth})
      *size = std::max<size_t>(*size >> level, 1);
    return extentOf(smaller);
  }

  Texels zero{};
  std::mt19937 random{11};
};

TEST_F(Mipmaps, EachLevelIsAnImage) {
  for (cl_image_desc description : imagesOfAllKinds())
    for (const cl_image_format &format :
         {cl_image_format{CL_R, CL_UNORM_INT8}, cl_image_format{CL_RGBA, CL_FLOAT}}) {
      const cl_mem_object_type type = description.image_type;
      SCOPED_TRACE(type);
      description.num_mip_levels = 4;
      Memory made = image(description, format);
      EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_MIP_LEVELS), 4u);
      std::vector<Model> levels;
      for (size_t level = 0; level < 4; ++level) {
        levels.emplace_back(extentOfLevel(description, level), elementBytes(made));
        levels[level].randomise(random);
        const Origin origin = originAt(type, {}, level);
        ASSERT_EQ(clEnqueueWriteImage(queue, made, CL_TRUE, origin.data(),
                                      levels[level].extent.data(), 0, 0, levels[level].bytes.data(),
                                      0, nullptr, nullptr),
                  CL_SUCCESS);
      }
      const auto expectLevels = [&] {
        for (size_t level = 0; level < 4; ++level) {
          Bytes bytes(levels[level].bytes.size());
          const Origin origin = originAt(type, {}, level);
          ASSERT_EQ(clEnqueueReadImage(queue, made, CL_TRUE, origin.data(),
                                       levels[level].extent.data(), 0, 0, bytes.data(), 0, nullptr,
                                       nullptr),
                    CL_SUCCESS);
          ASSERT_EQ(bytes, levels[level].bytes) << "level " << level;
        }
      };
      expectLevels();

      // From level 0 to level 1, through a buffer to level 2, and by a map of level 3.
      const Box box = Box::in(levels[1].extent, random);
      const Origin from = originAt(type, {}, 0), to = originAt(type, box.origin, 1);
      ASSERT_EQ(clEnqueueCopyImage(queue, made, made, from.data(), to.data(), box.region.data(), 0,
                                   nullptr, nullptr),
                CL_SUCCESS);
      levels[1].copy(box.origin, levels[0], zero, box.region);
      Memory buffer = session.buffer(levels[1].bytes.size());
      const Origin one = originAt(type, {}, 1), two = originAt(type, {}, 2),
                   three = originAt(type, {}, 3);
      ASSERT_EQ(clEnqueueCopyImageToBuffer(queue, made, buffer, one.data(), levels[2].extent.data(),
                                           0, 0, nullptr, nullptr),
                CL_SUCCESS);
      ASSERT_EQ(clEnqueueCopyBufferToImage(queue, buffer, made, 0, two.data(),
                                           levels[2].extent.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
      levels[2].copy(zero, levels[1], zero, levels[2].extent);
      size_t rowPitch = 0, slicePitch = 0;
      cl_int error = CL_SUCCESS;
      auto *mapped = static_cast<unsigned char *>(clEnqueueMapImage(
          queue, made, CL_TRUE, CL_MAP_WRITE, three.data(), levels[3].extent.data(), &rowPitch,
          &slicePitch, 0, nullptr, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(rowPitch, levels[3].extent[0] * levels[3].elementBytes);
      *mapped = *levels[3].at(0, 0, 0) = 0x5a;
      ASSERT_EQ(clEnqueueUnmapMemObject(queue, made, mapped, 0, nullptr, nullptr), CL_SUCCESS);
      expectLevels();

      const float colour[4] = {1, 1, 1, 1};
      Model white(levels[1].extent, levels[1].elementBytes, 255);
      if (format.image_channel_data_type == CL_FLOAT)
        for (size_t at = 0; at < white.bytes.size(); at += sizeof colour)
          std::memcpy(&white.bytes[at], colour, sizeof colour);
      ASSERT_EQ(clEnqueueFillImage(queue, made, colour, one.data(), levels[1].extent.data(), 0,
                                   nullptr, nullptr),
                CL_SUCCESS);
      levels[1] = white;
      expectLevels();
    }
}

TEST_F(Mipmaps, Errors) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 16, 8);
  description.num_mip_levels = 3;
  Bytes host(4096);
  const cl_image_format depth{CL_DEPTH, CL_FLOAT};
  Memory made = image(description), buffer = session.buffer(4096);
  const Origin beyond{0, 0, 3, 0}, second{0, 0, 1, 0};
  const Texels one{1, 1, 1}, large{9, 4, 1};
  const float colour[4] = {};
  size_t pitch = 0;
  expectErrors({
      {"used host memory", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return creation(&description, &rgba8, CL_MEM_USE_HOST_PTR, host.data()); }},
      {"copied host memory", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] { return creation(&description, &rgba8, CL_MEM_COPY_HOST_PTR, host.data()); }},
      {"depth", CL_SUCCESS, [&] { return creation(&description, &depth); }},
      {"read", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueReadImage(queue, made, CL_TRUE, beyond.data(), one.data(), 0, 0,
                                   host.data(), 0, nullptr, nullptr);
       }},
      {"write", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueWriteImage(queue, made, CL_TRUE, beyond.data(), one.data(), 0, 0,
                                    host.data(), 0, nullptr, nullptr);
       }},
      {"fill", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueFillImage(queue, made, colour, beyond.data(), one.data(), 0, nullptr,
                                   nullptr);
       }},
      {"copy from", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueCopyImage(queue, made, made, beyond.data(), second.data(), one.data(), 0,
                                   nullptr, nullptr);
       }},
      {"copy to", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueCopyImage(queue, made, made, second.data(), beyond.data(), one.data(), 0,
                                   nullptr, nullptr);
       }},
      {"copy to a buffer", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueCopyImageToBuffer(queue, made, buffer, beyond.data(), one.data(), 0, 0,
                                           nullptr, nullptr);
       }},
      {"copy from a buffer", CL_INVALID_MIP_LEVEL,
       [&] {
         return clEnqueueCopyBufferToImage(queue, buffer, made, 0, beyond.data(), one.data(), 0,
                                           nullptr, nullptr);
       }},
      {"map", CL_INVALID_MIP_LEVEL,
       [&] {
         return errorOf([&](cl_int *error) {
           return clEnqueueMapImage(queue, made, CL_TRUE, CL_MAP_READ, beyond.data(), one.data(),
                                    &pitch, nullptr, 0, nullptr, nullptr, error);
         });
       }},
      {"more than the level has", CL_INVALID_VALUE,
       [&] {
         return clEnqueueReadImage(queue, made, CL_TRUE, second.data(), large.data(), 0, 0,
                                   host.data(), 0, nullptr, nullptr);
       }},
  });
}

TEST_F(Mipmaps, OneLevelIsNoMipmap) {
  cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  description.num_mip_levels = 1;
  Memory made = image(description);
  EXPECT_EQ(info<cl_uint>(made, CL_IMAGE_NUM_MIP_LEVELS), 1u);
  Model model({4, 4, 1}, 4, 3);
  write(made, model);
  EXPECT_EQ(read(made, model.extent), model.bytes);
}

} // namespace
} // namespace weft::test
