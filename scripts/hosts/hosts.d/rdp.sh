# xrdp on 127.0.0.1:3390 (security any, tls or rdp), with its session manager on [::1]:3350
dir=$R/rdp
install -d -m 755 "$dir" /run/xrdp
install -d -m 1777 /run/xrdp/sockdir
make_certificate "$dir"
# With crypt_level high, FreeRDP's classic RDP security fails on a MAC checksum; fips works.
sed -E -e 's#^port=3389#port=tcp://127.0.0.1:3390#' \
  -e "s#^LogFile=.*#LogFile=$R/log/xrdp-own.log#" -e 's#^EnableSyslog=.*#EnableSyslog=false#' \
  -e "s#^certificate=.*#certificate=$dir/cert.pem#" -e "s#^key_file=.*#key_file=$dir/key.pem#" \
  -e 's#^crypt_level=.*#crypt_level=fips#' /etc/xrdp/xrdp.ini > "$dir/xrdp.ini"
sed -E -e "s#^LogFile=.*#LogFile=$R/log/sesman-own.log#" -e 's#^EnableSyslog=.*#EnableSyslog=false#' \
  /etc/xrdp/sesman.ini > "$dir/sesman.ini"
# Accounts of the target's own, each with the desktop of a session. A desktop that nobody looks at any more stays, in the
# size it had, so that tests which would be in each other's way have one each. The pid file has the form that lib/process.sh
# reads, for down.sh.
for account in $TARGET_USER "${RDP_USERS[@]}"; do
  id "$account" > /dev/null 2>&1 || useradd -m -s /bin/bash "$account"
  echo "$account:$TARGET_PASSWORD" | chpasswd
  cat > "/home/$account/startwm.sh" <<'SESSION'
#!/bin/sh
echo "$$ $(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20)" > "$HOME/rdp-session$DISPLAY.pid"
xsetroot -solid steelblue
twm &
xeyes -geometry 200x150+600+60 &
exec xterm -geometry 80x24+20+40
SESSION
  chmod 755 "/home/$account/startwm.sh"
  chown "$account:" "/home/$account/startwm.sh"
done
clean_env='env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8'
port_free 3350 sesman
start sesman $clean_env /usr/sbin/xrdp-sesman --nodaemon --config "$dir/sesman.ini"
port_free 3390 xrdp
start xrdp $clean_env /usr/sbin/xrdp --nodaemon --config "$dir/xrdp.ini"
ready sesman listens ::1 3350
ready xrdp listens 127.0.0.1 3390
