import type { Username } from './demo-people.ts';

/** One session that somebody of the demo had: what they typed, line by line. */
export interface SessionScript {
  username: Username;
  host: string;
  lines: readonly string[];
  /** Files that they put there beside the terminal. */
  files?: Readonly<Record<string, string>>;
}

/** A line that the command filter stops: it is typed, and taken back. */
export const isStopped = (line: string) => line.startsWith('rm -rf');

/** What was done before you came. */
export const SESSION_SCRIPTS: readonly SessionScript[] = [
  {
    username: 'junjie',
    host: 'web-01',
    lines: ['uptime', 'grep 502 /var/log/nginx/access.log', 'tail -n 3 /var/log/nginx/error.log', 'exit'],
  },
  {
    username: 'junjie',
    host: 'app-01',
    lines: [
      'cat /srv/orders/release.txt',
      'cat /srv/orders/config.yaml',
      'grep ERROR /var/log/orders/app.log',
      'exit',
    ],
  },
  {
    username: 'meiling',
    host: 'web-02',
    lines: ['ls -l /etc/nginx', 'cat /etc/nginx/sites-enabled/shop.conf', 'systemctl status nginx', 'exit'],
    files: { '/home/ops/shop.conf.new': 'upstream shop { server 10.20.0.33:8080; keepalive 32; }\n' },
  },
  {
    username: 'meiling',
    host: 'web-01',
    lines: ['df -h', 'rm -rf /var/www/shop', 'ls /var/www/shop', 'exit'],
  },
  {
    username: 'zhihao',
    host: 'db-01',
    lines: ['df -h /data', 'tail -n 3 /var/log/postgresql/postgresql-17-main.log', 'ps', 'exit'],
  },
  {
    username: 'zhihao',
    host: 'db-01',
    lines: [
      'grep duration /var/log/postgresql/postgresql-17-main.log',
      'cat /var/backups/orders/2026-11-17.dump.sha256',
      'exit',
    ],
    files: {
      '/home/ops/slow-queries.sql':
        'select query, calls, mean_exec_time from pg_stat_statements order by 3 desc limit 20;\n',
    },
  },
  {
    username: 'zhihao',
    host: 'nas-01',
    lines: ['cat /etc/exports', 'ls -l /data/models', 'df -h', 'exit'],
  },
  {
    username: 'jianhong',
    host: 'gpu-01',
    lines: [
      'nvidia-smi',
      'cd train',
      'cat config.yaml',
      'nohup python3 train.py &',
      'tail -n 2 train.log',
      'exit',
    ],
    files: { '/home/ops/train/prompts.jsonl': '{"prompt":"請用一句話介紹台灣的高山茶"}\n' },
  },
  {
    username: 'jianhong',
    host: 'gpu-02',
    lines: ['nvidia-smi', 'free -h', 'ls train', 'exit'],
  },
  {
    username: 'shufen',
    host: 'gpu-02',
    lines: ['cat train/train.py', 'nohup python3 train/train.py &', 'nvidia-smi', 'exit'],
  },
  {
    username: 'meiling',
    host: 'app-01',
    lines: ['cat notes.txt', 'sudo cat /etc/shadow', 'systemctl status orders', 'exit'],
  },
  {
    username: 'junjie',
    host: 'web-02',
    lines: ['w', 'grep -c api /var/log/nginx/access.log', 'cat notes.txt', 'exit'],
  },
];

/** One on the host with a screen: lines of a note, and then the window is put elsewhere. */
export const DESKTOP_SCRIPT: Omit<SessionScript, 'files'> = {
  username: 'meiling',
  host: 'desk-01',
  lines: [
    '- web-02: new upstream since 09:10',
    '- 502s are gone, see the log',
    '- next: rotate the key of orders',
  ],
};

/** What goes on while you look: each is done again when it is over. */
export const LIVE_SESSION_SCRIPTS: readonly SessionScript[] = [
  { username: 'junjie', host: 'web-01', lines: ['tail -f /var/log/nginx/access.log', 'uptime'] },
  { username: 'zhihao', host: 'db-01', lines: ['top', 'df -h', 'free -h'] },
  { username: 'shufen', host: 'gpu-01', lines: ['watch nvidia-smi', 'ls -l train'] },
];
