#!/bin/bash
# Installs every real test host from Debian packages. Needs Debian and root; a second run does nothing.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

PACKAGES=(
  openssh-server openssh-client openssh-sftp-server sshpass
  busybox-static e2fsprogs # a host that has nothing else, and a disk of its own that is full
  libpam-google-authenticator # an sshd that asks for a one-time code after the password
  inetutils-telnetd inetutils-inetd
  tigervnc-standalone-server tigervnc-tools xterm twm x11-apps x11-xserver-utils xclip
  xrdp xorgxrdp fuse3 ssl-cert
  freerdp2-shadow-x11 winpr-utils
  libvirt-clients libvirt-daemon libvirt-daemon-driver-qemu qemu-system-x86 qemu-utils
  postgresql redis-server nats-server
  slapd ldap-utils
  rsyslog rsyslog-openssl # a collector of events
  mariadb-server # an old installation that people move in from
  radosgw ceph-mon ceph-osd
  chromium fonts-noto-cjk fonts-dejavu-core
  nginx # a reverse proxy in front of the product
  haproxy # in front of several
  prometheus # brings promtool, which judges /metrics and its rules
  ssh-audit # what others say of the SSH door
  rsync sshfs lftp putty-tools python3-paramiko ansible-core # clients that people bring to the SSH door
  iproute2 curl openssl unzip
)
# guacd left Debian after bullseye. Its eight packages run on bookworm; their other dependencies come from bookworm.
GUACD_PACKAGES=(
  guacd libguac19 libguac-client-rdp0 libguac-client-vnc0 libguac-client-ssh0 libguac-client-telnet0
  libssl1.1 libwebp6
)

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for package in "${PACKAGES[@]}"; do installed "$package" || missing+=("$package"); done
guacd_missing=no
for package in "${GUACD_PACKAGES[@]}"; do installed "$package" || guacd_missing=yes; done
if [ ${#missing[@]} -eq 0 ] && [ $guacd_missing = no ]; then
  echo 'test hosts: every package is installed'
  exit 0
fi

if [ "$(id -u)" != 0 ]; then
  echo 'test hosts: packages are missing and only root can install them; run this script as root' >&2
  exit 1
fi

work=$(mktemp -d)
chmod 755 "$work" # apt downloads as its own user
made_policy=no
finish() {
  rm -rf "$work"
  [ $made_policy = no ] || rm -f /usr/sbin/policy-rc.d
}
trap finish EXIT

# Installing a package must never start a service on its standard port. This file forbids it, for this run only.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
  made_policy=yes
fi

. "$(dirname "${BASH_SOURCE[0]}")/lib/other-suite.sh"

download_guacd() {
  local package version
  use_suite "$work" bullseye
  cd "$work/debs"
  for package in "${GUACD_PACKAGES[@]}"; do
    apt-get -qq download "$package" 2> /dev/null && continue
    # A version may be listed and yet be gone from the mirror: take the next one that is listed.
    for version in $(apt-cache madison "$package" | awk '{ print $3 }' | tail -n +2); do
      apt-get -qq download "$package=$version" && continue 2
    done
    echo "test hosts: no version of $package can be downloaded; bullseye may have left the mirror" >&2
    return 1
  done
}

apt=(apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3)
"${apt[@]}" update
if [ $guacd_missing = yes ]; then
  (download_guacd) # a subshell keeps the private apt configuration out of the install below
  missing+=("$work"/debs/*.deb)
fi
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" < /dev/null
apt-get -qq clean
echo 'test hosts: installed'
