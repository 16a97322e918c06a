#!/bin/sh
# Builds the images with buildah from Debian packages alone, without an image registry:
#   build.sh <bundle> [server|all|guacd ...]
# As root on Debian 12, with buildah, mmdebstrap and binutils; in a sandbox without overlays with STORAGE_DRIVER=vfs. OUT
# names a folder for archives that `docker load` and `podman load` read.
set -eu

[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
bundle=$(readlink -f "$1")
shift
[ $# -gt 0 ] || set -- server all guacd
here=$(dirname "$(readlink -f "$0")")
version=$(cat "$bundle/VERSION")
# Of the product without guacd, unpacked.
largest_mb=250

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for image in "$@"; do
  case $image in
    server) name=jadegate stage=product ;;
    all) name=jadegate-all stage=product ;;
    guacd) name=jadegate-guacd stage=guacd ;;
    *) echo "build.sh: no such image: $image" >&2; exit 2 ;;
  esac
  mkdir "$work/$image"
  sh "$here/rootfs.sh" "$image" "$work/tree" "$bundle"
  mb=$(du -s --apparent-size --block-size=1000000 "$work/tree" | cut -f1)
  if [ "$image" = server ] && [ "$mb" -gt $largest_mb ]; then
    echo "build.sh: the image has $mb MB, and $largest_mb are allowed" >&2
    exit 1
  fi
  # An archive keeps the owners of files, which a copied folder does not.
  tar --create --numeric-owner --file="$work/$image/tree.tar" --directory="$work/tree" .
  # The last stage of the Containerfile, with the tree that is here.
  awk -v wanted="$stage" '$1 == "FROM" { found = $4 == wanted } found' "$here/Containerfile" |
    sed 's|^COPY --from=tree .*|ADD tree.tar /|' > "$work/$image/Containerfile"
  # Docker's format, because that of the OCI has no health check.
  buildah bud --quiet --isolation chroot --format docker --tag "localhost/$name:$version" \
    --label org.opencontainers.image.title="$name" --label org.opencontainers.image.version="$version" \
    --label org.opencontainers.image.licenses=Apache-2.0 --file "$work/$image/Containerfile" "$work/$image"
  [ -z "${OUT:-}" ] || buildah push --quiet "localhost/$name:$version" "docker-archive:$OUT/$name-$version.tar:localhost/$name:$version"
  echo "localhost/$name:$version: $mb MB unpacked"
  rm -rf "$work/tree" "${work:?}/$image"
done
