#!/bin/bash
# Unpacks the newest OpenSSH client that the mirror has, with the libraries it brings, into a folder, and installs nothing:
#   newer-openssh.sh FOLDER    afterwards FOLDER/ssh is that client
# A second run does nothing. Fails with a sentence where the mirror does not have it.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

folder=$1
[ ! -x "$folder/ssh" ] || exit 0
. "$(dirname "${BASH_SOURCE[0]}")/lib/other-suite.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

use_suite "$work" sid
cd "$work/debs"
# shellcheck disable=SC2046 # one word each
apt-get -qq download $(
  apt-cache depends --recurse --important --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances openssh-client |
    grep -E '^(lib[a-z0-9.+-]+|zlib1g|openssh-client)$' | sort -u
)
for package in *.deb; do dpkg-deb --extract "$package" "$work/tree"; done
libraries=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2> /dev/null || gcc -print-multiarch 2> /dev/null || echo x86_64-linux-gnu)
loader=$(cd "$work/tree" && ls "$libraries"/ld-linux*.so.* | head -n 1)

mkdir -p "$folder"
cp -a "$work/tree" "$folder/tree.new"
mv "$folder/tree.new" "$folder/tree"
real=$(cd "$folder" && pwd -P)
cat > "$folder/ssh.new" <<CLIENT
#!/bin/sh
exec '$real/tree/$loader' --library-path '$real/tree/$libraries' '$real/tree/usr/bin/ssh' "\$@"
CLIENT
chmod 755 "$folder/ssh.new"
"$folder/ssh.new" -V 2>&1
mv "$folder/ssh.new" "$folder/ssh"
