import type { Shell } from './shell.ts';

/** Programs that seem to run, by what the host is for: account, share of a processor, share of memory, command. */
const PROGRAMS: Record<string, readonly (readonly [string, number, number, string])[]> = {
  web: [
    ['root', 0.1, 0.2, 'nginx: master process /usr/sbin/nginx'],
    ['www-data', 11.4, 1.1, 'nginx: worker process'],
    ['www-data', 9.8, 1.1, 'nginx: worker process'],
  ],
  app: [
    ['orders', 34.2, 6.1, '/srv/orders/bin/orders --config /srv/orders/config.yaml'],
    ['orders', 2.1, 0.4, '/srv/orders/bin/orders-mailer'],
  ],
  db: [
    ['postgres', 4.1, 24.8, '/usr/lib/postgresql/17/bin/postgres -D /var/lib/postgresql/17/main'],
    ['postgres', 22.7, 3.1, 'postgres: orders orders 10.20.0.33(50122) SELECT'],
    ['postgres', 8.3, 2.2, 'postgres: checkpointer'],
  ],
  gpu: [['root', 0.4, 0.1, '/usr/bin/nvidia-persistenced --verbose']],
  nas: [
    ['root', 3.2, 0.3, '[nfsd]'],
    ['root', 2.9, 0.3, '[nfsd]'],
  ],
};

export function processRows({ parts: { figures } }: Shell): [number, string, number, number, string][] {
  const programs = PROGRAMS[figures.profile.role] ?? [];
  const seconds = Math.floor(figures.uptime);
  return [
    [1, 'root', 0, 0.1, '/sbin/init'],
    [688, 'root', 0, 0.1, 'sshd: /usr/sbin/sshd -D'],
    ...programs.map(([account, cpu, memory, command], at): [number, string, number, number, string] => [
      812 + at * 41,
      account,
      Math.max(0, cpu + Math.sin(seconds / 3 + at) * cpu * 0.3),
      memory,
      command,
    ]),
    ...figures.jobs.map(({ pid, account, program }): [number, string, number, number, string] => [
      pid,
      account,
      99.3,
      4.2,
      program,
    ]),
    [4711, 'ops', 0, 0.1, '-bash'],
  ];
}
