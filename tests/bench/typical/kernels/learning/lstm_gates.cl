// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gates of an LSTM cell behind its products.
//
// global: 131072   local: 128
// arguments: float gates[131072*4] = random -2 2; float cells[131072] = random -1 1
// arguments: float cells_out[131072]; float hidden[131072]
// tolerance: 1e-4
float sigmoid(float x) { return 1.0f / (1.0f + exp(-x)); }

__kernel void lstm_gates(__global const float *gates, __global const float *cells,
                         __global float *cells_out, __global float *hidden) {
  int i = get_global_id(0), n = get_global_size(0);
  float in = sigmoid(gates[i]);
  float forget = sigmoid(gates[i + n]);
  float candidate = tanh(gates[i + 2 * n]);
  float out = sigmoid(gates[i + 3 * n]);
  float cell = forget * cells[i] + in * candidate;
  cells_out[i] = cell;
  hidden[i] = out * tanh(cell);
}
