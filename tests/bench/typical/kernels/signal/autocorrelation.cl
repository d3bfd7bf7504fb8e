// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The autocorrelation of windows of 512 samples for 128 lags; a group has a window, a work-item a
// lag.
//
// global: 16384   local: 128
// arguments: float in[128*512] = random -1 1; float out[128*128]
// tolerance: 1e-4
kernel void autocorrelation(global const float *in, global float *out) {
  global const float *window = in + get_group_id(0) * 512;
  int lag = get_local_id(0);
  float sum = 0;
  for (int i = 0; i + lag < 512; ++i)
    sum += window[i] * window[i + lag];
  out[get_global_id(0)] = sum / (512 - lag);
}
