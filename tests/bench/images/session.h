// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that read and write images, on the first device of the first platform, and the native
// versions of their work.
#pragma once

#include "tests/bench/images/native.h"

#include <CL/cl.h>

#include <functional>
#include <string>
#include <vector>

namespace weft::bench {

/// Ends the program unless all is well.
void check(bool good, const char *what);

/// Median times in nanoseconds for each texel.
struct ImageFigure {
  std::string format, name;
  double device, native;
};

class ImageSession {
public:
  /// Squares of `size` texels, cubes with edges of an eighth of it. Measures the kernels that
  /// `only` names, or all if it names none.
  ImageSession(unsigned rounds, std::size_t size, std::vector<std::string> only);
  ImageSession(const ImageSession &) = delete;
  ImageSession &operator=(const ImageSession &) = delete;
  ~ImageSession();

  std::string platformName() const;
  /// The kernels over images of four channels of the type, without those whose images the platform
  /// lacks. Compares results. Calls `each` with the name of each kernel before it runs.
  std::vector<ImageFigure> measure(const char *format, cl_channel_type type,
                                   const std::function<void(const std::string &)> &each) const;

private:
  struct Content;
  ImageFigure measureOne(const NativeWork &work, cl_kernel kernel, Content &content) const;
  cl_kernel kernelFor(const char *name, const Content &content) const;
  cl_mem image(const cl_image_format &format, bool isCube,
               std::vector<unsigned char> &texels) const;
  std::vector<unsigned char> texelsOf(cl_channel_type type, std::size_t count) const;
  std::vector<unsigned char> lookups() const;
  void launch(cl_kernel kernel, bool isHistogram, const Content &content) const;
  void runNative(NativeRows *rows, const NativeImages &images) const;
  void compareImages(const Content &content) const;
  void compareBins(const Content &content) const;

  bool isMeasured(const char *name) const;

  const unsigned rounds;
  const std::size_t size, edge;
  const std::vector<std::string> only;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  cl_uint threads = 1;
};

} // namespace weft::bench
