// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/images/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <thread>
#include <utility>

namespace weft::bench {

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
kernel void rotation(read_only image2d_t from, write_only image2d_t to) {
  PLACE;
  float middle = get_image_width(from) * 0.5f;
  float2 c = convert_float2(p) + 0.5f - middle;
  float2 at = (float2)(0.8660254f * c.x - 0.5f * c.y, 0.5f * c.x + 0.8660254f * c.y) + middle;
  write_imagef(to, p, read_imagef(from, linear, at));
}
kernel void warp(read_only image2d_t from, write_only image2d_t to, read_only image2d_t lookup) {
  PLACE;
  write_imagef(to, p, read_imagef(from, linear, read_imagef(lookup, nearest, p).xy));
}
kernel void slice(read_only image3d_t from, write_only image2d_t to) {
  PLACE;
  float scale = (float)get_image_width(from) / get_image_width(to);
  float2 c = (convert_float2(p) + 0.5f) * scale;
  float4 at = (float4)(c.x, 0.8f * c.y + 0.1f * c.x, 0.6f * c.y + 0.2f * c.x, 0);
  write_imagef(to, p, read_imagef(from, linear, at));
}
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void histogram(read_only image2d_t from, global uint *bins, int rows) {
  local uint own[256];
  int first = get_global_id(1) * rows, item = get_local_id(0), width = get_image_width(from);
  for (int bin = item; bin < 256; bin += 64)
    own[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = first; y < first + rows; ++y)
    for (int x = item; x < width; x += 64) {
      float4 colour = read_imagef(from, nearest, (int2)(x, y));
      float grey = 0.25f * colour.x + 0.5f * colour.y + 0.25f * colour.z;
      atomic_inc(&own[(int)clamp(grey * 255.0f, 0.0f, 255.0f)]);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bin = item; bin < 256; bin += 64)
    atomic_add(&bins[bin], own[bin]);
}
)";

using Bytes = std::vector<unsigned char>;

// Groups of the histogram; each counts as many rows of the image.
constexpr std::size_t histogramGroups = 32, histogramItems = 64;

double secondsOf(const std::function<void()> &body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

} // namespace

void check(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "images: %s\n", what);
    std::exit(1);
  }
}

/// What the kernels of one format work on, for both sides.
struct ImageSession::Content {
  const char *format;
  bool isFloat;
  Bytes from, volume, lookup, nativeTo;
  std::vector<std::uint32_t> nativeBins;
  cl_mem fromImage, volumeImage, lookupImage, toImage, bins;

  NativeImages native(std::size_t size, std::size_t edge) {
    return {.from = from.data(),
            .to = nativeTo.data(),
            .size = size,
            .lookup = reinterpret_cast<const float *>(lookup.data()),
            .volume = volume.data(),
            .volumeSize = edge,
            .bins = nativeBins.data()};
  }
};

ImageSession::ImageSession(unsigned rounds, std::size_t size, std::vector<std::string> only)
    : rounds(rounds), size(size), edge(size / 8), only(std::move(only)) {
  check(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "no platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
        "no device");
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS, "no program");
  clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof threads, &threads, nullptr);
}

ImageSession::~ImageSession() {
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

std::string ImageSession::platformName() const {
  char name[256] = {};
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
  return name;
}

std::vector<ImageFigure>
ImageSession::measure(const char *format, cl_channel_type type,
                      const std::function<void(const std::string &)> &each) const {
  const std::size_t texels = size * size, bytes = type == CL_FLOAT ? 16 : 4;
  Content content{.format = format,
                  .isFloat = type == CL_FLOAT,
                  .from = texelsOf(type, texels),
                  .volume = texelsOf(type, edge * edge * edge),
                  .lookup = lookups(),
                  .nativeTo = Bytes(texels * bytes),
                  .nativeBins = std::vector<std::uint32_t>(histogramBins),
                  .fromImage = {},
                  .volumeImage = {},
                  .lookupImage = {},
                  .toImage = {},
                  .bins = {}};
  const cl_image_format colours{CL_RGBA, type};
  content.fromImage = image(colours, /*isCube=*/false, content.from);
  content.volumeImage = image(colours, /*isCube=*/true, content.volume);
  content.lookupImage = image({CL_RG, CL_FLOAT}, /*isCube=*/false, content.lookup);
  content.toImage = image(colours, /*isCube=*/false, content.nativeTo);
  content.bins =
      clCreateBuffer(context, CL_MEM_READ_WRITE, histogramBins * sizeof(cl_uint), nullptr, nullptr);
  std::vector<ImageFigure> figures;
  for (const NativeWork &work : nativeWorks)
    if (const cl_kernel kernel = isMeasured(work.name) ? kernelFor(work.name, content) : nullptr) {
      each(work.name);
      figures.push_back(measureOne(work, kernel, content));
    }
  for (const cl_mem one :
       {content.fromImage, content.volumeImage, content.lookupImage, content.toImage, content.bins})
    if (one)
      clReleaseMemObject(one);
  return figures;
}

bool ImageSession::isMeasured(const char *name) const {
  return only.empty() || std::ranges::find(only, name) != only.end();
}

// Rounds alternate between both sides.
ImageFigure ImageSession::measureOne(const NativeWork &work, cl_kernel kernel,
                                     Content &content) const {
  const bool isHistogram = std::strcmp(work.name, "histogram") == 0;
  NativeRows *const rows = content.isFloat ? work.real : work.unorm8;
  std::vector<double> own, others;
  for (unsigned round = 0; round != rounds + 1; ++round) {
    const double device = secondsOf([&] { launch(kernel, isHistogram, content); });
    std::ranges::fill(content.nativeBins, 0);
    const double host = secondsOf([&] { runNative(rows, content.native(size, edge)); });
    if (round) { // the first one touches memory and waits for code
      own.push_back(device);
      others.push_back(host);
    }
  }
  if (isHistogram)
    compareBins(content);
  else
    compareImages(content);
  clReleaseKernel(kernel);
  const double scale = 1e9 / (static_cast<double>(size) * static_cast<double>(size));
  return {content.format, work.name, median(own) * scale, median(others) * scale};
}

// Null if the platform lacks an image that the kernel needs.
cl_kernel ImageSession::kernelFor(const char *name, const Content &content) const {
  const bool isSlice = std::strcmp(name, "slice") == 0;
  const bool isHistogram = std::strcmp(name, "histogram") == 0;
  const cl_mem from = isSlice ? content.volumeImage : content.fromImage;
  const cl_mem to = isHistogram ? content.bins : content.toImage;
  const bool isWarp = std::strcmp(name, "warp") == 0;
  if (!from || !to || (isWarp && !content.lookupImage))
    return nullptr;
  const cl_kernel kernel = clCreateKernel(program, name, nullptr);
  clSetKernelArg(kernel, 0, sizeof from, &from);
  clSetKernelArg(kernel, 1, sizeof to, &to);
  const auto rows = static_cast<cl_int>(size / histogramGroups);
  if (isWarp)
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &content.lookupImage);
  else if (isHistogram)
    clSetKernelArg(kernel, 2, sizeof rows, &rows);
  return kernel;
}

Bytes ImageSession::texelsOf(cl_channel_type type, std::size_t count) const {
  Bytes result(count * (type == CL_FLOAT ? 16 : 4));
  std::mt19937 random(1);
  if (type == CL_FLOAT)
    for (std::size_t place = 0; place != result.size(); place += sizeof(float))
      *reinterpret_cast<float *>(&result[place]) =
          static_cast<float>(random() % 1024) * (1.0F / 1024);
  else
    for (unsigned char &byte : result)
      byte = static_cast<unsigned char>(random());
  return result;
}

// Waves, as those of a lens or of water.
Bytes ImageSession::lookups() const {
  Bytes result(size * size * 2 * sizeof(float));
  auto *place = reinterpret_cast<float *>(result.data());
  for (std::size_t y = 0; y != size; ++y)
    for (std::size_t x = 0; x != size; ++x) {
      const auto u = static_cast<float>(x), v = static_cast<float>(y);
      *place++ = u + 0.5F + 9 * std::sin(v * 0.02F);
      *place++ = v + 0.5F + 7 * std::cos(u * 0.03F);
    }
  return result;
}

cl_mem ImageSession::image(const cl_image_format &format, bool isCube, Bytes &texels) const {
  cl_image_desc description{};
  description.image_type = isCube ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = isCube ? edge : size;
  description.image_depth = isCube ? edge : 0;
  cl_int error = 0;
  const cl_mem made = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                    &description, texels.data(), &error);
  return error == CL_SUCCESS ? made : nullptr;
}

void ImageSession::launch(cl_kernel kernel, bool isHistogram, const Content &content) const {
  const std::size_t global[] = {isHistogram ? histogramItems : size,
                                isHistogram ? histogramGroups : size};
  const std::size_t local[] = {histogramItems, 1};
  const cl_uint zero = 0;
  if (isHistogram)
    check(clEnqueueFillBuffer(queue, content.bins, &zero, sizeof zero, 0,
                              histogramBins * sizeof zero, 0, nullptr, nullptr) == CL_SUCCESS,
          "bins cannot be cleared");
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, isHistogram ? local : nullptr, 0,
                               nullptr, nullptr) == CL_SUCCESS &&
            clFinish(queue) == CL_SUCCESS,
        "a launch failed");
}

void ImageSession::runNative(NativeRows *rows, const NativeImages &images) const {
  std::vector<std::thread> others;
  for (unsigned part = 1; part < threads; ++part)
    others.emplace_back(
        [&, part] { rows(images, size * part / threads, size * (part + 1) / threads); });
  rows(images, 0, size / threads);
  for (std::thread &other : others)
    other.join();
}

// Bytes may differ by one, as a half may be rounded either way.
void ImageSession::compareImages(const Content &content) const {
  constexpr float tolerance = 1e-3F;
  constexpr int byteTolerance = 1;
  Bytes actual(content.nativeTo.size());
  const std::size_t origin[3] = {}, region[] = {size, size, 1};
  check(clEnqueueReadImage(queue, content.toImage, CL_TRUE, origin, region, 0, 0, actual.data(), 0,
                           nullptr, nullptr) == CL_SUCCESS,
        "an image cannot be read");
  const std::size_t step = content.isFloat ? sizeof(float) : 1;
  for (std::size_t place = 0; place < actual.size(); place += step) {
    const unsigned char *one = &actual[place], *other = &content.nativeTo[place];
    check(content.isFloat ? std::fabs(*reinterpret_cast<const float *>(one) -
                                      *reinterpret_cast<const float *>(other)) <= tolerance
                          : std::abs(*one - *other) <= byteTolerance,
          "results differ");
  }
}

// A texel may be in the next bin.
void ImageSession::compareBins(const Content &content) const {
  std::vector<std::uint32_t> actual(histogramBins);
  check(clEnqueueReadBuffer(queue, content.bins, CL_TRUE, 0, histogramBins * sizeof(cl_uint),
                            actual.data(), 0, nullptr, nullptr) == CL_SUCCESS,
        "bins cannot be read");
  std::int64_t sum = 0, nativeSum = 0;
  const auto slack = static_cast<std::int64_t>(size * size / 256);
  for (std::size_t bin = 0; bin != histogramBins; ++bin) {
    sum += actual[bin];
    nativeSum += content.nativeBins[bin];
    check(std::abs(sum - nativeSum) <= slack, "histograms differ");
  }
  check(sum == static_cast<std::int64_t>(size * size), "texels are not counted once");
}

} // namespace weft::bench
