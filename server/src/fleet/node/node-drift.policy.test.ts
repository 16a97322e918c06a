import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import { expect, it } from 'vitest';

import { parseFacts } from '../../protocols/collector/facts.ts';
import { readSections } from '../../protocols/collector/sections.ts';
import { driftBetween, driftFromExpected, expectationOf, partsOf } from './node-drift.policy.ts';

const EMPTY = parseFacts(readSections('', '', '0123456789abcdef'), 0);
const disk = (name: string, serial: string | null) => ({
  name,
  serial,
  parent: null,
  type: 'disk',
  sizeBytes: 1000,
  model: null,
  vendor: null,
  isRotational: null,
  transport: null,
  fileSystem: null,
  mountPoint: null,
});
const gpu = (bdf: string) => ({
  bdf,
  vendorId: null,
  deviceId: null,
  driver: null,
  numa: null,
  iommuGroup: null,
});
const FACTS: HostFacts = {
  ...EMPTY,
  os: { ...EMPTY.os, kernel: '6.1.0', pretty: 'Debian 12' },
  hardware: { ...EMPTY.hardware, serial: 'S1' },
  memory: { ...EMPTY.memory, totalBytes: 64 },
  disks: [disk('sda', 'A'), disk('sdb', 'B')],
  pciGpus: [gpu('0000:01:00.0'), gpu('0000:02:00.0')],
};

it('the same machine has not changed, whatever order it lists its disks in', () => {
  const turned = { ...FACTS, disks: [disk('sda', 'B'), disk('sdb', 'A')] };
  expect(driftBetween(FACTS, turned)).toEqual([]);
});

it('less than before is critical, and a new kernel is not', () => {
  const now = {
    ...FACTS,
    os: { ...FACTS.os, kernel: '6.1.1' },
    memory: { ...FACTS.memory, totalBytes: 32 },
    disks: [disk('sda', 'A')],
    pciGpus: [gpu('0000:01:00.0')],
  };
  expect(driftBetween(FACTS, now)).toEqual([
    { path: 'memory', old: '64', new: '32', severity: 'critical' },
    { path: 'gpu', old: '2', new: '1', severity: 'critical' },
    { path: 'disk', old: 'B 1000', new: '', severity: 'critical' },
    { path: 'kernel', old: '6.1.0', new: '6.1.1', severity: 'info' },
  ]);
});

it('what is unknown is no change', () => {
  expect(driftBetween(FACTS, { ...FACTS, hardware: { ...FACTS.hardware, serial: null } })).toEqual([]);
});

it('what should be there is compared, and can be taken from what is', () => {
  expect(driftFromExpected({ gpuCount: 8, serial: 'S1' }, FACTS)).toEqual([
    { path: 'expect.gpuCount', old: '8', new: '2', severity: 'critical' },
  ]);
  expect(driftFromExpected(expectationOf(FACTS), FACTS)).toEqual([]);
});

it('each part is told as it should be and as it is; memory that a kernel keeps is not missed', () => {
  const GIB = 2 ** 30;
  const host = {
    ...FACTS,
    cpu: { ...FACTS.cpu, cores: 32 },
    memory: { ...FACTS.memory, totalBytes: Math.round(62.6 * GIB) },
    hardware: { ...FACTS.hardware, serial: null },
  };
  const expected = { cores: 64, memBytes: 64 * GIB, diskCount: 2, serial: 'S1' };
  expect(partsOf(expected, host).map((one) => [one.part, one.expected, one.found, one.differs])).toEqual([
    ['cores', 64, 32, true],
    ['memBytes', 64 * GIB, Math.round(62.6 * GIB), false],
    ['diskCount', 2, 2, false],
    ['gpuCount', null, 2, false],
    ['serial', 'S1', null, false],
  ]);
  // One of sixteen modules is gone.
  const less = { ...host, memory: { ...host.memory, totalBytes: 60 * GIB } };
  expect(driftFromExpected({ memBytes: 64 * GIB }, less)).toHaveLength(1);
});
