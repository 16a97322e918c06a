// People of a real OpenLDAP sign in with what they have there: who they become, who stays out, and what nobody learns.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { makeCertificate } from '../../testing/certificates.ts';
import { DirectoryKit } from '../../testing/directory-kit.ts';
import { ed25519KeyPair } from '../../testing/keys.ts';
import { NativeSshKit } from '../../testing/native-ssh-kit.ts';
import { groupLdif, OwnSlapd, personLdif, SLAPD } from '../../testing/own-slapd.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer, USER_PASSWORD } from '../../testing/test-server.ts';
import { ACCOUNT_RULE } from '../auth/lockout.ts';

const server = useTestServer({ takesSsh: true });
const kit = new DirectoryKit(server);
const door = new NativeSshKit(server);
const laptop = ed25519KeyPair();
const dnOf = (uid: string) => `uid=${uid},${SLAPD.people}`;

let slapd: OwnSlapd;
beforeAll(async () => {
  slapd = await OwnSlapd.start(
    [
      personLdif('alice', `sshPublicKey: ${laptop.public.trim()} alice laptop`),
      personLdif('bob', 'employeeNumber: 7'),
      personLdif('carol', 'employeeNumber: 7'),
      personLdif('dave', 'shadowExpire: 1'),
      personLdif('erin').replace('erin@example.test', 'alice@example.test'),
      // as the first administrator here
      personLdif('admin'),
      groupLdif('ops', [dnOf('alice')]),
      groupLdif('staff', [`cn=ops,${SLAPD.groups}`]),
    ].join('\n'),
  );
  await kit.start();
});
afterEach(() => door.leave());
afterAll(() => slapd.dispose());

const logOf = (username: string) =>
  server.current.db
    .selectFrom('login_log')
    .select(['state', 'reason', 'source', 'rule'])
    .where('username', '=', username)
    .orderBy('id')
    .execute();

/** Nothing that was counted before counts any more. */
const forget = () => server.current.db.deleteFrom('login_lock').execute();

describe('the first login', () => {
  it('makes the person with the groups that rules give, and keeps nothing of the password', async () => {
    const ops = await kit.group('維運');
    await kit.source('corp', slapd, { creation: 'mapped' }, { rules: [{ value: 'staff', groups: [ops] }] });
    const { data, message } = await kit.signIn('Alice', 'alice-pw');
    expect(message).toBe('success');
    expect(data.info).toMatchObject({ username: 'alice', nickname: 'alice alice', passwordAt: '目錄 corp' });
    expect(await kit.groupsOf(data.info.id)).toEqual([ops]);
    expect(await logOf('alice')).toEqual([{ state: '1', reason: '', source: '目錄 corp', rule: 'staff' }]);
    const again = await kit.signIn('alice', 'alice-pw');
    expect(again.data.info.id).toBe(data.info.id);
    const tables = await server.current.services.database.db.introspection.getTables();
    for (const { name } of tables) {
      const rows = await server.current.db
        .selectFrom(name as 'user')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows)).not.toContain('alice-pw');
    }
    expect(server.current.logLines.join('')).not.toContain('alice-pw');
  });

  it('is refused with a sentence to whom no rule lets in, and to whom the directory has locked out', async () => {
    const { error, message } = await kit.signIn('bob', 'bob-pw');
    expect(error).toBe('source.group_needed');
    expect(message).toContain('bob');
    expect(await logOf('bob')).toEqual([
      { state: '0', reason: 'source.group_needed', source: '目錄 corp', rule: '' },
    ]);
    await kit.source('corp', slapd, { creation: 'on' });
    expect((await kit.signIn('dave', 'dave-pw')).error).toBe('source.inactive');
    expect(await kit.user('dave')).toBeUndefined();
  });

  it('two people with one mail address are two people', async () => {
    const { data } = await kit.signIn('erin', 'erin-pw');
    const alice = await kit.user('alice');
    expect(data.info.id).not.toBe(alice?.id);
    expect(alice?.mail).toBe('alice@example.test');
  });
});

describe('whoever is not that person', () => {
  it.each([
    ['a wrong password', 'alice', 'no'],
    ['nobody', 'nobody', 'nobody-pw'],
    ['an account here', 'admin', 'no'],
    ['a filter', '*', 'alice-pw'],
    ['a filter that closes', 'alice)(uid=*', 'alice-pw'],
    // With a wide letter the directory finds alice, and it would be counted as somebody else.
    ['another way to write it', 'ａlice', 'alice-pw'],
    ['a name of several', '7', 'bob-pw'],
  ])('hears the same: %s', async (_what, username, password) => {
    await forget();
    const { error, message } = await kit.signIn(username, password);
    expect([error, message]).toEqual(['login.failed', '帳號或密碼不正確']);
  });

  it('has no password that is empty: this directory would let anybody in with it', async () => {
    expect((await kit.signIn('alice', '')).error).toBe('validation');
    const { logins } = server.current.services;
    const caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: '' } as const;
    const proof = { kind: 'password', password: '' } as const;
    const attempt = logins.signIn(caller, { username: 'alice', door: 'ssh', proof });
    await expect(attempt).rejects.toMatchObject({ code: 'login.failed' });
  });

  it('is nobody where several have the name', async () => {
    await kit.source('corp', slapd, { usernameAttribute: 'employeeNumber' });
    await forget();
    expect((await kit.signIn('7', 'bob-pw')).error).toBe('login.failed');
    await kit.source('corp', slapd);
  });

  it('guesses at the directory no more often than here', async () => {
    await forget();
    const before = slapd.binds('bob');
    for (let guess = 0; guess < 4 * ACCOUNT_RULE.free; guess += 1) {
      await kit.signIn(guess % 2 === 0 ? 'bob' : 'BOB', 'no');
    }
    expect((await kit.signIn('bob', 'bob-pw')).error).toBe('login.locked');
    await expect.poll(() => slapd.binds('bob') - before).toBe(ACCOUNT_RULE.free + 1);
  });

  it('is not the account here that has the name: that is never asked about there, nor linked', async () => {
    await forget();
    const before = slapd.binds('admin');
    expect((await kit.signIn('admin', 'admin-pw')).error).toBe('login.failed');
    expect((await kit.signIn('admin', ADMIN_PASSWORD)).message).toBe('success');
    // The directory writes down what it is asked a moment later, in order.
    const others = slapd.binds('alice');
    await kit.signIn('alice', 'alice-pw');
    await expect.poll(() => slapd.binds('alice')).toBeGreaterThan(others);
    expect(slapd.binds('admin')).toBe(before);
    const linked = await server.current.db
      .selectFrom('source_identity')
      .innerJoin('user', 'user.id', 'source_identity.user_id')
      .select('user.id')
      .where('user.username', '=', 'admin')
      .execute();
    expect(linked).toEqual([]);
  });
});

describe('the same rules as for everybody', () => {
  it('asks for the second factor, and for nothing that is about passwords here', async () => {
    await forget();
    const { data } = await kit.signIn('alice', 'alice-pw');
    const change = { totp_enabled: 1, must_change_password: 1 } as const;
    await server.current.db.updateTable('user').set(change).where('id', '=', data.info.id).execute();
    expect((await kit.signIn('alice', 'alice-pw')).code).toBe(100);
    expect((await kit.signIn('alice', 'alice-pw', { totp: '000000' })).error).toBe('login.totp_wrong');
    await server.current.db
      .updateTable('user')
      .set({ totp_enabled: 0, must_change_password: 0 })
      .where('id', '=', data.info.id)
      .execute();
    expect((await kit.signIn('alice', 'alice-pw')).message).toBe('success');
  });

  it('asks no directory for somebody from where nobody may come', async () => {
    const rule = { ip: '127.99.0.0/16', rule: 'reject', source: 'administrator', priority: 1 } as const;
    await server.current.db
      .insertInto('access_security')
      .values({ id: 'elsewhere', ...rule })
      .execute();
    await expect
      .poll(() => server.current.services.accessSecurity.allows('127.99.0.1'), { timeout: 10_000 })
      .toBe(false);
    const before = slapd.connections;
    const { error } = await server.current.call('POST', '/login', {
      body: { username: 'bob', password: 'bob-pw' },
      address: '127.99.0.1',
    });
    expect(error).toBe('access_security.refused');
    expect(slapd.connections).toBe(before);
    await server.current.db.deleteFrom('access_security').where('id', '=', 'elsewhere').execute();
  });

  it('proves again with the password of the directory, which is changed there alone', async () => {
    await forget();
    const { data } = await kit.signIn('alice', 'alice-pw');
    const prove = (password: string) =>
      server.current.call('POST', '/account/recent-proof', { token: data.token, body: { password } });
    expect((await prove('no')).error).toBe('auth.reauthentication_failed');
    expect((await prove('alice-pw')).message).toBe('success');
    const change = await server.current.call('POST', '/account/change-password', {
      token: data.token,
      body: { oldPassword: 'alice-pw', newPassword: 'a new quiet harbour' },
    });
    expect([change.error, change.message]).toEqual([
      'source.password_kept_there',
      expect.stringContaining('目錄 corp'),
    ]);
    const reset = await kit.call('POST', `/users/${data.info.id}/change-password`, {
      password: 'a new quiet harbour',
    });
    expect(reset.error).toBe('source.password_kept_there');
  });

  it('lets people in at the SSH door, with the password or with a key that the directory has', async () => {
    await forget();
    await door.connect('alice', { password: 'alice-pw' });
    await door.connect('alice', { privateKey: laptop.private });
    await expect(door.connect('alice', { password: 'no' })).rejects.toThrow('methods failed');
    const keys = await kit.call<{ name: string; source: string; id: string }[]>(
      'GET',
      `/users/${(await kit.user('alice'))?.id}/ssh-keys`,
    );
    expect(keys.data).toMatchObject([{ name: 'alice laptop', source: '目錄 corp' }]);
    const removed = await kit.call(
      'DELETE',
      `/users/${(await kit.user('alice'))?.id}/ssh-keys/${keys.data[0]?.id}`,
    );
    expect(removed.error).toBe('ssh_key.of_directory');
  });
});

it('a lock there whose time is over keeps nobody out who has the password', async () => {
  const locking = await OwnSlapd.start(personLdif('lea'), { locks: true });
  await kit.source('locks', locking);
  await kit.signIn('lea', 'lea-pw');
  for (let guess = 0; guess < 3; guess += 1) {
    await kit.signIn('lea', 'no');
  }
  await forget();
  const tryAgain = async () => {
    await forget();
    return (await kit.signIn('lea', 'lea-pw')).error;
  };
  expect(await tryAgain()).toBe('login.failed');
  await locking.setLockSeconds(1);
  await expect.poll(tryAgain).toBeUndefined();
  // The first that was right was not refused for what was still written down.
  const reasons = (await logOf('lea')).map(({ reason }) => reason);
  expect(reasons).not.toContain('source.inactive');
  await locking.dispose();
  await kit.call('DELETE', `/identity-sources/${await kit.source('locks', locking)}`);
});

describe('an account here', () => {
  it('is linked by whoever proves both, and tries are counted', async () => {
    const { username } = await server.current.seedUser();
    const token = await server.current.login(username, USER_PASSWORD);
    const link = (password: string) =>
      server.current.call('POST', '/account/identities/corp/directory', {
        token,
        body: { username: 'carol', password },
      });
    expect((await link('no')).error).toBe('source.password_wrong');
    expect((await link('carol-pw')).message).toBe('success');
    await forget();
    expect((await kit.signIn('carol', 'carol-pw')).data.info).toMatchObject({ username, passwordAt: '' });
    expect((await kit.signIn(username, 'carol-pw')).message).toBe('success');
    expect((await kit.signIn(username, USER_PASSWORD)).message).toBe('success');
    const other = await server.current.login((await server.current.seedUser()).username, USER_PASSWORD);
    const taken = await server.current.call('POST', '/account/identities/corp/directory', {
      token: other,
      body: { username: 'carol', password: 'carol-pw' },
    });
    expect(taken.error).toBe('source.linked_to_other');
    for (let guess = 0; guess < 5; guess += 1) {
      await link('no');
    }
    expect((await link('carol-pw')).error).toBe('login.locked');
  });
});

describe('a directory that does not answer', () => {
  const SAME = ['login.failed_source_away', expect.stringContaining('目錄 corp')];
  const answer = async (username: string, password: string) => {
    const { error, message } = await kit.signIn(username, password);
    return [error, message];
  };

  it('is named to everybody alike, and whoever is known here comes in as before', async () => {
    await forget();
    await slapd.hang(true);
    try {
      const answered: string[] = [];
      const began = performance.now();
      const people = ['alice', 'bob', 'carol', 'erin', 'new1', 'new2'].map(async (name) => {
        expect(await answer(name, `${name}-pw`)).toEqual(SAME);
        answered.push(name);
      });
      expect((await kit.signIn('admin', ADMIN_PASSWORD)).message).toBe('success');
      expect(answered).toEqual([]);
      await Promise.all(people);
      const waited = performance.now() - began;
      // Nobody waits for it any more.
      const again = performance.now();
      expect(await answer('alice', 'alice-pw')).toEqual(SAME);
      expect(await answer('admin', 'no')).toEqual(SAME);
      expect(performance.now() - again).toBeLessThan(waited / 2);
    } finally {
      await slapd.hang(false);
    }
    server.current.passTime(20_000);
    await forget();
    expect((await kit.signIn('alice', 'alice-pw')).message).toBe('success');
  });

  it('is followed by its second server, and one that another certificate has is none', async () => {
    await forget();
    const servers = [`127.0.0.1:${await closedPort()}`, `127.0.0.1:${slapd.ports.tls}`];
    await kit.source('corp', slapd, { servers });
    expect((await kit.signIn('alice', 'alice-pw')).message).toBe('success');
    await kit.source('corp', slapd, { servers, ca: makeCertificate('another').cert.toString() });
    expect(await answer('alice', 'alice-pw')).toEqual(SAME);
    await kit.source('corp', slapd);
  });

  it('keeps a password that is asked for again from being judged, and counts no try', async () => {
    await forget();
    const { data } = await kit.signIn('alice', 'alice-pw');
    await slapd.stop();
    try {
      for (let ask = 0; ask < 6; ask += 1) {
        const { error } = await server.current.call('POST', '/account/recent-proof', {
          token: data.token,
          body: { password: 'alice-pw' },
        });
        expect(error).toBe('source.unreachable');
      }
    } finally {
      await slapd.resume();
    }
  });
});
