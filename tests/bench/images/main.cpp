// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that read and write images, beside native C++ with as many threads: images [rounds
// [size]]. Each row has the median time of both in nanoseconds for each texel, and their ratio.
// Rounds alternate, and results are compared.
#include "tests/bench/images/native.h"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <thread>
#include <vector>

using weft::bench::NativeImages;
using weft::bench::NativeRows;
using weft::bench::NativeWork;
using weft::bench::nativeWorks;

namespace {

const char *source = R"(
constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
#define PLACE int2 p = (int2)(get_global_id(0), get_global_id(1))
kernel void copy(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  write_imagef(to, p, read_imagef(from, nearest, p));
}
kernel void resize(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  write_imagef(to, p, read_imagef(from, linear, (convert_float2(p) + 0.5f) * 0.5f));
}
kernel void convolve(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  float4 sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += read_imagef(from, nearest, p + (int2)(i, j)) * (1.0f / 9);
  write_imagef(to, p, sum);
}
constant float weights[] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
kernel void gauss_rows(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  float4 sum = 0;
  for (int i = -2; i <= 2; ++i)
    sum += read_imagef(from, nearest, p + (int2)(i, 0)) * weights[i + 2];
  write_imagef(to, p, sum);
}
kernel void gauss_columns(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  float4 sum = 0;
  for (int i = -2; i <= 2; ++i)
    sum += read_imagef(from, nearest, p + (int2)(0, i)) * weights[i + 2];
  write_imagef(to, p, sum);
}
kernel void rotate(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  float middle = get_image_width(from) * 0.5f;
  float2 c = convert_float2(p) + 0.5f - middle;
  float2 at = (float2)(0.8660254f * c.x - 0.5f * c.y, 0.5f * c.x + 0.8660254f * c.y) + middle;
  write_imagef(to, p, read_imagef(from, linear, at));
}
)";

void check(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "images: %s\n", what);
    std::exit(1);
  }
}

using Bytes = std::vector<unsigned char>;

double secondsOf(const std::function<void()> &body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// A device with images of one format.
class Bench {
public:
  Bench(unsigned rounds, std::size_t size) : rounds(rounds), size(size) {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "no platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
          "no device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS, "no program");
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof threads, &threads, nullptr);
  }
  ~Bench() {
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  void measure(const char *format, cl_channel_type type) {
    const std::size_t texelBytes = type == CL_FLOAT ? 16 : 4;
    Bytes from = content(size * size * texelBytes, type == CL_FLOAT), to(from.size());
    Bytes nativeTo(from.size());
    const cl_mem images[] = {image(type, from), image(type, to)};
    for (const NativeWork &work : nativeWorks) {
      cl_kernel kernel = clCreateKernel(program, work.name, nullptr);
      for (const cl_uint index : {0, 1})
        clSetKernelArg(kernel, index, sizeof(cl_mem), &images[index]);
      const NativeImages native{from.data(), nativeTo.data(), size};
      NativeRows *const rows = type == CL_FLOAT ? work.real : work.unorm8;
      std::vector<double> own, others;
      for (unsigned round = 0; round != rounds + 1; ++round) {
        const double device = secondsOf([&] { launch(kernel); });
        const double host = secondsOf([&] { runNative(rows, native); });
        if (round) { // the first one touches memory and waits for code
          own.push_back(device);
          others.push_back(host);
        }
      }
      read(images[1], to);
      compare(to, nativeTo, type == CL_FLOAT);
      const double texels = static_cast<double>(size) * static_cast<double>(size);
      const double ownTime = median(own), otherTime = median(others);
      std::printf("%-8s %-14s %7.3f ns  native %7.3f ns  %5.2f x\n", format, work.name,
                  ownTime / texels * 1e9, otherTime / texels * 1e9, otherTime / ownTime);
      clReleaseKernel(kernel);
    }
    for (const cl_mem one : images)
      clReleaseMemObject(one);
  }

private:
  static Bytes content(std::size_t bytes, bool isFloat) {
    Bytes result(bytes);
    std::mt19937 random(1);
    if (isFloat)
      for (std::size_t place = 0; place != bytes; place += sizeof(float))
        *reinterpret_cast<float *>(&result[place]) =
            static_cast<float>(random() % 1024) * (1.0F / 1024);
    else
      for (unsigned char &byte : result)
        byte = static_cast<unsigned char>(random());
    return result;
  }

  cl_mem image(cl_channel_type type, Bytes &texels) const {
    const cl_image_format format{CL_RGBA, type};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = size;
    cl_int error = 0;
    cl_mem made = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                &description, texels.data(), &error);
    check(error == CL_SUCCESS, "no image");
    return made;
  }

  void launch(cl_kernel kernel) const {
    const std::size_t global[] = {size, size};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr) ==
                  CL_SUCCESS &&
              clFinish(queue) == CL_SUCCESS,
          "a launch failed");
  }

  void runNative(NativeRows *rows, const NativeImages &images) const {
    std::vector<std::thread> others;
    for (unsigned part = 1; part < threads; ++part)
      others.emplace_back(
          [&, part] { rows(images, size * part / threads, size * (part + 1) / threads); });
    rows(images, 0, size / threads);
    for (std::thread &other : others)
      other.join();
  }

  void read(cl_mem from, Bytes &to) const {
    const std::size_t origin[3] = {}, region[] = {size, size, 1};
    check(clEnqueueReadImage(queue, from, CL_TRUE, origin, region, 0, 0, to.data(), 0, nullptr,
                             nullptr) == CL_SUCCESS,
          "an image cannot be read");
  }

  // Bytes may differ by one, as a half may be rounded either way.
  static void compare(const Bytes &first, const Bytes &second, bool isFloat) {
    constexpr float tolerance = 1e-3F;
    for (std::size_t place = 0; place < first.size(); place += isFloat ? sizeof(float) : 1)
      check(isFloat ? std::fabs(*reinterpret_cast<const float *>(&first[place]) -
                                *reinterpret_cast<const float *>(&second[place])) <= tolerance
                    : std::abs(first[place] - second[place]) <= 1,
            "results differ");
  }

  const unsigned rounds;
  const std::size_t size;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_uint threads = 1;
};

} // namespace

int main(int count, char **arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 15;
  const int size = count > 2 ? std::atoi(arguments[2]) : 2048;
  check(rounds > 0 && size > 0, "usage: images [rounds [size]]");
  Bench bench(static_cast<unsigned>(rounds), static_cast<std::size_t>(size));
  bench.measure("RGBA8", CL_UNORM_INT8);
  bench.measure("RGBA32F", CL_FLOAT);
}
