// On both engines: searching.
import type { MenuId } from '@jadegate/contract/menu';
import type { SessionHit, SessionSearchPage } from '@jadegate/contract/session/session-search';
import { beforeAll, describe, expect, it } from 'vitest';

import { seedRecording } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
let old = { id: '', startedAt: 0 };
let typedBy = { typedBy: '', typedByName: '' };
let recent = { id: '', startedAt: 0 };

const PATH = '/session-search/paging';

async function search(query: Record<string, string>, as = token) {
  return server.current.call<SessionSearchPage>('GET', PATH, { token: as, query });
}

async function hits(query: Record<string, string>, as = token): Promise<SessionHit[]> {
  const found: SessionHit[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { data }: { data: SessionSearchPage } = await search({ ...query, cursor }, as);
    found.push(...data.items);
    cursor = data.next;
  }
  return found;
}

async function tokenOf(...menus: MenuId[]): Promise<string> {
  return (await server.current.loginAs({ type: 'admin', menus })).token;
}

beforeAll(async () => {
  old = await seedRecording(server.current, {
    ago: 7_200_000,
    assetName: 'needle-db',
    userName: '陳美麗',
    printed: [{ at: 500, text: 'an old needle in the output\r\n' }],
  });
  const typist = await server.current.seedUser();
  typedBy = { typedBy: typist.username, typedByName: `Nick ${typist.id.slice(-8)}` };
  recent = await seedRecording(server.current, {
    ago: 3_600_000,
    printed: [
      { at: 0, text: '$ ' },
      { at: 2000, text: 'echo\r\n' },
      { at: 4000, text: '\u001B[31m資料庫\u001B[0m連線逾時 NEEDLE\r\n$ ' },
    ],
    // Typed ahead: the screen shows it half a second later.
    commands: [{ at: 2500, shownAt: 3000, text: 'cat needle.txt', by: typist.username }],
    files: [{ at: 5000, name: '/srv/報表/needle-2026.csv' }],
  });
  token = await server.current.login();
  server.current.services.searchIndexer.start();
  await server.current.services.searchIndexer.settle();
});

describe('a search', () => {
  it('finds commands, output, files and sessions, newest first, each at its moment', async () => {
    const { data } = await search({ text: 'needle' });
    expect(data.kinds).toEqual(['command', 'output', 'file', 'session']);
    expect(data.items.map(({ kind, sessionId, at }) => [kind, sessionId, at])).toEqual([
      ['file', recent.id, 5000],
      ['output', recent.id, 4000],
      ['command', recent.id, 3000],
      ['output', old.id, 500],
      ['session', old.id, 0],
    ]);
    expect(data.items[1]).toMatchObject({
      snippet: '資料庫連線逾時 NEEDLE',
      start: 8,
      length: 6,
      assetName: 'web-01',
      userName: '王小明',
      isRecorded: true,
      mode: 'native',
    });
    expect(data.items[2]).toMatchObject({ userName: '王小明', ...typedBy });
    expect(data.items[0]).toMatchObject({ action: 'upload', snippet: '/srv/報表/needle-2026.csv' });
  });

  it('reads on from its cursor without loss or repetition, whatever the size of a page', async () => {
    const whole = await hits({ text: 'needle' });
    for (const pageSize of ['1', '2', '3']) {
      expect(await hits({ text: 'needle', pageSize })).toEqual(whole);
    }
    expect(whole).toHaveLength(5);
  });

  it.each([
    ['two Chinese characters', '逾時', 1],
    ['three Chinese characters', '資料庫', 1],
    ['across a change of colour', '庫連', 1],
    ['two letters', 'ee', 5],
    ['whatever the case', 'NeEdLe', 5],
    ['with wildcards as ordinary characters', 'nee%', 0],
    ['with quotes in it', '"needle"', 0],
    ['with what is nowhere', '不存在', 0],
  ])('finds %s', async (_, text, count) => {
    expect(await hits({ text })).toHaveLength(count);
  });

  it('can be narrowed to a kind, a person, an asset and a time', async () => {
    const kinds = async (query: Record<string, string>) =>
      (await hits({ text: 'needle', ...query })).map(({ kind }) => kind);
    expect(await kinds({ kind: 'output' })).toEqual(['output', 'output']);
    expect(await kinds({ kind: 'file' })).toEqual(['file']);
    expect(await kinds({ userName: '美麗' })).toEqual(['output', 'session']);
    expect(await kinds({ assetName: 'WEB' })).toEqual(['file', 'output', 'command']);
    const from = new Date(recent.startedAt + 4500).toISOString();
    expect(await kinds({ from })).toEqual(['file']);
    expect(await kinds({ to: from })).toEqual(['output', 'command', 'output', 'session']);
  });

  it.each([
    ['one character', { text: 'n' }],
    ['one character and blanks', { text: ' n ' }],
    ['nothing', { text: '' }],
    ['a control character', { text: 'a\nb' }],
    ['too much', { text: 'x'.repeat(201) }],
    ['an unknown kind', { text: 'needle', kind: 'secret' }],
    ['a cursor that is none', { text: 'needle', cursor: 'e30x' }],
    [
      'a cursor of another form',
      { text: 'needle', cursor: Buffer.from('{"output":7}').toString('base64url') },
    ],
  ])('with %s is refused', async (_, query) => {
    expect(await search(query)).toMatchObject({ code: 400, error: 'validation' });
  });

  it('is on record once, with what was looked for, and not for each page', async () => {
    const entries = async () =>
      (
        await server.current.db
          .selectFrom('audit_log')
          .select('detail')
          .where('action', '=', 'session.searched')
          .execute()
      ).filter(({ detail }) => detail.includes('recorded words'));
    await hits({ text: 'recorded words', pageSize: '1' });
    await search({ text: 'recorded words' });
    expect(await entries()).toHaveLength(1);
    expect(JSON.parse((await entries())[0]?.detail ?? '')).toMatchObject({
      text: 'recorded words',
      kinds: ['command', 'output', 'file', 'session'],
    });
    server.current.passTime(11 * 60_000);
    await search({ text: 'recorded words' });
    expect(await entries()).toHaveLength(2);
  });
});

describe('rights', () => {
  it.each([
    [['offline-session'], ['session']],
    [['offline-session-playback'], ['output', 'output']],
    [['offline-session-command'], ['command']],
    [['session-command'], ['command']],
    [['storage-log'], ['file']],
    [
      ['offline-session', 'storage-log'],
      ['file', 'session'],
    ],
  ] as [MenuId[], string[]][])('%j finds only %j', async (menus, kinds) => {
    const as = await tokenOf(...menus);
    const found = await hits({ text: 'needle' }, as);
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    const { data } = await search({ text: 'needle' }, as);
    expect(new Set(data.kinds)).toEqual(new Set(kinds));
  });

  it('refuses a kind that the person may not see, however it is asked for', async () => {
    const as = await tokenOf('offline-session', 'storage-log');
    for (const kind of ['output', 'command']) {
      expect(await search({ text: 'needle', kind }, as)).toMatchObject({
        code: 403,
        error: 'auth.forbidden',
      });
    }
    const cursor = Buffer.from('{"output":{"a":[99,1]},"command":"z"}').toString('base64url');
    const { data } = await search({ text: 'needle', cursor }, as);
    expect(data.items.map(({ kind }) => kind)).toEqual(['file', 'session']);
  });

  it('refuses those who hold none of them', async () => {
    expect(await search({ text: 'needle' }, await tokenOf('online-session'))).toMatchObject({ code: 403 });
    const { token: worker } = await server.current.loginAs({ type: 'user', menus: ['offline-session'] });
    expect(await search({ text: 'needle' }, worker)).toMatchObject({ code: 403 });
  });
});
