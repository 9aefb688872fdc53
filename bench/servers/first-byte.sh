# A server that notes in a file when the first byte of a client reaches it, and ends.
head -c 1 >/dev/null && date +%s%N >>"$1"
