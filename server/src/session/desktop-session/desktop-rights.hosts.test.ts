// What a client that ignores the page can do at a real desktop: only what its person may, as long as they may.
import { createHash } from 'node:crypto';

import type { Strategy } from '@jadegate/contract/access/strategy';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { Page } from '@jadegate/contract/paging';
import type { SessionSearchPage } from '@jadegate/contract/session/session-search';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { readActs } from '../../recorders/desktop/acts.ts';
import { filesIn } from '../../recorders/recording-files.ts';
import { nlaHost, rdpHost } from '../../testing/desktop-hosts.ts';
import { DesktopKit, PATIENT, type TunnelClient } from '../../testing/desktop-kit.ts';
import { OwnVnc } from '../../testing/own-vnc.ts';
import { isSoak, WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer({ patrol: 'as the product' });
const kit = new DesktopKit(server);
let vnc: OwnVnc;
let count = 0;

beforeAll(async () => {
  vnc = await OwnVnc.start();
  await kit.start();
});
afterEach(() => kit.leave());
afterAll(() => vnc.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const once = (what: string) => `${what} ${process.pid} ${++count}`;

async function call<Data = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) {
  const answer = await server.current.call<Data>(method, url, { token: kit.token, ...(body && { body }) });
  if (answer.code !== 1) {
    throw new Error(`${method} ${url}: ${answer.message}`);
  }
  return answer.data;
}

/** Somebody whose grant has a strategy with these rights, and who sits at the desktop. */
async function seated(rights: Partial<Strategy>, asset: Promise<string> = kit.asset(vnc.host)) {
  const person = await server.current.loginAs({ type: 'user' });
  const strategy = await call<Strategy>('POST', '/strategies', { name: once('strategy'), ...rights });
  const assetId = await asset;
  await call('POST', '/authorised/users', { userIds: [person.id], assetId, strategyId: strategy.id });
  const opened = await kit.openedOn(assetId, { token: person.token });
  expect(opened.client.error).toBeUndefined();
  return { ...opened, person, strategy };
}

async function logged(sessionId: string) {
  const { items } = await call<Page<StorageLogRow>>('GET', `/storage-logs/paging?sessionId=${sessionId}`);
  return items.toReversed().map(({ action, fileName, result, bytes, checksum, mode }) => {
    expect(mode).toBe('guacd');
    return [action, fileName, result, bytes, checksum];
  });
}

async function end(id: string, client: TunnelClient): Promise<void> {
  client.send('disconnect');
  await expect.poll(() => kit.isOver(id), PATIENT).toBe(true);
}

const actsOf = (id: string) => readActs(filesIn(server.current.services.liveSessions.folderOf(id)));

describe('with the rights to it', () => {
  it('what is pasted arrives and what is copied comes out; how much it was is written down, and not what', async () => {
    const { id, client } = await kit.opened(vnc.host);
    const [pasted, copied] = [once('pasted'), once('copied')];
    client.paste(pasted);
    await expect.poll(() => vnc.pasted(), PATIENT).toBe(pasted);
    vnc.copy(copied);
    await expect.poll(() => client.copied, PATIENT).toContain(copied);
    client.send('key', 0x73, 1);
    client.send('key', 0xff0d, 1);
    await end(id, client);
    expect(await logged(id)).toEqual([
      ['clipboard-paste', '', 'success', pasted.length, sha256(pasted)],
      ['clipboard-copy', '', 'success', copied.length, sha256(copied)],
    ]);
    const acts = await actsOf(id);
    expect(acts.map(({ kind, text, bytes }) => [kind, text, bytes])).toEqual([
      ['paste', '', pasted.length],
      ['copy', '', copied.length],
    ]);
  });

  it('what is typed, copied and pasted is found where the settings keep it, at its moment', async () => {
    server.current.services.searchIndexer.start();
    await call('PUT', '/properties', { 'record-clipboard': 'true', 'record-input': 'true' });
    const { id, client } = await kit.opened(vnc.host);
    await call('PUT', '/properties', { 'record-clipboard': 'false', 'record-input': 'false' });
    const [pasted, copied] = [once('jade pasted'), once('jade copied')];
    client.paste(`first line\r\n${pasted}`);
    await expect.poll(() => vnc.pasted(), PATIENT).toContain(pasted);
    vnc.copy(copied);
    await expect.poll(() => client.copied, PATIENT).toContain(copied);
    for (const character of '玉門 jade typed') {
      client.send('key', 0x01000000 + (character.codePointAt(0) ?? 0), 1);
    }
    client.send('key', 0xff0d, 1);
    await end(id, client);
    const find = async (text: string) => {
      const query = new URLSearchParams({ text, kind: 'output' }).toString();
      const { items } = await call<SessionSearchPage>('GET', `/session-search/paging?${query}`);
      return items.map(({ sessionId, mode, snippet }) => [sessionId, mode, snippet]);
    };
    await expect.poll(() => find('門 jade'), PATIENT).toEqual([[id, 'guacd', '玉門 jade typed']]);
    expect(await find(pasted)).toEqual([[id, 'guacd', pasted]]);
    expect(await find(copied)).toEqual([[id, 'guacd', copied]]);
  });
});

describe('without the rights to it', () => {
  it('nothing is pasted, copied, uploaded or downloaded, whatever is sent; each try is written down', async () => {
    const { id, client } = await seated({});
    const [pasted, copied] = [once('smuggled'), once('leaked')];
    client.paste(pasted, 1);
    client.sendStream(2, ['file', 2, 'text/plain', 'evil.exe'], 'MZ');
    client.sendStream(3, ['put', 0, 3, 'text/plain', '/evil.exe'], 'MZ');
    client.sendStream(4, ['pipe', 4, 'text/plain', 'x'], 'MZ');
    client.sendStream(5, ['argv', 5, 'text/plain', 'disable-paste'], '');
    client.send('get', 0, '/secret.txt');
    await expect.poll(() => client.refused, PATIENT).toEqual(['1', '2', '3', '4', '5']);
    vnc.copy(copied);
    // What comes after it has gone the same way.
    const { client: other } = await kit.opened(vnc.host);
    const later = once('later');
    vnc.copy(later);
    await expect.poll(() => other.copied, PATIENT).toContain(later);
    expect(client.copied).toEqual([]);
    expect(client.count('clipboard')).toBe(0);
    expect(await vnc.pasted()).toBe(later);
    await end(id, client);
    expect(await logged(id)).toEqual([
      ['clipboard-paste', '', 'failure', 0, ''],
      ['upload', 'evil.exe', 'failure', 0, ''],
      ['upload', '/evil.exe', 'failure', 0, ''],
      ['download', '/secret.txt', 'failure', 0, ''],
    ]);
  });

  it('they are lost within seconds by who had them, and come back with the next session', async () => {
    const { id, client, strategy, person, assetId } = await seated({ copy: true, paste: true });
    const allowed = once('allowed');
    client.paste(allowed);
    await expect.poll(() => vnc.pasted(), PATIENT).toBe(allowed);
    await call('PUT', `/strategies/${strategy.id}`, { name: strategy.name, copy: false, paste: false });
    await expect
      .poll(() => {
        client.paste(allowed, 2);
        return client.refused.length;
      }, WITHIN_5_SECONDS)
      .toBeGreaterThan(0);
    const [late, later] = [once('too late'), once('too late to copy')];
    client.paste(late, 3);
    await expect.poll(() => client.refused, PATIENT).toContain('3');
    expect(await vnc.pasted()).not.toBe(late);
    const { client: witness } = await kit.opened(vnc.host);
    vnc.copy(later);
    await expect.poll(() => witness.copied, PATIENT).toContain(later);
    expect(client.copied).not.toContain(later);
    await end(id, client);
    await call('PUT', `/strategies/${strategy.id}`, { name: strategy.name, copy: true, paste: true });
    const next = await kit.openedOn(assetId, { token: person.token });
    next.client.paste(late);
    await expect.poll(() => vnc.pasted(), PATIENT).toBe(late);
  });
});

describe('a live desktop', () => {
  const loggedOut = '登入已結束，連線隨之中斷';

  async function revoke({ assetId }: { assetId: string }) {
    const path = `/authorised/users/paging?assetId=${assetId}`;
    const { items } = await call<Page<{ id: string }>>('GET', path);
    return call('DELETE', `/authorised/${items.map(({ id }) => id).join(',')}`);
  }
  const disable = ({ person }: { person: { id: string } }) =>
    call('PATCH', `/users/${person.id}/status?status=disabled`);
  const logOut = ({ person: { token } }: { person: { token: string } }) =>
    server.current.call('POST', '/account/logout', { token });

  // Many may share the screen of that RDP host; xrdp would send away who came before.
  describe.each([
    ['VNC', () => kit.asset(vnc.host)] as const,
    ...(isSoak ? [['RDP', () => kit.asset(nlaHost, { protocol: 'rdp' })] as const] : []),
  ])('over %s', (_protocol, asset) => {
    it.each([
      ['the grant is taken away', revoke, '使用這個資產的授權已失效'],
      ['the person is disabled', disable, loggedOut],
      ['the login is ended', logOut, loggedOut],
    ])('ends within five seconds when %s, and says so', async (_what, take, reason) => {
      const live = await seated({}, asset());
      const { id, client } = live;
      const look = kit.monitor(id);
      await expect.poll(() => look.hasPicture, PATIENT).toBe(true);
      expect(await kit.isOver(id)).toBe(false);
      await take(live);
      await expect
        .poll(async () => client.isOver && look.isOver && (await kit.isOver(id)), WITHIN_5_SECONDS)
        .toBe(true);
      expect(client.error?.[1]).toBe(reason);
      expect(look.error?.[1]).toBe(reason);
      const row = await kit.row(id);
      expect(row).toMatchObject({ code: -1, message: reason, recording: '1' });
      expect(row.recordingBytes).toBeGreaterThan(0);
      // And there is no way back.
      const again = kit.tunnel(id, {}, live.person.token);
      await expect.poll(() => again.isOver, PATIENT).toBe(true);
      expect(again.hasPicture).toBe(false);
    });
  });

  /** The client answers each picture, as the page does: that is no sign of a person either. */
  async function pictureChanges(client: TunnelClient): Promise<void> {
    const before = client.count('sync');
    await expect
      .poll(async () => {
        await vnc.paint();
        return client.count('sync');
      }, PATIENT)
      .toBeGreaterThan(before + 3);
  }

  it('is idle when nobody types or moves the mouse, whatever else its client sends and however it changes', async () => {
    const { id, client } = await kit.opened(vnc.host);
    const minutes = (count: number) => server.current.passTime(count * 60_000);
    const { liveSessions } = server.current.services;
    const lastInputAt = () => liveSessions.find(id)?.lastInputAt;
    minutes(20);
    const before = lastInputAt();
    client.send('mouse', 5, 5, 0);
    await expect.poll(lastInputAt, PATIENT).not.toBe(before);
    const moved = lastInputAt();
    client.send('nop');
    client.paste('not typed');
    await expect.poll(() => vnc.pasted(), PATIENT).toBe('not typed');
    minutes(20);
    await pictureChanges(client);
    expect(lastInputAt()).toBe(moved);
    client.send('key', 0x61, 1);
    await expect.poll(lastInputAt, PATIENT).not.toBe(moved);
    expect(client.isOver).toBe(false);
    minutes(31);
    await expect
      .poll(async () => {
        await vnc.paint();
        return client.isOver;
      }, PATIENT)
      .toBe(true);
    await expect.poll(async () => (await kit.row(id)).message, PATIENT).toContain('閒置');
  });
});

describe('an RDP desktop behind a gateway', () => {
  let gateway: SshHost;
  beforeAll(async () => {
    gateway = await startSshHost({ password: 'p@ss' });
  });
  afterAll(() => gateway.close());

  it('takes what is pasted from those who may, and from nobody else', async () => {
    const account = { accountType: 'password', username: 'jump', password: 'p@ss' };
    const made = await call<{ id: string }>('POST', '/access-gateways', {
      name: once('gateway'),
      ip: '127.0.0.1',
      port: gateway.port,
      ...account,
    });
    await call('POST', `/access-gateways/${made.id}/test`);
    const wanted = { protocol: 'rdp', change: { accessGatewayId: made.id } } as const;
    const text = once('through a door 玉門');
    const allowed = await seated({ paste: true }, kit.asset(rdpHost, wanted));
    allowed.client.paste(text);
    const entry = ['clipboard-paste', '', 'success', Buffer.byteLength(text), sha256(text)];
    await expect.poll(() => logged(allowed.id), PATIENT).toEqual([entry]);
    await end(allowed.id, allowed.client);
    const refused = await seated({ copy: true }, kit.asset(rdpHost, wanted));
    refused.client.paste(text);
    refused.client.sendStream(2, ['file', 2, 'text/plain', 'evil.exe'], 'MZ');
    await expect.poll(() => refused.client.refused, PATIENT).toEqual(['1', '2']);
    expect(gateway.forwards).toContain(`127.0.0.1:${rdpHost.port}`);
  });
});
