// Kernels that run with 2, 4, 8 and 16 lanes must leave every byte as the scalar kernel does: a
// table of shapes of control flow and memory access. Random kernels are in tests/fuzz.
#include "tests/passes/program_harness.h"

#include <gtest/gtest.h>

#include <random>

namespace weft::test {
namespace {

constexpr std::size_t elements = 4096;
constexpr const char *laneOptions[] = {"2", "4", "8", "16"};

struct Buffers {
  std::vector<int> out;
  std::vector<int> in;
  std::vector<float> reals;
  std::vector<float> realsOut;

  Buffers() : out(elements, -7), in(elements), reals(elements), realsOut(elements, -1.5f) {
    std::mt19937 random(7);
    for (std::size_t index = 0; index != elements; ++index) {
      in[index] = static_cast<int>(random());
      reals[index] = static_cast<float>(static_cast<int>(random())) / (1 << 26);
    }
  }
  bool operator==(const Buffers &other) const {
    return out == other.out && in == other.in &&
           std::memcmp(realsOut.data(), other.realsOut.data(), elements * sizeof(float)) == 0;
  }
};

std::vector<Range> ranges() {
  std::vector<Range> result;
  for (auto [global, local] : {std::pair<int, int>{1000, 64}, {37, 37}, {64, 1}, {129, 7}}) {
    Range range;
    range.global[0] = global;
    range.local[0] = local;
    result.push_back(range);
  }
  Range plane;
  plane.dimensions = 2;
  plane.global = {45, 12, 1};
  plane.local = {19, 3, 1};
  plane.offset = {3, 1, 0};
  result.push_back(plane);
  return result;
}

std::string withHead(const std::string &body) {
  return "kernel void k(global int *out, global const int *in, global const float *f, "
         "global float *fo, uint n) {\n" +
         body + "\n}\n";
}

Buffers runAll(const LoadedProgram &program, const Range &range) {
  Buffers buffers;
  EXPECT_TRUE(Launch(*program.find("k"))
                  .buffer(0, buffers.out)
                  .buffer(1, buffers.in)
                  .buffer(2, buffers.reals)
                  .buffer(3, buffers.realsOut)
                  .set(4, 900u)
                  .run(range));
  return buffers;
}

void compareLanes(const std::string &source) {
  const std::string options = "-cl-std=CL3.0 -cl-weft-remarks -cl-weft-vectorise=";
  LoadedProgram scalar(source, options + "off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log() << source;
  for (const char *lanes : laneOptions) {
    LoadedProgram wide(source, options + lanes);
    ASSERT_TRUE(wide.isLoaded()) << wide.log() << source;
    EXPECT_NE(wide.log().find(": vectorised"), std::string::npos) << wide.log() << source;
    for (const Range &range : ranges())
      EXPECT_TRUE(runAll(scalar, range) == runAll(wide, range))
          << lanes << " lanes, local size " << range.local[0] << ":\n"
          << source;
  }
}

struct NamedKernel {
  const char *name;
  const char *body;
};

class VectorisedKernel : public testing::TestWithParam<NamedKernel> {};

TEST_P(VectorisedKernel, LeavesWhatTheScalarKernelLeaves) {
  compareLanes(withHead(GetParam().body));
}

const NamedKernel kernels[] = {
    {"saxpy", "size_t i = get_global_id(0); fo[i] = 2.5f * f[i] + fo[i];"},
    {"saxpyGuard", "uint i = get_global_id(0); if (i < n) fo[i] = 2.5f * f[i] + fo[i];"},
    {"leftNeighbour",
     "uint i = get_global_id(0); int v = in[i]; if (i > 0) v += in[i - 1]; out[i] = v;"},
    {"leftNeighbourBelow",
     "uint i = get_global_id(0); if (i >= 5) out[i] = in[i - 5u * (n / 900)] + in[i + (n - 901)];"},
    {"stencil",
     "int x = get_global_id(0), y = get_global_id(1), w = 64; if (x > 0 && x < w - 1 && y > 0) "
     "fo[y * w + x] = f[y * w + x] + f[y * w + x - 1] + f[y * w + x + 1] + f[(y - 1) * w + x] + "
     "f[(y + 1) * w + x];"},
    {"unsignedStencil",
     "uint x = get_global_id(0), y = get_global_id(1), w = n / 14; if (x > 0 && y > 0) "
     "out[y * w + x] = in[y * w + x - 1] - in[(y - 1) * w + x] + in[x + w * y + 1];"},
    {"sizeIndex",
     "size_t x = get_global_id(0), y = get_global_id(1), w = n / 14; if (x > 0) out[y * w + x] = "
     "in[y * w + x - 1] + in[(int)(x - 1)];"},
    {"signedIndex", "int i = get_global_id(0); if (i > 2) out[i] = in[i - 3] ^ in[i];"},
    {"reversed", "int i = get_global_id(0); out[i] = in[n - 1 - (uint)(i % 800)];"},
    {"gather", "size_t i = get_global_id(0); out[i] = in[(uint)in[i] % n];"},
    {"gatherGuarded", "size_t i = get_global_id(0); if (in[i] & 1) out[i] = in[(uint)in[i] % n]; "
                      "else out[i] = 5;"},
    {"scatter", "size_t i = get_global_id(0); out[(i * 7) % 1024] = in[i];"},
    {"strided", "size_t i = get_global_id(0); out[i * 2] = in[i * 3]; out[i * 2 + 1] = in[i];"},
    {"ifElse", "size_t i = get_global_id(0); int v = in[i]; int r; if (v > 0) { r = v * 3; "
               "fo[i] = f[i]; } else { r = v - 9; out[i + 1024] = r; } out[i] = r;"},
    {"nestedIf",
     "size_t i = get_global_id(0); int v = in[i]; int r = 1; if (v & 1) { if (v & 2) { r = "
     "in[i + 1]; fo[i] = r; } else if (v & 4) { out[i + 1500] = v; r = 7; } } out[i] = r;"},
    {"earlyReturn",
     "size_t i = get_global_id(0); if (in[i] & 3) return; out[i] = in[i] >> 2; if (in[i] & 4) "
     "return; fo[i] = 3.0f;"},
    {"mandelbrot",
     "size_t i = get_global_id(0); float cr = f[i] * 0.05f, ci = f[i + 9] * 0.05f, zr = 0, zi = "
     "0; int c = 0; while (c < 50 && zr * zr + zi * zi < 4.0f) { float t = zr * zr - zi * zi + "
     "cr; zi = 2 * zr * zi + ci; zr = t; ++c; } out[i] = c; fo[i] = zr;"},
    {"collatz",
     "size_t i = get_global_id(0); uint v = (uint)in[i] % 1000u + 1; int c = 0; while (v != 1) { "
     "if (v & 1) v = 3 * v + 1; else v >>= 1; if (++c > 60) break; if (v == 40) continue; c += "
     "(v & 8) != 0; } out[i] = c;"},
    {"nestedLoops",
     "size_t i = get_global_id(0); int s = 0; for (int a = 0; a < (in[i] & 7); ++a) { for (int b "
     "= 0; b < ((in[i] >> 3) & 3); ++b) { if (((a + b) & 3) == 2) break; s += a * b + in[a + b]; "
     "} if (s > 1000000) break; } out[i] = s;"},
    {"uniformLoop",
     "size_t i = get_global_id(0); float s = 0; for (uint a = 0; a < n / 100; ++a) s += f[a * 3] "
     "* f[i + a]; fo[i] = s;"},
    {"mixedLoop",
     "size_t i = get_global_id(0); int s = 0; if (in[i] & 1) for (uint a = 0; a < n / 100; ++a) "
     "{ s += in[a]; if (s < 0) s ^= in[i]; } out[i] = s;"},
    {"divergentSwitch",
     "size_t i = get_global_id(0); int r; switch (in[i] & 7) { case 0: r = 5; break; case 1: r = "
     "in[i + 1]; case 2: r = in[i] * 3; break; case 5: fo[i] = 1; r = 2; break; default: r = -1; "
     "} out[i] = r;"},
    {"division",
     "size_t i = get_global_id(0); int d = in[i + 1] & 3; int r = in[i] / d; if (d) r += in[i] % "
     "d; uint u = (uint)in[i] / ((uint)in[i + 2] & 7); out[i] = d ? r + (int)u * (((uint)in[i + "
     "2] & 7) != 0) : 0;"},
    {"privateArray",
     "size_t i = get_global_id(0); int a[8]; for (int j = 0; j < 8; ++j) a[j] = in[i + j]; a[in[i] "
     "& 7] += 3; int s = 0; for (int j = 0; j < 8; ++j) s = s * 3 + a[j ^ (in[i] >> 4 & 7)]; "
     "out[i] = s;"},
    {"bytes",
     "size_t i = get_global_id(0); global const uchar *p = (global const uchar *)in; global uchar "
     "*q = (global uchar *)out; if (p[i] > 60) q[i] = (p[i] + p[i + 1] + 1) >> 1;"},
    {"wideIntegers",
     "size_t i = get_global_id(0); global long *q = (global long *)out; long v = (long)in[i] * "
     "in[i + 1]; q[i % 2048] = v >> (in[i] & 31);"},
    {"bitOperations",
     "size_t i = get_global_id(0); uint v = in[i]; out[i] = popcount(v) + clz(v) + rotate(v, 7u) "
     "+ max(in[i], 5) + abs_diff(in[i], 9) + mul_hi(v, 77u);"},
    {"realFunctions",
     "size_t i = get_global_id(0); float v = f[i]; fo[i] = sqrt(fabs(v)) + floor(v) + fma(v, v, "
     "1.0f) + fmin(v, 2.0f) + rint(v) + copysign(v, -1.0f);"},
    {"conversions",
     "size_t i = get_global_id(0); float v = f[i]; out[i] = convert_int_sat(v * 1e9f) + (int)v + "
     "(in[i] > 0 ? (char)in[i] : (short)in[i]); fo[i] = (float)(uint)in[i];"},
    {"atomics",
     "size_t i = get_global_id(0); float v = f[i]; int w = in[i]; for (int j = 0; j < 12; ++j) { "
     "w = w * 5 + 1; w ^= w >> 3; v = v * 0.5f + 1.0f; } if (w & 1) atomic_add(&out[w & 15], "
     "w); fo[i] = v;"},
    {"lastStoreWins", "size_t i = get_global_id(0); if (in[i] & 2) out[3000] = 17; out[i] = 1;"},
    {"uniformBranch",
     "size_t i = get_global_id(0); int r = in[i]; if (n > 100) { if (r > 0) r += 4; else r = -r; "
     "} else { out[i + 1] = 3; } out[i] = r;"},
    {"barrier",
     "local int tile[64]; size_t i = get_global_id(0), l = get_local_id(0); int v = in[i] * 3; "
     "tile[l] = v; barrier(CLK_LOCAL_MEM_FENCE); int o = tile[get_local_size(0) - 1 - l]; if (v > "
     "0) o += 5; out[i + get_global_id(1) * 64] = o + v;"},
    {"branchAfterBarrier",
     "size_t i = get_global_id(0); int v = in[i] & 1; for (uint t = 0; t < n / 300; ++t) { "
     "barrier(CLK_LOCAL_MEM_FENCE); out[i + get_global_id(1) * 64] = v + t; } if (v) fo[i] = 2;"},
    {"reduction",
     "local int tile[64]; size_t l = get_local_id(0); tile[l] = in[get_global_id(0)]; "
     "barrier(CLK_LOCAL_MEM_FENCE); for (uint s = 32; s > 0; s >>= 1) { if (l < s && l + s < "
     "get_local_size(0)) tile[l] += tile[l + s]; barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) "
     "out[get_group_id(0) + get_group_id(1) * 100] = tile[0];"},
    {"returnBeforeBarrier",
     "local int tile[64]; size_t i = get_global_id(0), l = get_local_id(0); if (i >= n) return; "
     "tile[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); out[i] = tile[l / 2] + in[i];"},
    {"returnsBetweenBarriers",
     "local int tile[64]; size_t i = get_global_id(0), l = get_local_id(0); int v = in[i]; if (v & "
     "1) return; tile[l] = v; barrier(CLK_LOCAL_MEM_FENCE); for (int j = 0; j < 3; ++j) { v += "
     "tile[l] ^ j; if (v & 32) { out[i] = j; return; } barrier(CLK_LOCAL_MEM_FENCE); tile[l] = v; "
     "} barrier(CLK_LOCAL_MEM_FENCE); out[i] = v;"},
    {"localIds",
     "size_t i = get_global_id(0), l = get_local_id(0); int v = in[i]; if (v & l) v *= 3; else v "
     "-= l; out[i] = v + get_group_id(0) * 5 + get_local_size(0);"},
    {"leavesTwoLoops",
     "size_t i = get_global_id(0); int s = in[i] & 15; for (int a = 0; a < 9; ++a) { for (int b = "
     "0; b < 7; ++b) { s = s * 5 + in[a * 7 + b]; if ((s & 31) == 3) goto done; if ((s & 31) == 4) "
     "break; if (s & 64) continue; fo[i] = s; } if ((s & 7) == 5) break; } s += 100; done: out[i] "
     "= "
     "s;"},
    {"flattened",
     "size_t i = get_global_id(0); int v = in[i], r = 3; if (v & 1) { r = v * 3; if (v & 2) r ^= "
     "5; } else if (v & 4) r = v >> 2; for (int j = 0; j < (v & 15); ++j) { if (r & 16) r -= j; "
     "else r += v; if (r == 77) break; } out[i] = r;"},
    {"switchWithStores",
     "size_t i = get_global_id(0); int v = in[i]; for (int j = 0; j < 4; ++j) { switch ((v >> j) & "
     "7) { case 0: fo[i] = v; break; case 1: case 3: out[i + 1100] = j; continue; case 4: v += "
     "in[j]; default: v ^= j; } v += 2; } out[i] = v;"},
};

INSTANTIATE_TEST_SUITE_P(Table, VectorisedKernel, testing::ValuesIn(kernels),
                         [](const auto &info) { return std::string(info.param.name); });

// Ids that do not fit into 31 bits: what is known of narrow indices does not hold.
TEST(VectorisedLaunch, TakesIdsOfAnySize) {
  const std::string source = withHead(
      "ulong o = get_global_offset(0), g = get_global_id(0); int i = g; uint u = g; long wide = i; "
      "ulong high = u; out[g - o] = in[u - (uint)o] + (int)(wide >> 33) + (int)(high >> 31);");
  LoadedProgram scalar(source, "-cl-weft-vectorise=off");
  LoadedProgram wide(source, "-cl-weft-vectorise=8");
  ASSERT_TRUE(scalar.isLoaded() && wide.isLoaded()) << wide.log();
  for (const std::uint64_t end : {1ull << 31, 1ull << 32, (1ull << 31) - 65536 + 50}) {
    Range range;
    range.global[0] = 100;
    range.local[0] = 50;
    range.offset[0] = end - 50;
    EXPECT_TRUE(runAll(scalar, range) == runAll(wide, range)) << end;
  }
}

} // namespace
} // namespace weft::test
