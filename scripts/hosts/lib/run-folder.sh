# Where pids, logs and data of the test hosts live. Sourced by up.sh and down.sh.

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
default_run_folder=$checkout/.run/hosts

# Names the folder that was last used on this machine: the ports are fixed, so only one set of hosts can run.
CURRENT=/run/jadegate-test-hosts

# Prints the real folder behind the one asked for, and makes it.
# Some hosts run as their own users (postgres, guacd, tgt) and must be able to walk into it, and a Unix socket's path
# may have 107 characters. Where the checkout does not allow that (say, below /root), the folder asked for becomes
# a link to one below the system's temporary directory.
make_run_folder() {
  local asked=$1 key elsewhere
  if [ ! -L "$asked" ]; then
    mkdir -p "$asked"
    # Checkouts that share one folder by a link share its hosts, too.
    asked=$(cd "$asked" && pwd -P)
    if [ ${#asked} -le 70 ] && others_can_enter "$asked"; then
      echo "$asked"
      return
    fi
    key=$(printf %s "$asked" | sha256sum | cut -c1-12)
    elsewhere=/tmp/jadegate-test-hosts-$key
    rmdir "$asked"
    ln -s "$elsewhere" "$asked"
  fi
  elsewhere=$(readlink "$asked")
  mkdir -p -m 755 "$elsewhere"
  # Others can write below /tmp: a folder that is not ours could have been laid out to trick root.
  if [ -L "$elsewhere" ] || [ "$(stat -c %u "$elsewhere")" != "$(id -u)" ]; then
    echo "test hosts: $elsewhere belongs to somebody else; remove it" >&2
    return 1
  fi
  echo "$elsewhere"
}

others_can_enter() { chmod 755 "$1" && setpriv --reuid=nobody --regid=nogroup --clear-groups test -x "$1"; }
