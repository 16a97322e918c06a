# Redis on 127.0.0.1:56379, password rpass, in memory only
install -d "$R/redis"
port_free 56379 redis
start redis redis-server --bind 127.0.0.1 --port 56379 --save '' --appendonly no --requirepass rpass --dir "$R/redis"
ready redis env REDISCLI_AUTH=rpass redis-cli -e -p 56379 ping
