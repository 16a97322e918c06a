getent group jadegate >/dev/null || groupadd --system jadegate
getent passwd jadegate >/dev/null ||
  useradd --system --gid jadegate --home-dir /var/lib/jadegate --no-create-home --shell /usr/sbin/nologin jadegate
