// Two servers that know each other: whatever is about a live session works at either, and the one that holds it decides.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';

import { ENDPOINTS } from '@jadegate/contract/endpoints';
import type { SessionScreen } from '@jadegate/contract/session/session-screen';
import type { Sharing } from '@jadegate/contract/session/session-share';
import { describe, expect, it } from 'vitest';

import { FilesKit } from '../testing/files-kit.ts';
import { PATIENT, portOf, withTwoServers } from '../testing/two-servers.ts';
import { STALL_MS } from './open-call-limiter.ts';

const two = withTwoServers();
const { owner, kit, sayWhere, reach, opened } = two;

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
    const answer = await two.other.call('POST', `/sessions/${id}/message`, { token: kit.token, body });
    expect(answer).toMatchObject({ code: 1 });
    await expect.poll(() => JSON.stringify(client.frames), PATIENT).toContain('請先存檔');
  });

  it('a share is made, joined by the link, and revoked', async () => {
    const { id, client } = await opened();
    const share = await kit.shared(id);
    const guest = await kit.joined(share.token);
    guest.type('from a guest');
    await expect.poll(() => client.shown, PATIENT).toContain('from a guest');
    const { data } = await two.other.call<Sharing>('GET', `/sessions/${id}/shares`, { token: kit.token });
    expect(data.participants).toMatchObject([{ username: kit.guest.username, mode: 'write' }]);
    await kit.revoke(id, share.id);
    await expect.poll(() => guest.reason, PATIENT).toBeDefined();
  });

  it('an administrator joins it, and a seat is nobody else’s', async () => {
    const { id } = await opened();
    const { data } = await two.other.call<{ id: string }>('POST', `/sessions/${id}/join`, {
      token: kit.token,
    });
    const thief = kit.sit(data.id, kit.stranger.token);
    await expect.poll(() => thief.reason, PATIENT).toBeDefined();
    const seat = kit.sit(data.id, kit.token);
    await expect.poll(() => seat.shown, PATIENT).toContain('$ ');
  });

  it('its recording is read as far as it goes', async () => {
    const { id, client } = await opened();
    client.type('on record');
    await expect.poll(() => client.shown, PATIENT).toContain('on record');
    const answer = () => two.other.call('GET', `/sessions/${id}/recording/segments`, { token: kit.token });
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
      const own = await two.other.call<{ id: string }[]>('GET', '/account/sessions', { token: kit.token });
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
      ({ data: wall } = await two.other.call<SessionScreen[]>('GET', `/sessions/${ids}/screens`, call));
      return wall.map(({ state }) => state);
    };
    await expect.poll(states, PATIENT).toEqual(['live', 'live', 'over']);
    expect(JSON.stringify(wall[0]?.picture)).toContain('painted-there');
    const { token } = await owner.current.loginAs({ type: 'user' });
    expect((await two.other.call<unknown[]>('GET', '/account/sessions', { token })).data).toEqual([]);
    expect(await two.other.call('GET', `/sessions/${ids}/screens`, { token })).toMatchObject({
      error: 'auth.forbidden',
    });
  });

  it('who does not answer is left out, and the rest is shown', async () => {
    const { id } = await opened();
    await sayWhere('http://127.0.0.1:1');
    const own = await two.other.call<{ id: string }[]>('GET', '/account/sessions', { token: kit.token });
    await reach();
    expect(own).toMatchObject({ code: 1 });
    expect(own.data.map((one) => one.id)).not.toContain(id);
  });

  it('the audit log names the address they came from', async () => {
    const { id } = await opened();
    const call = { token: kit.token, body: { text: 'hello' }, address: '127.9.8.7' };
    await two.other.call('POST', `/sessions/${id}/message`, call);
    const rows = await two.other.db.selectFrom('audit_log').selectAll().where('object_id', '=', id).execute();
    expect(rows.find(({ action }) => action.includes('messag'))).toMatchObject({ address: '127.9.8.7' });
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
    const far = { host: '127.0.0.1', port: portOf(two.other.app.server) };
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
    expect([two.other.app.openCalls.size, owner.current.app.openCalls.size]).toEqual([1, 1]);
    let now = 0;
    await expect
      .poll(
        () => (two.other.app.openCalls.endStalled((now += 2 * STALL_MS)), two.other.app.openCalls.size),
        PATIENT,
      )
      .toBe(0);
    await expect.poll(() => owner.current.app.openCalls.size, PATIENT).toBe(0);
    await expect.poll(() => files.logOf('unread.bin'), PATIENT).toMatchObject([{ result: 'failure' }]);
    unread.destroy();
    await files.stop();
  });
});
