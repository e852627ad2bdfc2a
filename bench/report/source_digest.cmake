# Writes the definition of bricks::source_digest to OUT: twelve digits of the hash of all files that FILES lists.
file(STRINGS ${FILES} paths)
set(digests "")
foreach(path IN LISTS paths)
  file(SHA256 ${path} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING ${digest} 0 12 digest)
file(WRITE ${OUT} "namespace bricks {
extern const char* const source_digest;
const char* const source_digest = \"${digest}\";
}  // namespace bricks
")
