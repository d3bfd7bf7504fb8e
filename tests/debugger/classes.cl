// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
template <typename T> struct Pair {
  T a, b;
  T sum() const {
    T result = a + b;
    return result;
  }
};

kernel void classes(global int *out) {
  int i = get_global_id(0);
  Pair<int> pair{i, 5};
  out[i] = pair.sum();
}
