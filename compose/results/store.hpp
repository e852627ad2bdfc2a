// Results kept as they are made: a file that only grows, and that loses nothing but its unfinished last line
// when the program is killed.
//
//   {"bricks_store":1}                                    the first line; the number is this format's
//   {"name":"TEXT @ VARIANT","bricks":{...},...}          samples of one brick, an entry of benchmarks[]
//   ...                                                   (results_json.hpp) with its system; one a line
//
// Lines of one brick and system follow each other in time: they are rounds of it, oldest first.
#pragma once

#include "compose/results/result.hpp"

#include <chrono>
#include <span>
#include <string>
#include <string_view>

namespace bricks {

// Whether a file with this text is a store, if only the beginning of one.
bool is_store(std::string_view text);

// A last line without its end is passed over: whoever wrote it was killed. Throws Error that begins with
// `where` and the line for any other that is wrong.
Results parse_store(std::string_view text, const std::string& where);

// Appends to a store. One writer at a time; no system call but write() and fdatasync() while it lives.
class StoreWriter {
 public:
  // Makes the file where there is none, and cuts an unfinished last line off. Throws Error (with the path)
  // for a file that is no store, and for a store that another program writes to.
  explicit StoreWriter(std::string path);
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  // All results in one write, so that a killed program leaves at most one line unfinished. The disk itself is
  // waited for once a second at most, and when the writer goes: it takes milliseconds. Throws Error (with the
  // path).
  void append(std::span<const BrickResult> results);

 private:
  void open_file();
  void repair();
  void write(std::string_view text);

  std::string path_;
  int descriptor_ = -1;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace bricks
