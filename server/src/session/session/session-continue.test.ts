import type { OwnSession } from '@jadegate/contract/session/own-session';
import type { AttachPoint } from '@jadegate/contract/session/terminal-socket';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { ReplayedScreen } from '../../recorders/terminal/screen.ts';
import { SessionKit, type SocketClient } from '../../testing/session-kit.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

/** A busy machine is slow, and right all the same. */
const SOON = { timeout: 15_000 };

const server = useTestServer();
const kit = new SessionKit(server);
beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

/** The thread that draws starts with the first who asks. */
const DRAWN = { timeout: 10_000 };

const attach = (id: string, token = kit.token, query: Record<string, string> = {}) =>
  kit.connect(`/sessions/${id}/ssh`, token, { cols: '100', rows: '30', ...query });

const attached = ({ frames }: SocketClient): AttachPoint | undefined =>
  frames.find((frame) => frame.type === 'attached')?.at;

const own = async (token: string) =>
  (await server.current.call<OwnSession[]>('GET', '/account/sessions', { token })).data;

/** What a page shows that was sent this much. */
async function seen(client: SocketClient): Promise<string[]> {
  const at = attached(client);
  const size = at?.size ?? { cols: 100, rows: 30 };
  const screen = await ReplayedScreen.from({ size, bytes: Buffer.from(at?.screen ?? '', 'base64') });
  const bytes = Buffer.from(client.shown);
  await screen.play([{ kind: 'output', at: 0, bytes }]);
  return screen.lines();
}

/** More than is kept for a page that starts afresh, all of it read. */
async function flood(client: SocketClient, write: (text: string) => void, text: string): Promise<number> {
  write(text);
  const length = 2 + Buffer.byteLength(text);
  await expect.poll(() => Buffer.byteLength(client.shown), SOON).toBe(length);
  client.confirm(length);
  return length;
}

const LINES = Array.from({ length: 4000 }, (_, at) => `line ${at} of many\r\n`).join('');
const FULL_SCREEN = '\u001B[?1049h\u001B[2J\u001B[1;1Hthe top\u001B[30;1Hthe status line\u001B[10;5Hmiddle';

describe('a page that is loaded again', () => {
  it('is drawn the screen when the bytes that led there are gone, and then misses nothing', async () => {
    const { id, client, shell } = await kit.opened();
    const before = await flood(
      client,
      (text) => shell.write(text),
      FULL_SCREEN + '\u001B[10;5Hx'.repeat(9000),
    );
    client.socket.terminate();
    const again = attach(id);
    // While the screen is drawn the program goes on.
    shell.write('\u001B[12;1Hmeanwhile');
    await expect.poll(() => attached(again)?.screen, DRAWN).toBeTruthy();
    shell.write('\u001B[13;1Hafterwards');
    await expect.poll(() => again.shown, SOON).toContain('afterwards');
    const lines = await seen(again);
    expect(lines[0]).toBe('the top');
    expect(lines[29]).toBe('the status line');
    expect(lines[9]).toBe('    xiddle');
    expect([lines[11], lines[12]]).toEqual(['meanwhile', 'afterwards']);
    // Counted right: whoever loses the network now gets exactly the rest.
    const end = (attached(again)?.output ?? 0) + Buffer.byteLength(again.shown);
    expect(end).toBe(before + Buffer.byteLength('\u001B[12;1Hmeanwhile\u001B[13;1Hafterwards'));
    again.socket.terminate();
    shell.write('!');
    const third = attach(id, kit.token, { from: String(end) });
    await expect.poll(() => third.shown, SOON).toBe('!');
    expect(attached(third)).toEqual({ output: end, input: 0, size: { cols: 100, rows: 30 } });
  }, 30_000);

  it('is shown lines above the screen too', async () => {
    const { id, client, shell } = await kit.opened();
    await flood(client, (text) => shell.write(text), LINES);
    const again = attach(id);
    await expect.poll(() => attached(again)?.screen, DRAWN).toBeTruthy();
    const drawn = Buffer.from(attached(again)?.screen ?? '', 'base64').toString();
    expect(drawn).toContain('line 3850 of many');
    expect(drawn).toContain('line 3999 of many');
    expect(drawn.length).toBeLessThan(LINES.length / 4);
  }, 30_000);

  it('is given the bytes themselves while they are all there', async () => {
    const { id, client } = await kit.opened();
    client.type('abc');
    await expect.poll(() => client.shown, SOON).toBe('$ abc');
    const again = attach(id);
    await expect.poll(() => again.shown, SOON).toBe('$ abc');
    expect(attached(again)).toMatchObject({ output: 0 });
    expect(attached(again)).not.toHaveProperty('screen');
  });

  it('takes the place of one that waits for its screen', async () => {
    const { id, client, shell } = await kit.opened();
    await flood(client, (text) => shell.write(text), LINES);
    const second = attach(id);
    // Of two that come at the same moment either may be first.
    await expect.poll(() => client.reason, { ...SOON, interval: 5 }).toBe('taken-over');
    const third = attach(id);
    await expect.poll(() => attached(third)?.screen, DRAWN).toBeTruthy();
    await expect.poll(() => second.reason, SOON).toBe('taken-over');
    shell.write('only once');
    await expect.poll(() => third.shown, SOON).toBe('only once');
    expect(second.shown).toBe('');
  }, 30_000);

  it('gets a target that waited for the lost page going again', async () => {
    const { id, client, shell } = await kit.opened();
    await flood(client, (text) => shell.write(text), LINES);
    client.socket.terminate();
    // Far more than the window: nobody confirms, so the target has to wait.
    shell.write('x'.repeat(3_000_000));
    shell.write('THE END');
    const again = attach(id);
    await expect.poll(() => attached(again)?.screen, DRAWN).toBeTruthy();
    const confirm = setInterval(
      () => again.confirm((attached(again)?.output ?? 0) + Buffer.byteLength(again.shown)),
      20,
    );
    await expect.poll(() => again.shown.endsWith('THE END'), DRAWN).toBe(true);
    clearInterval(confirm);
  }, 30_000);
});

describe('going on elsewhere', () => {
  it('begins from the list of one’s own live sessions', async () => {
    const { token, username } = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { id, client } = await kit.opened(token);
    const elsewhere = await server.current.login(username, USER_PASSWORD);
    expect(await own(elsewhere)).toMatchObject([
      { id, protocol: 'ssh', isOpen: true, fileSystem: '1', copy: '1' },
    ]);
    const other = attach(id, elsewhere);
    await expect.poll(() => client.reason, SOON).toBe('taken-over');
    await expect.poll(() => other.shown, SOON).toBe('$ ');
    // It hangs on the login that has it now.
    await server.current.call('POST', '/account/logout', { token });
    await server.current.patrolled();
    other.type('x');
    await expect.poll(() => other.shown, SOON).toBe('$ x');
    await server.current.call('POST', '/account/logout', { token: elsewhere });
    await expect.poll(() => other.reason, SOON).toBe('登入已結束，連線隨之中斷');
  }, 20_000);

  it('is not offered for the sessions of others, nor for past ones', async () => {
    const { id } = await kit.opened();
    const stranger = await server.current.loginAs({
      type: 'admin',
      menus: ['asset-access', 'online-session'],
    });
    expect(await own(stranger.token)).toEqual([]);
    const foreign = attach(id, stranger.token);
    await expect.poll(() => foreign.reason, SOON).toContain('找不到這個連線');
    const past = await kit.past();
    expect((await own(kit.token)).map((session) => session.id)).not.toContain(past);
  });

  it('tells older clients in words', async () => {
    const { data } = await kit.create(await kit.machine());
    const client = attach(data.id, kit.token, { protocol: 'text' });
    await expect.poll(() => client.shown, SOON).toBe('$ ');
    attach(data.id);
    await expect.poll(() => client.reason, SOON).toBe('這個連線已在另一個視窗繼續使用');
  });

  it('leaves nothing to the one who was taken over from', async () => {
    const { id, client } = await kit.opened();
    const other = attach(id);
    await expect.poll(() => other.shown, SOON).toBe('$ ');
    if (client.socket.readyState === client.socket.OPEN) {
      client.type('stray');
      client.socket.send(Buffer.from('0'));
    }
    other.type('y');
    await expect.poll(() => other.shown, SOON).toBe('$ y');
    expect((await kit.row(id)).status).toBe('connected');
  });
});
