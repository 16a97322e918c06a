#!/bin/bash
# A domain controller in a network and a process table of its own: its ports are fixed, and it asks for a card that is not the
# loopback.   own-samba.sh FOLDER ADDRESS PASSWORD RELAY CERTIFICATE KEY   relays FOLDER/{ldap,ldaps}.sock to it.
set -euo pipefail
folder=$1 address=$2 password=$3 relay=$4 certificate=$5 key=$6
ip link set lo up
ip link add dc0 type veth peer name dc1
ip addr add "$address/30" dev dc0
ip link set dc0 up
ip link set dc1 up

samba-tool domain provision --targetdir="$folder" --realm=CORP.EXAMPLE.TEST --domain=CORP --server-role=dc \
  --dns-backend=NONE --host-name=dc1 --host-ip="$address" --adminpass="$password" > "$folder/provision.log" 2>&1
conf=$folder/etc/smb.conf
# It takes keys that nobody else can read, and passwords as short as those of other tests.
install -m 600 "$key" "$folder/key.pem"
install -m 644 "$certificate" "$folder/cert.pem"
sed -i "/^\[global\]/a\\
\tinterfaces = $address\\
\tbind interfaces only = yes\\
\tpid directory = $folder\\
\tncalrpc dir = $folder/ncalrpc\\
\tserver services = ldap rpc\\
\ttls certfile = $folder/cert.pem\\
\ttls keyfile = $folder/key.pem\\
\ttls cafile = $folder/cert.pem\\
\tlog file = $folder/samba.log" "$conf"
samba-tool domain passwordsettings set -s "$conf" --complexity=off --min-pwd-length=4 --min-pwd-age=0 \
  --history-length=0 --account-lockout-threshold=3 >> "$folder/provision.log" 2>&1
for port in ldap:389 ldaps:636; do
  node "$relay" "$folder/${port%:*}.sock" "$address" "${port#*:}" &
done
exec samba --interactive --model=single -s "$conf"
