import type { SessionStats } from '@jadegate/contract/session/session-stats';

const GIB = 1024 ** 3;

/** A host that tells everything. */
export function someStats(change: Partial<SessionStats> = {}): SessionStats {
  return {
    uptime: 93_600_000,
    hostname: 'web-01.example.test',
    load1: '0.15',
    load5: '0.20',
    load10: '1.25',
    runningProcess: '2',
    totalProcess: '345',
    memTotal: 16 * GIB,
    memAvailable: 12 * GIB,
    memFree: 4 * GIB,
    memBuffers: GIB,
    memCached: 7 * GIB,
    swapTotal: 2 * GIB,
    swapFree: GIB,
    fileSystems: [{ mountPoint: '/', used: 95 * GIB, free: 5 * GIB }],
    network: {
      lo: { ipv4: '127.0.0.1/8', ipv6: '::1/128', rx: 0, tx: 0 },
      eth0: { ipv4: '10.0.0.5/24', ipv6: '', rx: 1_048_576, tx: 2048 },
    },
    cpu: { user: 20, nice: 0, system: 5, idle: 70, ioWait: 3, irq: 0, softIrq: 0, steal: 2, guest: 0 },
    ...change,
  };
}

/** A host that answers, and tells nothing. */
export function noStats(): SessionStats {
  const none = { user: 0, nice: 0, system: 0, idle: 0, ioWait: 0, irq: 0, softIrq: 0, steal: 0, guest: 0 };
  return {
    ...someStats({ uptime: 0, hostname: '', load1: '', load5: '', load10: '' }),
    runningProcess: '',
    totalProcess: '',
    memTotal: 0,
    memAvailable: 0,
    memFree: 0,
    memBuffers: 0,
    memCached: 0,
    swapTotal: 0,
    swapFree: 0,
    fileSystems: [],
    network: {},
    cpu: none,
  };
}
