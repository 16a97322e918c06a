import type { FoundVm } from '@jadegate/contract/fleet/vm-state';
import { expect, it } from 'vitest';

import { stateRow } from './vm-state-row.ts';
import type { KnownVm } from './vm-state.repository.ts';

const GIB = 1024 ** 3;
const SEEN = { id: 'vm', nodeId: 'node', at: 100_000 };

const STATE_ALONE: FoundVm = {
  provider: 'libvirt',
  key: '7a1f',
  uuid: '7a1f',
  name: 'web-1',
  host: null,
  state: 'running',
  stateReason: null,
  isAutostart: null,
  isPersistent: null,
  isTemplate: false,
  vcpus: null,
  memBytes: null,
  memMaxBytes: null,
  memRssBytes: null,
  uptimeSec: null,
  cpuPct: null,
  counters: { cpuNs: null, diskRead: null, diskWritten: null, netReceived: null, netSent: null },
  detail: null,
};

it('a machine keeps its processors and memory when its driver lists the state alone', () => {
  const whole = { ...STATE_ALONE, vcpus: 4, memBytes: GIB, memMaxBytes: 2 * GIB };
  const first = stateRow(whole, { ...SEEN, before: undefined, at: 0 });
  const before: KnownVm = {
    ...first,
    id: 'vm',
    provider: 'libvirt',
    vm_key: '7a1f',
    uuid: '7a1f',
    name: 'web-1',
  };
  const sizes = ({ vcpus, mem_bytes, mem_max_bytes }: typeof first) => [vcpus, mem_bytes, mem_max_bytes];
  expect(sizes(stateRow(STATE_ALONE, { ...SEEN, before }))).toEqual([4, GIB, 2 * GIB]);
  expect(sizes(stateRow({ ...whole, vcpus: 8, memBytes: 0 }, { ...SEEN, before }))).toEqual([8, 0, 2 * GIB]);
});
