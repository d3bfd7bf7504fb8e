// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that run with 2, 4, 8, 16, 32 and 64 lanes must leave every byte as the scalar kernel
// does: a table of shapes of control flow and memory access. Random kernels are in tests/fuzz.
#include "tests/passes/program_harness.h"

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <algorithm>
#include <random>
#include <span>
#include <utility>

namespace weft::test {
namespace {

constexpr std::size_t elements = 4096;
constexpr const char *allLanes[] = {"2", "4", "8", "16", "32", "64"};
// canonical form without lanes; accesses, masks and blocks without what is known of them; stages
// and lanes drawn for each region.
constexpr const char *leftOut[] = {
    "auto -cl-weft-without=widening", "8 -cl-weft-without=strides,speculation,if-conversion",
    "16 -cl-weft-without=unmasked-gangs,index-set-splitting,inductions,adjacent-accesses,narrowing",
    "8 -cl-weft-chaos=1", "auto -cl-weft-chaos=2"};
constexpr const char *someLanes[] = {"8"};
constexpr const char *blockLanes[] = {"16"}; // as many as in a block of the context array

// Elements that fill their pages, between pages that nothing may touch.
template <class Value> class TrappedArray {
public:
  explicit TrappedArray(Value value)
      : pages(static_cast<char *>(
            mmap(nullptr, bytes + 2 * trap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(pages + trap, bytes, PROT_READ | PROT_WRITE);
    std::fill(begin(), end(), value);
  }
  TrappedArray(TrappedArray &&other) : pages(std::exchange(other.pages, nullptr)) {}
  ~TrappedArray() {
    if (pages)
      munmap(pages, bytes + 2 * trap);
  }
  Value *begin() const { return reinterpret_cast<Value *>(pages + trap); }
  Value *end() const { return begin() + elements; }
  Value &operator[](std::size_t index) { return begin()[index]; }
  bool operator==(const TrappedArray &other) const {
    return std::memcmp(begin(), other.begin(), bytes) == 0;
  }

private:
  static constexpr std::size_t bytes = elements * sizeof(Value);
  static constexpr std::size_t trap = 1 << 16;
  char *pages;
};

struct Buffers {
  TrappedArray<int> out{-7};
  TrappedArray<int> in{0};
  TrappedArray<float> reals{0};
  TrappedArray<float> realsOut{-1.5f};

  Buffers() {
    std::mt19937 random(7);
    for (std::size_t index = 0; index != elements; ++index) {
      in[index] = static_cast<int>(random());
      reals[index] = static_cast<float>(static_cast<int>(random())) / (1 << 26);
    }
  }
  bool operator==(const Buffers &other) const {
    return out == other.out && in == other.in && realsOut == other.realsOut;
  }
};

// `areUniform`: all groups have the same size.
std::vector<Range> ranges(bool areUniform) {
  std::vector<Range> result;
  for (auto [global, local] : {std::pair<int, int>{1000, 64}, {37, 37}, {64, 1}, {129, 7}}) {
    Range range;
    range.global[0] = areUniform ? global / local * local : global;
    range.local[0] = local;
    result.push_back(range);
  }
  Range plane;
  plane.dimensions = 2;
  plane.global = {areUniform ? 38u : 45u, 12, 1};
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
                  .set(0, buffers.out.begin())
                  .set(1, buffers.in.begin())
                  .set(2, buffers.reals.begin())
                  .set(3, buffers.realsOut.begin())
                  .set(4, 900u)
                  .run(range));
  return buffers;
}

// `cpu`: empty for this machine's. `areUniform`: the kernels with lanes know that all groups have
// the same size.
void compareLanes(const std::string &source, const std::string &cpu,
                  std::span<const char *const> factors, bool areUniform = false) {
  const std::string options = "-cl-std=CL3.0 -cl-weft-remarks" +
                              (cpu.empty() ? "" : " -cl-weft-cpu=" + cpu) + " -cl-weft-vectorise=";
  LoadedProgram scalar(source, options + "off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log() << source;
  for (const char *lanes : factors) {
    LoadedProgram wide(source,
                       options + lanes + (areUniform ? " -cl-uniform-work-group-size" : ""));
    ASSERT_TRUE(wide.isLoaded()) << wide.log() << source;
    const bool isAsked = std::string_view(lanes).find(' ') == std::string_view::npos;
    EXPECT_TRUE(!isAsked || wide.log().find(": vectorised") != std::string::npos)
        << wide.log() << source;
    for (const Range &range : ranges(areUniform))
      EXPECT_TRUE(runAll(scalar, range) == runAll(wide, range))
          << lanes << " lanes for " << cpu << ", local size " << range.local[0] << ":\n"
          << source;
  }
}

struct NamedKernel {
  const char *name;
  const char *body;
};

class VectorisedKernel : public testing::TestWithParam<NamedKernel> {};

TEST_P(VectorisedKernel, LeavesWhatTheScalarKernelLeaves) {
  compareLanes(withHead(GetParam().body), "", allLanes);
}

TEST_P(VectorisedKernel, LeavesWhatTheScalarKernelLeavesInGroupsOfOneSize) {
  compareLanes(withHead(GetParam().body), "", blockLanes, /*areUniform=*/true);
}

TEST_P(VectorisedKernel, LeavesTheSameWithoutStages) {
  compareLanes(withHead(GetParam().body), "", leftOut);
}

// Each CPU gets accesses and masks of its own.
TEST_P(VectorisedKernel, LeavesWhatTheScalarKernelLeavesWithoutAvx) {
  compareLanes(withHead(GetParam().body), "x86-64-v2", someLanes);
}

TEST_P(VectorisedKernel, LeavesWhatTheScalarKernelLeavesWithAvx2) {
  compareLanes(withHead(GetParam().body), "x86-64-v3", someLanes);
}

// The names of all stages; regions say what they do without, where that keeps them scalar.
TEST(Vectoriser, LeavesOutEachStage) {
  const std::string source = withHead(
      "local int tile[3][64]; int own[4]; int l = get_local_id(0), s = 0; local int *row = "
      "tile[get_local_id(1)]; for (int j = 0; j < 4; ++j) own[j] = in[l + j]; for (int j = l; j < "
      "(int)n; j += get_local_size(0)) s += in[j] > 3 ? in[j] * 3 : own[j & 3]; row[l] = s; "
      "barrier(CLK_LOCAL_MEM_FENCE); for (int w = 32; w > 0; w >>= 1) { if (l < w && l + w < "
      "(int)get_local_size(0)) row[l] += row[l + w]; barrier(CLK_LOCAL_MEM_FENCE); } "
      "out[get_global_id(0) + 300 * get_global_id(1)] = row[0] + own[s & 3];");
  const std::pair<const char *, const char *> stages[] = {
      {"choices", "vectorised"},      {"sharing", "vectorised"},
      {"gangs", "gangs are left"},    {"widening", "widening is left"},
      {"bounds", "vectorised"},       {"singles", "vectorised"},
      {"whole-gangs", "vectorised"},  {"wide-gangs", "vectorised"},
      {"stride-loops", "vectorised"}, {"private-arrays", "vectorised"},
      {"inductions", "vectorised"},   {"neighbours", "vectorised"},
      {"narrowing", "vectorised"},    {"flattening", "vectorised"},
      {"speculation", "vectorised"},  {"shapes", "vectorised"}};
  const std::string options = "-cl-std=CL3.0 -cl-weft-remarks -cl-weft-vectorise=";
  const LoadedProgram scalar(source, options + "off");
  ASSERT_TRUE(scalar.isLoaded()) << scalar.log();
  for (const auto &[stage, remark] : stages) {
    const LoadedProgram without(source, options + "8 -cl-weft-without=" + stage);
    ASSERT_TRUE(without.isLoaded()) << without.log();
    EXPECT_NE(without.log().find(remark), std::string::npos) << stage << without.log();
    for (const Range &range : ranges(/*areUniform=*/false))
      EXPECT_TRUE(runAll(scalar, range) == runAll(without, range)) << stage;
  }
  const LoadedProgram unknown(source, "-cl-weft-without=index-set-splitting,bindings");
  EXPECT_FALSE(unknown.isLoaded());
  EXPECT_NE(unknown.log().find("'bindings' is no stage"), std::string::npos) << unknown.log();
}

TEST(Vectoriser, LeavesIrreducibleControlScalarAndSaysSo) {
  const std::string source =
      withHead("size_t i = get_global_id(0); int s = in[i], c = 0; if (s & 1) goto middle; top: s "
               "+= 3; ++c; "
               "middle: s ^= s >> 3; if (++c < 40 && (s & 12)) goto top; out[i] = s + c;");
  LoadedProgram program(source, "-cl-std=CL3.0 -cl-weft-remarks -cl-weft-vectorise=8");
  EXPECT_NE(program.log().find("scalar: control flow is not reducible"), std::string::npos)
      << program.log();
}

// Calls that are left over when a region has grown to its limit would each become code for every
// lane.
TEST(Vectoriser, LeavesRegionsScalarThatInliningMakesTooLarge) {
  std::string body = "global uchar *bytes = (global uchar *)in; "
                     "global uchar16 *rows = (global uchar16 *)out;";
  for (int row = 0; row != 250; ++row)
    body += "rows[" + std::to_string(row) +
            "] = (uchar16)(vload3(0, bytes), vload3(1, bytes), "
            "vload3(2, bytes), vload3(3, bytes + " +
            std::to_string(row) + "), vload4(0, bytes));";
  LoadedProgram program(withHead(body), "-cl-weft-remarks -cl-weft-vectorise=16");
  EXPECT_NE(program.log().find("scalar: the region is too large with the functions that it calls"),
            std::string::npos)
      << program.log();
}

// Groups that run as one would share what each has for itself.
TEST(Vectoriser, KeepsGroupsWithLocalMemoryApart) {
  const std::string body = "local int own[4]; size_t i = get_global_id(0); own[i & 3] = in[i]; "
                           "own[3 - (i & 3)] = i; out[i] = own[0] + own[1] * 3 + own[2] * 5;";
  const std::string asking = body + "if (get_group_id(0) > 5000) out[i] = 1;";
  LoadedProgram joinable(withHead(body), "-cl-weft-vectorise=8");
  LoadedProgram apart(withHead(asking), "-cl-weft-vectorise=off");
  ASSERT_TRUE(joinable.isLoaded() && apart.isLoaded()) << joinable.log() << apart.log();
  Range range;
  range.global[0] = 64;
  EXPECT_TRUE(runAll(joinable, range) == runAll(apart, range));
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
    {"divisionOfExtremes",
     "size_t i = get_global_id(0); int kind = in[i] >> 4 & 15; int m = in[i] & 3 ? in[i + 1] : "
     "INT_MIN + (in[i] >> 2 & 1); int d = kind < 4 ? -1 : kind < 6 ? 0 : kind < 8 ? INT_MIN : kind "
     "< 12 ? in[i + 2] : in[i + 2] >> 24; int q = m / d; if (in[i] & 256) q ^= m % d; if (d == 5) "
     "q += (m + 1) / d + 3 * (m / -1 / d); out[i] = q; fo[i] = (float)(m % d);"},
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
    {"guardsOfManyKinds",
     "int i = get_global_id(0), l = get_local_id(0), m = n; int r = 0; if (i < m - 20) r += "
     "in[i + 1]; else r -= 3; if (900 > l + 1) r ^= in[i + 2] << 1; if ((uint)(i - 1) < 100u) r += "
     "in[i] * 3; if (i != 35) r += in[i + 3]; if (l == 5) fo[i] = 1; if (!(i >= 3 && i <= 800)) "
     "out[i + 1024] = r; if (20 - l > 2) r += in[i + 5]; out[i] = r;"},
    {"guardsWithFarLimits",
     "size_t i = get_global_id(0); long far = (long)n << 50; ulong most = ~0ul - n; int r = 1; if "
     "((long)i < far) r += in[i]; if ((long)i > -far * 4) r += in[i + 1] * 3; if (i < most) r ^= "
     "in[i + 2]; if (i + most < 500) r += in[i + 3] * 5; if (i - 7 < n) r -= in[i + 4]; out[i] = "
     "r;"},
    {"wordOfAPositiveShort", "size_t i = get_global_id(0); short d = (short)get_local_id(0), s = "
                             "(short)in[i]; out[i] = 7 >> "
                             "((d > 0 ? s / d : s) & 7);"},
    {"guardBehindGuard",
     "int x = get_global_id(0), y = get_global_id(1), w = n / 10; if (x >= w) return; int at = y * "
     "w + x; if (x == 0 || x == w - 1 || y == 1) { out[at] = in[at] - 5; return; } out[at] = "
     "in[at - 1] + 2 * in[at] + in[at + 1]; if (x > 30 && (in[at] & 1)) fo[at] = f[at - 30];"},
    {"guardInLoop",
     "int i = get_global_id(0), s = 0; bool late = i > 9; for (int k = 0; k < (in[i] & 7); ++k) { "
     "if (late) s += in[i - 9 + k]; if (i > k) s ^= in[i - k]; } if (late) fo[i] = s; out[i] = s;"},
    {"guardOfRowsWithBarriers",
     "local int tile[3][64]; int l = get_local_id(0), size = get_local_size(0); local int *row = "
     "tile[get_local_id(1)]; row[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); for (int "
     "width = 32; width > 0; width >>= 1) { if (l < width && l + width < size) row[l] += row[l + "
     "width]; barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) out[get_group_id(0) + 200 * "
     "get_global_id(1)] = row[0];"},
    {"onlyWayOutInAnInnerLoop",
     "int v = get_local_id(0); float c = copysign(f[111], (float)v); for (int t = 9;;) { if (--t "
     "<= "
     "0) break; if (((n * (uint)get_group_id(0)) & 8) == 0) { if (c == f[1]) continue; v = 1; } } "
     "out[get_global_id(0) + 300 * get_global_id(1)] = v;"},
    {"oneWorkItemOfEachRow",
     "local int tile[3][64]; int l = get_local_id(0), size = get_local_size(0); local int *row = "
     "tile[get_local_id(1)]; row[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); if (l == "
     "0) row[0] += row[size / 2]; barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0) + 300 * "
     "get_global_id(1)] = row[0] - row[l];"},
    {"barrierInSomeIterations",
     "local int tile[64]; int u = get_global_id(0), v = in[u]; for (uint t = 0; t < n / 200; ++t) "
     "{ for (int s = 0; s < (in[u + 1] & 3); ++s) ; if (t & 1) { tile[get_local_id(0)] = v; "
     "barrier(CLK_LOCAL_MEM_FENCE); } } if ((v & 3) == 0) out[u + 300 * get_global_id(1)] = v;"},
    {"constantBehindABarrier",
     "local int tile[64]; int i = get_global_id(0), l = get_local_id(0); float c = "
     "sqrt(fabs(-3.0f)); tile[l] = i; barrier(CLK_LOCAL_MEM_FENCE); fo[i] = c * c + (float)i / c;"},
    {"clampedIndex", "int x = get_global_id(0), y = get_global_id(1), w = n / 20; out[y * 64 + x] "
                     "= in[max(x - 2, 0)] "
                     "+ in[y * w + clamp(x + 1, 1, w - 1)] + in[min((uint)x, n / 30u)] + "
                     "in[max(min(x - 1, w), 0)];"},
    {"lastElements",
     "size_t i = get_global_id(0), m = get_global_size(0) + get_global_offset(0); if (i + 3 < m) "
     "out[i] = in[4096 - m + i + 3]; fo[4095 - i] = f[4096 - 4 * (m - i)] - f[4095 - 3 * (m - 1 - "
     "i)] + f[4095 - 2 * (m - 1 - i)];"},
    {"firstElements",
     "size_t i = get_global_id(0); if (i >= 4) out[i] = in[i - 4]; if (i & 1) fo[i] = f[i - 1];"},
    {"members",
     "typedef struct { int a; float b; int c[2]; } S; size_t i = get_global_id(0); global const S "
     "*s = (global const S *)in; global S *d = (global S *)out; d[i].a = s[i].c[1] + 3; d[i].b = "
     "s[i].a; d[i].c[0] = s[i].c[0]; d[i].c[1] = s[i].a ^ s[i].c[0];"},
    {"pairs",
     "int i = get_global_id(0); out[2 * i] = in[2 * i + 1] + 1; out[2 * i + 1] = in[2 * i] - in[2 "
     "* "
     "i + 2]; if (in[i] & 1) { fo[2 * i] = f[i]; fo[2 * i + 1] = f[2 * i] * f[2 * i + 1]; }"},
    {"everyThird",
     "size_t i = get_global_id(0); out[3 * i + 1] = in[3 * i + 2] + in[4 * i]; if (in[i] > 0) "
     "fo[4 * i] = f[i];"},
    {"mirrored",
     "int i = get_global_id(0), m = get_global_size(0) + get_global_offset(0); out[m - 1 - i] = "
     "in[m - i] + i; if (in[i] & 2) fo[2000 - i] = f[4000 - i];"},
    {"float4Length",
     "size_t i = get_global_id(0); global const float4 *p = (global const float4 *)f; fo[i] = "
     "length(p[i]) + dot(p[i], p[i + 1]); if (in[i] & 1) fo[i + 1024] = distance(p[i], p[i + 2]);"},
    {"float4Axpy", "size_t i = get_global_id(0); global const float4 *p = (global const float4 "
                   "*)f; global float4 "
                   "*q = (global float4 *)fo; q[i] = 1.5f * p[i] + q[i]; if (in[i] & 3) ((global "
                   "float4 *)out)[i] "
                   "= p[i].wzyx;"},
    {"recordsTurned",
     "size_t i = get_global_id(0); float4 v = ((global const float4 *)f)[i], w = ((global const "
     "float4 *)f)[in[i] & 127]; ((global float4 *)fo)[i] = (float4)(v.y * v.z + w.x, v.w * v.w - "
     "w.w, w.y * v.x, w.z - v.y * v.y); int4 c = ((global const int4 *)in)[i]; if (c.y & 1) "
     "((global int4 *)out)[i] = (int4)(c.w ^ c.x, c.x, c.z + c.w, c.y >> 1);"},
    {"masksOfSeveralWidths",
     "int i = get_global_id(0), s = 0; short h = (short)in[i]; double d = f[i]; char c = "
     "(char)in[i "
     "+ 1]; while (h > 9 || d > 0.5) { if (c > 3) { h = h / 2 - (short)1; d -= 7; if (s > 20) "
     "break; } else { c += (char)5; d *= 0.5; if (h < 100) continue; } for (int j = c; j < h; j += "
     "300) s += j & 3; if (++s > 40) break; } out[i] = s + c; fo[i] = (float)d + h;"},
    {"float3",
     "size_t i = get_global_id(0); float3 v = vload3(i, f) + ((global const float3 *)f)[i]; "
     "vstore3(v.zxy * (float3)(1, 2, (float)i), i, fo); if (in[i] & 1) out[i] = cross(v, "
     "v.yzx).x;"},
    {"uchar3ToGrey",
     "size_t i = get_global_id(0); uchar3 c = vload3(i, (global const uchar *)in); ((global uchar "
     "*)out)[i] = (c.x * 77 + c.y * 151 + c.z * 28) >> 8; if (c.x & 1) vstore3(c.yzx, i, (global "
     "uchar *)fo);"},
    {"sobel", "int x = get_global_id(0), y = get_global_id(1), w = 64; global const uchar *p = "
              "(global const "
              "uchar *)in; if (x > 0 && y > 0 && x < w - 1) { int a = p[(y - 1) * w + x - 1], b = "
              "p[(y - 1) * "
              "w + x], c = p[(y - 1) * w + x + 1], d = p[y * w + x - 1], e = p[y * w + x + 1], g = "
              "p[(y + 1) "
              "* w + x - 1], h = p[(y + 1) * w + x], k = p[(y + 1) * w + x + 1]; int s = c + 2 * e "
              "+ k - a - "
              "2 * d - g, t = g + 2 * h + k - a - 2 * b - c; ((global uchar *)out)[y * w + x] = "
              "clamp(convert_int(sqrt((float)(s * s + t * t))), 0, 255); }"},
    {"shuffles", "size_t i = get_global_id(0); int8 v = vload8(i % 500, in); v = v.s76543210 + "
                 "(int8)(v.lo, (int4)"
                 "((int)i)); if (v.s0 > 0) v = v.s01010101 << (v & 7); vstore8(v, i % 500, out);"},
    {"vectorSelect", "size_t i = get_global_id(0); float4 a = vload4(i, f), b = vload4(i % 7, f); "
                     "float4 c = select(a, "
                     "b, isless(a, b)); if (any(a > b)) c += convert_float4(vload4(i, in) >> 20); "
                     "if (all(a.xy < 0)) "
                     "c.y = 1; vstore4(c, i, fo); short4 s = convert_short4_sat(vload4(i, in)); "
                     "vstore4(s, i, (global "
                     "short *)out);"},
    {"vectorFunctions",
     "size_t i = get_global_id(0); float4 v = vload4(i, f); v = sin(v) + fmax(cos(v.wxyz), 0.5f) * "
     "normalize(v); int4 k = vload4(i, in); if (any(k > 5)) v += (float)(all(k < 9) + "
     "popcount(k).z); vstore4(v, i, fo); out[i] = max(k, k.yzwx).x + dot(v, v) > 3;"},
    {"vectorLoop",
     "size_t i = get_global_id(0); float4 v = vload4(i, f), s = 0; int4 k = 0; for (int j = 0; j < "
     "(in[i] & 15); ++j) { s += v * (float)j; k += vload4(j, in); v = v.yzwx; if (s.x > 40) break; "
     "} "
     "vstore4(s, i, fo); vstore4(k, i, out);"},
    {"bitCasts",
     "size_t i = get_global_id(0); uchar4 b = as_uchar4(in[i]); b = b.wzyx + (uchar4)(1, 2, 3, 4); "
     "out[i] = as_int(b); ulong w = as_ulong(vload2(i, in)); fo[i] = as_float2(w ^ (w >> 40)).y; "
     "short2 h = as_short2(in[i]); if (h.x > h.y) out[i + 1024] = upsample(h.y, as_ushort2(h).x);"},
    {"vectorIndex",
     "size_t i = get_global_id(0); union { int4 v; int a[4]; } u; u.v = vload4(i, in); u.a[i & 3] "
     "+= "
     "5; out[i] = u.v.x + u.a[(in[i] >> 3) & 3]; int4 w = vload4(in[i] & 255, in); out[i + 2048] = "
     "w.x - w.w;"},
    {"scatteredVectors",
     "size_t i = get_global_id(0); if (in[i] & 5) vstore4(vload4((i * 37) % 1000, in), (i * 7) % "
     "1000, out);"},
    {"initialisedArray",
     "size_t i = get_global_id(0); int a[6] = {3, 1, 4, 1, 5, 9}; float b[8] = {0}; for (int j = "
     "0; j "
     "< 6; ++j) { if (in[i + j] & 1) a[j] += in[i]; b[j + 1] = a[j] * b[j] + f[i]; } int s = 0; "
     "for "
     "(uint j = 0; j < n / 150; ++j) s = s * 5 + a[j]; out[i] = s + a[(uint)in[i] % 6]; fo[i] = "
     "b[(uint)in[i] % 8] + b[n / 200];"},
    {"arrayOfVectors", "size_t i = get_global_id(0); float4 a[4]; for (int j = 0; j < 4; ++j) a[j] "
                       "= vload4(i + j, f); "
                       "a[in[i] & 3].y += 2; if (in[i] & 8) for (uint j = 0; j < n / 300; ++j) "
                       "a[j] = a[j + 1] * 0.5f; "
                       "vstore4(a[0] + a[n / 450] - a[(in[i] >> 5) & 3], i, fo);"},
    {"escapingArray",
     "size_t i = get_global_id(0); int a[4] = {1, 2, 3, 4}; int *p = in[i] & 1 ? a : a + 2; p[1] = "
     "in[i]; out[i] = a[1] + a[3] * 3 + *p;"},
    {"walks",
     "int i = get_global_id(0); int s = 0; for (int j = i; j < 2000; j += 64) s = s * 3 + in[j]; "
     "for "
     "(uint j = i; j < n * 2; j += n / 10) s += in[j]; global const int *p = in + i; for (uint k = "
     "0; k < n / 90; ++k) { s ^= *p; p += n / 30; } out[i] = s;"},
    {"walksDown", "int i = get_global_id(0); float s = 0; for (int j = i + 1000; j >= 0; j -= 50) "
                  "{ if (f[j] > 30) "
                  "break; s += f[j]; } for (ulong j = i + 1500; j > 100; --j) { s -= f[j]; if (j < "
                  "1490) break; } "
                  "fo[i] = s;"},
    {"divisions",
     "size_t i = get_global_id(0); int a = in[i], b = in[i + 1] >> (i & 31); uint ua = a, ub = b; "
     "short sa = a, sb = b | 1; char ca = a, cb = b | 1; uchar xa = a, xb = b | 1; int r = a / (b "
     "? b "
     ": 1) + (int)(ua % (ub ? ub : 7)) + sa / sb + ca % cb + xa / xb; r += (int)(i % (n / 7)) * 3 "
     "+ "
     "(int)((i * 5) / (n - 800)); if (b & 6) r += a % (b & 6) + (int)(ua / (ub & 6)); long la = "
     "upsample(a, ub), lb = b | 1; out[i] = r + (int)(la / lb) + (int)((ulong)la % (ulong)lb);"},
    {"edgeDivisions", "size_t i = get_global_id(0); int t[8] = {0x7fffffff, -0x7fffffff - 1, -1, "
                      "1, 0, 2, -2, 65537}; "
                      "int a = t[i & 7], b = t[(i >> 3) & 7]; uint u = a, v = b; int r = 0; if (b "
                      "!= 0 && !(b == -1 && "
                      "a == -0x7fffffff - 1)) r = a / b * 31 + a % b; if (v != 0) r += (u / v) * 7 "
                      "+ u % v; out[i] = "
                      "r;"},
    {"sharedDivisors",
     "size_t i = get_global_id(0); int t[8] = {0x7fffffff, -0x7fffffff - 1, -1, 1, 0, 2, -2, "
     "65537}; int a = i & 8 ? in[i] : t[i & 7], g = get_group_id(0), r = 0; for (int k = 0; k < "
     "40; "
     "++k) { int b = (int)((k * 0x9e3779b9u + g) >> (k & 31)) - 1; uint u = a, v = b; r += r * 5 + "
     "(a / b ^ a % b * 3) + (int)(u / v ^ u % v * 3); r ^= (int)(i / (n + k)); } out[i] = r;"},
    {"widestDivisions",
     "size_t i = get_global_id(0); uint s = i * 2654435761u + 1, r = 0; for (int k = 0; k < 60; "
     "++k) "
     "{ s ^= s << 13; s ^= s >> 17; s ^= s << 5; uint a = s >> (k & 7), b = (s * 0x9e3779b9u) >> "
     "(s "
     "& 31); if (k & 8) a = (s % 5 * b) + (s >> 9 & 1) - (s >> 8 & 1); r = r * 5 + (a / b ^ a % b "
     "* "
     "3); int c = a, d = s & 64 ? b : -b; r = r * 5 + (c / d ^ c % d * 3); } out[i] = r;"},
    {"reciprocalRoots",
     "size_t i = get_global_id(0); float t[8] = {0, -0.0f, INFINITY, NAN, -1, 0x1p-130f, "
     "0x1p-149f, "
     "0x1.fffffep127f}; float x = i & 8 ? f[i] : t[i & 7]; float4 v = rsqrt((float4)(x, x * x, "
     "as_float(in[i]), as_float(in[i + 1]))); fo[i] = v.x; out[i] = as_int(v.y) ^ as_int(v.z) * 3 "
     "^ "
     "as_int(v.w) * 5 ^ as_int(native_rsqrt(fabs(x)) + half_rsqrt(x + 1));"},
    {"narrowIntegers",
     "size_t i = get_global_id(0); global const uchar *p = (global const uchar *)in; global const "
     "short *q = (global const short *)in; int a = p[i], b = p[i + 1], c = p[i + 2], d = q[i]; int "
     "across = 3 * a - 2 * b - c, down = (a + b + c) * 200; uint edge = min(abs(across) + "
     "abs(across - 7 * c), 255u); int m = max(min(d, across), -500) >> 3; int wide = d * d + down; "
     "if (across < d) m ^= 77 * a + 150 * b + 29 * c >> 8; if (down > 60000 || (uint)across > "
     "(uint)d) m -= abs(d); out[i] = m * 3 + (int)edge + (down >> 4) + wide + (across == down) + "
     "(char)(across * 5);"},
    {"lengths",
     "size_t i = get_global_id(0); float4 v = vload4(i & 1023, f) * (i % 7 == 3 ? 0x1p80f : i % 9 "
     "== "
     "4 ? 0x1p-90f : 1.0f); if (i % 11 == 5) v = 0; float3 u = normalize(v.xyz); fo[i] = length(v) "
     "+ "
     "distance(v.xy, v.wz) * 3 + u.x * 5 - u.z; out[i] = as_int(length(v.zw)) ^ as_int(u.y);"},
    {"countingAtomics",
     "size_t i = get_global_id(0); int v = in[i]; if (v & 1) atomic_inc((global int *)out); if (v "
     "& 2) "
     "atomic_add(out + 1, v); atomic_sub(out + 2, v >> 5); atomic_max(out + 3, v); if (v & 4) "
     "atomic_min((global uint *)out + 4, (uint)v); atomic_and(out + 5, v | 0xff0); atomic_or(out + "
     "6, "
     "v & 77); if (v & 64) atomic_xor(out + 7, v); if (v & 128) atomic_xchg(out + 8, v); "
     "atom_add((global ulong *)out + 5, (ulong)v); fo[i] = v;"},
    {"compaction",
     "size_t i = get_global_id(0); int v = in[i]; if (v & 3) { int k = atomic_inc(out); out[16 + "
     "(k & "
     "2047)] = v; } if (v > 0) { int k = atomic_sub(out + 1, v & 7); fo[i] = k; } fo[i + 2048] = "
     "atomic_add(out + 2, 3) + atomic_or(out + 3, v);"},
    {"localAtomics",
     "local int h[16]; size_t l = get_local_id(0); if (l < 16) h[l] = 0; for (size_t k = "
     "get_local_size(0); k < 16; ++k) if (l == 0) h[k] = 0; barrier(CLK_LOCAL_MEM_FENCE); int v = "
     "in[get_global_id(0)]; if (get_local_id(1) == 0) { atomic_inc(h + (v & 15)); if (v & 16) "
     "atomic_cmpxchg(h + 3, 2, 9); } barrier(CLK_LOCAL_MEM_FENCE); for (size_t k = l; k < 16; k += "
     "get_local_size(0)) out[get_group_id(0) * 16 + k] = h[k];"},
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
    {"reductionOfRows",
     "local int tiles[3][64]; size_t l = get_local_id(0), y = get_local_id(1); local int *tile = "
     "tiles[y]; tile[l] = in[get_global_id(0)] + y; barrier(CLK_LOCAL_MEM_FENCE); for (uint s = "
     "32; s > 0; s >>= 1) { if (l < s && l + s < get_local_size(0)) tile[l] += tile[l + s]; "
     "barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) out[get_group_id(0) + get_global_id(1) * 100] = "
     "tile[0];"},
    {"returnBeforeBarrier",
     "local int tile[64]; size_t i = get_global_id(0), l = get_local_id(0); if (i >= n) return; "
     "tile[l] = in[i]; barrier(CLK_LOCAL_MEM_FENCE); out[i] = tile[l / 2] + in[i];"},
    {"uniformBreakInADivergentBranch",
     "uint u = get_global_id(0) + 64 * get_global_id(1); int v = 7 >> (u & 7), r = 1; for (int t = "
     "0, e = get_group_id(0) & 3; t < e; ++t) { if (1.0f < (float)v * 11.0f) { if ((n & 1) == 0) "
     "break; } else r = 11; } out[u] = v ^ ((1 | r) + 11) << 3;"},
    {"returnsBehindAGuardAfterABarrier",
     "local int tile[64]; size_t i = get_global_id(0), l = get_local_id(0); tile[l] = in[i]; "
     "barrier(CLK_LOCAL_MEM_FENCE); if (i > 500) { float v = sqrt(fabs(f[n & 63])); if (v != 5) "
     "return; } for (int j = 0; j < 3; ++j) { tile[l] = in[j]; barrier(CLK_LOCAL_MEM_FENCE); fo[i] "
     "+= tile[0]; barrier(CLK_LOCAL_MEM_FENCE); } out[i] = tile[0];"},
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
    {"shares",
     "size_t g = get_global_id(0) + 64 * get_global_id(1), lid = get_local_id(0), ls = "
     "get_local_size(0); int s = 0; uint i = lid; for (; i < n; i += ls) s = s * 31 + in[i] + i; s "
     "^= i; for (int j = lid; j < (int)ls * 3; j += ls) s += in[j + 1] * j; for (int j = lid; j < "
     "(int)n - 1000; j += (int)ls) s += 77; for (long j = lid; j < (long)ls - 1; j += ls) s ^= "
     "in[j]; for (long j = lid; j < (long)n - 2000; j += ls) s += 78; for (size_t j = lid; j < 7; "
     "j += ls) s = s * 3 + in[j] + (int)j; out[g] = s;"},
    {"sharesWithInnerLoops",
     "size_t g = get_global_id(0) + 64 * get_global_id(1), ls = get_local_size(0); float s = 0; "
     "for (uint i = get_local_id(0); i < n; i += ls) { float x = f[i]; if (in[i] & 1) continue; "
     "for "
     "(uint r = 0; r < (n & 15); ++r) x = x * 0.5f + 0.25f; for (int r = 0; r < (in[i] & 3); ++r) "
     "x "
     "-= f[i + r]; s += x; } fo[g] = s;"},
    {"sharesWithOffsets",
     "size_t g = get_global_id(0) + 64 * get_global_id(1), ls = get_local_size(0); int s = 0; for "
     "(uint i = get_local_id(0); i < n; i += ls) s = s * 3 + in[i + n] - in[2 * n + i]; for (uint "
     "i "
     "= get_local_id(0); i < n; i += ls) if (i >= 5) s ^= in[i - 5u] + in[i + 7u]; out[g] = s;"},
    {"sharesOfStores",
     "size_t g = get_global_id(0) + 64 * get_global_id(1), ls = get_local_size(0); int last = -1; "
     "if (get_group_id(0) == 0 && get_global_id(1) == get_global_offset(1)) for (ushort i = "
     "get_local_id(0); i < n; i += ls) { out[i] = in[n - i] + i; fo[2 * i] = f[i]; last = i; } "
     "barrier(CLK_GLOBAL_MEM_FENCE); out[2000 + g] = last;"},
    {"flattened",
     "size_t i = get_global_id(0); int v = in[i], r = 3; if (v & 1) { r = v * 3; if (v & 2) r ^= "
     "5; } else if (v & 4) r = v >> 2; for (int j = 0; j < (v & 15); ++j) { if (r & 16) r -= j; "
     "else r += v; if (r == 77) break; } out[i] = r;"},
    {"switchWithStores",
     "size_t i = get_global_id(0); int v = in[i]; for (int j = 0; j < 4; ++j) { switch ((v >> j) & "
     "7) { case 0: fo[i] = v; break; case 1: case 3: out[i + 1100] = j; continue; case 4: v += "
     "in[j]; default: v ^= j; } v += 2; } out[i] = v;"},
    {"guardsOnOneWay",
     "size_t i = get_global_id(0), g = get_group_id(0); uint l = get_local_id(0); int v = in[i]; "
     "if (g & 1) { if (l == 5) { out[i] = v; fo[i] = f[i] * 3; } } else if (g & 2) { if (l < n % "
     "23) fo[i] = f[i] + 1; } else { if (l >= n % 7) out[i] = v ^ 1; if (l != 9) fo[i] = 2; }"},
    {"guardOfTwoUses",
     "size_t i = get_global_id(0), g = get_group_id(0); uint l = get_local_id(0); bool is = l == "
     "n % 11, in5 = l < 5; if (g & 1) { if (is) out[i] = 4; } else { if (in5) out[i] = 5; } "
     "fo[i] = (is ? 2.0f : 3.0f) + (in5 ? 8.0f : f[i]);"},
    {"oneOfRow",
     "size_t i = get_global_id(0); uint l = get_local_id(0); if (l == n - 895) { int v = 0; for "
     "(uint k = 0; k < get_local_size(0); ++k) v += in[i + k]; out[i] = v; }"},
    {"reductionOfAnySize",
     "local int tile[256]; uint l = get_local_id(0), s = get_local_size(0); tile[l] = "
     "in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); for (uint w = s; w > 1; w = (w + 1) / 2) "
     "{ if (l + (w + 1) / 2 < w) tile[l] = tile[l] * 3 - tile[l + (w + 1) / 2]; "
     "barrier(CLK_LOCAL_MEM_FENCE); } if (get_local_id(1) == 0 && l == 0) "
     "out[get_global_id(0)] = tile[0];"},
    {"callsInLanes",
     "size_t i = get_global_id(0); float x = f[i] * 1e20f; int e = 0; if (in[i] & 1) x = fmod(x, "
     "0.7f) + sin(x); fo[i] = x + remquo(x, 0.3f, &e); out[i] = e;"},
    {"callsOfVectors",
     "size_t i = get_global_id(0); float3 v = (float3)(f[i], i, n); for (int j = 0; j < (in[i] & "
     "3); ++j) v = fmod(v * 1e20f + j, 0.7f); fo[i] = v.x + v.y * v.z;"},
    {"manyCopies",
     "size_t i = get_global_id(0); int v = in[i]; if (v & 1) { v = atomic_xchg(&out[i], v * 3) + "
     "0;v = atomic_xchg(&out[i], v * 4) + 1;v = atomic_xchg(&out[i], v * 5) + 2;v = "
     "atomic_xchg(&out[i], v * 6) + 3;v = atomic_xchg(&out[i], v * 7) + 4;v = atomic_xchg(&out[i], "
     "v * 8) + 5;v = atomic_xchg(&out[i], v * 9) + 6;v = atomic_xchg(&out[i], v * 10) + 7;v = "
     "atomic_xchg(&out[i], v * 11) + 8;v = atomic_xchg(&out[i], v * 12) + 9;v = "
     "atomic_xchg(&out[i], v * 13) + 10;v = atomic_xchg(&out[i], v * 14) + 11;v = "
     "atomic_xchg(&out[i], v * 15) + 12;v = atomic_xchg(&out[i], v * 16) + 13;v = "
     "atomic_xchg(&out[i], v * 17) + 14;v = atomic_xchg(&out[i], v * 18) + 15;v = "
     "atomic_xchg(&out[i], v * 19) + 16;v = atomic_xchg(&out[i], v * 20) + 17;v = "
     "atomic_xchg(&out[i], v * 21) + 18;v = atomic_xchg(&out[i], v * 22) + 19;v = "
     "atomic_xchg(&out[i], v * 23) + 20;v = atomic_xchg(&out[i], v * 24) + 21;v = "
     "atomic_xchg(&out[i], v * 25) + 22;v = atomic_xchg(&out[i], v * 26) + 23; } out[i] += v;"},
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
