// Whole files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bricks {

// The file's bytes. Throws Error (with the path) when it cannot be read or holds more than `most` bytes.
std::string read_file(const std::string& path, std::size_t most);

// Puts contents at path in one step: whoever reads path sees the old file or the new one, also after a crash.
// Throws Error (with the path).
void write_file(const std::string& path, std::string_view contents);

// The same for contents that come in pieces: the file appears at path with commit(), and never without.
class FileWriter {
 public:
  explicit FileWriter(std::string path);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void append(std::string_view contents);
  void commit();

 private:
  std::string path_, temporary_;
  int descriptor_;
};

// A file read through the page cache. Throws Error like read_file.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

  // The process no longer holds the memory behind these bytes. They stay valid: whoever reads them again gets
  // them from the page cache, or from the file. A range beyond the file ends with it.
  void release(std::size_t offset, std::size_t bytes) const;

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace bricks
