// One table of function pointers an operator family and ISA; the choice happens once, when a unit is
// prepared.
//
// A family declares `template <Isa> struct ScaleTable { static const ScaleKernels table; };` in its header;
// its <family>_isa.cpp, compiled once for each ISA, defines `template <> const ScaleKernels
// ScaleTable<this_isa>::table`.
#pragma once

#include "kernels/isa/isa.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace bricks {

// The return type is spelled out: to deduce it clang would instantiate the body at once, that is before the
// ISA file's own specialisation.
template <template <Isa> class Table>
decltype((Table<isa_list[0].isa>::table)) kernels_for(Isa isa) {
  using Kernels = decltype(Table<isa_list[0].isa>::table);
  constexpr auto collect = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<Kernels*, sizeof...(I)>{&Table<isa_list[I].isa>::table...};
  };
  constexpr auto tables = collect(std::make_index_sequence<std::size(isa_list)>{});
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (isa_list[i].isa == isa) return *tables[i];
  return *tables[0];
}

}  // namespace bricks
