// Movements alone: contiguous, by lines and planes, and strided, in both directions.
#include "tests/bench/async/native.h"
#include "tests/bench/async/session.h"

#include <algorithm>
#include <cstdio>

namespace weft::bench {
namespace {

const char *source = R"(
kernel void in(global const uint4 *from, global uint4 *to, local uint4 *tile, uint n, uint stride) {
  event_t e = async_work_group_copy(tile, from + get_group_id(0) * (size_t)n, n, 0);
  wait_group_events(1, &e);
}
kernel void inOut(global const uint4 *from, global uint4 *to, local uint4 *tile, uint n,
                  uint stride) {
  event_t e = async_work_group_copy(tile, from + get_group_id(0) * (size_t)n, n, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(to + get_group_id(0) * (size_t)n, tile, n, 0);
  wait_group_events(1, &e);
}
kernel void idiom(global const float *from, global float *to, local float *tile, uint n,
                  uint stride) {
  for (size_t i = get_local_id(0); i < n; i += get_local_size(0))
    tile[i] = from[get_group_id(0) * (size_t)n + i];
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void lines(global const uchar *from, global uchar *to, local uchar *tile, uint n,
                  uint stride) {
  event_t e = async_work_group_copy_2D2D(tile, 0, from, get_group_id(0) * (size_t)n * stride * 2, 1,
                                         n, stride, 2 * n, n, 0);
  wait_group_events(1, &e);
}
kernel void planes(global const uchar *from, global uchar *to, local uchar *tile, uint n,
                   uint stride) {
  event_t e = async_work_group_copy_3D3D(tile, 0, from, get_group_id(0) * (size_t)n * stride * 2, 1,
                                         n, stride / 4, 4, 2 * n, n * stride / 2, n, n * stride / 4,
                                         0);
  wait_group_events(1, &e);
}
#define SPREAD(type, size)                                                                         \
  kernel void gather##size(global const type *from, global type *to, local type *tile, uint n,     \
                           uint stride) {                                                          \
    event_t e = async_work_group_strided_copy(                                                     \
        tile, from + get_group_id(0) * (size_t)n * stride, n, stride, 0);                          \
    wait_group_events(1, &e);                                                                      \
  }                                                                                                \
  kernel void scatter##size(global const type *from, global type *to, local type *tile, uint n,    \
                            uint stride) {                                                         \
    event_t e = async_work_group_strided_copy(to + get_group_id(0) * (size_t)n * stride, tile, n,  \
                                              stride, 0);                                          \
    wait_group_events(1, &e);                                                                      \
  }
SPREAD(uchar, 1) SPREAD(ushort, 2) SPREAD(uint, 4) SPREAD(ulong, 8) SPREAD(uint4, 16)
)";

class Movements {
public:
  explicit Movements(const Session &session)
      : session(session), program(session.build(source, "-cl-std=CL3.0")) {}

  void run() {
    std::printf("%-34s %8s %8s %6s\n", "", "GB/s", "C", "ratio");
    for (size_t data : {2 * megabyte, session.bytes}) {
      for (size_t tile : {256, 1024, 4096, 16384, 32768}) {
        const Work work{Movement::In, data / tile, tile / 16, 16, 1};
        row("in", "in", work, work, data);
        Work idiom = work;
        idiom.elements = tile / 4, idiom.element = 4;
        row("the loop by hand", "idiom", idiom, work, data);
      }
      for (size_t tile : {256, 1024, 4096, 16384, 32768}) {
        const Work work{Movement::InOut, data / tile, tile / 16, 16, 1};
        row("in and out", "inOut", work, work, data);
        Work streamed = work;
        streamed.movement = Movement::InOutStreamed;
        row("in and out, C streams", "inOut", work, streamed, data);
      }
      for (size_t line : {64, 256, 1024, 4096}) {
        const size_t lines = std::min<size_t>(32, localBytes / line);
        const Work work{Movement::Lines, data / (2 * line * lines), line, 1, lines};
        row("lines", "lines", work, work, data);
        row("planes of lines", "planes", work, work, data);
      }
    }
    for (size_t element : {1, 2, 4, 8, 16})
      for (size_t stride : {2, 3, 4, 7, 16, 64, 257, 1024})
        for (const Movement movement : {Movement::Gather, Movement::Scatter}) {
          const size_t elements = 1024;
          const Work work{movement, 64 * megabyte / (elements * element * stride), elements,
                          element, stride};
          const bool isGather = movement == Movement::Gather;
          const std::string name = isGather ? "gather" : "scatter";
          row(name.c_str(), (name + std::to_string(element)).c_str(), work, work, 64 * megabyte);
        }
  }

private:
  void row(const char *name, const char *kernelName, const Work &work, const Work &native,
           size_t data) {
    cl_kernel kernel = session.kernel(program, kernelName);
    const cl_uint n = static_cast<cl_uint>(work.elements),
                  stride = static_cast<cl_uint>(work.stride);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &session.fromBuffer);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &session.toBuffer);
    clSetKernelArg(kernel, 2, localBytes, nullptr);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clSetKernelArg(kernel, 4, sizeof stride, &stride);
    const size_t passes = std::max<size_t>(1, 32 * megabyte / data);
    double mine = 1e9, theirs = 1e9;
    for (int round = 0; round <= session.rounds; ++round) {
      mine = std::min(mine, seconds([&] { session.launch(kernel, work.count, passes); }));
      theirs = std::min(theirs, seconds([&] { inC(native, passes); }));
      if (hasGatherInstruction(native))
        theirs = std::min(theirs, seconds([&] { inC(asGatherInstructions(native), passes); }));
    }
    clReleaseKernel(kernel);
    const double moved =
        1e-9 * static_cast<double>(passes * work.count) * static_cast<double>(work.tileBytes());
    std::printf("%-22s %5zu B %4zu %8.2f %8.2f %6.2f%s\n", name, work.elements * work.element,
                work.stride, moved / mine, moved / theirs, theirs / mine,
                data > 64 * megabyte ? "  large" : "");
    std::fflush(stdout);
  }

  void inC(const Work &work, size_t passes) const {
    const size_t parts = std::min<size_t>(work.count, 16 * session.threads);
    session.share(passes * parts, [&](size_t next) {
      alignas(128) unsigned char tile[localBytes];
      const size_t part = next % parts;
      moveTiles(work, session.from, session.to, tile, work.count * part / parts,
                work.count * (part + 1) / parts);
    });
  }

  const Session &session;
  const cl_program program;
};

} // namespace

void benchMovements(const Session &session) { Movements(session).run(); }

} // namespace weft::bench
