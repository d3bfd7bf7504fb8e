// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the host calls the API: the return addresses on its stack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::device {

class CallSite {
public:
  CallSite() = default;
  /// The calling thread's stack.
  static CallSite ofCaller() noexcept;

  /// A line for each of the host's frames, the innermost first: "at function+0x1c
  /// (program+0x2f31)", or what is known of it. Frames of Weft, the ICD loader and the C library
  /// are left out.
  std::vector<std::string> lines() const;
  /// The innermost frame of the host, as an identity; 0 if unknown.
  std::uintptr_t address() const;

private:
  static constexpr std::size_t mostFrames = 16;
  std::array<void *, mostFrames> frames{};
  std::size_t count = 0;
};

/// A call of the API that something came from. Names are literals.
struct HostCall {
  const char *name = nullptr; ///< null if unknown
  CallSite site;

  /// The call of this name that the host makes now.
  static HostCall ofCaller(const char *name) noexcept { return {name, CallSite::ofCaller()}; }

  /// Adds "created by clCreateBuffer", where `what` is "created", and the lines of the call.
  void append(std::vector<std::string> &lines, const char *what) const;
};

} // namespace weft::device
