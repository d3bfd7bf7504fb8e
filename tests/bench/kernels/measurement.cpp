// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/kernels/measurement.h"

#include "tests/bench/kernels/device.h"
#include "tests/bench/statistics.h"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

namespace weft::bench {
namespace {

/// A sample has as many launches as this takes.
constexpr double sampleSeconds = 3e-3;
/// No further round begins after this long.
constexpr double caseSeconds = 4;

double now(bool isCpuTime) {
  timespec time;
  clock_gettime(isCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

const std::string standard = "-cl-std=CL1.2";

std::size_t differences(const Buffer &found, const Buffer &expected, double tolerance) {
  std::size_t count = 0;
  if (found.role == Buffer::Role::Float) {
    for (std::size_t i = 0; i < found.size / sizeof(float); ++i) {
      const double a = found.as<float>()[i], b = expected.as<float>()[i];
      count += !(std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b)));
    }
  } else {
    const std::size_t element = found.size % 4 == 0 ? 4 : 1;
    for (std::size_t i = 0; i < found.size; i += element)
      count += std::memcmp(found.as<char>() + i, expected.as<char>() + i, element) != 0;
  }
  return count;
}

/// As many as the device has, if the process may use so many.
int nativeThreads(const Device &device) {
  return std::min(static_cast<int>(device.threads()), tbb::info::default_concurrency());
}

struct Column {
  const char *name, *ratio;
  std::function<void(unsigned launches)> run;
  unsigned launches = 1;
  std::vector<double> seconds = {};
};

class Measurement {
public:
  Measurement(const Case &test, const MeasurementOptions &options)
      : options(options), work(test.workload()), expected(work.buffers), buffers(device, work),
        arena(nativeThreads(device)) {
    work.reference(expected);
    if (work.normalise)
      work.normalise(expected);
    const std::string best = buildOptions(options, options.vectorise);
    if (options.isModule) {
      // Groups of OpenCL C 1.2 are uniform, which a module does not say.
      addKernel("kernel", "",
                device.buildModule(test.source, standard, best + " -cl-uniform-work-group-size"),
                test.kernel);
      addKernel("source", "overSource", device.build(test.source, best), test.kernel);
      return;
    }
    addKernel("kernel", "", device.build(test.source, best), test.kernel);
    if (!options.isPeer)
      addKernel("scalar", "overScalar", device.build(test.source, buildOptions(options, "off")),
                test.scalarKernel ? test.scalarKernel : test.kernel);
    columns.push_back({"native", "overNative", [this](unsigned launches) { runNative(launches); }});
  }

  bool check() {
    bool isGood = true;
    Buffers first;
    for (Column &column : columns) {
      buffers.map();
      for (Buffer &buffer : work.buffers)
        if (buffer.role != Buffer::Role::Input)
          std::memset(buffer.data(), work.counters ? 0 : 0xa5, buffer.size);
      buffers.unmap();
      column.run(1);
      buffers.map();
      Buffers found = work.buffers;
      buffers.unmap();
      if (work.normalise)
        work.normalise(found);
      if (!agrees(found)) {
        std::printf("wrong %s\n", column.name);
        isGood = false;
      }
      if (first.empty()) {
        first = std::move(found);
      } else if (column.name == std::string("scalar") && !sameBits(first, found)) {
        std::printf("wrong bits\n");
        isGood = false;
      }
    }
    return isGood;
  }

  void time() {
    for (Column &column : columns) {
      const double seconds = std::max(sample(column), 1e-9);
      column.launches = static_cast<unsigned>(std::clamp(sampleSeconds / seconds, 1.0, 50.0));
    }
    const double begin = now(false);
    for (unsigned round = 0; round < options.rounds; ++round) {
      if (round && now(false) - begin > caseSeconds)
        break;
      for (Column &column : columns)
        column.seconds.push_back(sample(column));
    }
    for (const Column &column : columns)
      std::printf("%s %.6f\n", column.name, 1e3 * median(column.seconds));
    for (std::size_t other = 1; other < columns.size(); ++other) {
      std::vector<double> ratios;
      for (std::size_t i = 0; i < columns[0].seconds.size(); ++i)
        ratios.push_back(columns[other].seconds[i] / columns[0].seconds[i]);
      std::printf("%s %.6f\n", columns[other].ratio, median(ratios));
    }
  }

private:
  void addKernel(const char *name, const char *ratio, cl_program program, const char *kernelName) {
    auto kernel = std::make_shared<BoundKernel>(device, program, kernelName, work, buffers);
    columns.push_back({name, ratio, [kernel](unsigned launches) { kernel->run(launches); }});
  }

  void runNative(unsigned launches) {
    for (unsigned i = 0; i < launches; ++i) {
      if (work.counters) {
        Buffer &counters = work.buffers[*work.counters];
        std::memset(counters.data(), 0, counters.size);
      }
      arena.execute([this] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, work.units),
                          [this](const tbb::blocked_range<std::size_t> &part) {
                            work.native(work.buffers, part.begin(), part.end());
                          });
      });
    }
  }

  double sample(const Column &column) {
    const double begin = now(options.isCpuTime);
    column.run(column.launches);
    return (now(options.isCpuTime) - begin) / column.launches;
  }

  bool agrees(const Buffers &found) const {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].role == Buffer::Role::Input)
        continue;
      const double allowed = work.mismatches * static_cast<double>(found[i].size / 4);
      if (static_cast<double>(differences(found[i], expected[i], work.tolerance)) > allowed)
        return false;
    }
    return true;
  }

  static bool sameBits(const Buffers &a, const Buffers &b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i].role != Buffer::Role::Input && std::memcmp(a[i].data(), b[i].data(), a[i].size) != 0)
        return false;
    return true;
  }

  const MeasurementOptions &options;
  const Device device;
  Workload work;
  Buffers expected;
  DeviceBuffers buffers;
  tbb::task_arena arena;
  std::vector<Column> columns;
};

} // namespace

std::string buildOptions(const MeasurementOptions &options, const std::string &vectorise) {
  if (options.isPeer)
    return standard;
  return standard + " -cl-weft-vectorise=" + vectorise +
         (options.cpu.empty() ? "" : " -cl-weft-cpu=" + options.cpu);
}

bool measure(const Case &test, const MeasurementOptions &options) {
  Measurement measurement(test, options);
  const bool isGood = measurement.check();
  measurement.time();
  return isGood;
}

void measureBuilds(const Case &test, const MeasurementOptions &options) {
  const Device device;
  // The compiler's process is up before the first measured build.
  clReleaseProgram(device.build("kernel void nothing() {}", buildOptions(options, "off")));
  const std::string choices[] = {options.vectorise, "off"};
  std::vector<double> seconds[2];
  for (unsigned round = 0; round < options.rounds; ++round)
    for (int choice = 0; choice < (options.isPeer ? 1 : 2); ++choice) {
      const double begin = now(false);
      clReleaseProgram(device.build(test.source, buildOptions(options, choices[choice])));
      seconds[choice].push_back(now(false) - begin);
    }
  std::printf("vectorised %.4f\n", 1e3 * median(seconds[0]));
  if (!options.isPeer)
    std::printf("scalar %.4f\n", 1e3 * median(seconds[1]));
}

} // namespace weft::bench
