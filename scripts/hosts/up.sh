#!/bin/bash
# Starts real test hosts on loopback. Debian, root, after install.sh. What already runs is left alone.
#   up.sh [--dir FOLDER] [--for PID] [host...]
# FOLDER (.run/hosts) gets pids/, log/ and each host's data. PID is the test run that uses the hosts: until it ends,
# another checkout may not take them. Without names, every host of hosts.d starts.
# Addresses, users and passwords of the hosts are in e2e/src/hosts.ts.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib/run-folder.sh"
. "$here/lib/process.sh"

# vnc comes before nla, which shares its screen
ALL_HOSTS=(ssh telnet vnc rdp nla guacd libvirt pg redis nats ldap s3)
TARGET_USER=tgt
TARGET_PASSWORD=Tgt-pass1
TARGET_HOME=/home/$TARGET_USER
# Beside the target user, with the same password
RDP_USERS=(desk-one desk-two desk-three)

folder=$default_run_folder
holder=
while [ $# -gt 0 ]; do
  case $1 in
    --dir) folder=$2; shift 2 ;;
    --for) holder=$2; shift 2 ;;
    --*) echo "up.sh: unknown option $1" >&2; exit 2 ;;
    *) break ;;
  esac
done
[ "$(id -u)" = 0 ] || { echo 'test hosts: only root can start them' >&2; exit 1; }
[ $# -gt 0 ] || set -- "${ALL_HOSTS[@]}"

began=$(date +%s%N)
elapsed() { echo $((($(date +%s%N) - began) / 1000000)); }

R=$(make_run_folder "$folder")
mkdir -p "$R/pids" "$R/log"

# Hosts of another checkout hold the same ports. If nobody uses them they were left behind: end them.
other=$(cat "$CURRENT" 2> /dev/null || true)
if [ -n "$other" ] && [ "$other" != "$R" ] && [ -d "$other/pids" ]; then
  if alive "$other/holder"; then
    echo "test hosts: in use by another test run (pid $(cut -d' ' -f1 "$other/holder"), folder $other); wait for it to end" >&2
    exit 1
  fi
  echo "test hosts: ending those left running in $other"
  bash "$here/down.sh" --dir "$other"
fi
echo "$R" > "$CURRENT"
[ -z "$holder" ] || echo "$holder $(start_time "$holder")" > "$R/holder"

# self-signed certificate for a host that speaks TLS
make_certificate() {
  [ -f "$1/key.pem" ] || openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost \
    -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' -keyout "$1/key.pem" -out "$1/cert.pem" 2> /dev/null
}

id $TARGET_USER > /dev/null 2>&1 || useradd -m -s /bin/bash $TARGET_USER
echo "$TARGET_USER:$TARGET_PASSWORD" | chpasswd

for host in "$@"; do
  [ -f "$here/hosts.d/$host.sh" ] || { echo "up.sh: no host is called $host; there are: ${ALL_HOSTS[*]}" >&2; exit 2; }
  . "$here/hosts.d/$host.sh"
done
echo "test hosts: up in $(elapsed) ms: $*"
