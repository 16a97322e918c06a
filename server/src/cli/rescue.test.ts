// What may lock people out is listed and switched off one by one, on record as the operator.
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { newId } from '../kernel/id.ts';
import { usePrinted } from '../testing/cli-kit.ts';
import { ADMIN_PASSWORD, quickHash } from '../testing/test-database.ts';
import { useTestServer } from '../testing/test-server.ts';
import { runCli } from './main.ts';

const server = useTestServer();
const printed = usePrinted();
beforeEach(() => {
  const { dataDir, databaseUrl } = server.current.database;
  vi.stubEnv('JADEGATE_DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', databaseUrl ?? '');
});

async function list(): Promise<string[]> {
  printed.clear();
  expect(await runCli(['rescue', 'list'])).toBe(0);
  return [...printed.text.matchAll(/^ +\d+\. (.+)$/gm)].map(([, name = '']) => name);
}

const lastEntry = () =>
  server.current.db
    .selectFrom('audit_log')
    .select(['action', 'object_name', 'address'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Makes something that locks out, and answers its name and what goes on record. */
const OBSTACLES: Record<string, () => Promise<{ name: RegExp; action: string; back: RegExp }>> = {
  'an access rule': async () => {
    const token = await server.current.login();
    const body = { ip: '127.9.0.0/16', rule: 'reject', priority: 7 };
    await server.current.call('POST', '/securities', { token, body });
    await server.current.call('POST', '/securities', {
      token,
      body: { ...body, ip: '127.8.0.0/16', rule: 'allow' },
    });
    return {
      name: /^address-rule:/,
      action: 'access-security.deleted',
      back: /127\.9\.0\.0\/16, reject, priority 7/,
    };
  },
  'a login policy that binds an administrator': async () => {
    const token = await server.current.login();
    const body = { name: 'nights', ipGroup: '127.9.0.0/16', rule: 'reject', priority: 50, enabled: true };
    const { data } = await server.current.call<{ id: string }>('POST', '/login-policies', { token, body });
    const { id: userId } = await server.current.seedUser();
    await server.current.call('POST', `/login-policies/${data.id}/bind`, {
      token,
      body: [{ userId: SUPER_ADMIN_ID }, { userId }],
    });
    return { name: /^login-policy:/, action: 'login-policy.unbound', back: /bind “nights” again to admin$/m };
  },
  'a destination of events without which no session is opened': async () => {
    const token = await server.current.login();
    const config = { kind: 'file', fileName: 'all.jsonl' };
    const filter = { groups: ['login'] };
    const body = { name: 'the only record', config, filter, failClosedHours: 2 };
    expect((await server.current.call('POST', '/event-destinations', { token, body })).code).toBe(1);
    return {
      name: /^events:/,
      action: 'event-destination.updated',
      back: /set it to 2 h again for “the only record”/,
    };
  },
  'a directory that has disabled an administrator': async () => {
    const { id } = await server.current.seedUser({ type: 'admin' });
    const source = {
      id: newId(),
      key: 'corp',
      kind: 'ldap',
      name: 'Corp',
      icon: 'people',
      position: 1,
    } as const;
    const config = JSON.stringify({ servers: ['127.0.0.1:9'], peopleBase: 'dc=a' });
    await server.current.db
      .insertInto('identity_source')
      .values({ ...source, enabled: 1, config, created_at: 0, updated_at: 0 })
      .execute();
    const change = { status: 'disabled', disabled_by: 'corp' } as const;
    await server.current.db.updateTable('user').set(change).where('id', '=', id).execute();
    return { name: /^disabled-by-source:corp$/, action: 'identity-source.updated', back: /switch corp on/ };
  },
  'a locked account': async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const body = { username: 'admin', password: 'wrong' };
      await server.current.call('POST', '/login', { body, address: `127.3.0.${attempt + 1}` });
    }
    return { name: /^lock:account:admin$/, action: 'user.unlocked', back: /nothing to do/ };
  },
  'a locked name that nobody has': async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const body = { username: 'x\u001B]0;gone\u0007\n  1. address-rule:made-up', password: 'wrong' };
      await server.current.call('POST', '/login', { body, address: `127.3.1.${attempt + 1}` });
    }
    return {
      name: /^lock:account:x\\u\{1b\}\]0;gone\\u\{7\}\\u\{a\} {2}1\. address-rule:made-up$/,
      action: 'user.unlocked',
      back: /nothing to do/,
    };
  },
  'a disabled first administrator': async () => {
    await server.current.db
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', SUPER_ADMIN_ID)
      .execute();
    return { name: /^first-administrator$/, action: 'user.enabled', back: /disable the account/ };
  },
  'the rule that administrators must have a passkey': async () => {
    const rule = { key: 'passkey-policy', value: 'admins', updated_at: 0 };
    await server.current.db.insertInto('setting').values(rule).execute();
    return { name: /^passkey-policy$/, action: 'setting.updated', back: /set passkeys to “admins”/ };
  },
  'a passkey of an administrator': async () => {
    await server.current.db
      .updateTable('user')
      .set({ passkeys: 1 })
      .where('id', '=', SUPER_ADMIN_ID)
      .execute();
    return { name: /^second-factor:admin$/, action: 'user.totp-reset', back: /passkeys up again/ };
  },
  'a second factor of an administrator': async () => {
    await server.current.db
      .updateTable('user')
      .set({ totp_enabled: 1 })
      .where('id', '=', SUPER_ADMIN_ID)
      .execute();
    return { name: /^second-factor:admin$/, action: 'user.totp-reset', back: /two-step verification/ };
  },
};

it.each(Object.keys(OBSTACLES))('%s is listed, switched off by name, and on record', async (what) => {
  const made = await OBSTACLES[what]?.();
  const [name = '', ...others] = await list();
  expect(name).toMatch(made?.name ?? '');
  expect(others).toEqual([]);
  printed.clear();
  expect(await runCli(['rescue', 'off', name])).toBe(0);
  expect(printed.text).toMatch(made?.back ?? '');
  expect(await lastEntry()).toMatchObject({ action: made?.action, address: 'local' });
  expect(await list()).toEqual([]);
  server.current.passTime(5000);
  const body = { username: 'admin', password: ADMIN_PASSWORD };
  expect((await server.current.call('POST', '/login', { body, address: '127.9.0.1' })).code).toBe(1);
});

it('reset-admin lets the first administrator go of login policies, too', async () => {
  await OBSTACLES['a login policy that binds an administrator']?.();
  const login = (password: string) => {
    const body = { username: 'admin', password };
    return server.current.call('POST', '/login', { body, address: '127.9.0.1' });
  };
  expect((await login(ADMIN_PASSWORD)).error).toBe('login.policy_refused');
  printed.clear();
  expect(await runCli(['reset-admin'])).toBe(0);
  const fresh = /shown once\): (\S+)$/m.exec(printed.text)?.[1] ?? '';
  expect((await login(fresh)).code).toBe(1);
  expect(await list()).toEqual([]);
  // As the tests around expect it.
  const [me] = await server.current.services.users.listAdministrators();
  const hash = await quickHash(ADMIN_PASSWORD);
  await server.current.db
    .updateTable('user')
    .set({ password_hash: hash, must_change_password: 0 })
    .where('id', '=', me?.id ?? '')
    .execute();
});

it('what is left is shown with its new numbers, and a name that is repeated does nothing else', async () => {
  await OBSTACLES['an access rule']?.();
  await OBSTACLES['a disabled first administrator']?.();
  const [rule = '', account] = await list();
  expect(account).toBe('first-administrator');
  printed.clear();
  expect(await runCli(['rescue', 'off', rule])).toBe(0);
  expect(printed.text).toMatch(/now there is:\n +1\. first-administrator$/m);
  printed.clear();
  expect(await runCli(['rescue', 'off', rule])).toBe(2);
  expect(printed.text).toMatch(/^there is no address-rule:.*, or not any more$/m);
  expect(await list()).toEqual(['first-administrator']);
  expect(await runCli(['rescue', 'off', '1'])).toBe(0);
});

describe('what is not there or not ours to write', () => {
  it('is said, and changes nothing', async () => {
    expect(await runCli(['rescue', 'off', '1'])).toBe(2);
    vi.stubEnv('JADEGATE_PUBLIC_URL', 'https://gate.example');
    expect(await list()).toEqual(['setting:JADEGATE_PUBLIC_URL']);
    expect(await runCli(['rescue', 'off', '1'])).toBe(1);
    expect(printed.text).toContain('take JADEGATE_PUBLIC_URL out of the environment');
  });
});
