import { fileURLToPath } from 'node:url';

/** A machine of the demo: what it says it is. Nothing of it is more than words in one process. */
export interface HostProfile {
  name: string;
  /** The last part of its loopback address. */
  number: number;
  os: 'debian' | 'ubuntu';
  product: string;
  threads: number;
  memGb: number;
  diskGb: number;
  /** How busy its processors are, as a share, and how far that goes up and down. */
  load: readonly [base: number, swing: number];
  gpus: number;
  role: 'web' | 'app' | 'db' | 'gpu' | 'nas';
}

/** The one with a screen. */
export const DESK = { name: 'desk-01', number: 38 } as const;

/** Where one of them listens, and with which key. */
export interface HostPlace {
  name: string;
  address: string;
  port: number;
}

/** What the process of the hosts is told at its start, and what it answers. */
export interface HostsOrder {
  places: readonly HostPlace[];
  keys: Readonly<Record<string, string>>;
}
export type HostsAnswer = { places: HostPlace[] } | { failure: string };

export const HOST_ACCOUNT = { username: 'ops', password: 'demo-hosts-take-this' } as const;

export const HOSTS: readonly HostProfile[] = [
  {
    name: 'web-01',
    number: 31,
    os: 'debian',
    product: 'PowerEdge R660',
    threads: 32,
    memGb: 128,
    diskGb: 960,
    load: [0.28, 0.12],
    gpus: 0,
    role: 'web',
  },
  {
    name: 'web-02',
    number: 32,
    os: 'debian',
    product: 'PowerEdge R660',
    threads: 32,
    memGb: 128,
    diskGb: 960,
    load: [0.22, 0.1],
    gpus: 0,
    role: 'web',
  },
  {
    name: 'app-01',
    number: 33,
    os: 'ubuntu',
    product: 'ProLiant DL360 Gen11',
    threads: 48,
    memGb: 256,
    diskGb: 1920,
    load: [0.41, 0.18],
    gpus: 0,
    role: 'app',
  },
  {
    name: 'db-01',
    number: 34,
    os: 'debian',
    product: 'ProLiant DL380 Gen11',
    threads: 64,
    memGb: 512,
    diskGb: 7680,
    load: [0.55, 0.2],
    gpus: 0,
    role: 'db',
  },
  {
    name: 'gpu-01',
    number: 35,
    os: 'ubuntu',
    product: 'SYS-821GE-TNHR',
    threads: 112,
    memGb: 1024,
    diskGb: 15_360,
    load: [0.62, 0.15],
    gpus: 4,
    role: 'gpu',
  },
  {
    name: 'gpu-02',
    number: 36,
    os: 'ubuntu',
    product: 'SYS-821GE-TNHR',
    threads: 112,
    memGb: 1024,
    diskGb: 15_360,
    load: [0.35, 0.2],
    gpus: 2,
    role: 'gpu',
  },
  {
    name: 'nas-01',
    number: 37,
    os: 'debian',
    product: 'SSG-640SP-E1CR90',
    threads: 16,
    memGb: 256,
    diskGb: 245_760,
    load: [0.12, 0.06],
    gpus: 0,
    role: 'nas',
  },
];

/** What its hosts call themselves to SSH clients. */
export const SSH_IDENT = 'JadegateDemo';

/** The module that is started as a process of its own: compiled in a build, as it is written in development. */
export const hostsModule = () =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './hosts.process.ts' : './hosts.process.js', import.meta.url),
  );
