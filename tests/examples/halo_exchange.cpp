// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One process for each part of a machine, or of many: heat spreads over a plate whose rows are
// divided among MPI ranks. Each rank steps its rows on its own OpenCL device, which is the cores
// that mpirun binds it to, and exchanges the rows at its edges (the halo) with its neighbours:
//
//   mpirun -n 4 --bind-to core halo_exchange [rows] [columns] [steps]
//
// The edges are computed first. While they travel, straight out of mapped buffers, the device works
// on the rows between. Rank 0 compares the whole plate with one that it computes alone, bit by bit,
// and sees that no two ranks on one host have a core in common.
#include <CL/cl.h>
#include <mpi.h>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

const char *source = R"(
kernel void spread(global const float *now, global float *next, ulong columns) {
  size_t column = get_global_id(0), at = get_global_id(1) * columns + column;
  float west = column > 0 ? now[at - 1] : 0, east = column + 1 < columns ? now[at + 1] : 0;
  next[at] = 0.25f * ((now[at - columns] + now[at + columns]) + (west + east));
}
)";

void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, error);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// The plate: its upper border is hot, the others are cold.
struct Plate {
  std::size_t rows, columns;
  int steps;
};

/// The rows of one rank, [first, last) of the plate.
struct Share {
  int rank = 0, ranks = 1;
  std::size_t first = 0, last = 0;

  Share(const Plate &plate, int rank, int ranks) : rank(rank), ranks(ranks) {
    const auto begin = [&](int of) {
      return plate.rows * static_cast<std::size_t>(of) / static_cast<std::size_t>(ranks);
    };
    first = begin(rank);
    last = begin(rank + 1);
  }
  std::size_t rows() const { return last - first; }
  int above() const { return rank > 0 ? rank - 1 : MPI_PROC_NULL; }
  int below() const { return rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL; }
};

/// A rank's rows on its device, with one row of halo above and one below.
class Stepper {
public:
  Stepper(const Plate &plate, const Share &share) : plate(plate), share(share) {
    cl_platform_id platform;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    for (cl_command_queue *queue : {&edgeQueue, &innerQueue}) {
      *queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
      check(error, "clCreateCommandQueueWithProperties");
    }
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    kernel = clCreateKernel(program, "spread", &error);
    check(error, "clCreateKernel");
    std::vector<float> start((share.rows() + 2) * plate.columns, 0.0f);
    if (share.rank == 0)
      std::fill_n(start.begin(), plate.columns, 1.0f);
    for (cl_mem &buffer : buffers) {
      buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                              start.size() * sizeof(float), start.data(), &error);
      check(error, "clCreateBuffer");
    }
  }
  Stepper(const Stepper &) = delete;
  Stepper &operator=(const Stepper &) = delete;
  ~Stepper() {
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(edgeQueue);
    clReleaseCommandQueue(innerQueue);
    clReleaseContext(context);
  }

  void step() {
    const cl_ulong columns = plate.columns;
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof columns, &columns), "clSetKernelArg");
    const std::size_t rows = share.rows();
    spread(edgeQueue, 1, 1);
    if (rows > 1)
      spread(edgeQueue, rows, 1);
    if (rows > 2)
      spread(innerQueue, 2, rows - 2);
    check(clFlush(innerQueue), "clFlush");
    exchange();
    check(clFinish(innerQueue), "clFinish");
    std::swap(buffers[0], buffers[1]);
  }

  /// The share's rows, without halo.
  std::vector<float> result() {
    std::vector<float> rows(share.rows() * plate.columns);
    check(clEnqueueReadBuffer(edgeQueue, buffers[0], CL_TRUE, rowBytes(),
                              rows.size() * sizeof(float), rows.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return rows;
  }

  cl_uint computeUnits() const {
    cl_uint units = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
          "clGetDeviceInfo");
    return units;
  }

private:
  std::size_t rowBytes() const { return plate.columns * sizeof(float); }

  /// Steps `count` rows of the buffer from row `first` on.
  void spread(cl_command_queue queue, std::size_t first, std::size_t count) {
    const std::size_t offset[] = {0, first}, size[] = {plate.columns, count};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, offset, size, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }

  float *map(std::size_t row, cl_map_flags flags) {
    cl_int error;
    void *mapped = clEnqueueMapBuffer(edgeQueue, buffers[1], CL_TRUE, flags, row * rowBytes(),
                                      rowBytes(), 0, nullptr, nullptr, &error);
    check(error, "clEnqueueMapBuffer");
    return static_cast<float *>(mapped);
  }

  /// Sends the edges of the new rows and receives the neighbours'.
  void exchange() {
    const std::size_t last = share.rows();
    float *edges[] = {map(1, CL_MAP_READ), map(last, CL_MAP_READ)};
    float *halo[] = {map(0, CL_MAP_WRITE), map(last + 1, CL_MAP_WRITE)};
    const int count = static_cast<int>(plate.columns);
    std::array<MPI_Request, 4> requests;
    MPI_Irecv(halo[0], count, MPI_FLOAT, share.above(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(halo[1], count, MPI_FLOAT, share.below(), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(edges[0], count, MPI_FLOAT, share.above(), 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(edges[1], count, MPI_FLOAT, share.below(), 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(requests.size(), requests.data(), MPI_STATUSES_IGNORE);
    for (float *mapped : {edges[0], edges[1], halo[0], halo[1]})
      check(clEnqueueUnmapMemObject(edgeQueue, buffers[1], mapped, 0, nullptr, nullptr),
            "clEnqueueUnmapMemObject");
    check(clFinish(edgeQueue), "clFinish");
  }

  const Plate plate;
  const Share share;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue edgeQueue = nullptr, innerQueue = nullptr;
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  std::array<cl_mem, 2> buffers{}; ///< now, next
};

/// The whole plate by one thread. No product is added to anything, so no rounding can differ.
std::vector<float> reference(const Plate &plate) {
  const std::size_t columns = plate.columns;
  std::vector<float> now((plate.rows + 2) * columns, 0.0f);
  std::fill_n(now.begin(), columns, 1.0f);
  std::vector<float> next = now;
  for (int step = 0; step < plate.steps; ++step) {
    for (std::size_t row = 1; row <= plate.rows; ++row)
      for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t at = row * columns + column;
        const float west = column > 0 ? now[at - 1] : 0;
        const float east = column + 1 < columns ? now[at + 1] : 0;
        next[at] = 0.25f * ((now[at - columns] + now[at + columns]) + (west + east));
      }
    std::swap(now, next);
  }
  return {now.begin() + static_cast<std::ptrdiff_t>(columns),
          now.end() - static_cast<std::ptrdiff_t>(columns)};
}

/// All ranks' rows on rank 0; nothing elsewhere.
std::vector<float> gather(const Plate &plate, const Share &share, const std::vector<float> &rows) {
  std::vector<int> counts, places;
  for (int rank = 0; rank < share.ranks; ++rank) {
    const Share theirs(plate, rank, share.ranks);
    counts.push_back(static_cast<int>(theirs.rows() * plate.columns));
    places.push_back(static_cast<int>(theirs.first * plate.columns));
  }
  std::vector<float> whole(share.rank == 0 ? plate.rows * plate.columns : 0);
  MPI_Gatherv(rows.data(), static_cast<int>(rows.size()), MPI_FLOAT, whole.data(), counts.data(),
              places.data(), MPI_FLOAT, 0, MPI_COMM_WORLD);
  return whole;
}

/// Where a rank runs.
struct Place {
  std::array<char, 256> host{};
  cpu_set_t units;
  cl_uint computeUnits = 0;
};

bool overlap(const Place &one, const Place &other) {
  cpu_set_t common;
  CPU_AND(&common, &one.units, &other.units);
  return one.host == other.host && CPU_COUNT(&common) > 0;
}

std::vector<Place> gatherPlaces(const Share &share, cl_uint computeUnits) {
  Place mine;
  gethostname(mine.host.data(), mine.host.size() - 1);
  sched_getaffinity(0, sizeof mine.units, &mine.units);
  mine.computeUnits = computeUnits;
  std::vector<Place> places(static_cast<std::size_t>(share.rank == 0 ? share.ranks : 0));
  MPI_Gather(&mine, sizeof mine, MPI_BYTE, places.data(), sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD);
  return places;
}

/// Rank 0's judgement.
bool isRight(const Plate &plate, const std::vector<float> &whole, const std::vector<Place> &places,
             bool mayShareCores) {
  bool right = true;
  for (std::size_t rank = 0; rank < places.size(); ++rank) {
    std::printf("rank %zu: %u compute units\n", rank, places[rank].computeUnits);
    for (std::size_t other = 0; other < rank && !mayShareCores; ++other)
      if (overlap(places[rank], places[other])) {
        std::printf("ranks %zu and %zu have cores in common\n", other, rank);
        right = false;
      }
    if (places[rank].computeUnits > static_cast<cl_uint>(CPU_COUNT(&places[rank].units))) {
      std::printf("rank %zu has more compute units than cores\n", rank);
      right = false;
    }
  }
  const std::vector<float> expected = reference(plate);
  if (std::memcmp(whole.data(), expected.data(), expected.size() * sizeof(float)) != 0) {
    std::printf("the plate differs from the reference\n");
    right = false;
  }
  std::printf("%s: %zu x %zu, %d steps, %zu ranks\n", right ? "correct" : "wrong", plate.rows,
              plate.columns, plate.steps, places.size());
  return right;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto argument = [&](int index, int otherwise) {
    return argc > index ? std::max(1, std::atoi(argv[index])) : otherwise;
  };
  const Plate plate{static_cast<std::size_t>(std::max(argument(1, 300), ranks)),
                    static_cast<std::size_t>(argument(2, 500)), argument(3, 100)};
  const Share share(plate, rank, ranks);
  Stepper stepper(plate, share);
  for (int step = 0; step < plate.steps; ++step)
    stepper.step();
  const std::vector<float> whole = gather(plate, share, stepper.result());
  const std::vector<Place> places = gatherPlaces(share, stepper.computeUnits());
  int failed = 0;
  if (rank == 0)
    failed = !isRight(plate, whole, places, std::getenv("HALO_EXCHANGE_SHARED_CORES") != nullptr);
  MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
