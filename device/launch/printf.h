// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels print: one sink for each launch gathers the text of its calls.
#pragma once

#include "device/kernel_abi.h"

#include <cstddef>
#include <mutex>
#include <string>

namespace weft::device {

/// CL_DEVICE_PRINTF_BUFFER_SIZE: the longest text of one call.
inline constexpr std::size_t printfBufferBytes = std::size_t{16} << 20;
/// What is gathered at most, beside one call, before it is written.
inline constexpr std::size_t printfGatheredBytes = std::size_t{1} << 20;

/// Appends the text of one call (OpenCL C 3.0, 6.15.14) to `output`. False when the format is
/// malformed or does not fit the arguments; what can be shown is appended nevertheless. False too
/// when the text is longer than printfBufferBytes, of which so many bytes are appended. The locale
/// is always "C". May throw std::bad_alloc.
bool formatPrintf(std::string &output, const char *format, std::uint32_t argumentCount,
                  const weft_printf_argument *arguments);

/// Where a host wants the text of kernels instead of its standard output (cl_arm_printf): what the
/// function gets is so many characters without a terminating zero, and whether they are the
/// launch's last. It is called on any thread, for one launch one after the other.
struct PrintfOutput {
  void (*function)(const char *text, std::size_t length, std::size_t isLast, void *data) = nullptr;
  void *data = nullptr;
};

/// Gathers text in the order of the calls, each call whole. Nothing is lost when the buffer is
/// full: it is written early. Thread-safe but for construction and destruction.
class PrintfSink {
public:
  explicit PrintfSink(const PrintfOutput &output = {}) : output(output) {}
  ~PrintfSink() { flush(); }
  PrintfSink(const PrintfSink &) = delete;
  PrintfSink &operator=(const PrintfSink &) = delete;

  /// weft_launch::print, with a PrintfSink as context.
  static std::int32_t print(void *sink, const char *format, std::uint32_t argumentCount,
                            const weft_printf_argument *arguments) noexcept;
  /// Writes what has been gathered to the output: all that will come.
  void flush() noexcept;
  /// Writes it in a signal handler on a thread that is not in print(): straight to the file of the
  /// standard output. Gives up when another thread does not let go of it.
  void writeInHandler() noexcept;

private:
  void write(bool isLast) noexcept;
  const PrintfOutput output;
  std::mutex mutex;
  std::string text;
};

} // namespace weft::device
