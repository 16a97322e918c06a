import { expect, it } from 'vitest';

import { gpuFaults } from './gpu-faults.ts';
import { readSections } from './sections.ts';

const NONCE = '0123456789abcdef';
const read = (body: string, errors = '') => {
  const part = (text: string) => `@@${NONCE} B xid\n${text}\n@@${NONCE} E xid 0\n`;
  return gpuFaults(readSections(part(body), part(errors), NONCE), 1000, '1700000000', 5_000_000);
};

it('faults are read with the card, the number and the moment', () => {
  const lines =
    '[  400.250000] NVRM: Xid (PCI:0000:83:00): 79, pid=1234, GPU has fallen off the bus.\n' +
    '[  500.000000] NVRM: Xid (PCI:0000:84:00): 31, pid=77, name=python3\nnonsense';
  expect(read(lines)).toEqual({
    isReadable: true,
    faults: [
      { bdf: '0000:83:00.0', xid: 79, at: 4_400_250, detail: 'pid=1234, GPU has fallen off the bus.' },
      { bdf: '0000:84:00.0', xid: 31, at: 4_500_000, detail: 'pid=77, name=python3' },
    ],
  });
});

it('a log that may not be read is not the same as one without faults', () => {
  expect(read('', 'dmesg: read kernel buffer failed: Operation not permitted')?.isReadable).toBe(false);
  expect(read('')).toEqual({ isReadable: true, faults: [] });
  expect(gpuFaults(readSections('', '', NONCE), 1, '1', 1)).toBeUndefined();
});
