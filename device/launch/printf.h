// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels' printf output: one sink per launch gathers the text of its calls.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>
#include <mutex>
#include <string>

namespace weft::device {

/// CL_DEVICE_PRINTF_BUFFER_SIZE: the maximum length of one call's text.
inline constexpr std::size_t printfBufferBytes = std::size_t{16} << 20;
/// How much is gathered, apart from one call, before it is written.
inline constexpr std::size_t printfGatheredBytes = std::size_t{1} << 20;

/// Appends the text of one call (OpenCL C 3.0, 6.15.14) to `output`. False if the format is
/// malformed or does not match the arguments; whatever can be shown is appended nevertheless. False
/// too if the text exceeds printfBufferBytes, which truncates it. The locale is always "C". May
/// throw std::bad_alloc.
bool formatPrintf(std::string &output, const char *format, std::uint32_t argumentCount,
                  const weft_printf_argument *arguments);

/// The host's function for kernel output instead of standard output (cl_arm_printf): its arguments
/// are this many characters without a terminating zero, and whether they are the launch's last. It
/// is called on any thread, sequentially for each launch.
struct PrintfOutput {
  void (*function)(const char *text, std::size_t length, std::size_t isLast, void *data) = nullptr;
  void *data = nullptr;
};

/// Gathers text in the order of the calls, each call whole. When the buffer is full it is written
/// early, so nothing is lost. Thread-safe except for construction and destruction.
class PrintfSink {
public:
  explicit PrintfSink(const PrintfOutput &output = {}) : output(output) {}
  ~PrintfSink() { flush(); }
  PrintfSink(const PrintfSink &) = delete;
  PrintfSink &operator=(const PrintfSink &) = delete;

  /// weft_launch::print, with a PrintfSink as context.
  static std::int32_t print(void *sink, const char *format, std::uint32_t argumentCount,
                            const weft_printf_argument *arguments) noexcept;
  /// Writes the gathered text to the output; no more follows.
  void flush() noexcept;
  /// Writes it in a signal handler on a thread that is not in print(): directly to the standard
  /// output's descriptor. Gives up if another thread holds it.
  void writeInHandler() noexcept;

private:
  void write(bool isLast) noexcept;
  const PrintfOutput output;
  std::mutex mutex;
  std::string text;
};

} // namespace weft::device
