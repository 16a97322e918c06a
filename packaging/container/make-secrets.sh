#!/bin/sh
# Makes the secrets that the compose files read, each for the one that reads it: make-secrets.sh <folder>
# As root, because they belong to users of the containers. What is there already stays as it is.
set -eu

[ $# = 1 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
umask 077
mkdir -p "$1"
cd "$1"

PRODUCT=10001
POSTGRES=999
HAPROXY=99
SEAWEEDFS=0

# keep <file> <user>: writes what comes in, unless the file is there
keep() {
  if [ -e "$1" ]; then
    cat > /dev/null
  else
    cat > "$1"
    chmod 0400 "$1"
    chown "$2:$2" "$1"
  fi
}
random() { openssl rand -hex "$1"; }

openssl rand -base64 32 | keep master_key $PRODUCT

random 24 | keep postgres_password $POSTGRES
echo "postgres://jadegate:$(cat postgres_password)@postgres/jadegate" | keep database_url $PRODUCT

random 10 | keep s3_access_key_id $PRODUCT
random 24 | keep s3_secret_access_key $PRODUCT
keep s3.json $SEAWEEDFS << JSON
{ "identities": [ { "name": "jadegate", "actions": ["Admin"],
  "credentials": [ { "accessKey": "$(cat s3_access_key_id)", "secretKey": "$(cat s3_secret_access_key)" } ] } ] }
JSON

# For a first look; put one that browsers trust in its place.
if [ ! -e gate.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=gate.example \
    -addext subjectAltName=DNS:gate.example,DNS:localhost -keyout key.pem -out cert.pem
  cat cert.pem key.pem | keep gate.pem $HAPROXY
  rm cert.pem key.pem
fi
