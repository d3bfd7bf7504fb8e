// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boost.Compute on Weft: sort, scan and reduce, against the standard library.
#define CL_TARGET_OPENCL_VERSION 120
#include <boost/compute/core.hpp>

#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/algorithm/sort.hpp>
#include <boost/compute/algorithm/transform.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

namespace compute = boost::compute;

static bool report(const char *what, bool good) {
  std::printf("%-10s %s\n", what, good ? "agrees with the standard library" : "WRONG");
  return good;
}

int main() {
  compute::device device = compute::system::default_device();
  std::printf("platform   %s\n", device.platform().name().c_str());
  if (device.platform().name() != "Weft")
    return 1;
  compute::context context(device);
  compute::command_queue queue(context, device);

  std::mt19937 random(42);
  std::vector<int> numbers(1'000'003), back(numbers.size());
  for (int &number : numbers)
    number = static_cast<int>(random() % 2001) - 1000;
  bool good = true;

  compute::vector<int> onDevice(numbers.begin(), numbers.end(), queue),
      scanned(numbers.size(), context);
  int sum = 0;
  compute::reduce(onDevice.begin(), onDevice.end(), &sum, queue);
  good &= report("reduce", sum == std::accumulate(numbers.begin(), numbers.end(), 0));

  compute::inclusive_scan(onDevice.begin(), onDevice.end(), scanned.begin(), queue);
  compute::copy(scanned.begin(), scanned.end(), back.begin(), queue);
  std::vector<int> expected(numbers.size());
  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  good &= report("scan", back == expected);

  compute::sort(onDevice.begin(), onDevice.end(), queue);
  compute::copy(onDevice.begin(), onDevice.end(), back.begin(), queue);
  std::sort(numbers.begin(), numbers.end());
  good &= report("sort", back == numbers);

  std::vector<float> values(100'000), roots(values.size());
  std::iota(values.begin(), values.end(), 0.0f);
  compute::vector<float> floats(values.begin(), values.end(), queue);
  compute::transform(floats.begin(), floats.end(), floats.begin(), compute::sqrt<float>(), queue);
  compute::copy(floats.begin(), floats.end(), roots.begin(), queue);
  bool close = true;
  for (size_t i = 0; i < roots.size(); ++i)
    close &= std::fabs(roots[i] - std::sqrt(values[i])) <= 1e-6f * std::sqrt(values[i]);
  good &= report("transform", close);
  return good ? 0 : 1;
}
