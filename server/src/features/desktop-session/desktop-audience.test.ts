import { DROPPED } from '@jadegate/contract/session-notice';
import { expect, it, vi } from 'vitest';

import { DesktopAudience } from './desktop-audience.ts';
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
  await vi.waitFor(() => expect(client.drop).toHaveBeenCalledExactlyOnceWith(DROPPED.noPicture));
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
