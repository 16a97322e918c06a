import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import type { SshTicketRow } from '@jadegate/contract/identity/ssh-ticket';
import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import { sshHandle } from '@jadegate/contract/session/ssh-user-name';
import type ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { enrol } from '../../testing/enrol.ts';
import { execOn, NativeSshKit, shellOn } from '../../testing/native-ssh-kit.ts';
import { RunKit } from '../../testing/run-kit.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';

const server = useTestServer({ takesSsh: true });
const hosts = new RunKit(server);
const door = new NativeSshKit(server);

let assetId = '';
beforeAll(async () => {
  await hosts.start();
  assetId = await hosts.machine({ name: 'build target' });
});
afterEach(() => door.leave());
afterAll(() => hosts.stop());

type Made = SshTicketRow & { ticket: string };

let calls = 0;
/** A new one each time: the limit on such calls is another file's business. */
const address = () => `127.92.0.${++calls}`;
const make = (token: string, given: object = {}) =>
  server.current.call<Made>('POST', '/account/ssh-tickets', {
    token,
    address: address(),
    body: { name: `ci ${newId()}`, assetId, ...given },
  });

/** Somebody who may use the asset, with a ticket of theirs. */
async function holder(given: object = {}) {
  const person = await server.current.loginAs({ type: 'user' });
  await hosts.grant(person.id, assetId);
  const { data, message } = await make(person.token, given);
  expect(message).toBe('success');
  return { ...person, made: data, ticket: data.ticket };
}

const caller = (from: string): Caller => ({
  address: from,
  userAgent: 'SSH-2.0-test',
  language: 'en',
  requestId: '',
});
/** What the door does with it. */
async function signIn({ username, made }: { username: string; made: Made }, from = address()) {
  const proof = { kind: 'ticket', ticketId: made.id, name: made.name } as const;
  try {
    await server.current.services.logins.signIn(caller(from), { username, door: 'ssh', proof });
    return 'in';
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

const forwardOn = (client: ssh2.Client) =>
  new Promise((resolve, reject) =>
    client.forwardOut('127.0.0.1', 1, '127.0.0.1', 9, (error) => (error ? reject(error) : resolve('open'))),
  );
const sftpOn = (client: ssh2.Client) =>
  new Promise((resolve, reject) => client.sftp((error) => (error ? reject(error) : resolve('open'))));

describe('making an SSH ticket', () => {
  it('shows it once, keeps a hash of it, and asks a login of long ago for a proof', async () => {
    const { id, token, made, ticket } = await holder({ uses: 3, ipGroup: '10.0.0.0/8', kinds: ['files'] });
    expect(ticket).toMatch(/^ticket-[\w-]{43}$/);
    const { data } = await server.current.call<SshTicketRow[]>('GET', '/account/ssh-tickets', { token });
    expect(data).toMatchObject([
      { id: made.id, assetName: 'build target', kinds: ['files'], uses: 3, used: 0, isOver: false },
    ]);
    expect(JSON.stringify(data)).not.toContain(ticket);
    const { db } = server.current;
    const kept = [
      ...(await db.selectFrom('ssh_ticket').selectAll().execute()),
      ...(await db.selectFrom('audit_log').select(['action', 'object_id', 'detail']).execute()),
    ];
    expect(JSON.stringify(kept)).not.toContain(ticket);
    expect(kept).toContainEqual(
      expect.objectContaining({ action: 'account.ssh-ticket-created', object_id: made.id }),
    );
    server.current.passTime(HOUR_MS);
    expect(await make(token)).toMatchObject({ error: 'auth.reauthentication_required' });
    expect((await make(token, { password: USER_PASSWORD })).data.kinds).toEqual(['exec', 'files']);
    const row = await db.selectFrom('ssh_ticket').selectAll().where('user_id', '=', id).executeTakeFirst();
    const many = Array.from({ length: LIMITS.sshTicketsPerPerson.max - 2 }, () => newId());
    const rows = many.map((one) => ({ ...row, id: one, name: one, ticket_hash: one }) as never);
    await db.insertInto('ssh_ticket').values(rows).execute();
    expect(await make(token)).toMatchObject({ error: 'ssh_ticket.too_many' });
  });

  it('is refused for what one may not use, by a name twice, and with a range that ends before it begins', async () => {
    const { token, made } = await holder();
    const other = await hosts.machine({ name: `hidden ${newId()}` });
    expect(await make(token, { assetId: other })).toMatchObject({ error: 'asset.not_found' });
    expect(await make(token, { name: made.name })).toMatchObject({ error: 'ssh_ticket.name_taken' });
    expect(await make(token, { ipGroup: '10.0.0.9-10.0.0.1' })).toMatchObject({
      fields: [{ path: 'ipGroup' }],
    });
    expect(await make(token, { kinds: [] })).toMatchObject({ code: 400 });
  });
});

describe('coming with an SSH ticket', () => {
  it('opens its asset without anything else, and the secret is in no log', async () => {
    const { token, ticket, username, made } = await holder();
    // The person has a second factor; a program cannot be asked for it.
    await enrol(server.current, token);
    const client = await door.connect(ticket, {});
    expect(await execOn(client, 'echo built')).toMatchObject({ output: 'built\n', code: 0 });
    // Of a client that cannot come without a password, any is taken.
    const again = await door.connect(ticket, { password: 'x', authHandler: ['password'] });
    expect(await execOn(again, 'echo again')).toMatchObject({ output: 'again\n' });
    const { data } = await server.current.call<Page<LoginLogRow>>(
      'GET',
      `/login-logs/paging?pageIndex=1&pageSize=5&username=${username}`,
      { token: hosts.token },
    );
    expect(data.items[0]).toMatchObject({ username, state: '1', ticket: made.name });
    const unknown = `ticket-${'x'.repeat(43)}`;
    await expect(door.connect(unknown, {})).rejects.toThrow('methods failed');
    // As people write it who are used to naming the asset, or have not copied all of it.
    for (const odd of [`${ticket}@build`, `ci@${ticket}`, ticket.slice(0, -1), ` ${ticket}`]) {
      await expect(door.connect(odd, { password: 'x' })).rejects.toThrow('methods failed');
    }
    const { db } = server.current;
    const logged = [
      await db.selectFrom('login_log').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
      await db.selectFrom('login').selectAll().execute(),
      await db.selectFrom('login_lock').selectAll().execute(),
      server.current.logLines,
    ];
    expect(logged[0]).toContainEqual(expect.objectContaining({ username: 'ticket-…', state: '0' }));
    for (const secret of [ticket, unknown]) {
      expect(JSON.stringify(logged)).not.toContain(secret.slice(7, -1));
    }
  });

  it('opens only what it is for, and of that only what its person may', async () => {
    const shell = await door.connect((await holder({ kinds: ['shell', 'forward'] })).ticket, {});
    expect((await execOn(shell, 'echo no')).errors).toContain('執行指令');
    expect((await execOn(shell, 'scp -t /tmp')).errors).toContain('檔案傳輸');
    await expect(sftpOn(shell)).rejects.toThrow('255');
    // It is for forwards, but the grant is not.
    await expect(forwardOn(shell)).rejects.toThrow('-L');
    expect((await shellOn(shell)).shown).toBe('');
    const exec = await door.connect((await holder({ kinds: ['exec'] })).ticket, {});
    await expect(forwardOn(exec)).rejects.toThrow('not for "Forwarding');
    expect((await (await shellOn(exec)).ended).code).toBe(255);
    expect(await execOn(exec, 'echo yes')).toMatchObject({ output: 'yes\n' });
    expect(hosts.commands).not.toContain('echo no');
  });

  it('leads to its asset whatever others are called, and only with the account that it had', async () => {
    const { ticket } = await holder();
    await hosts.machine({ name: sshHandle(assetId) });
    const client = await door.connect(ticket, {});
    await execOn(client, 'echo here');
    const { db } = server.current;
    const { asset_id } = await db
      .selectFrom('session')
      .select('asset_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(asset_id).toBe(assetId);
    const named = await db
      .selectFrom('asset')
      .select('username')
      .where('id', '=', assetId)
      .executeTakeFirstOrThrow();
    await db.updateTable('asset').set({ username: 'deploy' }).where('id', '=', assetId).execute();
    const other = await door.connect(ticket, {});
    expect(await execOn(other, 'echo there')).toMatchObject({ output: '', code: 255 });
    await db.updateTable('asset').set(named).where('id', '=', assetId).execute();
  });

  it('is bounded in uses, also of those at once, in time and in where it comes from', async () => {
    const once = await holder({ uses: 1 });
    expect([await signIn(once), await signIn(once)]).toEqual(['in', 'login.failed']);
    const twice = await holder({ uses: 2 });
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => signIn(twice)));
    expect(atOnce.toSorted()).toEqual(['in', 'in', 'login.failed', 'login.failed']);
    const near = await holder({ ipGroup: '127.93.0.0/16', hours: 1 });
    expect(await signIn(near, '127.94.0.1')).toBe('login.ticket_elsewhere');
    expect(await signIn(near, '127.93.0.1')).toBe('in');
    server.current.passTime(HOUR_MS);
    expect(await signIn(near, '127.93.0.1')).toBe('login.failed');
    // Nobody else's, whoever is named.
    expect(await signIn({ ...once, made: twice.made })).toBe('login.failed');
  });

  it('is no way around what decides about every login', async () => {
    const mei = await holder();
    const { db } = server.current;
    const set = (row: object) => db.updateTable('user').set(row).where('id', '=', mei.id).execute();
    await set({ must_change_password: 1 });
    expect(await signIn(mei)).toBe('auth.step_pending');
    await set({ must_change_password: 0 });
    expect(await signIn(mei)).toBe('in');
    const policy = { name: newId(), ipGroup: '0.0.0.0/0', rule: 'reject', priority: 1, enabled: true };
    const asAdmin = { token: hosts.token };
    const { data } = await server.current.call<{ id: string }>('POST', '/login-policies', {
      ...asAdmin,
      body: policy,
    });
    await server.current.call('POST', `/login-policies/${data.id}/bind`, {
      ...asAdmin,
      body: [{ userId: mei.id }],
    });
    expect(await signIn(mei)).toBe('login.policy_refused');
    await set({ status: 'disabled' });
    expect(await signIn(mei)).toBe('login.disabled');
  });
});

describe('the end of an SSH ticket', () => {
  const left = async ({ made }: { made: Made }) =>
    server.current.db.selectFrom('ssh_ticket').select('id').where('id', '=', made.id).execute();

  it('comes when its person revokes it, and ends what came with it; nobody else’s id finds it', async () => {
    const mei = await holder();
    const client = await door.connect(mei.ticket, {});
    const closed = new Promise((resolve) => client.once('close', () => resolve('closed')));
    const stranger = await server.current.loginAs({});
    const revoke = (token: string) =>
      server.current.call('DELETE', `/account/ssh-tickets/${mei.made.id}`, { token });
    expect(await revoke(stranger.token)).toMatchObject({ error: 'ssh_ticket.not_found' });
    expect((await revoke(mei.token)).code).toBe(1);
    expect(await closed).toBe('closed');
    await expect(door.connect(mei.ticket, {})).rejects.toThrow('methods failed');
  });

  it.each([
    ['disabled', (id: string) => ['PATCH', `/users/${id}/status?status=disabled`, undefined] as const],
    [
      'given a new password',
      (id: string) => ['POST', `/users/${id}/change-password`, { password: 'given by admin' }] as const,
    ],
    ['freed of their second factor', (id: string) => ['POST', `/users/${id}/reset-totp`, undefined] as const],
    ['confirmed', (id: string) => ['POST', `/users/${id}/confirm`, undefined] as const],
  ])('comes when the person is %s by an administrator', async (_what, act) => {
    const mei = await holder();
    const [method, url, body] = act(mei.id);
    const answer = await server.current.call(method, url, { token: hosts.token, ...(body && { body }) });
    expect(answer.code).toBe(1);
    expect(await left(mei)).toEqual([]);
  });

  it('comes with a new password of one’s own', async () => {
    const mei = await holder();
    const body = { oldPassword: USER_PASSWORD, newPassword: 'chosen by mei herself' };
    const answer = await server.current.call('POST', '/account/change-password', { token: mei.token, body });
    expect(answer.code).toBe(1);
    expect(await left(mei)).toEqual([]);
  });

  it('comes by an administrator who may edit people', async () => {
    const mei = await holder();
    const menus = ['user', 'user-detail'] as const;
    const viewer = await server.current.loginAs({ type: 'admin', menus: [...menus] });
    const url = `/users/${mei.id}/ssh-tickets`;
    const { data } = await server.current.call<SshTicketRow[]>('GET', url, { token: viewer.token });
    expect(data.map(({ id }) => id)).toEqual([mei.made.id]);
    const revoke = (token: string) => server.current.call('DELETE', `${url}/${mei.made.id}`, { token });
    expect(await revoke(viewer.token)).toMatchObject({ error: 'auth.forbidden' });
    const helper = await server.current.loginAs({ type: 'admin', menus: [...menus, 'user-edit'] });
    expect((await revoke(helper.token)).code).toBe(1);
    expect(await left(mei)).toEqual([]);
  });
});
