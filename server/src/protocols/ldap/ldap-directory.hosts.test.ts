// A real OpenLDAP: how it is reached, who is found, whose password it is, and groups in groups.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { groupLdif, OwnSlapd, personLdif, SLAPD } from '../../testing/own-slapd.ts';
import { connectTcp } from '../dial/tcp.ts';
import { LdapDirectory, type DirectorySettings } from './ldap-directory.ts';

const dnOf = (uid: string) => `uid=${uid},${SLAPD.people}`;
const groupDn = (cn: string) => `cn=${cn},${SLAPD.groups}`;
/** A comma and a quote in a name, as a person of a directory may have them. */
const TRICKY = 'li\\, mei \\"x\\"';

let slapd: OwnSlapd;
beforeAll(async () => {
  slapd = await OwnSlapd.start(
    [
      personLdif('alice', 'sshPublicKey: ssh-ed25519 AAAA alice'),
      personLdif('bob', 'shadowExpire: 1'),
      personLdif('both1', 'employeeNumber: 7'),
      personLdif('both2', 'employeeNumber: 7'),
      `dn: cn=${TRICKY},${SLAPD.people}\nobjectClass: inetOrgPerson\ncn: li, mei "x"\nsn: li\nuid: mei\nuserPassword: mei-pw\n`,
      groupLdif('ops', [dnOf('alice'), `cn=${TRICKY},${SLAPD.people}`]),
      // in a circle: ops is in staff, staff in all, and all in staff
      groupLdif('staff', [groupDn('ops'), groupDn('all')]),
      groupLdif('all', [groupDn('staff')]),
      `dn: cn=posix,${SLAPD.groups}\nobjectClass: posixGroup\ncn: posix\ngidNumber: 7\nmemberUid: alice\n`,
    ].join('\n'),
  );
});
afterAll(() => slapd.dispose());

const settings = (more: Partial<DirectorySettings> = {}): DirectorySettings => ({
  servers: [`127.0.0.1:${slapd.ports.tls}`],
  security: 'ldaps',
  ca: slapd.ca,
  dial: connectTcp,
  bindDn: SLAPD.bindDn,
  bindPassword: new Secret(SLAPD.bindPassword),
  peopleBase: SLAPD.people,
  peopleFilter: '(objectClass=inetOrgPerson)',
  idAttribute: 'entryUUID',
  usernameAttribute: 'uid',
  nicknameAttribute: 'cn',
  mailAttribute: 'mail',
  keyAttribute: 'sshPublicKey',
  groupsBase: SLAPD.groups,
  groupsFilter: '(|(objectClass=groupOfNames)(objectClass=posixGroup))',
  groupNameAttribute: 'cn',
  nesting: 'walk',
  ...more,
});
const WHEN = { now: Date.now(), withinMs: 20_000 };
const ask = <Answer>(
  question: (directory: LdapDirectory) => Promise<Answer>,
  more: Partial<DirectorySettings> = {},
) => LdapDirectory.using(settings(more), WHEN, question);
const find = (name: string, more?: Partial<DirectorySettings>) =>
  ask((directory) => directory.findByName(name), more);

describe('the way to a directory', () => {
  it.each([
    ['ldaps', 'tls'],
    ['starttls', 'plain'],
    ['plain', 'plain'],
  ] as const)('is %s', async (security, port) => {
    const found = await find('alice', { security, servers: [`127.0.0.1:${slapd.ports[port]}`] });
    expect(found).toMatchObject({ dn: dnOf('alice'), mail: 'alice@example.test', state: 'active' });
    expect(found?.sshKeys).toEqual(['ssh-ed25519 AAAA alice']);
  });

  it.each(['ldaps', 'starttls'] as const)('is refused by %s without the one who signed', async (security) => {
    const port = security === 'ldaps' ? slapd.ports.tls : slapd.ports.plain;
    await expect(find('alice', { security, ca: '', servers: [`127.0.0.1:${port}`] })).rejects.toMatchObject({
      kind: 'untrusted',
    });
  });

  it('goes to the second server where the first is away', async () => {
    const servers = ['127.0.0.1:9', `127.0.0.1:${slapd.ports.tls}`];
    expect(await find('alice', { servers })).toBeDefined();
    await expect(find('alice', { servers: ['127.0.0.1:9'] })).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('needs the account of the directory itself, and a place that is there', async () => {
    await expect(find('alice', { bindPassword: new Secret('no') })).rejects.toMatchObject({
      kind: 'untrusted',
      reason: 'bind account',
    });
    await expect(find('alice', { peopleBase: 'ou=none,dc=example,dc=test' })).rejects.toMatchObject({
      kind: 'untrusted',
    });
  });

  it('ends with a directory that takes connections and says nothing', async () => {
    await slapd.hang(true);
    try {
      const limits = { connectMs: 200, answerMs: 200 };
      for (const security of ['ldaps', 'plain'] as const) {
        const port = security === 'ldaps' ? slapd.ports.tls : slapd.ports.plain;
        await expect(
          find('alice', { security, limits, servers: [`127.0.0.1:${port}`] }),
        ).rejects.toMatchObject({ kind: 'unreachable' });
      }
    } finally {
      await slapd.hang(false);
    }
  });
});

describe('who somebody is', () => {
  it('is found by the whole name, and what was typed is no filter (SEC-64)', async () => {
    for (const name of ['*', 'ali*', 'alice)(uid=*', '*)(|(uid=alice', 'alice\\2a', '', '\0alice']) {
      expect([name, await find(name)]).toEqual([name, undefined]);
    }
  });

  it('is nobody where several have the name', async () => {
    expect(await find('7', { usernameAttribute: 'employeeNumber' })).toBeUndefined();
  });

  it('is known by the id after a change of name and place', async () => {
    const before = await find('alice');
    const uuid = before?.id ?? '';
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    await slapd.change(`dn: ${dnOf('alice')}\nchangetype: modrdn\nnewrdn: uid=alice2\ndeleteoldrdn: 1\n`);
    try {
      const after = await ask((directory) => directory.findById(uuid));
      expect(after).toMatchObject({ id: uuid, username: 'alice2' });
      expect(await find('alice')).toBeUndefined();
    } finally {
      await slapd.change(`dn: ${dnOf('alice2')}\nchangetype: modrdn\nnewrdn: uid=alice\ndeleteoldrdn: 1\n`);
    }
  });

  it('says that an account has expired, and shows no password', async () => {
    const found = await find('bob');
    expect(found?.state).toBe('expired');
    expect(JSON.stringify(found?.shown)).not.toMatch(/password|bob-pw/i);
  });
});

describe('a password', () => {
  const isPassword = (name: string, password: string) =>
    ask(async (directory) => {
      const person = await directory.findByName(name);
      return LdapDirectory.takes(settings(), person, new Secret(password));
    });

  it('is right or wrong', async () => {
    expect(await isPassword('alice', 'alice-pw')).toBe(true);
    expect(await isPassword('alice', 'no')).toBe(false);
    expect(await isPassword('mei', 'mei-pw')).toBe(true);
  });

  it('is nobody’s where there is nobody, whom it asks about all the same', async () => {
    expect(await isPassword('nobody', 'alice-pw')).toBe(false);
  });

  it('is never empty: this directory would let anybody in with that (SEC-64)', async () => {
    expect(await isPassword('alice', '')).toBe(false);
  });
});

describe('groups', () => {
  const groups = async (name: string, nesting: DirectorySettings['nesting']) =>
    ask(
      async (directory) => {
        const person = await directory.findByName(name);
        return (person ? await directory.groupsOf(person) : []).map((group) => group.name).toSorted();
      },
      { nesting },
    );

  it('are those of the person, and with them those that they are in, once each', async () => {
    expect(await groups('alice', 'none')).toEqual(['ops', 'posix']);
    expect(await groups('alice', 'walk')).toEqual(['all', 'ops', 'posix', 'staff']);
    expect(await groups('mei', 'walk')).toEqual(['all', 'ops', 'staff']);
    expect(await groups('bob', 'walk')).toEqual([]);
  });
});

describe('a list of people', () => {
  it('comes in pages, and is too long or is cut', async () => {
    expect(await ask((directory) => directory.list(100))).toHaveLength(5);
    expect(await ask((directory) => directory.list(2, { cut: true }))).toHaveLength(2);
    await expect(ask((directory) => directory.list(2))).rejects.toMatchObject({
      kind: 'untrusted',
      reason: 'more than 2 entries',
    });
  });
});
