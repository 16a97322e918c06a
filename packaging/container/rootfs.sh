#!/bin/sh
# Makes the root tree of an image from Debian packages and the bundle: rootfs.sh <server|all|guacd> <tree> [<bundle>]
# The Containerfile and build.sh both call it, so that an image is the same wherever it is made. As root, on Debian 12 or in
# its image; the mirror is the one that this system uses.
set -eu

variant=$1
tree=$2
bundle=${3:-}
here=$(dirname "$(readlink -f "$0")")
sources=/etc/apt/sources.list.d/debian.sources

packages=tini,libstdc++6,libatomic1
case $variant in
  server) ;;
  # guacd left Debian after bullseye; libssl1.1 and libwebp6 are what it needs and later releases have not.
  # passwd: its installation makes a user
  all | guacd) packages=$packages,passwd,guacd,libguac-client-rdp0,libguac-client-vnc0 ;;
  *) echo "rootfs.sh: no such image: $variant" >&2; exit 2 ;;
esac
if [ "$variant" != guacd ] && [ ! -x "$bundle/jadegate" ]; then
  echo "rootfs.sh: $bundle is no bundle: there is no program jadegate in it" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$sources" "$work/debian.sources"
if [ "$variant" != server ]; then
  # Beside bookworm: of what both have, apt takes the newer, which is never the one of bullseye. Without its security suite,
  # which lists packages that mirrors no longer have.
  awk 'BEGIN { RS = ""; ORS = "\n\n" } !/security/' "$sources" |
    sed -e '/^Suites:/s/.*/Suites: bullseye/' > "$work/bullseye.sources"
  set -- "$work/debian.sources" "$work/bullseye.sources"
else
  set -- "$work/debian.sources"
fi

rm -rf "$tree"
# canmount: builds in containers may not mount anything, and no package here needs it. The hook takes the empty package
# usr-is-merged, where apt by itself would take usrmerge and with it all of perl.
mmdebstrap --mode=root --variant=essential --skip=check/canmount,cleanup/apt/lists --include="$packages" \
  --hook-dir=/usr/share/mmdebstrap/hooks/maybe-merged-usr \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/lib/*/gconv/*' \
  --dpkgopt='path-exclude=/usr/share/icons/*' \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
  bookworm "$tree" "$@"

# What an image never uses: caches, lists, and logs of its own making.
rm -rf "$tree"/var/cache/* "$tree"/var/lib/apt "$tree"/var/log/* "$tree"/etc/apt "$tree"/usr/share/zoneinfo
# Nobody in the image becomes somebody else.
find "$tree" -xdev -type f -perm /6000 -exec chmod ug-s {} +

if [ "$variant" = guacd ]; then
  sed -i '/^guacd:/d' "$tree/etc/passwd" "$tree/etc/group"
  echo 'guacd:x:10002:10002::/tmp:/usr/sbin/nologin' >> "$tree/etc/passwd"
  echo 'guacd:x:10002:' >> "$tree/etc/group"
  exit 0
fi

echo 'jadegate:x:10001:10001::/data:/usr/sbin/nologin' >> "$tree/etc/passwd"
echo 'jadegate:x:10001:' >> "$tree/etc/group"
mkdir -p "$tree/opt"
cp -R "$bundle" "$tree/opt/jadegate"
chown -R 0:0 "$tree/opt/jadegate"
chmod -R u+rwX,go+rX,go-w "$tree/opt/jadegate"
# A quarter of it is for debuggers.
strip --strip-unneeded "$tree/opt/jadegate/node/bin/node"
install -m 0644 "$here/healthcheck.mjs" "$tree/opt/jadegate/healthcheck.mjs"
ln -s /opt/jadegate/jadegate "$tree/usr/local/bin/jadegate"
install -d -m 0700 -o 10001 -g 10001 "$tree/data"
