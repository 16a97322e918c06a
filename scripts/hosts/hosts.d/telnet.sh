# telnetd on 127.0.0.1:2323, started by inetd for each connection (-d keeps inetd in the foreground)
echo '127.0.0.1:2323 stream tcp nowait root /usr/sbin/telnetd telnetd' > "$R/inetd.conf"
port_free 2323 telnet
start telnet /usr/sbin/inetutils-inetd -d --pidfile="$R/inetd.pid" "$R/inetd.conf"
ready telnet listens 127.0.0.1 2323
