import type { HostRun } from '@jadegate/contract/operations/command-run';
import { expect, it } from 'vitest';

import { aHostRun } from './command-run.builders.ts';
import { compareLines, groupHosts } from './group-hosts.ts';

const host = (assetId: string, change: Partial<HostRun>) => aHostRun({ assetId, ...change });

it('puts equal results together, the largest group first', () => {
  const groups = groupHosts([
    host('a', { digest: 'x' }),
    host('b', { digest: 'y' }),
    host('c', { digest: 'y' }),
    host('d', { state: 'refused', digest: '', message: 'one' }),
    host('e', { state: 'refused', digest: '', message: 'other' }),
  ]);
  expect(groups.map(({ hosts }) => hosts.map(({ assetId }) => assetId).join(''))).toEqual([
    'bc',
    'a',
    'd',
    'e',
  ]);
});

it('marks the lines that the usual output does not have', () => {
  expect(compareLines('a\nb\nc', 'a\nc')).toEqual([
    { text: 'a', isOther: false },
    { text: 'b', isOther: true },
    { text: 'c', isOther: false },
  ]);
});
