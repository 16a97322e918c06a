import type { HostProfile } from './host-profile.ts';

const logLine = (at: number, request: string, status: number, bytes: number) =>
  `10.20.8.${10 + (at % 40)} - - [18/Nov/2026:09:${String(10 + Math.floor(at / 4)).padStart(2, '0')}:${String((at * 13) % 60).padStart(2, '0')} +0800] "GET ${request} HTTP/2.0" ${status} ${bytes}\n`;

const ACCESS_LOG = Array.from({ length: 60 }, (_, at) =>
  logLine(
    at,
    ['/', '/api/orders', '/api/orders/7741', '/assets/app.css', '/healthz'][at % 5] ?? '/',
    at % 17 === 0 ? 502 : 200,
    900 + at * 31,
  ),
).join('');

const ERROR_LOG = `2026/11/18 09:12:41 [error] 812#812: *40122 connect() failed (111: Connection refused) while connecting to upstream, upstream: "http://10.20.0.33:8080/api/orders"
2026/11/18 09:12:42 [error] 812#812: *40125 connect() failed (111: Connection refused) while connecting to upstream, upstream: "http://10.20.0.33:8080/api/orders"
2026/11/18 09:14:03 [notice] 812#812: signal process started
`;

const ROLES: Record<HostProfile['role'], Readonly<Record<string, string>>> = {
  web: {
    '/etc/nginx/nginx.conf':
      'worker_processes auto;\nevents { worker_connections 4096; }\nhttp {\n  include sites-enabled/*;\n  keepalive_timeout 65s;\n}\n',
    '/etc/nginx/sites-enabled/shop.conf':
      'upstream shop { server 10.20.0.33:8080; }\nserver {\n  listen 443 ssl;\n  server_name shop.example.tw;\n  location / { proxy_pass http://shop; }\n}\n',
    '/var/log/nginx/access.log': ACCESS_LOG,
    '/var/log/nginx/error.log': ERROR_LOG,
    '/var/www/shop/index.html': '<!doctype html>\n<title>shop.example.tw</title>\n',
  },
  app: {
    '/srv/orders/config.yaml':
      'listen: 0.0.0.0:8080\ndatabase: 10.20.0.34:5432/orders\nworkers: 24\nlog: info\n',
    '/srv/orders/release.txt': 'orders 4.8.2 (2026-11-17)\n',
    '/var/log/orders/app.log':
      '2026-11-18T09:12:38+08:00 INFO  stopping, 0 requests under way\n2026-11-18T09:12:44+08:00 INFO  orders 4.8.2 listening on 8080\n2026-11-18T09:13:02+08:00 WARN  slow query 1840 ms: select * from order_line where order_id = $1\n2026-11-18T09:13:19+08:00 ERROR payment gateway timed out after 5000 ms, order 7741 is kept\n',
  },
  db: {
    '/etc/postgresql/17/main/postgresql.conf':
      "shared_buffers = '128GB'\nmax_connections = 400\nwal_level = replica\nlog_min_duration_statement = 500\n",
    '/var/log/postgresql/postgresql-17-main.log':
      '2026-11-18 09:13:02.114 CST [21744] LOG:  duration: 1840.221 ms  execute: select * from order_line where order_id = $1\n2026-11-18 09:15:00.003 CST [912] LOG:  checkpoint starting: time\n2026-11-18 09:17:29.870 CST [912] LOG:  checkpoint complete: wrote 41822 buffers (0.2%)\n',
    '/var/backups/orders/2026-11-17.dump.sha256':
      '5b1c0f7c3f0d6f0bb4a7f9f3f2b4c0a8d9e1a7c6b5d4e3f2a1b0c9d8e7f6a5b4  2026-11-17.dump\n',
  },
  gpu: {
    '/home/ops/train/train.py':
      'import torch\n\nmodel = build(hidden=8192, layers=80)\nfor step, batch in enumerate(loader):\n    loss = model(batch).loss\n    loss.backward()\n',
    '/home/ops/train/config.yaml': 'model: llama-70b\nprecision: bf16\nbatch: 64\nsteps: 20000\n',
    '/home/ops/train/train.log':
      'step 1180  loss 2.114  tokens/s 41210\nstep 1200  loss 2.098  tokens/s 41377\nstep 1220  loss 2.091  tokens/s 41344\n',
  },
  nas: {
    '/etc/exports': '/data/home 10.20.0.0/24(rw,root_squash)\n/data/models 10.20.0.0/24(ro)\n',
    '/data/incoming/': '',
    '/data/models/README': 'Weights of models that were released. Ask the platform team before adding any.\n',
  },
};

/** What lies on a host. */
export function filesOf({ name, role, number }: HostProfile): Readonly<Record<string, string>> {
  return {
    '/etc/hostname': `${name}\n`,
    '/etc/hosts': `127.0.0.1 localhost\n10.20.0.${number} ${name}\n`,
    '/etc/motd': `${name}: a host of the demo. Nothing here is real, and nothing can break.\n`,
    '/etc/passwd':
      'root:x:0:0:root:/root:/bin/bash\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\nops:x:1000:1000:Operations:/home/ops:/bin/bash\n',
    '/home/ops/.bashrc': "export PS1='\\u@\\h:\\w$ '\n",
    '/home/ops/notes.txt':
      '2026-11-12 憑證於 12 月 3 日到期，續約由王俊傑處理\n2026-11-17 訂單服務升級至 4.8.2，回復方式見 /srv/orders/release.txt\n',
    '/home/ops/bin/health.sh': 'uptime\ndf -h /data\nfree -h\n',
    '/tmp/': '',
    ...ROLES[role],
  };
}
