// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Movements beside computing: double buffering, prefetches ahead of indirect reads, and the dot
// product of the tutorials.
#include "tests/bench/async/native.h"
#include "tests/bench/async/session.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

namespace weft::bench {
namespace {

const char *doubleBuffer = R"(
kernel void pipeline(global const float *from, global float *sums, local float *tiles, uint n,
                     uint count, uint rounds) {
  from += get_group_id(0) * (size_t)count * n;
  event_t events[2];
  events[0] = async_work_group_copy(tiles, from, n, 0);
  float sum = 0;
  for (uint tile = 0; tile < count; ++tile) {
    const uint now = tile & 1, next = now ^ 1;
    if (tile + 1 < count)
      events[next] = async_work_group_copy(tiles + next * n, from + (tile + 1) * (size_t)n, n, 0);
    wait_group_events(1, events + now);
    for (uint i = get_local_id(0); i < n; i += get_local_size(0)) {
      float value = tiles[now * n + i];
      for (uint round = 0; round < rounds; ++round)
        value = value * value + 0.25f;
      sum += value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sums[get_global_id(0)] = sum;
}
)";

const char *indirect = R"(
kernel void indirect(global const uint *index, global uint *sums, global const uint *values, uint n,
                     uint ahead) {
  index += get_global_id(0) * (size_t)n;
  uint sum = 0;
  for (uint i = 0; i < n; ++i) {
#ifdef AHEAD
    prefetch(values + index[i + ahead], 1);
#endif
    sum += values[index[i]];
  }
  sums[get_global_id(0)] = sum;
}
)";

const char *dot = R"(
kernel void kernel_dot(global const double *a, global double *sums, global const double *b,
                       local double *tile, uint n, uint count) {
  const size_t lid = get_local_id(0);
  a += get_group_id(0) * (size_t)count * n;
  b += get_group_id(0) * (size_t)count * n;
  double sum = 0;
  for (uint t = 0; t < count; ++t) {
    event_t e = async_work_group_copy(tile, a + t * (size_t)n, n, 0);
    e = async_work_group_copy(tile + n, b + t * (size_t)n, n, e);
    wait_group_events(1, &e);
    for (uint i = lid; i < n; i += get_local_size(0))
      sum += tile[i] * tile[n + i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sums[get_global_id(0)] = sum;
}
)";

void set(cl_kernel kernel, cl_uint index, std::size_t size, const void *value) {
  check(clSetKernelArg(kernel, index, size, value), "clSetKernelArg");
}
void set(cl_kernel kernel, cl_uint index, std::size_t number) {
  const auto value = static_cast<cl_uint>(number);
  set(kernel, index, sizeof value, &value);
}

// What C adds up, so that it does.
volatile double sink = 0;

// Each group's share of a pipeline; C's threads claim the same shares.
constexpr std::size_t tilesOfGroup = 256;
constexpr std::size_t bufferedTiles[] = {1024, 4096, 16384};

class DoubleBuffering {
public:
  DoubleBuffering(const Session &session, Report &report)
      : session(session), report(report), program(session.build(doubleBuffer)) {}

  void run(std::size_t tile) {
    report.begin("double buffering, what its parts take");
    const std::size_t floats = tile / sizeof(float);
    const std::size_t groups = session.bytes / tile / tilesOfGroup;
    const auto compute = [&](unsigned rounds) {
      return [=, this] {
        session.share(groups, [=, this](std::size_t) {
          sink = computeOnly(floatsOf(0), tilesOfGroup, floats, rounds);
        });
      };
    };
    const Times times = session.measure([&] { copyOnly(groups, floats); }, compute(0), compute(64));
    const double copy = times.best(0), fixed = times.best(1), more = times.best(2);
    const double each = std::max((more - fixed) / 64, 1e-9);
    for (const auto &[name, share] :
         {std::pair{"1:4", 0.25}, std::pair{"1:1", 1.0}, std::pair{"4:1", 4.0}}) {
      const auto rounds =
          static_cast<unsigned>(std::max(0.0, std::round((share * copy - fixed) / each)));
      row(tile, name, rounds, std::max(copy, fixed + each * rounds));
    }
  }

private:
  const float *floatsOf(std::size_t first) const {
    return reinterpret_cast<const float *>(session.from) + first;
  }

  void copyOnly(std::size_t groups, std::size_t floats) const {
    const Work copies{Movement::In, groups * tilesOfGroup, floats, sizeof(float), 1};
    session.share(groups, [&](std::size_t group) {
      alignas(128) unsigned char buffer[localBytes];
      moveTiles(copies, session.from, session.to, buffer, group * tilesOfGroup,
                (group + 1) * tilesOfGroup);
    });
  }

  void row(std::size_t tile, const char *name, unsigned rounds, double bound) const {
    report.begin("double buffering, tiles of " + std::to_string(tile) + " bytes");
    const std::size_t floats = tile / sizeof(float);
    const std::size_t groups = session.bytes / tile / tilesOfGroup;
    cl_kernel kernel = prepare(tile, rounds);
    const auto inC = [&](CopyAt moment) {
      return [=, this] {
        session.share(groups, [=, this](std::size_t group) {
          alignas(128) float buffers[2 * localBytes / sizeof(float)];
          sink = pipeline(moment, floatsOf(group * tilesOfGroup * floats), buffers, tilesOfGroup,
                          floats, rounds);
        });
      };
    };
    const Times times = session.measure([&] { session.launch(kernel, groups); }, inC(CopyAt::Issue),
                                        inC(CopyAt::Wait), inC(CopyAt::IssueAhead));
    const double moved = 1e-9 * static_cast<double>(groups * tilesOfGroup * tile);
    const double ratio = std::min(times.speed(0, 1), times.speed(0, 2));
    report.clear();
    std::printf("compute:copy %s, tile %6zu B      %8.2f %8.2f %8.2f %8.2f %6.2f %8.0f%%\n", name,
                tile, moved / times.best(0), moved / times.best(1), moved / times.best(2),
                moved / times.best(3), ratio, 100 * bound / times.best(0));
    std::fflush(stdout);
    report.add("double buffering, to C's best of two", 1, ratio);
    report.add("double buffering, C ahead to C issue", 0, times.speed(3, 1));
    report.add("double buffering, C ahead to C wait", 0, times.speed(3, 2));
    clReleaseKernel(kernel);
  }

  cl_kernel prepare(std::size_t tile, unsigned rounds) const {
    cl_kernel kernel = session.kernel(program, "pipeline");
    set(kernel, 0, sizeof(cl_mem), &session.fromBuffer);
    set(kernel, 1, sizeof(cl_mem), &session.toBuffer);
    set(kernel, 2, 2 * tile, nullptr);
    set(kernel, 3, tile / sizeof(float));
    set(kernel, 4, tilesOfGroup);
    set(kernel, 5, rounds);
    return kernel;
  }

  const Session &session;
  Report &report;
  const cl_program program;
};

cl_kernel prepareIndirect(const Session &session, const char *options, cl_mem index,
                          std::size_t share, std::size_t ahead) {
  cl_kernel kernel = session.kernel(session.build(indirect, options), "indirect");
  set(kernel, 0, sizeof index, &index);
  set(kernel, 1, sizeof(cl_mem), &session.toBuffer);
  set(kernel, 2, sizeof(cl_mem), &session.fromBuffer);
  set(kernel, 3, share);
  set(kernel, 4, ahead);
  return kernel;
}

} // namespace

// Three rows each, behind a measurement of their parts.
std::size_t rowsOfBuffering(const Session &session) {
  return 4 * static_cast<std::size_t>(std::ranges::count_if(
                 bufferedTiles, [&](std::size_t tile) { return session.takesTile(tile); }));
}

void benchBuffering(const Session &session, Report &report) {
  DoubleBuffering buffering(session, report);
  report.clear();
  std::printf("\n%-34s %8s %8s %8s %8s %6s %9s\n", "double buffering, GB/s", "OpenCL", "C issue",
              "C wait", "C ahead", "ratio", "of bound");
  for (const std::size_t tile : bufferedTiles)
    if (session.takesTile(tile))
      buffering.run(tile);
}

void benchPrefetch(const Session &session, Report &report) {
  const std::size_t values = session.bytes / sizeof(cl_uint), reads = values / 8, share = 256,
                    ahead = 32;
  std::vector<cl_uint> index(reads + ahead);
  std::mt19937 random(1);
  for (cl_uint &entry : index)
    entry = static_cast<cl_uint>(random() % values);
  cl_int error;
  cl_mem indexBuffer = clCreateBuffer(session.context, CL_MEM_COPY_HOST_PTR,
                                      index.size() * sizeof(cl_uint), index.data(), &error);
  check(error, "clCreateBuffer");
  cl_kernel kernels[] = {
      prepareIndirect(session, "-cl-std=CL3.0", indexBuffer, share, ahead),
      prepareIndirect(session, "-cl-std=CL3.0 -DAHEAD", indexBuffer, share, ahead)};
  const auto inKernel = [&](unsigned which) {
    return [&, which] { session.launch(kernels[which], reads / share / 64); };
  };
  const auto inC = [&](std::size_t distance) {
    return [&, distance] {
      session.share(reads / share / 64, [&](std::size_t part) {
        sink = indirectSum(index.data() + part * share * 64,
                           reinterpret_cast<const std::uint32_t *>(session.from), share * 64,
                           distance);
      });
    };
  };
  report.begin("prefetch");
  const Times times = session.measure(inKernel(0), inKernel(1), inC(0), inC(ahead));
  const double million = 1e-6 * static_cast<double>(reads);
  report.head("indirect sum, million reads/s", "prefetch", "without");
  for (const auto &[name, first] : {std::pair{"OpenCL", 0}, std::pair{"C", 2}})
    std::printf("%-34s %8.1f %8.1f %6.2f\n", name, million / times.best(first + 1),
                million / times.best(first), times.speed(first + 1, first));
  report.add("prefetch, to none", 1.3, times.speed(1, 0));
  for (cl_kernel kernel : kernels)
    clReleaseKernel(kernel);
  clReleaseMemObject(indexBuffer);
}

void benchDot(const Session &session, Report &report) {
  // The first half of the memory by the second.
  const std::size_t doubles = session.bytes / sizeof(double) / 2, tile = 256, count = 64;
  const std::size_t groups = doubles / tile / count;
  const auto *first = reinterpret_cast<const double *>(session.from);
  cl_int error;
  const cl_buffer_region half{session.bytes / 2, session.bytes / 2};
  cl_mem second = clCreateSubBuffer(session.fromBuffer, CL_MEM_READ_ONLY,
                                    CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
  check(error, "clCreateSubBuffer");
  cl_kernel kernel = session.kernel(session.build(dot), "kernel_dot");
  set(kernel, 0, sizeof(cl_mem), &session.fromBuffer);
  set(kernel, 1, sizeof(cl_mem), &session.toBuffer);
  set(kernel, 2, sizeof second, &second);
  set(kernel, 3, 2 * tile * sizeof(double), nullptr);
  set(kernel, 4, tile);
  set(kernel, 5, count);
  report.begin("dot product");
  const Times times =
      session.measure([&] { session.launch(kernel, groups); },
                      [&] {
                        session.share(groups, [&](std::size_t group) {
                          const std::size_t begin = group * tile * count;
                          sink = dotProduct(first + begin, first + doubles + begin, tile * count);
                        });
                      });
  const double moved = 1e-9 * static_cast<double>(session.bytes);
  report.head("the tutorials' dot product");
  std::printf("%-34s %8.2f %8.2f %6.2f\n", "kernel_dot", moved / times.best(0),
              moved / times.best(1), times.speed(0, 1));
  report.add("kernel_dot, to streaming in C", 0.9, times.speed(0, 1));
  clReleaseKernel(kernel);
  clReleaseMemObject(second);
}

} // namespace weft::bench
