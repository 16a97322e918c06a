// A server without a lease: its sessions go on while nobody has one, and end when it is the only one without.
import { expect, it, vi } from 'vitest';

import { createLogger } from '../../kernel/logger.ts';
import type { LeaseAnswer, PeerLink } from '../../kernel/peer-link.ts';
import { LostLeaseGuard } from './lost-lease-guard.ts';

/** With two others, who answer as told. */
function server(answers: LeaseAnswer[], patienceMs = 0) {
  const state = { isLost: false, answers };
  const ended: string[] = [];
  const peers = answers.map((_answer, at) => ({
    processId: String(at),
    url: 'http://127.0.0.1:1',
    disk: '',
  }));
  const link = { lease: async ({ processId }: { processId: string }) => state.answers[Number(processId)] };
  const one = new LostLeaseGuard({
    processes: {
      others: async () => (state.isLost ? Promise.reject(new Error('away')) : peers),
      lease: state,
    },
    peerLink: () => link as unknown as PeerLink,
    endAll: ({ kind }) => void ended.push(kind),
    logger: createLogger('silent'),
    patienceMs,
  });
  return { one, state, ended };
}

it.each([
  ['another has one', ['held', 'lost'], ['out_of_touch']],
  ['none can be reached', ['silent', 'silent'], ['out_of_touch']],
  ['nobody has one: the database is away', ['lost', 'lost'], []],
  ['one that has none is reached, and one is not', ['lost', 'silent'], []],
  ['the others have stopped', ['gone', 'gone'], []],
] as const)('that lost its lease, and %s', async (_case, answers, expected) => {
  const { one, state, ended } = server([...answers]);
  await one.check();
  state.isLost = true;
  await one.check();
  expect(ended).toEqual(expected);
});

it('that has its lease asks nobody, and one that is alone has nobody to ask', async () => {
  const held = server(['held']);
  await held.one.check();
  expect(held.ended).toEqual([]);
  const alone = server([]);
  await alone.one.check();
  alone.state.isLost = true;
  await alone.one.check();
  expect(alone.ended).toEqual([]);
});

it('that lost it ends nothing before its time, and begins anew when it is in touch between', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(100_000);
  try {
    const { one, state, ended } = server(['held'], 60_000);
    const lookAt = async (ms: number, isLost: boolean, answer: LeaseAnswer = 'held') => {
      now.mockReturnValue(100_000 + ms);
      Object.assign(state, { isLost, answers: [answer] });
      await one.check();
      return ended.length;
    };
    await lookAt(0, false);
    expect(await lookAt(1000, true)).toBe(0);
    expect(await lookAt(60_000, true)).toBe(0);
    expect(await lookAt(60_500, true, 'lost')).toBe(0);
    expect(await lookAt(62_000, true)).toBe(0);
    expect(await lookAt(100_000, false)).toBe(0);
    expect(await lookAt(101_000, true)).toBe(0);
    expect(await lookAt(160_000, true)).toBe(0);
    expect(await lookAt(161_000, true)).toBe(1);
  } finally {
    now.mockRestore();
  }
});
