// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of segments of different lengths, a segment a work-item.
//
// global: 65536   local: 64
// arguments: int starts[65536+1] = offsets 0 20; float values[65536*20] = random -1 1
// arguments: float sums[65536]; float means[65536]
__kernel void segmented_sum(__global const int *starts, __global const float *values,
                            __global float *sums, __global float *means) {
  int s = get_global_id(0);
  int first = starts[s], last = starts[s + 1];
  float sum = 0;
  for (int i = first; i < last; i++)
    sum += values[i];
  sums[s] = sum;
  means[s] = last > first ? sum / (last - first) : 0;
}
