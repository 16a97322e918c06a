import { LIMITS } from '@jadegate/contract/limits';
import type { MenuId } from '@jadegate/contract/menu';
import { SCREEN_STYLE, TRUE_COLOUR, type SessionScreen } from '@jadegate/contract/session/session-screen';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { terminalOf } from '../../testing/terminal-of.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new SessionKit(server);
/** The threads start with the first who asks. */
const PATIENT = { timeout: 15_000, interval: 100 };

beforeAll(() => kit.start());
afterEach(() => kit.leave());
afterAll(() => kit.stop());

interface Asked {
  known?: string;
  token?: string;
}

/** A moment later each time: within the same one, nobody gets a newer picture. */
async function ask(ids: readonly string[], { known = '', token = kit.token }: Asked = {}) {
  server.current.passTime(2 * SECOND_MS);
  const path = `/sessions/${ids.join(',')}/screens`;
  return server.current.call<SessionScreen[]>('GET', path, { token, query: { known } });
}

async function screenOf(id: string, asked: Asked = {}): Promise<SessionScreen> {
  const { code, data } = await ask([id], asked);
  expect(code).toBe(1);
  const [screen] = data;
  if (!screen) {
    throw new Error('nothing was answered');
  }
  return screen;
}

async function linesOf(id: string): Promise<string[]> {
  const { picture } = await screenOf(id);
  const lines = picture?.lines.map((runs) => runs.map(({ text }) => text).join('')) ?? [];
  return lines.filter((line) => line !== '');
}

async function record(isOn: boolean): Promise<void> {
  const body = { 'enable-recording': String(isOn) };
  expect(await server.current.call('PUT', '/properties', { token: kit.token, body })).toMatchObject({
    code: 1,
  });
}

async function viewings(): Promise<string[][]> {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'session.wall-viewed')
    .orderBy('seq')
    .execute();
  return rows.map(({ detail }) =>
    (JSON.parse(detail) as { sessions: { id: string }[] }).sessions.map(({ id }) => id),
  );
}

describe('the picture of a live terminal', () => {
  it('has its size, colours, widths and cursor, and no blanks', async () => {
    const { id, shell } = await kit.opened();
    shell.write('\u001B[2J\u001B[H\u001B[31;1merr\u001B[0m  \u001B[48;2;1;2;3m \u001B[0m\r\n玉門ab\r\n  in');
    await expect.poll(async () => (await linesOf(id)).length, PATIENT).toBe(3);
    const { state, picture } = await screenOf(id);
    expect(state).toBe('live');
    expect(picture).toMatchObject({ cols: 100, rows: 30, cursor: { x: 4, y: 2 } });
    expect(picture?.lines.slice(0, 3)).toEqual([
      [
        { x: 0, cells: 3, text: 'err', fg: 1, style: SCREEN_STYLE.bold },
        { x: 5, cells: 1, text: ' ', bg: TRUE_COLOUR + 0x01_02_03 },
      ],
      [
        { x: 0, cells: 4, text: '玉門' },
        { x: 4, cells: 2, text: 'ab' },
      ],
      [{ x: 2, cells: 2, text: 'in' }],
    ]);
    expect(picture?.lines.slice(3).flat()).toEqual([]);
  });

  it('is left out for whoever knows it, until something was printed or the size changed', async () => {
    const { id, client, shell } = await kit.opened();
    const first = await screenOf(id);
    expect(first.picture).toBeDefined();
    expect(await screenOf(id, { known: `other,${first.version}` })).toEqual({
      id,
      state: 'live',
      version: first.version,
    });
    shell.write('more');
    await expect.poll(() => linesOf(id), PATIENT).toEqual(['$ more']);
    expect((await screenOf(id, { known: first.version })).picture).toBeDefined();
    client.resize(60, 20);
    await expect
      .poll(async () => (await screenOf(id, { known: first.version })).picture, PATIENT)
      .toMatchObject({ cols: 60, rows: 20 });
  });

  it('is shared by those who look in the same moment', async () => {
    const { id, shell } = await kit.opened();
    const first = await screenOf(id);
    shell.write('later');
    await expect.poll(() => terminalOf(server.current, id)?.outputBytes, PATIENT).toBe(7);
    const path = `/sessions/${id}/screens`;
    const { data } = await server.current.call<SessionScreen[]>('GET', path, { token: kit.token });
    // The product's clock stood still but for what the calls took.
    expect(data[0]?.version).toBe(first.version);
  });

  it('is near the truth in a flood, and exact again after it', async () => {
    const { id, client, shell } = await kit.opened();
    shell.write('\u001B[?25l');
    await screenOf(id);
    const flood = `${'x'.repeat(62)}\r\n`.repeat(16_000);
    shell.write(flood);
    // Nobody confirms here, so the target waits: the reader says that it has seen everything.
    const confirm = setInterval(() => {
      const offset = terminalOf(server.current, id)?.outputBytes ?? 0;
      client.confirm(offset);
    }, 10);
    await expect.poll(() => terminalOf(server.current, id)?.outputBytes, PATIENT).toBe(8 + flood.length);
    clearInterval(confirm);
    const during = await screenOf(id);
    expect(during.version).toMatch(/near$/);
    expect(during.picture?.lines[0]).toEqual([{ x: 0, cells: 62, text: 'x'.repeat(62) }]);
    const after = await screenOf(id, { known: during.version });
    expect(after.version).toMatch(/exact$/);
    expect(after.picture?.lines[0]).toEqual([{ x: 0, cells: 62, text: 'x'.repeat(62) }]);
  });

  it('is there for a session that is not recorded, too', async () => {
    await record(false);
    try {
      const { id, shell } = await kit.opened();
      expect(await linesOf(id)).toEqual(['$']);
      shell.write('unrecorded');
      await expect.poll(() => linesOf(id), PATIENT).toEqual(['$ unrecorded']);
    } finally {
      await record(true);
    }
  });

  it('is not that of a session which is over, or which is not there', async () => {
    const id = await kit.past('gone');
    const { data } = await ask([id, 'nowhere']);
    expect(data).toEqual([
      { id, state: 'over', version: '' },
      { id: 'nowhere', state: 'over', version: '' },
    ]);
  });
});

describe('looking at the wall', () => {
  let before = 0;
  beforeEach(async () => {
    before = (await viewings()).length;
  });

  it('is one entry that names the sessions, and another when it shows a new one or much later', async () => {
    const first = await kit.opened();
    for (let poll = 0; poll < 5; poll++) {
      await ask([first.id]);
    }
    expect((await viewings()).slice(before)).toEqual([[first.id]]);
    const second = await kit.opened();
    await ask([first.id, second.id]);
    await ask([first.id, second.id]);
    expect((await viewings()).slice(before + 1)).toEqual([[first.id, second.id]]);
    server.current.passTime(10 * MINUTE_MS);
    await ask([first.id, second.id]);
    expect((await viewings()).slice(before + 2)).toEqual([[first.id, second.id]]);
  });

  it('is written down for each who looks, and not when there is nothing to see', async () => {
    const { id } = await kit.opened();
    const other = await server.current.loginAs({ type: 'admin', menus: ['online-session-monitor'] });
    await ask([id]);
    await ask([id], { token: other.token });
    await ask(['nowhere']);
    expect((await viewings()).slice(before)).toEqual([[id], [id]]);
  });

  it.each<[string, MenuId[]]>([
    ['the list alone', ['online-session', 'online-session-disconnect']],
    ['past sessions', ['offline-session', 'offline-session-playback']],
    ['nothing', []],
  ])('is refused to those who hold %s, and leaves no entry', async (_what, menus) => {
    const { id } = await kit.opened();
    const { token } = await server.current.loginAs({ type: 'admin', menus });
    const answer = await ask([id], { token });
    expect(answer).toMatchObject({ code: 403 });
    expect(answer).not.toHaveProperty('data');
    expect((await viewings()).slice(before)).toEqual([]);
  });

  it('gives the drawing of a session that is drawn elsewhere, on record, to those alone who may look', async () => {
    const { id } = await kit.opened();
    const drawing = (token = kit.token) => server.current.inject('GET', `/sessions/${id}/drawing`, { token });
    expect((await drawing()).json()).toMatchObject({ error: 'session.no_picture' });
    const live = server.current.services.liveSessions.find(id);
    Object.assign(live?.stream ?? {}, { drawing: async () => Buffer.from('4.sync,1.1;') });
    expect((await drawing()).body).toBe('4.sync,1.1;');
    expect((await viewings()).slice(before)).toEqual([[id]]);
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['online-session'] });
    expect((await drawing(token)).json()).toMatchObject({ code: 403 });
    const none = await server.current.inject('GET', '/sessions/nowhere/drawing', { token: kit.token });
    expect(none.json()).toMatchObject({ error: 'session.over' });
  });

  it('does not open to the person of the session, who holds no right to look', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { id } = await kit.opened(person.token);
    expect(await ask([id], { token: person.token })).toMatchObject({ code: 403 });
  });

  it('takes no more than its limit at once', async () => {
    const ids = Array.from({ length: LIMITS.screensPerCall.max + 1 }, (_, index) => `s${index}`);
    expect(await ask(ids)).toMatchObject({ code: 400 });
  });
});
