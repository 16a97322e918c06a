import type { Seat, SessionShare } from '@jadegate/contract/session/session-share';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { CommandKit } from '../../testing/command-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new CommandKit(server);
const PATIENT = { timeout: 10_000 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

type Sitting = Awaited<ReturnType<typeof sit>>;

/** Somebody whose session is filtered, and a guest of theirs who may type. An administrator: no filter binds them. */
async function sit(rules: readonly object[]) {
  const session = await kit.filtered(rules);
  const guest = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
  const { data: share } = await server.current.call<SessionShare & { token: string }>(
    'POST',
    `/sessions/${session.id}/shares`,
    {
      token: session.person.token,
      body: { mode: 'write', audience: 'named', usernames: [guest.username] },
    },
  );
  const { data: seat } = await server.current.call<Seat>('POST', '/share-sessions', {
    token: guest.token,
    body: { token: share.token },
  });
  const client = kit.connect(`/share-sessions/${seat.id}/ssh`, guest.token);
  await expect.poll(() => client.shown, PATIENT).toContain('$ ');
  return { session, guest, client, shareId: share.id };
}

describe('what a participant types', () => {
  it('is judged by the filter of the session’s person, and on record under the participant’s name', async () => {
    const { session, guest, client } = await sit([{ pattern: 'rm' }]);
    client.type('rm -rf /data\r');
    await expect.poll(() => client.shown, PATIENT).toContain('已禁止');
    client.type('pwd\r');
    await expect.poll(() => client.shown, PATIENT).toContain('ran pwd');
    expect(session.shell.ran).toEqual(['pwd']);
    const rows = await kit.commandsOf(session);
    expect(rows.map(({ command, action, typed_by }) => [command, action, typed_by])).toEqual([
      ['rm -rf /data', 'deny', guest.username],
      ['pwd', 'allow', guest.username],
    ]);
  });

  it.each([
    ['closes the window', async ({ client }: Sitting) => client.socket.terminate()],
    [
      'loses the share',
      async ({ session, shareId }: Sitting) =>
        void (await server.current.call('DELETE', `/sessions/${session.id}/shares/${shareId}`, {
          token: session.person.token,
        })),
    ],
  ])('waits for no answer of somebody who %s', async (_how, leave) => {
    const sitting = await sit([{ pattern: 'reboot', action: 'warn' }]);
    const { session, guest, client } = sitting;
    client.type('reboot\rls\r');
    await expect.poll(() => session.client.shown, PATIENT).toContain('[y/N]');
    // What the session's person types meanwhile waits, and is not lost.
    session.client.type('pwd\r');
    await leave(sitting);
    await expect.poll(() => session.client.shown, PATIENT).toContain('已取消');
    await expect.poll(() => session.shell.ran, PATIENT).toEqual(['pwd']);
    const rows = await kit.commandsOf(session);
    expect(rows.map(({ command, action, sent, typed_by }) => [command, action, sent, typed_by])).toEqual([
      ['reboot', 'warn', 0, guest.username],
      ['pwd', 'allow', 1, session.person.username],
    ]);
  });
});
