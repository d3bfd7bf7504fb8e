// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/bench/engine/native.h"

#include <algorithm>
#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace weft::bench {
namespace {

#if defined(__AVX512F__)
using Register = __m512;
Register load(const char *from) { return _mm512_load_ps(from); }
void stream(char *to, Register value) { _mm512_stream_ps(reinterpret_cast<float *>(to), value); }
Register all(float value) { return _mm512_set1_ps(value); }
#elif defined(__AVX__)
using Register = __m256;
Register load(const char *from) { return _mm256_load_ps(reinterpret_cast<const float *>(from)); }
void stream(char *to, Register value) { _mm256_stream_ps(reinterpret_cast<float *>(to), value); }
Register all(float value) { return _mm256_set1_ps(value); }
#else
using Register = __m128;
Register load(const char *from) { return _mm_load_ps(reinterpret_cast<const float *>(from)); }
void stream(char *to, Register value) { _mm_stream_ps(reinterpret_cast<float *>(to), value); }
Register all(float value) { return _mm_set1_ps(value); }
#endif

constexpr size_t width = sizeof(Register);

/// The CPUs that the calling thread may use.
cpu_set_t affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  return set;
}

/// From outside, so that a thread that was started on a busy CPU need not run there first.
void bind(pthread_t thread, int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  pthread_setaffinity_np(thread, sizeof set, &set);
}

} // namespace

void onAllCpus(size_t bytes, const std::function<void(size_t, size_t)> &work) {
  constexpr size_t page = 4096;
  const cpu_set_t allowed = affinity();
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed))
      cpus.push_back(cpu);
  const size_t count = std::max<size_t>(cpus.size(), 1);
  const auto begin = [&](size_t i) { return i == count ? bytes : bytes / count * i / page * page; };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < count; ++i) {
    threads.emplace_back(work, begin(i), begin(i + 1));
    bind(threads.back().native_handle(), cpus[i]);
  }
  if (count > 1)
    bind(pthread_self(), cpus[0]);
  work(0, begin(1));
  for (std::thread &thread : threads)
    thread.join();
  sched_setaffinity(0, sizeof allowed, &allowed);
}

void streamingCopy(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i += width)
    stream(static_cast<char *>(to) + i, load(static_cast<const char *>(from) + i));
  _mm_sfence();
}

void streamingFill(void *to, float value, size_t bytes) {
  const Register values = all(value);
  for (size_t i = 0; i < bytes; i += width)
    stream(static_cast<char *>(to) + i, values);
  _mm_sfence();
}

void streamingAdd(void *to, const void *a, const void *b, size_t bytes) {
  for (size_t i = 0; i < bytes; i += width)
    stream(static_cast<char *>(to) + i,
           load(static_cast<const char *>(a) + i) + load(static_cast<const char *>(b) + i));
  _mm_sfence();
}

} // namespace weft::bench
