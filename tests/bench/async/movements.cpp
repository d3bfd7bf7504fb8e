// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Movements alone: contiguous, by lines and planes, and strided, in both directions.
#include "tests/bench/async/native.h"
#include "tests/bench/async/session.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace weft::bench {
namespace {

// What fits the caches is gone over again and again, by groups of one launch (see Turns).
const char *plain = R"(
#define TILE (get_group_id(0) >> turns << bits | get_group_id(0) & ((1ul << bits) - 1))
kernel void in(global const uint4 *from, global uint4 *to, local uint4 *tile, uint n,
               uint stride, uint bits, uint turns) {
  event_t e = async_work_group_copy(tile, from + TILE * (size_t)n, n, 0);
  wait_group_events(1, &e);
}
kernel void inOut(global const uint4 *from, global uint4 *to, local uint4 *tile, uint n,
                  uint stride, uint bits, uint turns) {
  event_t e = async_work_group_copy(tile, from + TILE * (size_t)n, n, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy(to + TILE * (size_t)n, tile, n, 0);
  wait_group_events(1, &e);
}
kernel void idiom(global const float *from, global float *to, local float *tile, uint n,
                  uint stride, uint bits, uint turns) {
  for (size_t i = get_local_id(0); i < n; i += get_local_size(0))
    tile[i] = from[TILE * (size_t)n + i];
  barrier(CLK_LOCAL_MEM_FENCE);
}
#define SPREAD(type, size)                                                                         \
  kernel void gather##size(global const type *from, global type *to, local type *tile, uint n,     \
                           uint stride, uint bits, uint turns) {                                   \
    event_t e = async_work_group_strided_copy(                                                     \
        tile, from + TILE * (size_t)n * stride, n, stride, 0);                                     \
    wait_group_events(1, &e);                                                                      \
  }                                                                                                \
  kernel void scatter##size(global const type *from, global type *to, local type *tile, uint n,    \
                            uint stride, uint bits, uint turns) {                                  \
    event_t e = async_work_group_strided_copy(to + TILE * (size_t)n * stride, tile, n,             \
                                              stride, 0);                                          \
    wait_group_events(1, &e);                                                                      \
  }
SPREAD(uchar, 1) SPREAD(ushort, 2) SPREAD(uint, 4) SPREAD(ulong, 8) SPREAD(uint4, 16)
)";

const char *extended = R"(
#define TILE (get_group_id(0) >> turns << bits | get_group_id(0) & ((1ul << bits) - 1))
kernel void lines(global const uchar *from, global uchar *to, local uchar *tile, uint n,
                  uint stride, uint bits, uint turns) {
  event_t e = async_work_group_copy_2D2D(tile, 0, from, TILE * (size_t)n * stride * 2, 1,
                                         n, stride, 2 * n, n, 0);
  wait_group_events(1, &e);
}
kernel void planes(global const uchar *from, global uchar *to, local uchar *tile, uint n,
                   uint stride, uint bits, uint turns) {
  event_t e = async_work_group_copy_3D3D(tile, 0, from, TILE * (size_t)n * stride * 2, 1,
                                         n, stride / 4, 4, 2 * n, n * stride / 2, n, n * stride / 4,
                                         0);
  wait_group_events(1, &e);
}
)";

constexpr size_t tileSizes[] = {256, 1024, 4096, 16384, 32768};
constexpr size_t lineSizes[] = {64, 256, 1024, 4096};
// Of gathers and scatters: the elements of a tile, their sizes, and how far apart they are.
constexpr size_t stridedElements = 1024, stridedElementSizes[] = {1, 2, 4, 8, 16},
                 strides[] = {2, 3, 4, 7, 16, 64, 257, 1024};

// How often tiles are gone over, and in which order: each thread's share of the groups goes over
// its own share of the tiles again and again, so that no two threads write one tile at a time.
// Number g is that of tile (g >> turns << bits | g % (1 << bits)).
struct Turns {
  unsigned bits = 63, turns = 63; // each tile once, in order
  size_t passes = 1;

  Turns(size_t tiles, size_t threads, size_t wanted) {
    if (wanted <= 1)
      return;
    const size_t own = std::max<size_t>(1, std::bit_floor(tiles) / std::bit_ceil(threads));
    passes = std::bit_floor(wanted);
    bits = static_cast<unsigned>(std::countr_zero(own));
    turns = static_cast<unsigned>(std::countr_zero(own * passes));
  }
  size_t tile(size_t number) const {
    return number >> turns << bits | (number & ((size_t{1} << bits) - 1));
  }
  /// How many numbers from this one on are those of tiles next to each other.
  size_t run(size_t number) const {
    return (size_t{1} << bits) - (number & ((size_t{1} << bits) - 1));
  }
};

/// Buffers that have no more than a row's data, as those of programs do.
struct Buffers {
  Buffers(const Session &session, size_t data)
      : from(session.part(session.fromBuffer, data)), to(session.part(session.toBuffer, data)) {}
  ~Buffers() {
    clReleaseMemObject(from);
    clReleaseMemObject(to);
  }
  Buffers(const Buffers &) = delete;
  Buffers &operator=(const Buffers &) = delete;

  const cl_mem from, to;
};

class Movements {
public:
  Movements(const Session &session, Report &report, const char *source)
      : session(session), report(report), program(session.build(source)) {}

  void row(const std::string &kind, double limit, const char *name, const std::string &kernelName,
           const Work &work, const Work &native, size_t data) const {
    report.begin(std::string(name) + ", " + std::to_string(work.elements * work.element) +
                 " bytes, stride " + std::to_string(work.stride));
    const Buffers buffers(session, data);
    cl_kernel kernel = prepare(kernelName, work, buffers);
    const Turns turns = turnsOver(work);
    const size_t passes = turns.passes;
    const auto plain = [&] { inC(native, turns); };
    const auto byInstruction = [&] {
      if (hasGatherInstruction(native))
        inC(asGatherInstructions(native), turns);
    };
    const Times times =
        session.measure([&] { session.launch(kernel, work.count * passes); }, plain, byInstruction,
                        [&] {
                          if (isSpread(work))
                            plain();
                        });
    clReleaseKernel(kernel);
    if (isSpread(work))
      report.add(kind + ", C to itself", limit, times.speed(3, 1));
    const std::size_t other = hasGatherInstruction(native) && times.speed(2, 1) > 1 ? 2 : 1;
    const double moved = 1e-9 * static_cast<double>(passes * work.count * work.tileBytes());
    report.row(kind, limit, name, work.elements * work.element, work.stride, moved / times.best(0),
               moved / times.best(other), times.speed(0, other), data > 64 * megabyte);
  }

  /// The loop by hand beside the built-in.
  void rowBesideBuiltin(const Work &byHand, const Work &builtin, size_t data) const {
    report.begin("the loop by hand, " + std::to_string(builtin.tileBytes()) + " bytes");
    const Buffers buffers(session, data);
    cl_kernel kernels[] = {prepare("idiom", byHand, buffers), prepare("in", builtin, buffers)};
    const size_t passes = turnsOver(builtin).passes;
    const Times times =
        session.measure([&] { session.launch(kernels[0], byHand.count * passes); },
                        [&] { session.launch(kernels[1], builtin.count * passes); });
    const double moved = 1e-9 * static_cast<double>(passes * builtin.count * builtin.tileBytes());
    report.row("the loop by hand, to the built-in", 0.95, "the loop by hand", builtin.tileBytes(),
               1, moved / times.best(0), moved / times.best(1), times.speed(0, 1),
               data > 64 * megabyte);
    for (cl_kernel kernel : kernels)
      clReleaseKernel(kernel);
  }

private:
  static bool isSpread(const Work &work) {
    return work.movement == Movement::Gather || work.movement == Movement::Scatter;
  }

  // So many that launches and the threads of C hardly count.
  Turns turnsOver(const Work &work) const {
    const size_t bytes = work.count * work.tileBytes();
    return {work.count, session.threads,
            (isSpread(work) ? 8 * megabyte : session.bytes / 2) / bytes};
  }

  cl_kernel prepare(const std::string &name, const Work &work, const Buffers &buffers) const {
    cl_kernel kernel = session.kernel(program, name.c_str());
    const cl_uint n = static_cast<cl_uint>(work.elements),
                  stride = static_cast<cl_uint>(work.stride);
    const Turns order = turnsOver(work);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers.from);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers.to);
    clSetKernelArg(kernel, 2, localBytes, nullptr);
    clSetKernelArg(kernel, 3, sizeof n, &n);
    clSetKernelArg(kernel, 4, sizeof stride, &stride);
    clSetKernelArg(kernel, 5, sizeof order.bits, &order.bits);
    clSetKernelArg(kernel, 6, sizeof order.turns, &order.turns);
    return kernel;
  }

  void inC(const Work &work, const Turns &order) const {
    const size_t tiles = order.passes * work.count,
                 parts = std::min<size_t>(tiles, 16 * session.threads);
    session.share(parts, [&](size_t part) {
      alignas(128) unsigned char tile[localBytes];
      const size_t last = tiles * (part + 1) / parts;
      for (size_t next = tiles * part / parts; next < last;) {
        const size_t begin = order.tile(next), count = std::min(order.run(next), last - next);
        moveTiles(work, session.from, session.to, tile, begin, begin + count);
        next += count;
      }
    });
  }

  const Session &session;
  Report &report;
  const cl_program program;
};

// Calls each(tile, data) for tiles of data that fit the caches and of data that do not.
template <class Each> void forEachTile(const Session &session, const Each &each) {
  for (const size_t data : {2 * megabyte, session.bytes})
    for (const size_t tile : tileSizes)
      if (session.takesTile(tile))
        each(tile, data);
}

/// Each in the caches and in memory.
size_t rowsOfTiles(const Session &session) {
  return 2 * static_cast<size_t>(std::ranges::count_if(
                 tileSizes, [&](size_t tile) { return session.takesTile(tile); }));
}

void benchStrided(const Session &session, Report &report, Movement movement,
                  const std::string &name) {
  const Movements movements(session, report, plain);
  report.head((name + ", element and stride").c_str());
  const size_t elements = stridedElements, data = 64 * megabyte;
  for (const size_t element : stridedElementSizes)
    for (const size_t stride : strides)
      if (session.takesTile(elements * element)) {
        const size_t tiles = std::bit_floor(data / (elements * element * stride));
        const Work work{movement, tiles, elements, element, stride};
        movements.row(name, 1, name.c_str(), name + std::to_string(element), work, work, data);
      }
}

} // namespace

// "in", "in and out", and this once more beside streams for data in memory.
size_t rowsOfContiguous(const Session &session) { return rowsOfTiles(session) * 5 / 2; }

size_t rowsOfIdiom(const Session &session) { return rowsOfTiles(session); }

// Lines and planes, in the caches and in memory.
size_t rowsOfLines(const Session &session) { return session.isWeft ? 4 * std::size(lineSizes) : 0; }

size_t rowsOfStrided(const Session &session) {
  return std::size(strides) *
         static_cast<size_t>(std::ranges::count_if(stridedElementSizes, [&](size_t size) {
           return session.takesTile(stridedElements * size);
         }));
}

void benchContiguous(const Session &session, Report &report) {
  const Movements movements(session, report, plain);
  report.head("contiguous");
  forEachTile(session, [&](size_t tile, size_t data) {
    const Work work{Movement::In, data / tile, tile / 16, 16, 1};
    movements.row("in, to memcpy", 0.95, "in", "in", work, work, data);
  });
  forEachTile(session, [&](size_t tile, size_t data) {
    const bool isLarge = data == session.bytes;
    const Work work{Movement::InOut, data / tile, tile / 16, 16, 1};
    movements.row(isLarge ? "in and out of memory, to memcpy" : "in and out, to memcpy",
                  isLarge ? 1.2 : 0.95, "in and out", "inOut", work, work, data);
    Work streamed = work;
    streamed.movement = Movement::InOutStreamed;
    if (isLarge)
      movements.row("in and out of memory, to streams in C", 0, "in and out, C streams", "inOut",
                    work, streamed, data);
  });
}

void benchIdiom(const Session &session, Report &report) {
  const Movements movements(session, report, plain);
  report.head("the loop by hand", "GB/s", "built-in");
  forEachTile(session, [&](size_t tile, size_t data) {
    const Work builtin{Movement::In, data / tile, tile / 16, 16, 1};
    Work byHand = builtin;
    byHand.elements = tile / 4, byHand.element = 4;
    movements.rowBesideBuiltin(byHand, builtin, data);
  });
}

void benchLines(const Session &session, Report &report) {
  if (!session.isWeft) // others lack cl_khr_extended_async_copies
    return;
  const Movements movements(session, report, extended);
  report.head("lines and planes");
  for (const size_t data : {2 * megabyte, session.bytes})
    for (const size_t line : lineSizes) {
      const size_t lines = std::min<size_t>(32, localBytes / line);
      const Work work{Movement::Lines, data / (2 * line * lines), line, 1, lines};
      movements.row("lines and planes, to memcpy of lines", 0.95, "lines", "lines", work, work,
                    data);
      movements.row("lines and planes, to memcpy of lines", 0.95, "planes of lines", "planes", work,
                    work, data);
    }
}

void benchGather(const Session &session, Report &report) {
  benchStrided(session, report, Movement::Gather, "gather");
}

void benchScatter(const Session &session, Report &report) {
  benchStrided(session, report, Movement::Scatter, "scatter");
}

} // namespace weft::bench
