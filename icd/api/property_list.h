// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of properties: names with their values, then 0.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <vector>

namespace weft::icd {

/// The values after a name in a property list. Copies the values that it returns.
template <class Property> class PropertyValues {
public:
  PropertyValues(const Property *next, std::vector<Property> &copy) : position(next), copy(copy) {}

  /// The next value. Most names have one; the values of some are a list with its own terminating 0.
  Property next() {
    copy.push_back(*position);
    return *position++;
  }

private:
  const Property *position;
  std::vector<Property> &copy;
};

/// Reads a list, which may be null, and copies it with its terminating 0. `read(name, values)`
/// takes the values of one name and returns an error or CL_SUCCESS. Returns the first error, or
/// `repeated` if a name occurs twice.
template <class Property, class Read>
cl_int readPropertyList(const Property *list, cl_int repeated, std::vector<Property> &copy,
                        Read &&read) {
  if (!list)
    return CL_SUCCESS;
  std::vector<Property> names;
  PropertyValues<Property> values(list, copy);
  while (const Property name = values.next()) {
    if (std::ranges::find(names, name) != names.end())
      return repeated;
    names.push_back(name);
    if (cl_int error = read(name, values))
      return error;
  }
  return CL_SUCCESS;
}

} // namespace weft::icd
