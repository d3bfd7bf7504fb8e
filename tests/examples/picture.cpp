// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a picture of 1,920 x 1,280 pixels on an OpenCL device and processes it with images and
// samplers: a rotation with bilinear filtering, a Gaussian blur of rows and of columns, and edges.
// Every step is checked against the host. Uses nothing but CL/cl.h and the ICD loader.
//
//   picture [file.ppm]
//
// The file gets both pictures side by side, before and after. The first platform that the loader
// finds is used.
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int width = 1920, height = 1280;

const char *const source = R"(
constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
constant float weights[] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

// Hills under a sun, in bands.
kernel void paint(write_only image2d_t to) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float x = p.x * (1.0f / 1920), y = p.y * (1.0f / 1280);
  float4 colour = (float4)(0.35f + 0.5f * y, 0.55f + 0.3f * y, 0.95f - 0.3f * y, 1);
  float2 sun = (float2)(x * 1.5f - 1.05f, y - 0.28f);
  if (dot(sun, sun) < 0.012f)
    colour = (float4)(1, 0.9f, 0.5f, 1);
  for (int hill = 0; hill < 4; ++hill) {
    float top = 0.45f + 0.13f * hill + 0.07f * sin(x * (5 + 3 * hill) + hill * 2);
    if (y > top)
      colour = (float4)(0.12f + 0.1f * hill, 0.35f - 0.05f * hill, 0.2f - 0.03f * hill, 1);
  }
  write_imagef(to, p, colour);
}
kernel void rotate_by(read_only image2d_t from, write_only image2d_t to, float c, float s) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float2 middle = convert_float2(get_image_dim(from)) * 0.5f;
  float2 d = convert_float2(p) + 0.5f - middle;
  write_imagef(to, p, read_imagef(from, smooth, (float2)(c * d.x - s * d.y, s * d.x + c * d.y) + middle));
}
kernel void blur(read_only image2d_t from, write_only image2d_t to, int2 step) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int i = -2; i <= 2; ++i)
    sum += read_imagef(from, edge, p + i * step) * weights[i + 2];
  write_imagef(to, p, sum);
}
// Sobel's operator, on top of the picture.
kernel void edges(read_only image2d_t from, write_only image2d_t to) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 across = 0, down = 0;
  for (int i = -1; i <= 1; ++i) {
    float weight = 2 - abs(i);
    across += weight * (read_imagef(from, edge, p + (int2)(1, i)) - read_imagef(from, edge, p + (int2)(-1, i)));
    down += weight * (read_imagef(from, edge, p + (int2)(i, 1)) - read_imagef(from, edge, p + (int2)(i, -1)));
  }
  float4 colour = read_imagef(from, edge, p) - sqrt(across * across + down * down);
  colour.w = 1;
  write_imagef(to, p, colour);
}
)";

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "picture: %s: error %d\n", what, error);
  std::exit(1);
}

// --- The host's version of each step, over RGBA in bytes.

using Bytes = std::vector<unsigned char>;
struct Colour {
  float channel[4];
};

Colour pixel(const Bytes &from, int x, int y) {
  Colour colour;
  for (int c = 0; c != 4; ++c)
    colour.channel[c] =
        static_cast<float>(from[(static_cast<size_t>(y) * width + x) * 4 + c]) / 255;
  return colour;
}
Colour clamped(const Bytes &from, int x, int y) {
  return pixel(from, std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
}
Colour bordered(const Bytes &from, int x, int y) {
  if (x < 0 || x >= width || y < 0 || y >= height)
    return {};
  return pixel(from, x, y);
}
void add(Colour &sum, const Colour &colour, float weight) {
  for (int c = 0; c != 4; ++c)
    sum.channel[c] += colour.channel[c] * weight;
}

Colour rotated(const Bytes &from, int x, int y, float cosine, float sine) {
  const float dx = static_cast<float>(x) + 0.5F - width * 0.5F;
  const float dy = static_cast<float>(y) + 0.5F - height * 0.5F;
  const float u = cosine * dx - sine * dy + width * 0.5F - 0.5F;
  const float v = sine * dx + cosine * dy + height * 0.5F - 0.5F;
  const float left = std::floor(u), top = std::floor(v), a = u - left, b = v - top;
  const int i = static_cast<int>(left), j = static_cast<int>(top);
  Colour sum{};
  add(sum, bordered(from, i, j), (1 - a) * (1 - b));
  add(sum, bordered(from, i + 1, j), a * (1 - b));
  add(sum, bordered(from, i, j + 1), (1 - a) * b);
  add(sum, bordered(from, i + 1, j + 1), a * b);
  return sum;
}

Colour blurred(const Bytes &from, int x, int y, int stepX, int stepY) {
  constexpr float weights[] = {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F};
  Colour sum{};
  for (int i = -2; i <= 2; ++i)
    add(sum, clamped(from, x + i * stepX, y + i * stepY), weights[i + 2]);
  return sum;
}

Colour withEdges(const Bytes &from, int x, int y) {
  Colour across{}, down{};
  for (int i = -1; i <= 1; ++i) {
    const auto weight = static_cast<float>(2 - std::abs(i));
    add(across, clamped(from, x + 1, y + i), weight);
    add(across, clamped(from, x - 1, y + i), -weight);
    add(down, clamped(from, x + i, y + 1), weight);
    add(down, clamped(from, x + i, y - 1), -weight);
  }
  Colour colour = pixel(from, x, y);
  for (int c = 0; c != 3; ++c)
    colour.channel[c] -= std::hypot(across.channel[c], down.channel[c]);
  colour.channel[3] = 1;
  return colour;
}

// --- The device.

class Device {
public:
  Device() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "no platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "no device");
    cl_int error = 0;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "no context");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "no queue");
    program =
        clCreateProgramWithSource(context, 1, const_cast<const char **>(&source), nullptr, &error);
    check(error, "no program");
    check(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr), "a build");
    for (cl_mem &image : images) {
      const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
      cl_image_desc description{};
      description.image_type = CL_MEM_OBJECT_IMAGE2D;
      description.image_width = width;
      description.image_height = height;
      image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
      check(error, "no image");
    }
  }
  ~Device() {
    for (const cl_mem image : images)
      clReleaseMemObject(image);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  std::string name() const {
    char text[256] = {};
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text - 1, text, nullptr);
    return text;
  }

  /// Runs a step on the last picture, and gives the new one.
  template <class... Arguments> Bytes run(const char *step, const Arguments &...arguments) {
    cl_int error = 0;
    const cl_kernel kernel = clCreateKernel(program, step, &error);
    check(error, step);
    const bool isFirst = current < 0;
    const int next = isFirst ? 0 : 1 - current;
    cl_uint index = 0;
    const auto set = [&](const auto &argument) {
      check(clSetKernelArg(kernel, index++, sizeof argument, &argument), step);
    };
    if (!isFirst)
      set(images[current]);
    set(images[next]);
    (set(arguments), ...);
    const size_t global[] = {width, height};
    const auto begin = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
          step);
    check(clFinish(queue), step);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    clReleaseKernel(kernel);
    current = next;
    Bytes picture(static_cast<size_t>(width) * height * 4);
    const size_t origin[3] = {}, region[] = {width, height, 1};
    check(clEnqueueReadImage(queue, images[current], CL_TRUE, origin, region, 0, 0, picture.data(),
                             0, nullptr, nullptr),
          "an image cannot be read");
    std::printf("%-10s %8.2f ms", step, time.count());
    return picture;
  }

private:
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_mem images[2] = {};
  int current = -1;
};

// Each channel may differ by one, as a half may be rounded either way.
template <class Step> bool agrees(const Bytes &picture, Step step) {
  size_t wrong = 0;
  for (int y = 0; y != height; ++y)
    for (int x = 0; x != width; ++x) {
      const Colour colour = step(x, y);
      for (int c = 0; c != 4; ++c) {
        const float expected = std::clamp(colour.channel[c], 0.0F, 1.0F) * 255;
        const auto found =
            static_cast<float>(picture[(static_cast<size_t>(y) * width + x) * 4 + c]);
        wrong += std::fabs(expected - found) > 1;
      }
    }
  std::printf("   %s\n", wrong ? "differs from the host" : "as on the host");
  return wrong == 0;
}

void save(const char *path, const Bytes &before, const Bytes &after) {
  std::FILE *file = std::fopen(path, "wb");
  if (!file) {
    std::fprintf(stderr, "picture: %s cannot be written\n", path);
    std::exit(1);
  }
  std::fprintf(file, "P6\n%d %d\n255\n", 2 * width, height);
  for (int y = 0; y != height; ++y)
    for (const Bytes *picture : {&before, &after})
      for (int x = 0; x != width; ++x)
        std::fwrite(&(*picture)[(static_cast<size_t>(y) * width + x) * 4], 1, 3, file);
  std::fclose(file);
}

} // namespace

int main(int count, char **arguments) {
  Device device;
  std::printf("%s, %d x %d pixels\n", device.name().c_str(), width, height);
  const Bytes painted = device.run("paint");
  std::printf("\n");
  constexpr float cosine = 0.9659258F, sine = 0.2588190F; // 15 degrees
  const Bytes turned = device.run("rotate_by", cosine, sine);
  bool good = agrees(turned, [&](int x, int y) { return rotated(painted, x, y, cosine, sine); });
  const Bytes rows = device.run("blur", cl_int2{{1, 0}});
  good &= agrees(rows, [&](int x, int y) { return blurred(turned, x, y, 1, 0); });
  const Bytes columns = device.run("blur", cl_int2{{0, 1}});
  good &= agrees(columns, [&](int x, int y) { return blurred(rows, x, y, 0, 1); });
  const Bytes result = device.run("edges");
  good &= agrees(result, [&](int x, int y) { return withEdges(columns, x, y); });
  if (count > 1)
    save(arguments[1], painted, result);
  return good ? 0 : 1;
}
