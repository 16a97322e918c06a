// Two servers that know each other: whatever is about a live session works at either, and the one that holds it decides.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import type { SessionScreen } from '@jadegate/contract/session/session-screen';
import type { Sharing } from '@jadegate/contract/session/session-share';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { makeCertificate } from '../testing/certificates.ts';
import { FilesKit } from '../testing/files-kit.ts';
import { SocketClient } from '../testing/session-kit.ts';
import { ShareKit } from '../testing/share-kit.ts';
import { useTestServer, type TestServer } from '../testing/test-server.ts';
import { until } from '../testing/until.ts';
import { STALL_MS } from './open-call-limiter.ts';

const PATIENT = { timeout: 10_000, interval: 20 };
/** The real one is known once it listens. */
const UNKNOWN = { url: 'http://127.0.0.1:1' };
const owner = useTestServer({ peer: UNKNOWN });
let other: TestServer;
/** Everything a person does here goes to the other server. */
const kit = new ShareKit({
  get current() {
    return other;
  },
});
const sockets: SocketClient[] = [];

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;
const idOf = ({ services }: TestServer) => services.processes.id;
/** Where the owner says that it is. */
const sayWhere = (url: string) =>
  owner.current.db
    .updateTable('server_process')
    .set({ peer_url: url })
    .where('id', '=', idOf(owner.current))
    .execute();
const reach = () => sayWhere(`http://127.0.0.1:${portOf(owner.current.app.server)}`);

/** What was set at one server counts at the others within two seconds. */
const knows = (setting: 'session-sharing', value: string) =>
  until(async () => {
    if ((await owner.current.services.settings.get(setting)) !== value) {
      throw new Error(`${setting} is not known yet`);
    }
  });

beforeAll(async () => {
  await owner.current.app.listen({ host: '127.0.0.1', port: 0 });
  other = await owner.current.startBeside({ peer: UNKNOWN });
  await kit.start();
  await knows('session-sharing', 'signed-in');
  await reach();
});
afterEach(() => {
  kit.leave();
  sockets.splice(0).forEach(({ socket }) => socket.terminate());
});
afterAll(async () => {
  await kit.stop();
  await other.stop();
});

/** A session that the owner holds, with its prompt on the screen. */
async function opened(token = kit.token): Promise<{ id: string; client: SocketClient }> {
  const { data } = await kit.create(await kit.machine(), token);
  const host = `127.0.0.1:${portOf(owner.current.app.server)}`;
  const query = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': token }).toString();
  const client = new SocketClient(`ws://${host}/sessions/${data.id}/ssh?${query}`, `http://${host}`);
  sockets.push(client);
  await expect.poll(() => client.shown, PATIENT).toBe('$ ');
  expect(owner.current.services.liveSessions.find(data.id)).toBeDefined();
  expect(other.services.liveSessions.find(data.id)).toBeUndefined();
  return { id: data.id, client };
}

describe('at a server that does not hold the session', () => {
  it('its person comes back to it and types', async () => {
    const { id } = await opened();
    const back = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect.poll(() => back.shown, PATIENT).toContain('$ ');
    back.type('從另一台回來');
    await expect.poll(() => back.shown, PATIENT).toContain('從另一台回來');
    expect(owner.current.services.liveSessions.find(id)).toBeDefined();
  });

  it('what is typed and shown arrives byte by byte, also when it is much', async () => {
    const { id } = await opened();
    const back = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect.poll(() => back.shown, PATIENT).toContain('$ ');
    const text = randomBytes(200_000).toString('hex');
    for (let at = 0; at < text.length; at += 50_000) {
      back.type(text.slice(at, at + 50_000));
    }
    await expect.poll(() => back.shown.slice(-text.length), PATIENT).toBe(text);
  });

  it('an administrator watches it and sends a message', async () => {
    const { id, client } = await opened();
    const watcher = kit.connect(`/sessions/${id}/ssh-monitor`, kit.token);
    await expect.poll(() => watcher.shown, PATIENT).toContain('$ ');
    client.type('watched');
    await expect.poll(() => watcher.shown, PATIENT).toContain('watched');
    const body = { text: '請先存檔' };
    const answer = await other.call('POST', `/sessions/${id}/message`, { token: kit.token, body });
    expect(answer).toMatchObject({ code: 1 });
    await expect.poll(() => JSON.stringify(client.frames), PATIENT).toContain('請先存檔');
  });

  it('a share is made, joined by the link, and revoked', async () => {
    const { id, client } = await opened();
    const share = await kit.shared(id);
    const guest = await kit.joined(share.token);
    guest.type('from a guest');
    await expect.poll(() => client.shown, PATIENT).toContain('from a guest');
    const { data } = await other.call<Sharing>('GET', `/sessions/${id}/shares`, { token: kit.token });
    expect(data.participants).toMatchObject([{ username: kit.guest.username, mode: 'write' }]);
    await kit.revoke(id, share.id);
    await expect.poll(() => guest.reason, PATIENT).toBeDefined();
  });

  it('an administrator joins it, and a seat is nobody else’s', async () => {
    const { id } = await opened();
    const { data } = await other.call<{ id: string }>('POST', `/sessions/${id}/join`, { token: kit.token });
    const thief = kit.sit(data.id, kit.stranger.token);
    await expect.poll(() => thief.reason, PATIENT).toBeDefined();
    const seat = kit.sit(data.id, kit.token);
    await expect.poll(() => seat.shown, PATIENT).toContain('$ ');
  });

  it('its recording is read as far as it goes', async () => {
    const { id, client } = await opened();
    client.type('on record');
    await expect.poll(() => client.shown, PATIENT).toContain('on record');
    const answer = () => other.call('GET', `/sessions/${id}/recording/segments`, { token: kit.token });
    const direct = await owner.current.call('GET', `/sessions/${id}/recording/segments`, {
      token: kit.token,
    });
    expect(Object.keys((await answer()).data as object)).toEqual(Object.keys(direct.data as object));
  });

  it('that session stands among one’s own sessions and on the wall, beside those of that server', async () => {
    const { id, client } = await opened();
    client.type('painted-there');
    await expect.poll(() => client.shown, PATIENT).toContain('painted-there');
    const { data: near } = await kit.create(await kit.machine(), kit.token);
    const here = kit.connect(`/sessions/${near.id}/ssh`, kit.token);
    await expect.poll(() => here.shown, PATIENT).toBe('$ ');
    let listed: string[] = [];
    const listedOfBoth = async () => {
      const own = await other.call<{ id: string }[]>('GET', '/account/sessions', { token: kit.token });
      listed = own.data.map((one) => one.id);
      return listed.filter((one) => [id, near.id].includes(one));
    };
    // A server that is too busy to answer is left out, and asked again by whoever looks on.
    await expect.poll(listedOfBoth, PATIENT).toEqual([near.id, id]);
    expect(new Set(listed).size).toBe(listed.length);
    const ids = [id, near.id, 'one-that-is-not'].join(',');
    let wall: SessionScreen[] = [];
    const states = async () => {
      const call = { token: kit.token };
      ({ data: wall } = await other.call<SessionScreen[]>('GET', `/sessions/${ids}/screens`, call));
      return wall.map(({ state }) => state);
    };
    await expect.poll(states, PATIENT).toEqual(['live', 'live', 'over']);
    expect(JSON.stringify(wall[0]?.picture)).toContain('painted-there');
    const { token } = await owner.current.loginAs({ type: 'user' });
    expect((await other.call<unknown[]>('GET', '/account/sessions', { token })).data).toEqual([]);
    expect(await other.call('GET', `/sessions/${ids}/screens`, { token })).toMatchObject({
      error: 'auth.forbidden',
    });
  });

  it('who does not answer is left out, and the rest is shown', async () => {
    const { id } = await opened();
    await sayWhere('http://127.0.0.1:1');
    const own = await other.call<{ id: string }[]>('GET', '/account/sessions', { token: kit.token });
    await reach();
    expect(own).toMatchObject({ code: 1 });
    expect(own.data.map((one) => one.id)).not.toContain(id);
  });

  it('the audit log names the address they came from', async () => {
    const { id } = await opened();
    const call = { token: kit.token, body: { text: 'hello' }, address: '127.9.8.7' };
    await other.call('POST', `/sessions/${id}/message`, call);
    const rows = await other.db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute();
    expect(rows.find(({ action }) => action.includes('messag'))).toMatchObject({ address: '127.9.8.7' });
  });
});

describe('who may do nothing at the owner may do nothing through another', () => {
  it('strangers', async () => {
    const { id } = await opened();
    for (const path of ['ssh', 'ssh-monitor']) {
      const client = kit.connect(`/sessions/${id}/${path}`, kit.stranger.token);
      let isOpen = false;
      client.socket.once('open', () => (isOpen = true));
      await new Promise((resolve) => client.socket.once('close', resolve));
      expect(client.shown).toBe('');
      expect(isOpen ? client.reason : 'refused').toMatch(/refused|找不到這個連線/);
    }
    const list = { token: kit.stranger.token, body: { dir: '/' } };
    expect(await other.call('POST', `/sessions/${id}/ls`, list)).toMatchObject({
      error: 'session.not_found',
    });
    const say = { token: kit.stranger.token, body: { text: 'x' } };
    expect(await other.call('POST', `/sessions/${id}/message`, say)).toMatchObject({
      error: 'auth.forbidden',
    });
    expect(await other.call('POST', `/sessions/${id}/ls`, { body: { dir: '/' } })).toMatchObject({
      error: 'auth.required',
    });
  });

  it('whoever writes the header of a server', async () => {
    const { id } = await opened();
    for (const header of ['', 'e30.AAAA', 'x']) {
      const headers = { 'x-jadegate-peer': header };
      for (const server of [owner.current, other]) {
        expect(
          await server.call('POST', `/sessions/${id}/ls`, { token: kit.token, headers, body: { dir: '/' } }),
        ).toMatchObject({ error: 'peer.refused' });
        expect(await server.call('GET', '/account/info', { token: kit.token, headers })).toMatchObject({
          error: 'peer.refused',
        });
      }
    }
  });

  it('a pass of a server opens nothing but calls about live sessions', async () => {
    const passes = other.services.peers?.passes;
    const admin = { userId: 'x', username: 'x', type: 'admin', loginId: 'x' } as const;
    const caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: '' } as const;
    const request = { method: 'GET', url: '/users/paging' };
    const headers = {
      'x-jadegate-peer': passes?.issue(idOf(owner.current), request, { caller, who: admin }) ?? '',
    };
    expect(await owner.current.call('GET', '/users/paging', { headers })).toMatchObject({
      error: 'peer.refused',
    });
  });
});

describe('what lies in the way', () => {
  it('a server that cannot be reached is named, and nothing is lost', async () => {
    const { id, client } = await opened();
    await sayWhere('http://127.0.0.1:1');
    const body = { text: 'x' };
    const answer = await other.call('POST', `/sessions/${id}/message`, { token: kit.token, body });
    expect(answer).toMatchObject({
      error: 'peer.unreachable',
      message: '無法連上持有這個連線的伺服器 127.0.0.1:1，請稍後再試',
    });
    await reach();
    client.type('still here');
    await expect.poll(() => client.shown, PATIENT).toContain('still here');
  });

  it('a server whose certificate nobody trusts is told nothing', async () => {
    const { cert, key } = makeCertificate('somebody else');
    const heard: string[] = [];
    const impostor = createTlsServer({ cert, key }, (request, response) => {
      heard.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end(JSON.stringify({ code: 1, message: 'success', data: null }));
    });
    impostor.on('upgrade', ({ url }: IncomingMessage, socket: Socket) => {
      heard.push(`upgrade ${url ?? ''}`);
      socket.destroy();
    });
    impostor.listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    try {
      const { id } = await opened();
      await sayWhere(`https://127.0.0.1:${portOf(impostor)}`);
      const body = { text: 'x' };
      const answer = await other.call('POST', `/sessions/${id}/message`, { token: kit.token, body });
      expect(answer).toMatchObject({ error: 'peer.unreachable' });
      const { socket } = kit.connect(`/sessions/${id}/ssh`, kit.token);
      await new Promise((resolve) => socket.once('close', resolve));
      await other.call('GET', '/account/sessions', { token: kit.token });
      expect(heard).toEqual([]);
    } finally {
      await reach();
      impostor.close();
    }
  });

  it('a server that gives no address is not led to', async () => {
    const { id } = await opened();
    await sayWhere('');
    const late = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect.poll(() => late.reason, PATIENT).toContain('另一個伺服器程序');
    await reach();
  });

  describe('a server that takes the connection and then says nothing', () => {
    const silent = createServer();
    beforeAll(async () => {
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
    });
    const heldThere = async () => {
      const { id } = await opened();
      await sayWhere(`http://127.0.0.1:${portOf(silent)}`);
      return id;
    };
    afterAll(async () => {
      silent.close();
      await reach();
    });

    it('is not waited for by a socket, and not told the token', async () => {
      const id = await heldThere();
      const asked = once(silent, 'upgrade') as Promise<[IncomingMessage, Socket]>;
      const back = kit.connect(`/sessions/${id}/ssh`, kit.token);
      const [{ url, headers }, there] = await asked;
      expect(url).toMatch(/^\/sessions\/[\w-]+\/ssh\?protocol=\w+/);
      const [pass = ''] = String(headers['x-jadegate-peer']).split('.');
      expect(`${url} ${JSON.stringify(headers)} ${Buffer.from(pass, 'base64url').toString()}`).not.toContain(
        kit.token,
      );
      const gone = once(there.resume(), 'end').then(() => 'gone');
      back.socket.terminate();
      expect(await Promise.race([gone, sleep(8000)])).toBe('gone');
    }, 20_000);

    it('is left alone by a call whose caller went', async () => {
      const id = await heldThere();
      const asked = once(silent, 'request') as Promise<[IncomingMessage]>;
      const leaving = new AbortController();
      const call = fetch(`http://127.0.0.1:${portOf(other.app.server)}/sessions/${id}/shares`, {
        headers: { 'x-auth-token': kit.token },
        signal: leaving.signal,
      });
      const [there] = await asked;
      const gone = once(there.socket, 'close').then(() => 'gone');
      leaving.abort();
      await expect(call).rejects.toThrow('abort');
      expect(await Promise.race([gone, sleep(3000)])).toBe('gone');
    });
  });

  it('the owner’s end of the socket goes with the browser’s', async () => {
    const { id } = await opened();
    const back = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect.poll(() => back.shown, PATIENT).toContain('$ ');
    const live = owner.current.services.liveSessions.find(id);
    expect(live?.stream.hasClient).toBe(true);
    back.socket.terminate();
    await expect.poll(() => live?.stream.hasClient, PATIENT).toBe(false);
  });
});

it('every call that names a session with `id` and needs it to be live says so', () => {
  const about = ENDPOINTS.filter(({ path }) => /^\/(share-)?sessions\/:id\//.test(path));
  const elsewhere = about.filter(({ held }) => !held).map(({ method, path }) => `${method} ${path}`);
  // It does nothing.
  expect(elsewhere).toEqual(['POST /sessions/:id/connect']);
});

describe('files', () => {
  it('go up and come down through a server that does not hold the session', async () => {
    const files = new FilesKit(owner);
    const far = { host: '127.0.0.1', port: portOf(other.app.server) };
    await files.start();
    const dir = await files.newFolder();
    const bytes = randomBytes(3_000_000);
    const url = (op: string, query: Record<string, string>) =>
      `http://${far.host}:${far.port}/sessions/${files.session}/${op}?${new URLSearchParams(query).toString()}`;
    const headers = { 'x-auth-token': files.token };
    const up = await fetch(url('upload', { dir, name: 'large.bin' }), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    expect(await up.json()).toMatchObject({ code: 1 });
    expect((await readFile(join(dir, 'large.bin'))).equals(bytes)).toBe(true);
    const down = await fetch(url('download', { file: `${dir}/large.bin` }), { headers });
    expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true);
    expect(down.headers.get('content-disposition')).toContain('large.bin');
    const part = await fetch(url('download', { file: `${dir}/large.bin` }), {
      headers: { ...headers, range: 'bytes=10-19' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
    // One that nobody takes ends where it came in, and with that at the server that reads the file.
    await writeFile(join(dir, 'unread.bin'), randomBytes(48_000_000));
    const unread = get(url('download', { file: `${dir}/unread.bin` }), { headers });
    await once(unread, 'response');
    expect([other.app.openCalls.size, owner.current.app.openCalls.size]).toEqual([1, 1]);
    let now = 0;
    await expect
      .poll(() => (other.app.openCalls.endStalled((now += 2 * STALL_MS)), other.app.openCalls.size), PATIENT)
      .toBe(0);
    await expect.poll(() => owner.current.app.openCalls.size, PATIENT).toBe(0);
    await expect.poll(() => files.logOf('unread.bin'), PATIENT).toMatchObject([{ result: 'failure' }]);
    unread.destroy();
    await files.stop();
  });
});
