import { expect, it } from 'vitest';

import { inParts } from './in-parts.ts';

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

it('sends every id once, in order, at most a hundred in one call', async () => {
  const sent: string[] = [];
  await inParts(idsUpTo(250), async (part) => sent.push(part));

  expect(sent.map((part) => part.split(',').length)).toEqual([100, 100, 50]);
  expect(sent.join(',')).toBe(idsUpTo(250).join(','));
});

it('sends nothing for nothing, and stops at the first failure', async () => {
  const sent: string[] = [];
  const refuse = async (part: string) => {
    sent.push(part);
    throw new Error('refused');
  };
  await inParts([], refuse);
  expect(sent).toEqual([]);

  await expect(inParts(idsUpTo(101), refuse)).rejects.toThrow('refused');
  expect(sent).toHaveLength(1);
});
