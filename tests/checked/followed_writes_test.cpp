// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correct programs that write memory in roundabout ways, and use it: it must not be reported as
// uninitialised. What such kernels leave out is.
#include "tests/checked/faults/forms.h"

namespace weft::test {
namespace {

/// The library keeps contents from the creation of memory on. Before it reads its settings.
const bool keepsContents = ::setenv("WEFT_CHECK", "uninitialised", 1) == 0;

constexpr std::size_t bytes = items * sizeof(int);

struct Roundabout {
  const char *name;
  const char *body; ///< writes all of `a` and `b`, buffers without data; `tile` is local memory
  const char *before = "";
};

const Roundabout kernels[] = {
    {"one_of_two", "global int *p = i & 1 ? a : b, *q = i & 1 ? b : a;\np[i] = 1;\nq[i] = 2;"},
    {"one_of_two_in_a_loop",
     "for (int j = 0; j < 2; ++j) {\nglobal int *p = j ? a : b;\nfor (int n = 0; n < 64; n += 64, "
     "p += 1) p[i] = j;\n}"},
    {"table_of_pointers",
     "global int *p[2] = {a, b};\np[in[i] & 1][i] = 1;\np[~in[i] & 1][i] = 2;"},
    {"struct_of_pointers", "Pair s = {a, b};\nset(&s, in[i] & 1, i);\nset(&s, ~in[i] & 1, i);",
     "typedef struct { global int *p, *q; } Pair;\n"
     "void set(const Pair *s, int which, int at) { *((which ? s->p : s->q) + at) = 7; }\n"},
    {"private_arrays",
     "int x[4], y[4];\nint *p[2] = {x, y};\nfor (int j = 0; j < 4; ++j) {\np[in[i] & 1][j] = "
     "j;\np[~in[i] & 1][j] = 1;\n}\na[i] = x[in[i] & 3];\nb[i] = y[in[i] & 3];"},
    {"one_of_two_private_arrays",
     "int x[4], y[4];\nfor (int j = 0; j < 8; ++j) {\nint *p = j & 1 ? x : y;\np[j / 2] = j;\n}\n"
     "a[i] = x[in[i] & 3];\nb[i] = y[in[i] & 3];"},
    {"private_or_global",
     "int x[2];\nfor (int j = 0; j < 2; ++j) {\nint *p = in[i] & 1 ? x + j : (int *)a + i;\n*p = "
     "j;\n}\nif (in[i] & 1) a[i] = x[in[i] & 1];\nb[i] = a[i];"},
    {"local_or_global",
     "int *p = l & 1 ? (int *)tile + l : (int *)a + i, *q = l & 1 ? (int *)a + i : (int *)tile + "
     "l;\n*p = 1;\n*q = 2;\nbarrier(CLK_LOCAL_MEM_FENCE);\nb[i] = tile[15 - l];"},
    {"table_of_local_memory",
     "local int *p[2] = {tile, tile + 8};\np[in[i] & 1][l & 7] = 1;\np[~in[i] & 1][l & 7] = 2;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\na[i] = tile[15 - l];\nb[i] = tile[l];"},
    {"table_of_generic_pointers",
     "int *p[2] = {tile, a + i - l};\np[in[i] & 1][l] = 1;\np[~in[i] & 1][l] = 2;\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\nb[i] = tile[15 - l];"},
    {"address_as_a_number",
     "int x[2];\nulong at = (ulong)(int *)x;\n*(int *)at = 1;\n*(int *)(at + 4) = 2;\na[i] = "
     "x[in[i] & 1];\nulong to = (ulong)b + 4 * i;\n*(global int *)to = 3;"},
};

class FollowedWrites : public testing::Test {
protected:
  /// A buffer without data.
  Memory made() const {
    cl_int status = CL_SUCCESS;
    Memory buffer(clCreateBuffer(session.context, CL_MEM_READ_WRITE, bytes, nullptr, &status));
    EXPECT_EQ(status, CL_SUCCESS);
    return buffer;
  }
  void run(const Program &program, const std::vector<cl_mem> &buffers,
           size_t localBytes = 0) const {
    const Kernel kernel = session.kernel(program, "k");
    cl_uint index = 0;
    for (const cl_mem buffer : buffers)
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index++, sizeof buffer, &buffer));
    if (localBytes) {
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, localBytes, nullptr));
    }
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items,
                                                 &localSize, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(session.queue));
  }
  /// What a kernel reports that uses the numbers of two buffers.
  std::vector<std::string> use(cl_mem first, cl_mem second) const {
    const Program program =
        session.build(kernelOf("", "global int *out, global const int *a, global const int *b",
                               "out[i] = a[i] + b[i];"),
                      "-cl-std=CL3.0");
    const Memory out = made();
    return reportsOf([&] { run(program, {out, first, second}); });
  }

  Session session;
};

class FollowedKernels : public FollowedWrites, public testing::WithParamInterface<Roundabout> {
protected:
  std::vector<std::string> write(cl_mem a, cl_mem b, const std::string &body,
                                 const char *form) const {
    std::vector<int> numbers(items);
    std::iota(numbers.begin(), numbers.end(), 0);
    const Memory in = session.buffer(bytes, numbers.data(), CL_MEM_COPY_HOST_PTR);
    const Program program = session.build(
        kernelOf(GetParam().before,
                 "global int *a, global int *b, global const int *in, local int *tile", body),
        std::string("-cl-std=CL3.0 ") + form);
    return reportsOf([&] { run(program, {a, b, in}, localSize * sizeof(int)); });
  }
};

TEST_P(FollowedKernels, AreSilent) {
  for (const char *form : formsFor(GetParam().name)) {
    SCOPED_TRACE(form);
    const Memory a = made(), b = made();
    EXPECT_EQ(write(a, b, GetParam().body, form), std::vector<std::string>());
    EXPECT_EQ(use(a, b), std::vector<std::string>());
  }
}

// What the last work-items do not write is told.
TEST_P(FollowedKernels, AreNotTakenForMore) {
  const char *form = formsFor(GetParam().name)[0];
  const Memory a = made(), b = made();
  write(a, b, std::string("if (i < 48) {\n") + GetParam().body + "\n}", form);
  EXPECT_EQ(use(a, b).size(), 16u);
}

INSTANTIATE_TEST_SUITE_P(Each, FollowedKernels, testing::ValuesIn(kernels),
                         [](const auto &info) { return std::string(info.param.name); });

TEST_F(FollowedWrites, OfNativeKernelsCount) {
  const Memory a = made(), b = made();
  cl_mem buffers[] = {a, b};
  struct Block {
    int *a, *b;
  } block{};
  const void *places[] = {&block.a, &block.b};
  const auto set = [](void *given) {
    const auto &to = *static_cast<Block *>(given);
    std::fill_n(to.a, items, 1);
    std::fill_n(to.b, items, 2);
  };
  ASSERT_EQ(CL_SUCCESS, clEnqueueNativeKernel(session.queue, set, &block, sizeof block, 2, buffers,
                                              places, 0, nullptr, nullptr));
  EXPECT_EQ(use(a, b), std::vector<std::string>());
}

TEST_F(FollowedWrites, OfEnqueuedKernelsCount) {
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  cl_int error = CL_SUCCESS;
  const Queue onDevice =
      clCreateCommandQueueWithProperties(session.context, device(), list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Program program = session.build(
      kernelOf("", "global int *a, global int *b",
               "if (i == 0)\nenqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, "
               "ndrange_1D(64), ^{\na[get_global_id(0)] = 1;\nb[get_global_id(0)] = 2;\n});"),
      "-cl-std=CL3.0");
  const Memory a = made(), b = made();
  EXPECT_EQ(reportsOf([&] { run(program, {a, b}); }), std::vector<std::string>());
  EXPECT_EQ(use(a, b), std::vector<std::string>());
}

TEST_F(FollowedWrites, ToAnImageCountForItsBuffer) {
  const Memory a = made(), b = made();
  const cl_image_format format{CL_R, CL_SIGNED_INT32};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = items;
  const Program program = session.build(
      kernelOf("", "write_only image1d_buffer_t to", "write_imagei(to, i, (int4)(i));"),
      "-cl-std=CL3.0");
  for (const cl_mem buffer : {cl_mem(a), cl_mem(b)}) {
    description.mem_object = buffer;
    cl_int status = CL_SUCCESS;
    const Memory image(
        clCreateImage(session.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &status));
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(reportsOf([&] { run(program, {image}); }), std::vector<std::string>());
  }
  EXPECT_EQ(use(a, b), std::vector<std::string>());
}

} // namespace
} // namespace weft::test
