import { DROPPED } from '@jadegate/contract/session/session-notice';
import { expect, it, vi } from 'vitest';

import type { DesktopWriter } from '../../recorders/desktop/writer.ts';
import { DesktopAudience, KEYFRAME } from './desktop-audience.ts';
import type { DesktopClient } from './desktop-client.ts';

function looker(backlog = 0) {
  let hear: (bytes: Buffer) => void = () => undefined;
  const client = {
    kind: 'desktop',
    backlog,
    drop: vi.fn<DesktopClient['drop']>(),
    send: vi.fn<DesktopClient['send']>(),
    onBytes: (listener: (bytes: Buffer) => void) => (hear = listener),
    onClose: () => undefined,
  };
  return {
    client,
    shown: client as unknown as DesktopClient,
    say: (text: string) => hear(Buffer.from(text)),
  };
}

it('tells who wants to look on that no picture could be had, which is not their network’s fault', async () => {
  const onTrouble = vi.fn<(error: unknown) => void>();
  const join = () => Promise.reject(new Error('guacd is gone'));
  const audience = new DesktopAudience({
    join,
    clock: { now: () => 0 },
    writer: undefined,
    onRecorded: () => undefined,
    onTrouble,
  });
  const { client, shown } = looker();
  void audience.watch(shown);
  await vi.waitFor(() => expect(client.drop).toHaveBeenCalledExactlyOnceWith(DROPPED.noPicture), {
    timeout: 30_000,
  });
  expect(onTrouble).toHaveBeenCalledOnce();
  audience.close('over');
});

it('answers the pings of those who look on, unless they take no answers', () => {
  const audience = new DesktopAudience({
    join: () => new Promise(() => undefined),
    clock: { now: () => 0 },
    writer: undefined,
    onRecorded: () => undefined,
    onTrouble: () => undefined,
  });
  const [quick, slow] = [looker(), looker(2 * 1024 * 1024)];
  for (const { shown, say } of [quick, slow]) {
    void audience.watch(shown);
    say('0.,4.ping,1.7;');
    say('3.key,2.65,1.1;');
  }
  expect(quick.client.send.mock.calls).toEqual([['0.,4.ping,1.7;']]);
  expect(slow.client.send).not.toHaveBeenCalled();
  audience.close('over');
});

it('a keyframe is taken every half minute, sooner where much is drawn, and never where nothing is', async () => {
  vi.useFakeTimers();
  const join = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('not here')));
  const writer = { output: () => undefined, hasFailed: false } as unknown as DesktopWriter;
  const audience = new DesktopAudience({
    join,
    clock: { now: () => 0 },
    writer,
    onRecorded: () => undefined,
    onTrouble: () => undefined,
  });
  const draw = (bytes: number) => {
    audience.show(new Uint8Array(bytes));
    audience.onChange();
  };
  const taken = async (ms: number) => {
    join.mockClear();
    await vi.advanceTimersByTimeAsync(ms);
    return join.mock.calls.length;
  };
  draw(100);
  expect(await taken(KEYFRAME.everyMs - 1)).toBe(0);
  expect(await taken(1)).toBe(1);
  expect(await taken(10 * KEYFRAME.everyMs)).toBe(0);
  draw(100);
  expect(await taken(KEYFRAME.atMostMs)).toBe(1);
  for (let second = 0; second < 4; second++) {
    draw(KEYFRAME.afterBytes);
    expect(await taken(KEYFRAME.atMostMs)).toBe(1);
  }
  draw(KEYFRAME.afterBytes - 1);
  expect(await taken(KEYFRAME.atMostMs)).toBe(0);
  audience.close('over');
  vi.useRealTimers();
});
