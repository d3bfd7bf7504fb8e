// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans a file on an OpenCL device: byte histogram, entropy and Adler-32 checksum of every block,
// each checked against the host and timed beside it. Uses nothing but CL/cl.h and the ICD loader.
//
//   file_scan [file [picture.png]]
//
// Without an argument it reads its own executable's neighbour of the build, the compiler. The first
// platform that the loader finds is used. The picture shows the entropy of every block, from left
// to right and from top to bottom.
#include "png.h"

#include <CL/cl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace {

// As in the kernels.
constexpr size_t blockBytes = 16384, groupItems = 64, counters = 4;

const char *const source = R"(
#define BLOCK 16384
#define ITEMS 64
#define PART (BLOCK / ITEMS)

// Few work-items count, each in histograms of its own, so that no count is atomic; neighbouring bytes
// go to different ones, so that equal ones need not wait for each other.
#define COUNTERS 4
#define WAYS 4
#define WORDS (BLOCK / COUNTERS / 8)
typedef uint counts_t[WAYS][256];

void clear(local counts_t *counts) {
  for (int i = 0; i < WAYS * 256 / 16; ++i)
    vstore16((uint16)0, i, &(*counts)[0][0]);
}

void count(global const ulong *words, local counts_t *counts) {
  for (int i = 0; i < WORDS; ++i)
    for (int k = 0; k < 8; ++k)
      ++(*counts)[k % WAYS][words[i] >> 8 * k & 255];
}

// What all histograms have of 16 bytes.
uint16 sum(local const counts_t *counts, size_t sixteen) {
  uint16 total = 0;
  for (int i = 0; i < COUNTERS; ++i)
    for (int way = 0; way < WAYS; ++way)
      total += vload16(sixteen, counts[i][way]);
  return total;
}

// Every work-item counts in one stretch of memory, and every group adds its counts to the total once.
kernel __attribute__((reqd_work_group_size(COUNTERS, 1, 1)))
void histogram(global const ulong *data, ulong blocks, global uint *total) {
  local counts_t counts[COUNTERS];
  size_t l = get_local_id(0);
  clear(&counts[l]);
  size_t parts = blocks * COUNTERS;
  size_t first = parts * get_global_id(0) / get_global_size(0);
  size_t end = parts * (get_global_id(0) + 1) / get_global_size(0);
  for (size_t part = first; part < end; ++part)
    count(data + part * WORDS, &counts[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = l; i < 256 / 16; i += COUNTERS) {
    uint several[16];
    vstore16(sum(counts, i), 0, several);
    for (int k = 0; k < 16; ++k)
      atomic_add(&total[i * 16 + k], several[k]);
  }
}

// One group, one block: bits of information per byte.
kernel __attribute__((reqd_work_group_size(COUNTERS, 1, 1)))
void entropy(global const ulong *data, global float *result) {
  local counts_t counts[COUNTERS];
  local float sums[COUNTERS];
  size_t l = get_local_id(0);
  clear(&counts[l]);
  count(data + (get_group_id(0) * COUNTERS + l) * WORDS, &counts[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  float16 bits = 0;
  for (size_t i = l; i < 256 / 16; i += COUNTERS) {
    float16 p = convert_float16(sum(counts, i)) * (1.0f / BLOCK);
    bits -= p > 0 ? p * log2(p) : 0;
  }
  float8 eight = bits.lo + bits.hi;
  sums[l] = dot(eight.lo + eight.hi, (float4)1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    float all = 0;
    for (int i = 0; i < COUNTERS; ++i)
      all += sums[i];
    result[get_group_id(0)] = all;
  }
}

// One group, one block: each work-item sums a part, and neighbours join their sums in a tree.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void adler32(global const uchar *data, global uint *result) {
  local uchar block[BLOCK];
  local uint low[ITEMS], high[ITEMS];
  size_t l = get_local_id(0);
  event_t copied = async_work_group_copy(block, data + get_group_id(0) * BLOCK, BLOCK, 0);
  wait_group_events(1, &copied);
  uint a = 0, b = 0;
  for (int i = 0; i < PART; ++i) {
    a += block[l * PART + i];
    b += a;
  }
  low[l] = a % 65521;
  high[l] = b % 65521;
  for (size_t step = 1; step < ITEMS; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % (2 * step) == 0) {
      uint length = (uint)(step * PART);
      high[l] = (high[l] + high[l + step] + low[l] * length) % 65521;
      low[l] = (low[l] + low[l + step]) % 65521;
    }
  }
  if (l == 0)
    result[get_group_id(0)] = (high[0] + BLOCK) % 65521 << 16 | (low[0] + 1) % 65521;
}
)";

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
    std::exit(1);
  }
}

double milliseconds(const std::function<void()> &work) {
  auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

/// The best of five, the first of which warms up.
double best(const std::function<void()> &work) {
  double time = milliseconds(work);
  for (int i = 0; i < 4; ++i)
    time = std::min(time, milliseconds(work));
  return time;
}

std::vector<unsigned char> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(2);
  }
  std::vector<unsigned char> data(std::istreambuf_iterator<char>(file), {});
  data.resize((data.size() + blockBytes - 1) / blockBytes *
              blockBytes); // the last block ends in zeros
  return data;
}

struct Results {
  std::vector<cl_uint> histogram = std::vector<cl_uint>(256);
  std::vector<float> entropy;
  std::vector<cl_uint> adler;
};

void hostHistogram(const std::vector<unsigned char> &data, Results &results) {
  results.histogram.assign(256, 0);
  for (unsigned char byte : data)
    ++results.histogram[byte];
}

void hostEntropy(const std::vector<unsigned char> &data, Results &results) {
  for (size_t block = 0; block < results.entropy.size(); ++block) {
    std::array<unsigned, 256> counts{};
    for (size_t i = 0; i < blockBytes; ++i)
      ++counts[data[block * blockBytes + i]];
    double sum = 0;
    for (unsigned count : counts)
      if (count)
        sum -= count * (1.0 / blockBytes) * std::log2(count * (1.0 / blockBytes));
    results.entropy[block] = static_cast<float>(sum);
  }
}

void hostAdler(const std::vector<unsigned char> &data, Results &results) {
  for (size_t block = 0; block < results.adler.size(); ++block) {
    unsigned a = 1, b = 0;
    for (size_t i = 0; i < blockBytes; ++i) {
      a = (a + data[block * blockBytes + i]) % 65521;
      b = (b + a) % 65521;
    }
    results.adler[block] = b << 16 | a;
  }
}

class Device {
public:
  Device() {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &id, nullptr), "clGetDeviceIDs");
    cl_int error;
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, id, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    std::array<char, 256> platformName{}, name{};
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, platformName.size(), platformName.data(),
                      nullptr);
    clGetDeviceInfo(id, CL_DEVICE_NAME, name.size(), name.data(), nullptr);
    clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
    std::printf("platform  %s\ndevice    %s, %u compute units\n", platformName.data(), name.data(),
                units);
  }
  ~Device() {
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  void build() {
    cl_int error;
    program =
        clCreateProgramWithSource(context, 1, const_cast<const char **>(&source), nullptr, &error);
    check(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &id, "", nullptr, nullptr);
    if (error != CL_SUCCESS) {
      std::vector<char> log(1 << 16);
      clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      std::fprintf(stderr, "%s\n", log.data());
    }
    check(error, "clBuildProgram");
  }
  cl_kernel kernel(const char *name) const {
    cl_int error;
    cl_kernel made = clCreateKernel(program, name, &error);
    check(error, name);
    return made;
  }
  cl_mem buffer(cl_mem_flags flags, size_t bytes, void *host = nullptr) const {
    cl_int error;
    cl_mem made = clCreateBuffer(context, flags, bytes, host, &error);
    check(error, "clCreateBuffer");
    return made;
  }
  /// Runs the kernel and waits for it.
  void run(cl_kernel kernel, size_t global, size_t local) const {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
  }
  template <class T> void read(cl_mem from, std::vector<T> &to) const {
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, to.size() * sizeof(T), to.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
  }

  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_uint units = 0;
};

template <class T> void setArgument(cl_kernel kernel, cl_uint index, const T &value) {
  check(clSetKernelArg(kernel, index, sizeof(T), &value), "clSetKernelArg");
}

bool report(const char *what, size_t bytes, double device, double host, size_t checked,
            size_t wrong) {
  std::printf(
      "%-10s %8.2f ms  %6.2f GB/s   host %8.2f ms  %6.2f x   %zu values checked, %zu wrong\n", what,
      device, static_cast<double>(bytes) / device / 1e6, host, host / device, checked, wrong);
  return wrong == 0;
}

template <class T, class Same>
size_t differences(const std::vector<T> &a, const std::vector<T> &b, Same same) {
  size_t count = 0;
  for (size_t i = 0; i < a.size(); ++i)
    count += !same(a[i], b[i]);
  return count;
}

/// A colour for a part of a whole: dark blue for none, over green, to yellow for all.
std::array<unsigned char, 3> colourOf(float part) {
  constexpr float stops[][3] = {
      {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
  const float at = std::fmin(std::fmax(part, 0.0f), 0.999f) * 4;
  const auto stop = static_cast<size_t>(at);
  std::array<unsigned char, 3> colour;
  for (size_t i = 0; i < 3; ++i)
    colour[i] = static_cast<unsigned char>(
        std::lerp(stops[stop][i], stops[stop + 1][i], at - static_cast<float>(stop)));
  return colour;
}

/// Draws each block as a square, 128 squares a row.
bool draw(const std::vector<float> &entropy, const std::string &path) {
  constexpr size_t perRow = 128, side = 6;
  const size_t rows = (entropy.size() + perRow - 1) / perRow, width = perRow * side,
               height = rows * side;
  png::Bytes pixels(width * height * 3, 255);
  for (size_t pixel = 0; pixel < width * height; ++pixel) {
    const size_t block = pixel / width / side * perRow + pixel % width / side;
    if (block >= entropy.size())
      continue;
    const auto colour = colourOf(entropy[block] / 8);
    std::copy(colour.begin(), colour.end(),
              pixels.begin() + static_cast<std::ptrdiff_t>(3 * pixel));
  }
  if (!png::write(path, width, static_cast<std::uint32_t>(height), pixels)) {
    std::fprintf(stderr, "cannot write %s\n", path.c_str());
    return false;
  }
  std::printf("the picture %s shows where (dark: little, yellow: much)\n", path.c_str());
  return true;
}

} // namespace

int main(int argc, char **argv) {
  const std::string path = argc > 1 ? argv[1] : WEFT_EXAMPLE_INPUT;
  std::vector<unsigned char> data = readFile(path);
  const size_t blocks = data.size() / blockBytes;
  Device device;
  std::printf("input     %s, %zu blocks of %zu bytes\n", path.c_str(), blocks, blockBytes);
  std::printf("build     %.2f ms\n", milliseconds([&] { device.build(); }));

  Results onDevice, onHost;
  onDevice.entropy.resize(blocks);
  onDevice.adler.resize(blocks);
  onHost = onDevice;
  cl_mem input = device.buffer(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, data.size(), data.data());
  bool good = true;
  auto equal = [](auto a, auto b) { return a == b; };

  cl_kernel histogram = device.kernel("histogram");
  cl_mem counts = device.buffer(CL_MEM_READ_WRITE, 256 * sizeof(cl_uint));
  setArgument(histogram, 0, input);
  setArgument(histogram, 1, static_cast<cl_ulong>(blocks));
  setArgument(histogram, 2, counts);
  double deviceTime = best([&] {
    const cl_uint zero = 0;
    check(clEnqueueFillBuffer(device.queue, counts, &zero, sizeof zero, 0, 256 * sizeof zero, 0,
                              nullptr, nullptr),
          "clEnqueueFillBuffer");
    device.run(histogram, device.units * 16 * counters, counters);
  });
  device.read(counts, onDevice.histogram);
  double hostTime = best([&] { hostHistogram(data, onHost); });
  good &= report("histogram", data.size(), deviceTime, hostTime, 256,
                 differences(onDevice.histogram, onHost.histogram, equal));

  cl_kernel entropy = device.kernel("entropy");
  cl_mem entropies = device.buffer(CL_MEM_WRITE_ONLY, blocks * sizeof(float));
  setArgument(entropy, 0, input);
  setArgument(entropy, 1, entropies);
  deviceTime = best([&] { device.run(entropy, blocks * counters, counters); });
  device.read(entropies, onDevice.entropy);
  hostTime = best([&] { hostEntropy(data, onHost); });
  good &= report("entropy", data.size(), deviceTime, hostTime, blocks,
                 differences(onDevice.entropy, onHost.entropy,
                             [](float a, float b) { return std::fabs(a - b) < 1e-4f; }));

  cl_kernel adler = device.kernel("adler32");
  cl_mem sums = device.buffer(CL_MEM_WRITE_ONLY, blocks * sizeof(cl_uint));
  setArgument(adler, 0, input);
  setArgument(adler, 1, sums);
  deviceTime = best([&] { device.run(adler, blocks * groupItems, groupItems); });
  device.read(sums, onDevice.adler);
  hostTime = best([&] { hostAdler(data, onHost); });
  good &= report("adler32", data.size(), deviceTime, hostTime, blocks,
                 differences(onDevice.adler, onHost.adler, equal));

  double total = 0;
  for (float bits : onDevice.entropy)
    total += bits;
  std::printf("the file holds %.3f bits of information per byte on average\n%s\n",
              total / static_cast<double>(blocks),
              good ? "all results agree with the host" : "WRONG");
  if (argc > 2)
    good &= draw(onDevice.entropy, argv[2]);
  for (cl_mem memory : {input, counts, entropies, sums})
    clReleaseMemObject(memory);
  for (cl_kernel kernel : {histogram, entropy, adler})
    clReleaseKernel(kernel);
  return good ? 0 : 1;
}
