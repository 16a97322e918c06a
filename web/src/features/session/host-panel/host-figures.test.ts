import { describe, expect, it } from 'vitest';

import { cpuUse, memoryUse, sampleAfter, hasNoFigures, uptimeParts } from './host-figures.ts';
import { noStats, someStats } from './host-panel.builders.ts';

const withTraffic = (rx: number, tx: number, uptime: number) =>
  someStats({ uptime, network: { eth0: { ipv4: '', ipv6: '', rx, tx } } });

describe('the rate of an interface', () => {
  it('is taken over the time that passed on the host, however late its answer came', () => {
    const first = sampleAfter(undefined, withTraffic(1000, 500, 10_000), 0);
    expect(first.rates).toEqual({});
    const second = sampleAfter(first, withTraffic(5000, 1500, 12_000), 9999);
    expect(second.rates).toEqual({ eth0: { rx: 2000, tx: 500 } });
  });

  it('is taken over our own time when the host has no clock to go by', () => {
    const first = sampleAfter(undefined, withTraffic(0, 0, 0), 0);
    expect(sampleAfter(first, withTraffic(3000, 0, 0), 3000).rates['eth0']?.rx).toBe(1000);
  });

  it('is not told after a reset, a long pause or for an interface that is new', () => {
    const first = sampleAfter(undefined, withTraffic(9000, 9000, 10_000), 0);
    expect(sampleAfter(first, withTraffic(10, 10, 11_000), 1000).rates).toEqual({});
    expect(sampleAfter(first, withTraffic(9500, 9500, 999_000), 600_000).rates).toEqual({});
    const renamed = someStats({ uptime: 11_000, network: { eth1: { ipv4: '', ipv6: '', rx: 1, tx: 1 } } });
    expect(sampleAfter(first, renamed, 1000).rates).toEqual({});
  });
});

it('a processor is in use by all that is not idle, and unknown before the second reading', () => {
  expect(cpuUse(someStats())?.used).toBe(30);
  expect(cpuUse(noStats())).toBeUndefined();
});

it('memory that the system would give back is not in use', () => {
  const gib = 1024 ** 3;
  expect(memoryUse(someStats())).toEqual({ total: 16 * gib, used: 4 * gib, cached: 8 * gib, free: 4 * gib });
  // A host may say anything.
  const absurd = memoryUse(someStats({ memAvailable: 99 * gib, memFree: 98 * gib }));
  expect([absurd.used, absurd.cached, absurd.free]).toEqual([0, 0, 16 * gib]);
});

it('knows a host that tells nothing', () => {
  expect([hasNoFigures(noStats()), hasNoFigures(someStats())]).toEqual([true, false]);
});

it.each([
  [26 * 3_600_000, 'days', 1, 2],
  [3_660_000, 'hours', 0, 1],
  [59_000, 'minutes', 0, 0],
])('tells %d ms by its largest units', (ms, unit, days, hours) => {
  expect(uptimeParts(ms)).toMatchObject({ unit, days, hours });
});
