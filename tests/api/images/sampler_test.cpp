// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.7: samplers.
#include "tests/api/images/fixture.h"

#include <CL/cl_ext.h>

#include <cfloat>

namespace weft::test {
namespace {

class SamplerApi : public ImageApi {
protected:
  using Properties = std::vector<cl_sampler_properties>;

  Sampler sampler(const Properties &properties) const {
    cl_int error = CL_SUCCESS;
    Sampler made = clCreateSamplerWithProperties(
        context, properties.empty() ? nullptr : properties.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return made;
  }
  cl_int creation(const Properties &properties) const {
    return errorOf([&](cl_int *error) {
      return Sampler(clCreateSamplerWithProperties(context, properties.data(), error));
    });
  }
  template <class T> static T info(cl_sampler of, cl_sampler_info name) {
    return queried<T>([&](size_t bytes, T *value, size_t *size) {
      return clGetSamplerInfo(of, name, bytes, value, size);
    });
  }
  static Properties listOf(cl_sampler of) {
    size_t bytes = 0;
    EXPECT_EQ(clGetSamplerInfo(of, CL_SAMPLER_PROPERTIES, 0, nullptr, &bytes), CL_SUCCESS);
    Properties list(bytes / sizeof(cl_sampler_properties));
    EXPECT_EQ(clGetSamplerInfo(of, CL_SAMPLER_PROPERTIES, bytes, list.data(), nullptr), CL_SUCCESS);
    return list;
  }
  static cl_sampler_properties bitsOf(float value) {
    cl_uint bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }
};

TEST_F(SamplerApi, Defaults) {
  Sampler made = sampler({});
  EXPECT_EQ(info<cl_bool>(made, CL_SAMPLER_NORMALIZED_COORDS), cl_bool{CL_TRUE});
  EXPECT_EQ(info<cl_addressing_mode>(made, CL_SAMPLER_ADDRESSING_MODE),
            cl_addressing_mode{CL_ADDRESS_CLAMP});
  EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_FILTER_MODE), cl_filter_mode{CL_FILTER_NEAREST});
  EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_MIP_FILTER_MODE_KHR),
            cl_filter_mode{CL_FILTER_NEAREST});
  EXPECT_EQ(info<cl_float>(made, CL_SAMPLER_LOD_MIN_KHR), 0);
  EXPECT_EQ(info<cl_float>(made, CL_SAMPLER_LOD_MAX_KHR), FLT_MAX);
  EXPECT_EQ(info<cl_context>(made, CL_SAMPLER_CONTEXT), context);
  EXPECT_EQ(info<cl_uint>(made, CL_SAMPLER_REFERENCE_COUNT), 1u);
  EXPECT_TRUE(listOf(made).empty());
}

TEST_F(SamplerApi, EveryMode) {
  for (const cl_bool normalized : {CL_FALSE, CL_TRUE})
    for (const cl_addressing_mode addressing :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
          CL_ADDRESS_MIRRORED_REPEAT})
      for (const cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        const Properties list{CL_SAMPLER_FILTER_MODE,
                              filter,
                              CL_SAMPLER_NORMALIZED_COORDS,
                              normalized,
                              CL_SAMPLER_ADDRESSING_MODE,
                              addressing,
                              0};
        cl_int error = CL_SUCCESS;
        Sampler withList = sampler(list);
        Sampler plain = clCreateSampler(context, normalized, addressing, filter, &error);
        EXPECT_EQ(error, CL_SUCCESS);
        for (cl_sampler made :
             {static_cast<cl_sampler>(withList), static_cast<cl_sampler>(plain)}) {
          EXPECT_EQ(info<cl_bool>(made, CL_SAMPLER_NORMALIZED_COORDS), normalized);
          EXPECT_EQ(info<cl_addressing_mode>(made, CL_SAMPLER_ADDRESSING_MODE), addressing);
          EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_FILTER_MODE), filter);
        }
        EXPECT_EQ(listOf(withList), list);
        EXPECT_TRUE(listOf(plain).empty());
      }
}

TEST_F(SamplerApi, LevelsOfDetail) {
  Sampler made = sampler({CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_LINEAR, CL_SAMPLER_LOD_MIN_KHR,
                          bitsOf(0.5f), CL_SAMPLER_LOD_MAX_KHR, bitsOf(2.25f), 0});
  EXPECT_EQ(info<cl_filter_mode>(made, CL_SAMPLER_MIP_FILTER_MODE_KHR),
            cl_filter_mode{CL_FILTER_LINEAR});
  EXPECT_EQ(info<cl_float>(made, CL_SAMPLER_LOD_MIN_KHR), 0.5f);
  EXPECT_EQ(info<cl_float>(made, CL_SAMPLER_LOD_MAX_KHR), 2.25f);
}

TEST_F(SamplerApi, Errors) {
  const Properties none{0};
  const auto plain = [&](cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) {
    return errorOf([&](cl_int *error) {
      return Sampler(clCreateSampler(context, normalized, addressing, filter, error));
    });
  };
  expectErrors({
      {"an empty list", CL_SUCCESS, [&] { return creation(none); }},
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return errorOf([&](cl_int *error) {
           return clCreateSamplerWithProperties(wrong<cl_context>(), none.data(), error);
         });
       }},
      {"name", CL_INVALID_VALUE, [&] { return creation({0x1234, 1, 0}); }},
      {"truth", CL_INVALID_VALUE, [&] { return creation({CL_SAMPLER_NORMALIZED_COORDS, 2, 0}); }},
      {"addressing", CL_INVALID_VALUE,
       [&] { return creation({CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0}); }},
      {"filter", CL_INVALID_VALUE,
       [&] { return creation({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0}); }},
      {"twice", CL_INVALID_VALUE,
       [&] {
         return creation({CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_FILTER_MODE,
                          CL_FILTER_NEAREST, CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, 0});
       }},
      {"plain truth", CL_INVALID_VALUE,
       [&] { return plain(7, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST); }},
      {"plain addressing", CL_INVALID_VALUE, [&] { return plain(CL_TRUE, 7, CL_FILTER_NEAREST); }},
      {"plain filter", CL_INVALID_VALUE, [&] { return plain(CL_TRUE, CL_ADDRESS_CLAMP, 7); }},
      {"retain", CL_INVALID_SAMPLER, [&] { return clRetainSampler(wrong<cl_sampler>()); }},
      {"release", CL_INVALID_SAMPLER, [&] { return clReleaseSampler(wrong<cl_sampler>()); }},
      {"query", CL_INVALID_SAMPLER,
       [&] {
         return clGetSamplerInfo(wrong<cl_sampler>(), CL_SAMPLER_CONTEXT, 0, nullptr, nullptr);
       }},
  });
  Sampler made = sampler({});
  expectQueryErrors(
      "sampler",
      [&](cl_uint name, size_t size, void *value, size_t *needed) {
        return clGetSamplerInfo(made, name, size, value, needed);
      },
      CL_SAMPLER_FILTER_MODE, sizeof(cl_filter_mode));
}

TEST_F(SamplerApi, ReferencesAreCounted) {
  Sampler made = sampler({});
  EXPECT_EQ(clRetainSampler(made), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(made, CL_SAMPLER_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseSampler(made), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(made, CL_SAMPLER_REFERENCE_COUNT), 1u);
}

} // namespace
} // namespace weft::test
