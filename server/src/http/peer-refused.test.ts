// Between two servers: who may do nothing at one may do nothing through the other, and what goes wrong on the way is told and
// costs nothing else.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeCertificate } from '../testing/certificates.ts';
import { idOf, PATIENT, portOf, withTwoServers } from '../testing/two-servers.ts';

const two = withTwoServers();
const { owner, kit, sayWhere, reach, opened } = two;

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
    expect(await two.other.call('POST', `/sessions/${id}/ls`, list)).toMatchObject({
      error: 'session.not_found',
    });
    const say = { token: kit.stranger.token, body: { text: 'x' } };
    expect(await two.other.call('POST', `/sessions/${id}/message`, say)).toMatchObject({
      error: 'auth.forbidden',
    });
    expect(await two.other.call('POST', `/sessions/${id}/ls`, { body: { dir: '/' } })).toMatchObject({
      error: 'auth.required',
    });
  });

  it('whoever writes the header of a server', async () => {
    const { id } = await opened();
    for (const header of ['', 'e30.AAAA', 'x']) {
      const headers = { 'x-jadegate-peer': header };
      for (const server of [owner.current, two.other]) {
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
    const passes = two.other.services.peers?.passes;
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
    const answer = await two.other.call('POST', `/sessions/${id}/message`, { token: kit.token, body });
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
      const answer = await two.other.call('POST', `/sessions/${id}/message`, { token: kit.token, body });
      expect(answer).toMatchObject({ error: 'peer.unreachable' });
      const { socket } = kit.connect(`/sessions/${id}/ssh`, kit.token);
      await new Promise((resolve) => socket.once('close', resolve));
      await two.other.call('GET', '/account/sessions', { token: kit.token });
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
      const call = fetch(`http://127.0.0.1:${portOf(two.other.app.server)}/sessions/${id}/shares`, {
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
