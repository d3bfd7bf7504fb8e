// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random pipelines of copies, waits and changes of local memory, each compiled and compared with an
// interpreter that does what the specification says step by step.
#include "tests/support/opencl.h"

#include <random>

namespace weft::test {
namespace {

constexpr size_t groups = 3, localSize = 8, blocks = 3, blockInts = 200, tileInts = 256;
// What a group reads and writes in global memory.
constexpr size_t inputInts = 1024, copyOutInts = 600, outputInts = 16 * copyOutInts;

/// Writes a kernel and does to one group's memory what the kernel must do. Regions are disjoint:
/// each block of local memory is either in flight, with an event, or at rest.
class Pipeline {
public:
  explicit Pipeline(unsigned seed) : random(seed) {
    for (size_t block = 0; block < blocks; ++block)
      line("for (size_t i = lid; i < %; i += lsize) tile[% + i] = (int)i;", blockInts,
           block * tileInts);
    line("barrier(CLK_LOCAL_MEM_FENCE);");
    for (size_t step = 0; step < 14; ++step)
      addStep();
    if (pick(4))
      waitForAll(); // else the kernel ends with copies that nobody has waited for
  }

  std::string kernel() const {
    return "kernel void test(global const int *in, global int *out, local int *tile) {\n"
           "  size_t lid = get_local_id(0), lsize = get_local_size(0), group = get_group_id(0);\n"
           "  in += group * " +
           std::to_string(inputInts) + "; out += group * " + std::to_string(outputInts) +
           ";\n"
           "  event_t e0 = async_work_group_copy(tile, in, 0, 0), e1 = e0, e2 = e0;\n" +
           body + "}\n";
  }

  /// What `out` holds for a group, by a second pass over the recorded steps.
  void interpret(const int *in, int *out) const {
    std::vector<int> tile(blocks * tileInts);
    for (size_t block = 0; block < blocks; ++block)
      for (size_t i = 0; i < blockInts; ++i)
        tile[block * tileInts + i] = static_cast<int>(i);
    for (const Step &step : steps)
      for (size_t repeat = 0; repeat < step.repeats; ++repeat) {
        int *local = &tile[step.block * tileInts];
        for (size_t i = 0; i < step.count; ++i)
          if (step.kind == Kind::In)
            local[i] = in[step.offset + i * step.stride];
          else if (step.kind == Kind::Out)
            out[step.offset + i * step.stride] = local[i];
          else
            local[i] = static_cast<int>(static_cast<unsigned>(local[i]) * 3u + 1u + i);
      }
  }

private:
  enum class Kind { In, Out, Change };
  struct Step {
    Kind kind;
    size_t block, offset, count, stride, repeats;
  };

  size_t pick(size_t choices) { return random() % choices; }

  template <class... Numbers> void line(std::string text, Numbers... numbers) {
    for (const size_t number : std::initializer_list<size_t>{static_cast<size_t>(numbers)...})
      text.replace(text.find('%'), 1, std::to_string(number));
    body += "  " + text + "\n";
  }

  void wait(size_t block) {
    line("wait_group_events(1, &e%);", block);
    inFlight[block] = false;
  }
  void waitForAll() {
    line("{ event_t all[4] = {e2, e0, e1, e0}; wait_group_events(3, all); }");
    std::fill_n(inFlight, blocks, false);
  }

  void addStep() {
    const size_t block = pick(blocks);
    if (inFlight[block]) {
      // Others may be in flight for longer, and be waited for before or after.
      if (pick(3) == 0)
        waitForAll();
      else
        wait(block);
    }
    switch (pick(3)) {
    case 0:
      return change(block);
    case 1:
      return copyIn(block);
    default:
      return copyOut(block);
    }
  }

  void change(size_t block) {
    const size_t repeats = 1 + pick(3);
    line("for (int repeat = 0; repeat < %; ++repeat) {", repeats);
    line("  for (size_t i = lid; i < %; i += lsize) tile[% + i] = tile[% + i] * 3 + 1 + (int)i;",
         blockInts, block * tileInts, block * tileInts);
    line("  barrier(CLK_LOCAL_MEM_FENCE);");
    line("}");
    steps.push_back({Kind::Change, block, 0, blockInts, 1, repeats});
  }

  void copyIn(size_t block) {
    const size_t stride = pick(2) ? 1 : 1 + pick(5), count = pick(blockInts + 1), offset = pick(16);
    issue(block, "tile + " + std::to_string(block * tileInts), "in + " + std::to_string(offset),
          count, stride);
    steps.push_back({Kind::In, block, offset, count, stride, 1});
  }

  void copyOut(size_t block) {
    // Each copy out has a place of its own, so that copies in flight do not overlap.
    const size_t stride = 1 + pick(3), count = pick(blockInts + 1), offset = nextOutput;
    nextOutput += copyOutInts;
    issue(block, "out + " + std::to_string(offset), "tile + " + std::to_string(block * tileInts),
          count, stride);
    steps.push_back({Kind::Out, block, offset, count, stride, 1});
  }

  void issue(size_t block, const std::string &to, const std::string &from, size_t count,
             size_t stride) {
    const std::string name = "e" + std::to_string(block);
    std::string call = name + " = ";
    const std::string number = std::to_string(count), apart = std::to_string(stride);
    const bool isLoop = pick(4) == 0, isConditional = pick(3) == 0;
    switch (pick(3)) {
    case 0:
      call += stride == 1 ? "async_work_group_copy(" + to + ", " + from + ", " + number + ", 0);"
                          : "async_work_group_strided_copy(" + to + ", " + from + ", " + number +
                                ", " + apart + ", 0);";
      break;
    case 1:
      call += "async_work_group_strided_copy(" + to + ", " + from + ", " + number + ", " + apart +
              ", 0);";
      break;
    default: {
      const bool isOut = to[0] == 'o';
      call += "async_work_group_copy_2D2D(" + to + ", 0, " + from + ", 0, sizeof(int), 1, " +
              number + ", " + (isOut ? "1, " + apart : apart + ", 1") + ", 0);";
    }
    }
    // A copy that is done again, in a loop or on both sides of a condition, is the same copy.
    if (isConditional)
      line("if (group & 1) " + call + " else " + call);
    else if (isLoop)
      line("for (int again = 0; again < 2; ++again) { " + call + " wait_group_events(1, &" + name +
           "); }");
    else
      line(call);
    inFlight[block] = true;
  }

  std::mt19937 random;
  std::string body;
  std::vector<Step> steps;
  bool inFlight[blocks] = {};
  size_t nextOutput = 0;
};

TEST(AsyncPipelines, DoWhatTheInterpreterDoes) {
  Session session;
  std::vector<int> input(groups * inputInts);
  for (size_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<int>(i * 2654435761u >> 8);
  for (unsigned seed = 0; seed < 24; ++seed) {
    const Pipeline pipeline(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + pipeline.kernel());
    Program program = session.build(pipeline.kernel(), "-cl-std=CL3.0");
    std::vector<int> out(groups * outputInts, -7), expected = out;
    for (size_t group = 0; group < groups; ++group)
      pipeline.interpret(&input[group * inputInts], &expected[group * outputInts]);
    session.run(program, "test", {{groups * localSize}, {localSize}}, in(input), inOut(out),
                local(blocks * tileInts * sizeof(int)));
    ASSERT_EQ(out, expected);
  }
}

} // namespace
} // namespace weft::test
