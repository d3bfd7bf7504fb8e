// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that add to an element of memory in each round: apart from what they read, among it in all
// work-items and in some, two elements at a time, written before they are read, upwards and downwards,
// by a pitch that is known at run time, and under a guard.
// launches: 1000/64 37/37 64/1 129/7 90/18+5
kernel void accumulators_in_memory(global int *out, global const int *in, global const float *reals,
                                   global float *realsOut, uint n) {
  size_t i = get_global_id(0), rounds = n / 150, pitch = n / 300, some = n / 225;
  realsOut[i] = 0.25f;
  for (size_t k = 0; k < rounds; ++k)
    realsOut[i] += reals[i * pitch % 900 + k] - reals[k];
  for (int k = 0; k < (int)rounds; ++k)
    realsOut[i] = realsOut[i] * 0.5f + reals[(i % 50) * pitch + k * pitch];
  global int *own = out + 4 * i;
  for (size_t k = 0; k < some; ++k)
    own[k] = in[i + k];
  for (size_t k = 0; k < some; ++k)
    own[2] += own[k] * 3 + in[i + k];
  for (size_t k = some; k > 0; --k)
    own[0] = own[0] * 5 - own[k - 1];
  global const int *mostlyApart = i % 8 == 5 ? own : in + 2 * i;
  for (size_t k = 0; k < some; ++k)
    own[1] = own[1] * 3 + mostlyApart[k];
  for (size_t k = 0; k < rounds; ++k) {
    own[0] += in[i * 2 + k];
    own[3] ^= own[0] + (int)k;
  }
  if (in[i] & 1)
    for (size_t k = 0; k < rounds; ++k) {
      own[2] = in[i + k];
      own[2] += own[1] * (int)k;
    }
  global short *halves = (global short *)(own + 1);
  for (size_t k = 0; k < some; ++k)
    halves[1] += ((global const short *)own)[k];
}
