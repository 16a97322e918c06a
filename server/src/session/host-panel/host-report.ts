import { CPU_PARTS, type CpuPart, type SessionStats } from '@jadegate/contract/session/session-stats';

/** Ticks the processors spent on each thing since the host was started. */
export type CpuTicks = Record<CpuPart, number>;

/** What a host answered, as far as it made sense. The name is absent when it was not asked for. */
interface HostReport {
  stats: Omit<SessionStats, 'cpu' | 'hostname'>;
  hostname: string | undefined;
  ticks: CpuTicks | undefined;
}

/** Enough for a machine with many disks and interfaces; what lies beyond is not read. */
export const MAX_REPORT_BYTES = 128 * 1024;
const MAX_ROWS = 64;
const MAX_TEXT = 200;
const KIB = 1024;

/**
 * Plain POSIX shell on one line without quotes of its own, so that it can be handed to any login shell. Every part may
 * fail or be unknown to the host; the next one is asked all the same. What may take long comes last: when the time is
 * up, what came before counts. A name is looked up in the network, so it is not asked for each time.
 */
export function reportCommand(isNameKnown: boolean): string {
  const parts: [string, string][] = [
    ['uptime', 'cat /proc/uptime'],
    ['load', 'cat /proc/loadavg'],
    ['cpu', 'head -n 1 /proc/stat'],
    ['memory', 'cat /proc/meminfo'],
    ['network', 'cat /proc/net/dev'],
    ['address', 'ip -o addr'],
    ['disk', 'df -kPl || df -kP'],
    ...(isNameKnown
      ? []
      : ([
          ['node', 'uname -n'],
          ['name', 'hostname -f'],
        ] as [string, string][])),
  ];
  const asked = parts.map(([name, command]) => `echo @${name}; ${command}`).join('; ');
  return `sh -c 'PATH=$PATH:/usr/sbin:/sbin; LC_ALL=C; export PATH LC_ALL; exec 2>/dev/null </dev/null; ${asked}'`;
}

/** Reads what a host answered. It may be anything: nothing here throws, and nothing grows without bound. */
export function parseReport(answer: Uint8Array): HostReport {
  const parts = splitParts(Buffer.from(answer.subarray(0, MAX_REPORT_BYTES)).toString('utf8'));
  const lines = (name: string) => parts.get(name) ?? [];
  const memory = memoryOf(lines('memory'));
  const [load1 = '', load5 = '', load10 = '', processes = ''] = words(lines('load')[0]);
  const [runningProcess = '', totalProcess = ''] = processes.split('/');
  const fqdn = cleanText(lines('name')[0]);
  const hostname = fqdn === '' || fqdn === 'localhost' ? cleanText(lines('node')[0]) : fqdn;
  return {
    stats: {
      uptime: Math.round(amount(words(lines('uptime')[0])[0]) * 1000),
      load1: decimal(load1),
      load5: decimal(load5),
      load10: decimal(load10),
      runningProcess: whole(runningProcess),
      totalProcess: whole(totalProcess),
      ...memory,
      fileSystems: fileSystemsOf(lines('disk')),
      network: networkOf(lines('network'), lines('address')),
    },
    hostname: hostname === '' ? undefined : hostname,
    ticks: ticksOf(lines('cpu')[0]),
  };
}

/** Shares of the time between two readings. Without two there is nothing to say, and all of them are zero. */
export function cpuBetween(before: CpuTicks | undefined, now: CpuTicks | undefined): SessionStats['cpu'] {
  const spent = (part: CpuPart) => (before && now ? Math.max(0, now[part] - before[part]) : 0);
  // The time of guests is part of the user's.
  const total = CPU_PARTS.reduce((sum, part) => sum + (part === 'guest' ? 0 : spent(part)), 0);
  const share = (part: CpuPart) =>
    total === 0 ? 0 : Math.min(100, Math.round((spent(part) / total) * 10_000) / 100);
  return Object.fromEntries(CPU_PARTS.map((part) => [part, share(part)])) as SessionStats['cpu'];
}

function splitParts(text: string): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    const name = /^@([a-z]+)$/.exec(line)?.[1];
    if (name !== undefined) {
      current = [];
      parts.set(name, current);
    } else if (line.trim() !== '') {
      current?.push(line);
    }
  }
  return parts;
}

function words(line: string | undefined): string[] {
  return line?.trim().split(/\s+/) ?? [];
}

/** A number that can be counted on; anything else is nothing. */
function amount(text: string | undefined): number {
  const value = /^\d{1,20}(\.\d{1,10})?$/.test(text ?? '') ? Number(text) : 0;
  return value < Number.MAX_SAFE_INTEGER / KIB ? value : 0;
}

const decimal = (text: string) => (/^\d{1,8}\.\d{1,4}$/.test(text) ? text : '');
const whole = (text: string) => (/^\d{1,10}$/.test(text) ? text : '');

/** A name to show: no controls, nothing that turns the direction of writing, not endless. */
function cleanText(text: string | undefined): string {
  return (text ?? '')
    .trim()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, MAX_TEXT);
}

function memoryOf(lines: readonly string[]) {
  const found = new Map<string, number>();
  for (const line of lines) {
    const [, name, value] = /^([A-Za-z]+):\s+(\d+) kB$/.exec(line.trim()) ?? [];
    if (name !== undefined) {
      found.set(name, amount(value) * KIB);
    }
  }
  const bytes = (name: string) => found.get(name) ?? 0;
  const free = bytes('MemFree');
  return {
    memTotal: bytes('MemTotal'),
    // Kernels before 3.14 do not tell; what can be dropped at once comes close.
    memAvailable: found.get('MemAvailable') ?? free + bytes('Buffers') + bytes('Cached'),
    memFree: free,
    memBuffers: bytes('Buffers'),
    memCached: bytes('Cached'),
    swapTotal: bytes('SwapTotal'),
    swapFree: bytes('SwapFree'),
  };
}

function ticksOf(line: string | undefined): CpuTicks | undefined {
  const [label, ...numbers] = words(line);
  if (label !== 'cpu' || numbers.length < 4) {
    return undefined;
  }
  return Object.fromEntries(CPU_PARTS.map((part, at) => [part, amount(numbers[at])])) as CpuTicks;
}

interface Disk {
  device: string;
  mountPoint: string;
  used: number;
  free: number;
}

/**
 * File systems on a device, each device once: the same disk is often mounted in many places. In a container none may
 * have one; its root is told instead.
 */
function fileSystemsOf(lines: readonly string[]): SessionStats['fileSystems'] {
  const disks = lines.flatMap((line): Disk[] => {
    const [, device = '', used, free, mountPoint] =
      /^(\S+)\s+\d+\s+(\d+)\s+(\d+)\s+\S+\s+(\/.*)$/.exec(line.trim()) ?? [];
    return mountPoint === undefined
      ? []
      : [{ device, mountPoint: cleanText(mountPoint), used: amount(used) * KIB, free: amount(free) * KIB }];
  });
  // Loop devices are files that look like full disks.
  const real = disks.filter(({ device }) => /^\/dev\/(?!loop)/.test(device));
  const shown = real.length > 0 ? real : disks.filter(({ mountPoint }) => mountPoint === '/');
  const once = new Map<string, Disk>();
  for (const disk of shown) {
    if (!once.has(disk.device)) {
      once.set(disk.device, disk);
    }
  }
  return [...once.values()]
    .slice(0, MAX_ROWS)
    .map(({ mountPoint, used, free }) => ({ mountPoint, used, free }));
}

function networkOf(counters: readonly string[], addresses: readonly string[]): SessionStats['network'] {
  const network = new Map<string, SessionStats['network'][string]>();
  for (const line of counters) {
    const [, name, numbers] = /^\s*([^\s:]{1,40}):\s*(.+)$/.exec(line) ?? [];
    const columns = words(numbers);
    if (name !== undefined && columns.length >= 9 && network.size < MAX_ROWS) {
      network.set(cleanText(name), { ipv4: '', ipv6: '', rx: amount(columns[0]), tx: amount(columns[8]) });
    }
  }
  for (const line of addresses) {
    const [, name = '', family, address = ''] =
      /^\d+:\s+([^\s@]+)(?:@\S+)?\s+(inet6?)\s+([0-9a-fA-F.:]+\/\d{1,3})/.exec(line.trim()) ?? [];
    const entry = network.get(name);
    const field = family === 'inet6' ? 'ipv6' : 'ipv4';
    // The first of several is the one the host goes by.
    if (entry && entry[field] === '') {
      entry[field] = address;
    }
  }
  return Object.fromEntries(network);
}
