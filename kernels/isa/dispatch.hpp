// One table of function pointers an operator family and ISA; the choice happens once, when a unit is prepared.
//
// A family declares `template <Isa> struct ScaleTable { static const ScaleKernels table; };` in its header; its
// <family>_isa.cpp, compiled once for each ISA, defines `template <> const ScaleKernels ScaleTable<this_isa>::table`.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "kernels/isa/isa.hpp"

namespace bricks {

template <template <Isa> class Table>
const auto& kernels_for(Isa isa) {
  using Kernels = decltype(Table<isa_list[0].isa>::table);
  constexpr auto tables = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<Kernels*, sizeof...(I)>{&Table<isa_list[I].isa>::table...};
  }(std::make_index_sequence<std::size(isa_list)>{});
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (isa_list[i].isa == isa) return *tables[i];
  return *tables[0];
}

}  // namespace bricks
