#include "engine/formats/file.hpp"

#include "engine/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace bricks {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& action) {
  throw Error(path + ": cannot " + action + ": " + std::strerror(errno));
}

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return value_; }

 private:
  int value_;
};

// Size of an open regular file.
std::size_t file_size(int descriptor, const std::string& path) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) fail(path, "read");
  if (!S_ISREG(status.st_mode)) throw Error(path + ": found a directory or device, expected a file");
  return static_cast<std::size_t>(status.st_size);
}

int open_to_read(const std::string& path) {
  // Not blocking: a named pipe would wait for its writer before it can be refused.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) fail(path, "read");
  return descriptor;
}

}  // namespace

std::string read_file(const std::string& path, std::size_t most) {
  const Descriptor descriptor(open_to_read(path));
  const std::size_t size = file_size(descriptor, path);
  if (size > most)
    throw Error(path + ": found " + std::to_string(size) + " bytes, expected at most " +
                std::to_string(most));
  std::string contents(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, contents.data() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  contents.resize(done);
  return contents;
}

FileWriter::FileWriter(std::string path)
    : path_(std::move(path)), temporary_(path_ + "." + std::to_string(::getpid()) + ".tmp") {
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(path_, "write");
}

FileWriter::~FileWriter() {
  ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileWriter::append(std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = ::write(descriptor_, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_, "write");
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
}

void FileWriter::commit() {
  if (::fsync(descriptor_) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "write");
  temporary_.clear();
}

void write_file(const std::string& path, std::string_view contents) {
  FileWriter file(path);
  file.append(contents);
  file.commit();
}

MappedFile::MappedFile(const std::string& path) {
  const Descriptor descriptor(open_to_read(path));
  size_ = file_size(descriptor, path);
  if (size_ == 0) return;  // nothing to map, which the system refuses
  void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) fail(path, "read");
  data_ = static_cast<const std::byte*>(mapped);
}

void MappedFile::release(std::size_t offset, std::size_t bytes) const {
  if (offset >= size_) return;
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = offset / page * page, end = offset + std::min(bytes, size_ - offset);
  // A system that keeps the pages all the same does no harm.
  ::madvise(const_cast<std::byte*>(data_) + begin, end - begin, MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace bricks
