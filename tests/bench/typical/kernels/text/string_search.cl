// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a word of eight letters begins at each place of a text.
//
// global: 1048576   local: 256
// arguments: uchar text[1048576+8] = random 97 100; uchar word[8] = values 97 98 99 100 97 97 98 99
// arguments: uchar found[1048576]; int length = 8
__kernel void string_search(__global const uchar *text, __constant uchar *word,
                            __global uchar *found, int length) {
  size_t i = get_global_id(0);
  int k = 0;
  while (k < length && text[i + k] == word[k])
    k++;
  found[i] = k == length;
}
