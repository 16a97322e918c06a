# guacd on 127.0.0.1:4822, as its own user. FreeRDP inside it needs a writable home for its certificate store.
install -d -o guacd -g guacd "$R/guacd" "$R/guacd/home"
port_free 4822 guacd
start guacd $(as guacd) env HOME="$R/guacd/home" LANG=C.UTF-8 /usr/sbin/guacd -f -b 127.0.0.1 -l 4822 -L info
ready guacd listens 127.0.0.1 4822
