// Movements beside computing: double buffering, prefetches ahead of indirect reads, and the dot
// product of the tutorials.
#include "tests/bench/async/native.h"
#include "tests/bench/async/session.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace weft::bench {
namespace {

const char *source = R"(
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

class Pipelines {
public:
  explicit Pipelines(const Session &session)
      : session(session), program(session.build(source, "-cl-std=CL3.0")),
        programAtIssue(session.build(source, "-cl-std=CL3.0 -cl-weft-copy-at-issue")),
        programAhead(session.build(source, "-cl-std=CL3.0 -DAHEAD")) {}

  void run() {
    doubleBuffering();
    indirectSum();
    dot();
  }

private:
  // Each group's share of a pipeline; C's threads claim the same shares.
  static constexpr std::size_t tilesOfGroup = 256;

  void doubleBuffering() {
    std::printf("\n%-34s %8s %8s %8s %8s %6s %6s %9s\n", "double buffering, GB/s", "Weft",
                "at issue", "C issue", "C wait", "to C", "to own", "of bound");
    for (const std::size_t tile : {1024, 4096, 16384})
      for (const auto &[name, share] :
           {std::pair{"1:4", 0.25}, std::pair{"1:1", 1.0}, std::pair{"4:1", 4.0}})
        doubleBuffering(tile, name, share);
  }

  template <class Work> double best(Work &&work) const {
    double least = 1e9;
    for (int round = 0; round <= session.rounds; ++round)
      least = std::min(least, seconds(work));
    return least;
  }

  void doubleBuffering(std::size_t tile, const char *name, double computeToCopy) {
    const std::size_t floats = tile / sizeof(float);
    const std::size_t groups = session.bytes / tile / tilesOfGroup;
    const auto *from = reinterpret_cast<const float *>(session.from);
    volatile float sink = 0;
    const auto inC = [&](CopyAt moment, unsigned rounds) {
      session.share(groups, [&](std::size_t group) {
        alignas(128) float buffers[2 * localBytes / sizeof(float)];
        sink = pipeline(moment, from + group * tilesOfGroup * floats, buffers, tilesOfGroup, floats,
                        rounds);
      });
    };
    const auto compute = [&](unsigned rounds) {
      session.share(groups,
                    [&](std::size_t) { sink = computeOnly(from, tilesOfGroup, floats, rounds); });
    };
    const Work copies{Movement::In, groups * tilesOfGroup, floats, sizeof(float), 1};
    const double copy = best([&] {
      session.share(groups, [&](std::size_t group) {
        alignas(128) unsigned char buffer[localBytes];
        moveTiles(copies, session.from, session.to, buffer, group * tilesOfGroup,
                  (group + 1) * tilesOfGroup);
      });
    });
    const double fixed = best([&] { compute(0); });
    const double each = (best([&] { compute(64); }) - fixed) / 64;
    const auto rounds = static_cast<unsigned>(
        std::max(0.0, std::round((computeToCopy * copy - fixed) / std::max(each, 1e-9))));
    cl_kernel kernels[] = {prepare(program, tile, rounds), prepare(programAtIssue, tile, rounds)};
    double weft[2] = {1e9, 1e9}, c[2] = {1e9, 1e9};
    for (int round = 0; round <= session.rounds; ++round)
      for (int which = 0; which < 2; ++which) {
        weft[which] =
            std::min(weft[which], seconds([&] { session.launch(kernels[which], groups); }));
        c[which] =
            std::min(c[which], seconds([&] { inC(which ? CopyAt::Wait : CopyAt::Issue, rounds); }));
      }
    const double moved = 1e-9 * static_cast<double>(groups * tilesOfGroup * tile);
    const double bound = std::max(copy, fixed + each * rounds);
    std::printf("compute:copy %s, tile %6zu B      %8.2f %8.2f %8.2f %8.2f %6.2f %6.2f %8.0f%%\n",
                name, tile, moved / weft[0], moved / weft[1], moved / c[0], moved / c[1],
                std::min(c[0], c[1]) / weft[0], weft[1] / weft[0], 100 * bound / weft[0]);
    for (cl_kernel kernel : kernels)
      clReleaseKernel(kernel);
  }

  cl_kernel prepare(cl_program built, std::size_t tile, unsigned rounds) const {
    cl_kernel kernel = session.kernel(built, "pipeline");
    set(kernel, 0, sizeof(cl_mem), &session.fromBuffer);
    set(kernel, 1, sizeof(cl_mem), &session.toBuffer);
    set(kernel, 2, 2 * tile, nullptr);
    set(kernel, 3, tile / sizeof(float));
    set(kernel, 4, tilesOfGroup);
    set(kernel, 5, rounds);
    return kernel;
  }

  void indirectSum() {
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
    cl_kernel kernels[] = {session.kernel(program, "indirect"),
                           session.kernel(programAhead, "indirect")};
    double time[2] = {1e9, 1e9};
    for (cl_kernel kernel : kernels) {
      set(kernel, 0, sizeof indexBuffer, &indexBuffer);
      set(kernel, 1, sizeof(cl_mem), &session.toBuffer);
      set(kernel, 2, sizeof(cl_mem), &session.fromBuffer);
      set(kernel, 3, share);
      set(kernel, 4, ahead);
    }
    for (int round = 0; round <= session.rounds; ++round)
      for (int which = 0; which < 2; ++which)
        time[which] = std::min(
            time[which], seconds([&] { session.launch(kernels[which], reads / share / 64); }));
    std::printf("\n%-34s %8s %8s %6s\n", "indirect sum, million reads/s", "prefetch", "without",
                "ratio");
    const double million = 1e-6 * static_cast<double>(reads);
    std::printf("%-34s %8.1f %8.1f %6.2f\n", "", million / time[1], million / time[0],
                time[0] / time[1]);
    for (cl_kernel kernel : kernels)
      clReleaseKernel(kernel);
    clReleaseMemObject(indexBuffer);
  }

  void dot() {
    // The first half of the memory by the second; all bytes are 1, so that sums are tiny numbers.
    const std::size_t doubles = session.bytes / sizeof(double) / 2, tile = 256, count = 64;
    const std::size_t groups = doubles / tile / count;
    const auto *first = reinterpret_cast<const double *>(session.from);
    cl_int error;
    const cl_buffer_region half{session.bytes / 2, session.bytes / 2};
    cl_mem second = clCreateSubBuffer(session.fromBuffer, CL_MEM_READ_ONLY,
                                      CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    check(error, "clCreateSubBuffer");
    cl_kernel kernel = session.kernel(program, "kernel_dot");
    set(kernel, 0, sizeof(cl_mem), &session.fromBuffer);
    set(kernel, 1, sizeof(cl_mem), &session.toBuffer);
    set(kernel, 2, sizeof second, &second);
    set(kernel, 3, 2 * tile * sizeof(double), nullptr);
    set(kernel, 4, tile);
    set(kernel, 5, count);
    volatile double sink = 0;
    double mine = 1e9, theirs = 1e9;
    for (int round = 0; round <= session.rounds; ++round) {
      mine = std::min(mine, seconds([&] { session.launch(kernel, groups); }));
      theirs = std::min(theirs, seconds([&] {
                          session.share(groups, [&](std::size_t group) {
                            const std::size_t begin = group * tile * count;
                            sink = dotProduct(first + begin, first + doubles + begin, tile * count);
                          });
                        }));
    }
    const double moved = 1e-9 * static_cast<double>(session.bytes);
    std::printf("\n%-34s %8s %8s %6s\n", "", "GB/s", "C", "ratio");
    std::printf("%-34s %8.2f %8.2f %6.2f\n", "kernel_dot", moved / mine, moved / theirs,
                theirs / mine);
    clReleaseKernel(kernel);
    clReleaseMemObject(second);
  }

  const Session &session;
  const cl_program program, programAtIssue, programAhead;
};

} // namespace

void benchPipelines(const Session &session) { Pipelines(session).run(); }

} // namespace weft::bench
