#!/bin/bash
# Installs Samba as a domain controller, for the soak alone: it is large, and its ports are fixed. Starts nothing.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

PACKAGES=(samba-ad-dc samba-ad-provision ldap-utils)
missing=()
for package in "${PACKAGES[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

# Installing a package must never start a service on its standard port.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
apt-get -qq -o DPkg::Lock::Timeout=600 update
apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "${missing[@]}" < /dev/null
