import type { Seat, SessionShare } from '@jadegate/contract/session-share';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { CommandKit } from '../../testing/command-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new CommandKit(server);
const PATIENT = { timeout: 10_000 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

describe('what a participant types', () => {
  it('is judged by the filter of the session’s person, and on record under the participant’s name', async () => {
    const session = await kit.filtered([{ pattern: 'rm' }]);
    // An administrator, whom no filter binds in a session of their own.
    const guest = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const made = await server.current.call<SessionShare & { token: string }>(
      'POST',
      `/sessions/${session.id}/shares`,
      {
        token: session.person.token,
        body: { mode: 'write', audience: 'named', usernames: [guest.username] },
      },
    );
    const { data: seat } = await server.current.call<Seat>('POST', '/share-sessions', {
      token: guest.token,
      body: { token: made.data.token },
    });
    const client = kit.connect(`/share-sessions/${seat.id}/ssh`, guest.token);
    await expect.poll(() => client.shown, PATIENT).toContain('$ ');
    client.type('rm -rf /data\r');
    await expect.poll(() => client.shown, PATIENT).toContain('已攔截');
    client.type('pwd\r');
    await expect.poll(() => client.shown, PATIENT).toContain('ran pwd');
    expect(session.shell.ran).toEqual(['pwd']);
    const rows = await kit.commandsOf(session);
    expect(rows.map(({ command, action, typed_by }) => [command, action, typed_by])).toEqual([
      ['rm -rf /data', 'deny', guest.username],
      ['pwd', 'allow', guest.username],
    ]);
  });
});
